# ===- test_random.py - random calls compared with loops ------------------===#
"""Types, layouts, options and kinds of `out` in random combinations.

Every combination of a type, ranks, layouts and options compiles a kernel;
SCATTER_MLIR_CASES sets how many calls are made, 100 by default.
"""

import os

import ml_dtypes
import numpy as np
import pytest
import reference

import scatter_mlir

CASES = int(os.environ.get("SCATTER_MLIR_CASES", "100"))

REDUCTIONS = ["none", "sum", "sub", "prod", "min", "max"]
TYPES = ["?", "i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8", "f2", "f4", "f8"]
TYPES += ["c8", "c16", ml_dtypes.bfloat16, ml_dtypes.float8_e5m2, ml_dtypes.int4]
LAYOUTS = ["plain", "transposed", "stepped", "reversed", "unaligned", "swapped"]


def choose(rng, values):
    return values[rng.integers(len(values))]


def make_array(rng, dtype, shape):
    dtype = np.dtype(dtype)
    array = rng.integers(0, 8, shape)
    if dtype.kind in "fc":
        array = array * 0.75
    if dtype.kind == "c":
        array = array + 1j * rng.integers(0, 8, shape)
    return array.astype(dtype)


def lay_out(rng, array, layout):
    """A copy of `array` in some layout; other memory around it stays zero."""
    if layout == "transposed":
        order = rng.permutation(array.ndim)
        return np.transpose(np.transpose(array, order).copy(), np.argsort(order))
    if layout in ("stepped", "reversed") and array.ndim:
        axis = rng.integers(array.ndim)
        step = 2 if layout == "stepped" else -1
        shape = list(array.shape)
        shape[axis] *= abs(step)
        key = (slice(None),) * axis + (slice(None, None, step),)
        result = np.zeros(shape, array.dtype)[key]
        result[...] = array
        return result
    if layout == "unaligned" and array.itemsize > 1 and array.size:
        memory = np.zeros(array.nbytes + 1, "u1")
        result = memory[1:].view(array.dtype).reshape(array.shape)
        result[...] = array
        return result
    if layout == "swapped" and array.dtype.kind in "iufc":
        return array.astype(array.dtype.newbyteorder())
    return array.copy()


def check_call(call, want, data, others, out):
    """Runs `call`, which gives `want` (None for an IndexError)."""
    before = [np.array(a) for a in (data, *others)]
    out_before = None if out is None else np.array(out)
    if want is None:
        with pytest.raises(IndexError):
            call()
        assert out is None or np.array_equal(out, out_before)
    else:
        result = call()
        assert out is None or result is out
        # As bytes: the sign of a zero counts as well.
        got = np.ascontiguousarray(result).astype(want.dtype)
        assert got.tobytes() == want.tobytes(), (got, want)
        assert result.dtype.newbyteorder("=") == data.dtype.newbyteorder("=")
    for array, copy in zip((data, *others), before):
        assert array is out or np.array_equal(np.array(array), copy)


def choose_out(rng, data, others):
    kind = choose(rng, ["new", "new", "in place", "other", "other", "overlapping"])
    if kind == "new":
        data.flags.writeable = False
        return None
    if kind == "in place":
        return data
    out = np.zeros(data.shape, data.dtype)
    if kind == "overlapping" and data.ndim and data.flags.c_contiguous and data.size:
        # Shares all but a row with a copy of data that the caller replaces.
        return "overlapping"
    return lay_out(rng, out, choose(rng, LAYOUTS))


def overlap(data):
    """A copy of `data` and an array like it, shifted by a row in one memory."""
    memory = np.zeros((data.shape[0] + 1,) + data.shape[1:], data.dtype)
    memory[:-1] = data
    return memory[:-1], memory[1:]


