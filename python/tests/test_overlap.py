# ===- test_overlap.py - destinations whose elements share memory -----------===#

import itertools
import time

import numpy as np
import pytest
from numpy.lib.stride_tricks import as_strided, sliding_window_view

from scatter_mlir import scatter_nd_update, slice_scatter


def overlaps(array):
    """By writing down the bytes of each element."""
    seen = set()
    offsets = [range(size) for size in array.shape] + [range(array.itemsize)]
    strides = array.strides + (1,)
    for index in itertools.product(*offsets):
        byte = sum(i * stride for i, stride in zip(index, strides))
        if byte in seen:
            return True
        seen.add(byte)
    return False


def is_refused(array):
    """Whether `array` is refused as a destination, where nothing would be written."""
    nothing = np.zeros((0,) + array.shape[1:], array.dtype)
    try:
        slice_scatter(array, nothing, 0, 0, out=array)
    except ValueError as error:
        assert str(error).startswith("'out': expected elements that do not share memory")
        return True
    return False


def test_all_small_layouts():
    memory = np.zeros(400, "u1")
    found = [0, 0]
    for sizes in itertools.product((1, 2, 3, 5), repeat=3):
        for strides in itertools.product((-7, -3, 0, 1, 2, 4, 6, 10), repeat=3):
            array = as_strided(memory[200:], sizes, strides)
            want = overlaps(array)
            got = is_refused(array)
            assert got == want, (sizes, strides)
            found[want] += 1
    assert min(found) > 1000


def test_random_layouts(rng):
    memory = np.zeros(1 << 14, "u1")
    found = [0, 0]
    for _ in range(3000):
        rank = rng.integers(1, 6)
        sizes = tuple(rng.integers(1, 5, rank).tolist())
        strides = tuple(rng.integers(-90, 90, rank).tolist())
        dtype = rng.choice(["u1", "i2", "f4", "c16"])
        array = np.ndarray(sizes, dtype, memory, 1 << 13, strides)
        want = overlaps(array)
        assert is_refused(array) == want, (sizes, strides, dtype)
        found[want] += 1
    assert min(found) > 300


def test_no_elements_do_not_overlap():
    assert not is_refused(as_strided(np.ones(0), (3, 0), (0, 8)))
    assert not is_refused(as_strided(np.ones(4), (5, 0, 2), (0, 8, 0)))
    assert not is_refused(as_strided(np.ones(4), (1, 4, 1), (0, 8, 0)))


def test_layouts_that_do_not_nest():
    """Rows and columns whose elements lie between each other."""
    assert not is_refused(as_strided(np.zeros(20), (3, 2), (16, 24)))
    assert is_refused(as_strided(np.zeros(20), (4, 3), (16, 24)))
    memory = np.zeros(1 << 22, "u1")
    assert not is_refused(as_strided(memory, (1001, 1000), (1000, 1001)))
    assert is_refused(as_strided(memory, (1002, 1001), (1000, 1001)))


def test_layouts_that_take_too_long_count_as_overlapping():
    """3**14 elements in 2**40 bytes; the memory is not touched."""
    strides = tuple(np.random.default_rng(3).integers(2**30, 2**32, 14).tolist())
    begin = time.perf_counter()
    assert is_refused(as_strided(np.zeros(1, "u1"), (3,) * 14, strides))
    assert time.perf_counter() - begin < 1


LAYOUTS = {
    "stride 0": lambda: as_strided(np.zeros(6), (4,), (0,)),
    "expanded": lambda: as_strided(np.zeros(6), (4, 3), (0, 8)),
    "windows": lambda: sliding_window_view(np.zeros(9), 3, writeable=True),
    "reversed windows": lambda: sliding_window_view(np.zeros(9), 3, writeable=True)[::-1],
    "not nested": lambda: as_strided(np.zeros(20), (4, 3), (16, 24)),
    # Elements that share some of their bytes.
    "half elements": lambda: as_strided(np.zeros(9), (4,), (4,)),
}


def calls(data, out):
    rows = np.ones((1,) + data.shape[1:])
    yield lambda: scatter_nd_update(data, np.array([[1]]), rows, out=out)
    yield lambda: scatter_nd_update(data, [[1]], rows, reduction="sum", out=out)
    yield lambda: slice_scatter(data, rows, 1, 2, out=out)
    yield lambda: slice_scatter(data, np.ones(data.shape), [0], [9], [1], out=out)


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("in_place", [False, True])
def test_out_is_refused(layout, in_place):
    out = LAYOUTS[layout]()
    data = out if in_place else np.zeros(out.shape)
    for call in calls(data, out):
        with pytest.raises(ValueError, match="'out'.*share memory.*strides"):
            call()
    assert not out.any()


def test_data_and_other_inputs_may_overlap():
    data = np.broadcast_to(np.arange(3.0), (2, 3))
    result = scatter_nd_update(data, [[1]], np.broadcast_to(7.0, (1, 3)))
    assert result.tolist() == [[0, 1, 2], [7, 7, 7]]
    out = np.zeros((3, 2)).T
    assert slice_scatter(data, np.broadcast_to(7.0, (2, 1)), 1, 2, axes=1, out=out) is out
    assert out.tolist() == [[0, 7, 2], [0, 7, 2]]


def test_strided_out_without_overlap_is_written():
    memory = np.zeros(24)
    for out in (
        memory.reshape(4, 6)[::-2, 1::2],
        memory.reshape(3, 8).T,
        as_strided(memory, (3, 2), (16, 24)),
        np.broadcast_to(memory[:4], (1, 4)).T.copy().T,
    ):
        memory[:] = 0
        want = np.zeros(out.shape)
        want[1:2] = 5
        assert slice_scatter(out, want[1:2].copy(), 1, 2, out=out) is out
        np.testing.assert_array_equal(out, want)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_out_of_torch_is_refused(layout):
    torch = pytest.importorskip("torch")
    array = LAYOUTS[layout]()
    strides = [stride // 8 for stride in array.strides]
    if layout == "half elements" or min(strides) < 0:
        pytest.skip("PyTorch has no such strides")
    out = torch.zeros(40).as_strided(array.shape, strides)
    for data in (out, torch.zeros(out.shape)):
        rows = torch.ones(data[:1].shape)
        for call in (
            lambda: scatter_nd_update(data, torch.tensor([[1]]), rows, out=out),
            lambda: slice_scatter(data, rows, 1, 2, out=out),
        ):
            with pytest.raises(ValueError, match="'out'.*share memory"):
                call()
    assert not out.any()


def test_expanded_out_of_torch_is_refused():
    torch = pytest.importorskip("torch")
    out = torch.zeros(1, 3).expand(4, 3)
    with pytest.raises(ValueError, match="share memory"):
        slice_scatter(out, torch.ones(1, 3), 1, 2, out=out)
