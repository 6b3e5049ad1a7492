# ===- test_large.py - large arrays ---------------------------------------===#
"""Kernels for one step, and kernels that copy data before they update it."""

import ml_dtypes
import numpy as np
import pytest
import reference

from scatter_mlir import _core, scatter_nd_update, slice_scatter

# The kernel copies from 2 MiB on if it has several threads, else from 32 MiB.
LARGE = 2 << 20
LARGE_ALONE = 32 << 20
TYPES = ["?", "i1", "u2", "i4", "u8", "f2", "f4", "f8", "c8", "c16"]
TYPES += [ml_dtypes.bfloat16, ml_dtypes.float8_e5m2, ml_dtypes.int4]


def make_rows(rng, dtype, size, columns=96):
    """An array of at least `size` bytes whose rows are not whole cache lines."""
    columns += 1
    rows = -(-size // (columns * np.dtype(dtype).itemsize))
    return rng.integers(0, 8, (rows, columns)).astype(dtype)


def equal(a, b):
    return a.dtype == b.dtype and a.shape == b.shape and a.tobytes() == b.tobytes()


@pytest.mark.parametrize("step", [1, -1, 2, -2, 4, -4, 3, -7])
@pytest.mark.parametrize("axis", [0, 1])
@pytest.mark.parametrize("dtype", ["f4", "u1", "f8"])
def test_steps(rng, step, axis, dtype):
    data = rng.integers(0, 99, (67, 131)).astype(dtype)
    for start, stop in [(None, None), (5, 60), (60, 5), (64, 66), (3, 4)]:
        want = data.copy()
        target = want if axis == 0 else want.T
        updates = rng.integers(0, 99, target[start:stop:step].shape).astype(dtype)
        target[start:stop:step] = updates
        bounds = slice(start, stop, step).indices(data.shape[axis])
        if bounds[1] < 0:
            bounds = (bounds[0], -(10**6), step)
        updates = updates if axis == 0 else updates.T.copy()
        before = data.copy()
        assert equal(slice_scatter(data, updates, *bounds, axis), want)
        assert equal(data, before)
        assert slice_scatter(before, updates, *bounds, axis, out=before) is before
        assert equal(before, want)


def test_number_of_kernels_for_steps():
    """Kernels know the step along contiguous rows, and neither sizes nor other steps."""

    def call(steps, shape=(64, 64), transpose=False):
        data = np.zeros(shape, "u2")
        data = data.T if transpose else data
        updates = np.ones(data[:: steps[0], :: steps[1]].shape, "u2")
        start = [0 if step > 0 else 99 for step in steps]
        stop = [99 if step > 0 else -99 for step in steps]
        slice_scatter(data, updates, start, stop, steps, out=data)

    def count(calls):
        before = _core.num_kernels()
        for arguments in calls:
            call(*arguments)
        return _core.num_kernels() - before

    firsts, lasts = (2, 5, -3), (-1, 2, -2, 4, 8, -8)
    # Kernels of contiguous rows and of any strides may be among those of the build.
    compiled = count([((first, 1),) for first in firsts])
    assert compiled <= 1
    assert count([((first, last),) for first in firsts for last in lasts]) == len(lasts)
    assert count([((7, last), (30, 50)) for last in lasts]) == 0
    # Steps that vectors do not help with share one.
    assert count([((2, last),) for last in (16, -17, 20, 63)]) == compiled
    assert count([((3, last),) for last in (18, -19, 40)]) == 0
    assert count([((last, 2), (64, 64), True) for last in (2, 8)]) == 2


@pytest.mark.parametrize("kind", ["fresh", "out"])
@pytest.mark.parametrize("dtype", TYPES)
def test_copies_of_all_types(rng, dtype, kind):
    data = make_rows(rng, dtype, LARGE)
    indices = rng.integers(-len(data), len(data), (5, 1))
    updates = data[:5] + np.ones(1, dtype)
    out = None if kind == "fresh" else np.zeros_like(data)
    before = data.copy()
    result = scatter_nd_update(data, indices, updates, out=out, threads=2)
    assert result is out or out is None
    assert equal(result, reference.scatter_nd_update(data, indices, updates))
    assert equal(data, before)
    want = data.copy()
    want[3:8] = updates
    out = None if kind == "fresh" else np.zeros_like(data)
    assert equal(slice_scatter(data, updates, 3, 8, out=out, threads=2), want)
    assert equal(data, before)


@pytest.mark.parametrize("threads, size", [(1, LARGE_ALONE), (2, LARGE_ALONE)])
def test_copies_beyond_the_cache(rng, threads, size):
    data = make_rows(rng, "f4", size)
    indices = rng.integers(0, len(data), (200, 1))
    updates = np.ones((200, data.shape[1]), "f4")
    want = data.copy()
    np.add.at(want, indices[:, 0], updates)
    out = np.zeros_like(data)
    options = {"reduction": "sum", "threads": threads}
    scatter_nd_update(data, indices, updates, out=out, **options)
    assert equal(out, want)
    assert equal(scatter_nd_update(data, indices, updates, **options), want)
    indices[150] = len(data)
    with pytest.raises(IndexError) as info:
        scatter_nd_update(data, indices, updates, out=out, **options)
    assert info.value.tuple == 150
    assert equal(out, want)


def test_one_kernel_copies_for_all_sizes(rng):
    before = _core.num_kernels()
    for size in (LARGE, LARGE + 500, 3 * LARGE):
        data = make_rows(rng, "i2", size)
        slice_scatter(data, data[:1], 0, 1, threads=2)
        slice_scatter(data, data[:1], 0, 1, out=data.copy(), threads=2)
    # None if another test has made it.
    assert _core.num_kernels() <= before + 1


@pytest.mark.parametrize("depth", [1, 2])
@pytest.mark.parametrize("policy", ["error", "drop", "clamp"])
def test_errors_keep_out(rng, policy, depth):
    data = make_rows(rng, "f4", LARGE)
    indices = rng.integers(0, 90, (3000, depth))
    indices[2100] = -len(data) - 1
    updates = np.ones((3000,) + data.shape[depth:], "f4")
    out = np.full_like(data, 7)
    call = lambda: scatter_nd_update(
        data, indices, updates, out=out, out_of_bounds=policy, threads=2
    )
    if policy == "error":
        with pytest.raises(IndexError) as info:
            call()
        assert (info.value.tuple, info.value.component) == (2100, 0)
        assert (out == 7).all()
        with pytest.raises(IndexError):
            scatter_nd_update(data, indices, updates, threads=2)
    else:
        want = reference.scatter_nd_update(data, indices, updates, "none", policy)
        assert equal(call(), want)


@pytest.mark.parametrize("alias", ["updates", "indices", "data", "backwards"])
def test_out_that_overlaps(rng, alias):
    rows, columns = 8192, 64
    memory = rng.integers(0, rows, (rows + 16, columns)).astype("i8")
    data, out = memory[:rows].copy(), memory[8 : rows + 8]
    indices = rng.integers(0, rows, (64, 1))
    updates = rng.integers(0, 9, (64, columns))
    if alias == "updates":
        updates = memory[:64]
    elif alias == "indices":
        indices = memory[-64:, :1]
    elif alias == "data":
        data = memory[:rows]
    else:
        data = memory[16:]
    want = reference.scatter_nd_update(data, indices, updates)
    assert scatter_nd_update(data, indices, updates, out=out, threads=2) is out
    assert equal(out, want)
    want = data.copy()
    want[10:138:2] = updates = np.array(memory[:64])
    slice_scatter(data, memory[:64], 10, 138, 2, out=out, threads=2)
    assert equal(np.ascontiguousarray(out), want)


@pytest.mark.parametrize("which", ["data", "out", "updates"])
def test_layouts(rng, which):
    size = 1024
    arrays = {
        "data": rng.random((size, size)),
        "out": np.zeros((size, size)),
        "updates": rng.random((size // 2, size)),
    }
    want = arrays["data"].copy()
    want[::2] = arrays["updates"]
    for layout in (np.asfortranarray, lambda a: np.repeat(a, 2, axis=1)[:, ::2]):
        used = dict(arrays)
        used[which] = layout(used[which])
        call = lambda out: slice_scatter(
            used["data"], used["updates"], 0, size, 2, out=out, threads=2
        )
        assert equal(np.ascontiguousarray(call(used["out"])), want)
        assert equal(call(None), want)


@pytest.mark.parametrize("step", [1, -1])
@pytest.mark.parametrize("layout", ["plain", "fortran"])
def test_slices_of_everything(rng, layout, step):
    """Nothing of data is read."""
    data = rng.random((300, 1100))
    if layout == "fortran":
        data = np.asfortranarray(data)
    updates = rng.random(data.shape)
    bounds = (0, 300, 1) if step == 1 else (299, -301, -1)
    out = np.zeros((300, 1100))
    want = updates[::step].copy()
    assert equal(slice_scatter(data, updates, *bounds), want)
    assert equal(slice_scatter(data, updates, *bounds, threads=2), want)
    assert equal(slice_scatter(data, updates, *bounds, out=out), want)
    out = out.T
    assert slice_scatter(data.T, updates.T, *bounds, axes=1, out=out) is out
    assert equal(out.T, want)


def test_empty_updates(rng):
    data = make_rows(rng, "f4", LARGE)
    nothing = np.zeros((0, data.shape[1]), "f4")
    result = scatter_nd_update(data, np.zeros((0, 1), int), nothing, threads=2)
    assert equal(result, data)
    assert equal(slice_scatter(data, nothing, 4, 2, threads=2), data)
    empty = np.zeros((0, 1 << 20), "f4")
    assert slice_scatter(empty, empty, 0, 0, threads=2).shape == empty.shape


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("shape, slices", [
    ((1 << 19,), [(100, 1 << 18)]),
    ((1 << 19,), [(0, 1 << 18)]),
    ((1 << 19,), [(-(1 << 18), 1 << 19)]),
    # Starts before the front, stops behind the end.
    ((1 << 19,), [(-(1 << 20), 1 << 18)]),
    ((700, 700), [(-1000, 400), (-(2**40), 690)]),
    ((700, 700), [(300, 2**40), (-701, 2**63 - 1)]),
    ((4, 300, 500), [(1, 3), (0, 300), (0, 500)]),
    ((4, 300, 500), [(0, 4), (7, 299), (3, 490)]),
    ((4, 300, 500), [(-3, -1), (7, 99), (250, 500)]),
    ((2, 3, 256, 4, 128), [(0, 2), (1, 2), (10, 250)]),
    ((1, 600, 1, 500), [(0, 1), (5, 600), (0, 1), (1, 500)]),
    ((700, 700), [(1, 700), (0, 130)]),
])
def test_surroundings_of_slices(rng, shape, slices, threads):
    """The copy leaves out what the slice replaces."""
    data = rng.random(shape).astype("f4")
    want = data.copy()
    target = tuple(slice(*pair) for pair in slices)
    updates = want[target] = -rng.random(want[target].shape).astype("f4")
    start, stop = zip(*slices)
    before = data.copy()
    result = slice_scatter(data, updates, start, stop, threads=threads)
    assert equal(result, want)
    out = np.full_like(data, 7)
    assert slice_scatter(data, updates, start, stop, out=out, threads=threads) is out
    assert equal(out, want) and equal(data, before)


@pytest.mark.parametrize("layout", [
    np.asfortranarray,
    lambda a: np.repeat(a, 2, axis=1)[:, ::2],
    lambda a: np.repeat(a, 2, axis=0)[::2],
    lambda a: a[::-1].copy()[::-1],
])
@pytest.mark.parametrize("where", ["new", "out"])
def test_surroundings_of_slices_from_strided_updates(rng, layout, where):
    """A box that is copied around, whose values do not lie side by side."""
    data = rng.random((700, 700)).astype("f4")
    want = data.copy()
    want[100:600, 20:650] = -rng.random((500, 630)).astype("f4")
    updates = layout(want[100:600, 20:650])
    assert not updates.flags.c_contiguous
    out = None if where == "new" else np.full_like(data, 7)
    result = slice_scatter(data, updates, (100, 20), (600, 650), out=out)
    assert equal(result, want) and (out is None or result is out)


@pytest.mark.parametrize("dtype", TYPES)
def test_surroundings_of_all_types(rng, dtype):
    data = make_rows(rng, dtype, LARGE, 2500)
    want = data.copy()
    updates = want[3:-4, 5:-6] = want[3:-4, 5:-6] + np.ones(1, dtype)
    bounds = ((3, 5), (len(data) - 4, data.shape[1] - 6))
    assert equal(slice_scatter(data, updates, *bounds), want)


@pytest.mark.parametrize("step", [1, -1, 2, -4, 3])
def test_views_with_contiguous_rows(rng, step):
    """What lies around the rows stays."""
    for which in range(3):
        memory = [rng.random((90, 170)), rng.random((90, 170))]
        want = [array.copy() for array in memory]
        data, updates = memory[0][5:65, 11:141], memory[1]
        updates = updates[7:67, 3 : 3 + len(range(130)[::step])]
        if which == 1:
            data = data.copy()
        elif which == 2:
            updates = updates.copy()
        expected = data.copy()
        expected[:, ::step] = updates
        bounds = (0, 200, step) if step > 0 else (200, -200, step)
        slice_scatter(data, updates, *bounds, axes=1, out=data)
        assert equal(data.copy(), expected)
        if which != 1:
            want[0][5:65, 11:141] = expected
        assert equal(memory[0], want[0]) and equal(memory[1], want[1])
        indices = rng.integers(0, 60, (60, 1))
        result = scatter_nd_update(data, indices, data, reduction="sum")
        assert equal(result, reference.scatter_nd_update(data, indices, data, "sum"))


@pytest.mark.parametrize("bad", [False, True])
@pytest.mark.parametrize("depth", [0, 1, 2])
def test_many_tuples_for_little_data(rng, depth, bad):
    data = rng.integers(0, 9, (30, 40))
    indices = rng.integers(-30, 30, (5000, depth))
    if bad and depth:
        indices[4321, depth - 1] = 40
    updates = rng.integers(0, 9, (5000,) + data.shape[depth:])
    out, before = np.full_like(data, 7), data.copy()
    call = lambda: scatter_nd_update(data, indices, updates, reduction="sum", out=out)
    if bad and depth:
        with pytest.raises(IndexError) as info:
            call()
        assert info.value.tuple == 4321 and (out == 7).all()
    else:
        assert call() is out
        want = reference.scatter_nd_update(data, indices, updates, "sum")
        assert equal(out, want)
    assert equal(data, before)