@pytest.mark.parametrize("seed", range(CASES))
def test_scatter_nd_update(seed):
    rng = np.random.default_rng(seed)
    dtype = np.dtype(choose(rng, TYPES))
    rank = rng.integers(1, 4)
    depth = rng.integers(0, rank + 1)
    shape = tuple(rng.integers(0 if rng.random() < 0.1 else 1, 6, rank))
    if rng.random() < 0.2:
        shape = shape[:-1] + (300,)
    batch = tuple(rng.integers(0 if rng.random() < 0.1 else 1, 5, rng.integers(0, 3)))
    index_type = np.dtype(choose(rng, ["i1", "u1", "i2", "i4", "u4", "i8", "u8"]))
    low = 0 if index_type.kind == "u" else -np.array(shape[:depth], int)
    high = np.maximum(np.array(shape[:depth], int), 1)
    if rng.random() < 0.2:
        high = high + 1
    indices = rng.integers(low, high, batch + (depth,)).clip(-100, 100)
    indices = indices.astype(index_type)
    options = {}
    if dtype.kind != "c" and dtype != ml_dtypes.int4:
        options["reduction"] = choose(rng, REDUCTIONS)
    if rng.random() < 0.4:
        options["out_of_bounds"] = choose(rng, ["drop", "clamp"])
        options["negative_indices"] = choose(rng, ["wrap", "reject"])

    data = make_array(rng, dtype, shape)
    updates = make_array(rng, dtype, batch + shape[depth:])
    try:
        want = reference.scatter_nd_update(data, indices, updates, **options)
    except IndexError:
        want = None
    data, indices, updates = (
        lay_out(rng, a, choose(rng, LAYOUTS)) for a in (data, indices, updates)
    )
    out = choose_out(rng, data, (indices, updates))
    if isinstance(out, str):
        data, out = overlap(data)
        result = None
        if want is not None:
            result = scatter_mlir.scatter_nd_update(
                data, indices, updates, out=out, **options
            )
            assert np.array_equal(result, want)
        return
    threads = choose(rng, [None, None, 2])
    check_call(
        lambda: scatter_mlir.scatter_nd_update(
            data, indices, updates, out=out, threads=threads, **options
        ),
        want,
        data,
        (indices, updates),
        out,
    )


@pytest.mark.parametrize("seed", range(CASES // 2))
def test_slice_scatter(seed):
    rng = np.random.default_rng(seed)
    dtype = np.dtype(choose(rng, TYPES))
    rank = rng.integers(1, 4)
    shape = tuple(rng.integers(0 if rng.random() < 0.1 else 1, 8, rank))
    axes = rng.permutation(rank)[: rng.integers(0, rank + 1)]
    axes = [int(a) - rank * rng.integers(0, 2) for a in axes]
    start, stop = rng.integers(-10, 11, (2, len(axes)))
    step = np.array([choose(rng, [1, 1, 2, 3, -1, -2]) for _ in axes], int)
    for extreme in (start, stop, step):
        if len(axes) and rng.random() < 0.1:
            extreme[0] = choose(rng, [2**63 - 1, -(2**63), -(2**63) + 1])
    data = make_array(rng, dtype, shape)
    slices = reference.get_slices(
        rank, start.tolist(), stop.tolist(), step.tolist(), axes
    )
    updates = make_array(rng, dtype, data[slices].shape)
    want = reference.slice_scatter(
        data, updates, start.tolist(), stop.tolist(), step.tolist(), axes
    )
    data, updates = (lay_out(rng, a, choose(rng, LAYOUTS)) for a in (data, updates))
    out = choose_out(rng, data, (updates,))
    if isinstance(out, str):
        data, out = overlap(data)
    bounds = (start, stop, step) if rng.random() < 0.5 else map(list, (start, stop, step))
    bounds = [[int(v) for v in b] if isinstance(b, list) else b for b in bounds]
    call = lambda: scatter_mlir.slice_scatter(data, updates, *bounds, axes, out=out)
    if out is not None and out is not data and np.may_share_memory(out, data):
        assert np.array_equal(call(), want)
    else:
        check_call(call, want, data, (updates,), out)
