# ===- test_repeated.py - small updates that a call site repeats -----------===#
"""The options and types of a call site's last small update in place are kept. Each test
first repeats a call, then changes something that must not be ignored."""

import ml_dtypes
import numpy as np
import pytest
import reference

from scatter_mlir import scatter_nd_update

REPEATS = 4


def call(
    data,
    indices,
    updates,
    reduction="sum",
    out_of_bounds="error",
    unique=False,
    out=None,
    threads=1,
):
    """The call site. Without `out`, in place."""
    return scatter_nd_update(
        data,
        indices,
        updates,
        reduction=reduction,
        out_of_bounds=out_of_bounds,
        unique_indices=unique,
        out=data if out is None else out,
        threads=threads,
    )


def make(shape=(5, 3), dtype="f4", index_type="i8", tuples=2):
    data = np.arange(np.prod(shape)).reshape(shape).astype(dtype)
    indices = np.arange(tuples)[:, None].astype(index_type)
    return data, indices, np.ones((tuples, *shape[1:]), dtype)


def check(data, indices, updates, **options):
    want = reference.scatter_nd_update(data, indices, updates, options.get("reduction", "sum"))
    assert call(data, indices, updates, **options) is data
    np.testing.assert_array_equal(data, want)


@pytest.fixture(autouse=True)
def keep():
    for _ in range(REPEATS):
        check(*make())


@pytest.mark.parametrize(
    "change",
    [
        {"shape": (4, 3)},
        {"shape": (5, 4)},
        {"shape": (5, 3, 2)},
        {"shape": (5,)},
        {"dtype": "f8"},
        {"dtype": "i4"},
        {"dtype": "u4"},
        {"dtype": ">f4"},
        {"dtype": ml_dtypes.bfloat16},
        {"index_type": "i4"},
        {"index_type": "u8"},
        {"tuples": 1},
        {"tuples": 0},
        {"tuples": 5},
        {"shape": (5, 3000)},
    ],
)
def test_other_arrays(change):
    for _ in range(REPEATS):
        check(*make(**change))
        check(*make())


@pytest.mark.parametrize("option", [{"reduction": "max"}, {"unique": True}, {"threads": 2}])
def test_other_options(option):
    for _ in range(REPEATS):
        check(*make(), **option)
        check(*make())


def test_other_strides():
    data, indices, updates = make()
    for _ in range(REPEATS):
        check(np.asfortranarray(data), indices, updates)
        check(data, np.repeat(indices, 2, axis=0)[::2], updates)
        check(data, indices, np.asfortranarray(updates))
        check(np.zeros((10, 3), "f4")[::2], indices, updates)


def test_another_shape_of_the_same_array():
    data, indices, updates = make((6, 4))
    for _ in range(REPEATS):
        check(data, indices, updates)
    data.shape = (4, 6)
    check(data, indices, np.ones((2, 6), "f4"))


def test_another_destination():
    data, indices, updates = make()
    before, out = data.copy(), np.zeros_like(data)
    want = reference.scatter_nd_update(data, indices, updates, "sum")
    for _ in range(REPEATS):
        for _ in range(REPEATS):
            out[:] = 7
            assert call(data, indices, updates, out=out) is out
            np.testing.assert_array_equal(data, before)
            np.testing.assert_array_equal(out, want)
        check(*make())


def test_shared_memory():
    for _ in range(REPEATS):
        memory = np.arange(15, dtype="f4").reshape(5, 3)
        check(memory, make()[1], memory[1:3])


def test_memory_that_must_not_be_written():
    data, indices, updates = make()
    data.flags.writeable = False
    with pytest.raises(ValueError, match="'out': expected a writable array"):
        call(data, indices, updates)


def test_memory_that_is_not_aligned():
    data, indices, updates = make()
    memory = np.zeros(data.nbytes + 1, "i1")
    unaligned = memory[1:].view("f4").reshape(data.shape)
    unaligned[:] = data
    check(unaligned, indices, updates)


def test_other_classes():
    class Array(np.ndarray):
        pass

    data, indices, updates = make()
    with pytest.raises(TypeError, match="'data'"):
        call(np.ma.masked_array(data), indices, updates)
    for _ in range(REPEATS):
        assert type(call(data.view(Array), indices, updates)) is Array
        assert call(data.copy(), indices.tolist(), updates.tolist()).dtype == data.dtype


@pytest.mark.parametrize("bad", [5, -6, 2**62])
def test_indices_out_of_bounds(bad):
    data, indices, updates = make()
    indices[1] = bad
    before = data.copy()
    for _ in range(REPEATS):
        with pytest.raises(IndexError, match=f"found {bad}$"):
            call(data, indices, updates)
        np.testing.assert_array_equal(data, before)
    for _ in range(REPEATS):
        call(data, indices, updates, out_of_bounds="drop")
    check(*make())


def test_many_call_sites():
    """More than are kept, and with other names."""
    sites = []
    for n in range(100):
        name = "reduction" if n % 2 else "reducer"
        source = f"lambda data, *a: f(data, *a, threads=1, {name}='sum', out=data)"
        sites.append(eval(source, {"f": scatter_nd_update}))
    for _ in range(REPEATS):
        for n, site in enumerate(sites):
            data, indices, updates = make((5 + n % 3, 3))
            want = reference.scatter_nd_update(data, indices, updates, "sum")
            if n % 2:
                np.testing.assert_array_equal(site(data, indices, updates), want)
            else:
                with pytest.raises(TypeError, match="reducer"):
                    site(data, indices, updates)
