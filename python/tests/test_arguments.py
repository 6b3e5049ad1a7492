# ===- test_arguments.py - forms of arguments, and those that are refused ----===#

import numpy as np
import pytest

import scatter_mlir
from scatter_mlir import scatter_nd_update, slice_scatter

DATA = np.zeros((4, 4))
ROWS, COLUMNS = np.array([0, 2]), np.array([1, 3])


@pytest.mark.parametrize("indices", [
    (ROWS, COLUMNS),
    [ROWS, COLUMNS],
    (ROWS, 1),
    (ROWS.reshape(2, 1), COLUMNS),
    [ROWS],
    (ROWS, [1, 3]),
])
def test_an_array_per_dimension_is_refused(indices):
    match = rf"'indices'.*{type(indices).__name__} of arrays.*np.stack\(indices, -1\)"
    with pytest.raises(TypeError, match=match):
        scatter_nd_update(DATA, indices, np.ones(2))
    right = scatter_nd_update(DATA, np.stack((ROWS, COLUMNS), -1), np.ones(2))
    assert right[0, 1] == right[2, 3] == 1 and right.sum() == 2


@pytest.mark.parametrize("indices", [
    [(0, 1), (2, 3)],
    ((0, 1), (2, 3)),
    [[np.int64(0), np.array(1)], [2, 3]],
])
def test_lists_of_tuples_are_taken(indices):
    result = scatter_nd_update(DATA, indices, np.ones(2))
    assert result[0, 1] == result[2, 3] == 1 and result.sum() == 2
    assert scatter_nd_update(DATA, [np.array(0), np.array(1)], 5.0)[0, 1] == 5


@pytest.mark.parametrize("library", ["torch", "jax.numpy"])
def test_an_array_of_another_library_per_dimension_is_refused(library):
    module = pytest.importorskip(library)
    rows = module.asarray(ROWS)
    with pytest.raises(TypeError, match=rf"{library}.stack\(indices, -1\)"):
        scatter_nd_update(DATA, (rows, rows), np.ones(2))


MASKED = np.ma.array([0, 1], mask=[True, False])


@pytest.mark.parametrize("name, call", [
    ("data", lambda: scatter_nd_update(MASKED, [[0]], [1])),
    ("indices", lambda: scatter_nd_update(np.zeros(4, int), MASKED[:, None], [1, 2])),
    ("indices", lambda: scatter_nd_update(np.zeros(4, int), [MASKED], [1])),
    ("updates", lambda: scatter_nd_update(np.zeros(4, int), [[0], [1]], MASKED)),
    ("updates", lambda: scatter_nd_update(np.zeros(4, int), [0], np.ma.masked)),
    ("updates", lambda: scatter_nd_update(DATA[:2, :2], [[0], [1]], [MASKED, MASKED])),
    ("out", lambda: scatter_nd_update(np.zeros(2, int), [[0]], [1], out=MASKED)),
    ("data", lambda: slice_scatter(MASKED, [1], 0, 1)),
    ("updates", lambda: slice_scatter(np.zeros(4, int), MASKED, 0, 2)),
    ("start", lambda: slice_scatter(DATA, DATA, MASKED, [4, 4])),
    ("out", lambda: slice_scatter(np.zeros(2, int), [1], 0, 1, out=MASKED)),
])
def test_masked_arrays_are_refused(name, call):
    if name == "indices":
        name = "indices'"
    with pytest.raises(TypeError, match=f"'{name}.*(mask|of arrays)"):
        call()
    assert MASKED.data.tolist() == [0, 1]


def test_masked_arguments_of_programs_are_refused():
    program = scatter_mlir.compile("""
        func.func @id(%x: tensor<?xi64>) -> tensor<?xi64> {
          return %x : tensor<?xi64>
        }""")
    with pytest.raises(TypeError, match="'x'.*mask"):
        program(MASKED)


HUGE = [2**70, -(2**70), 2**64, 2**63, -(2**63) - 1, 2**2000]


@pytest.mark.parametrize("index", HUGE)
@pytest.mark.parametrize("make", [
    lambda index: [[1], [index]],
    lambda index: np.array([[1], [index]], dtype=object),
    lambda index: [(np.uint8(1),), (index,)],
])
def test_integers_of_any_size_are_out_of_bounds(index, make):
    data, updates = np.arange(4.0), np.array([8.0, 9.0])
    with pytest.raises(IndexError, match=f"size 4, found {index}$") as info:
        scatter_nd_update(data, make(index), updates, out=data)
    error = info.value
    assert (error.tuple, error.component, error.value, error.size) == (1, 0, index, 4)
    assert data.tolist() == [0, 1, 2, 3]
    result = scatter_nd_update(data, make(index), updates, out_of_bounds="drop")
    assert result.tolist() == [0, 8, 2, 3]
    result = scatter_nd_update(data, make(index), updates, out_of_bounds="clamp")
    assert result.tolist() == ([0, 8, 2, 9] if index > 0 else [9, 8, 2, 3])
    options = {"out_of_bounds": "drop", "negative_indices": "reject"}
    result = scatter_nd_update(data, make(index), updates, **options)
    assert result.tolist() == [0, 8, 2, 3]


def test_a_promise_is_not_about_integers_beyond_64_bits():
    with pytest.raises(IndexError, match=f"found {2**70}$"):
        scatter_nd_update(np.zeros(4), [[2**70]], [1.0], out_of_bounds="undefined")


def test_which_of_the_integers_is_out_of_bounds():
    indices = [[[0, 1], [1, -(2**70)]], [[2**70, 0], [2**71, 0]]]
    with pytest.raises(IndexError, match="tuple 1, component 1") as info:
        scatter_nd_update(DATA, indices, np.ones((2, 2)))
    assert info.value.value == -(2**70)
    with pytest.raises(IndexError, match="found 9$") as info:
        scatter_nd_update(DATA, [[9, 2**70]], [1.0])
    assert info.value.value == 9


@pytest.mark.parametrize("indices", [
    [[2**70], [1.5]],
    [[2**70], [True]],
    [[2**70], [None]],
    [[2**70], ["1"]],
    np.array([[1.5]], dtype=object),
])
def test_other_objects_are_no_indices(indices):
    with pytest.raises(TypeError, match="'indices'"):
        scatter_nd_update(np.zeros(4), indices, np.ones(len(indices)))


def test_no_integers():
    for empty in ([], np.zeros(0, object)):
        result = scatter_nd_update(np.ones(3), np.asarray(empty).reshape(0, 1), [])
        assert result.tolist() == [1] * 3
    for dtype in ("i4", "u8", "?", "f4"):
        assert not scatter_nd_update(np.zeros(3, dtype), np.zeros((0, 1), int), []).any()


def test_bounds_of_any_size():
    data = np.arange(4.0)
    for huge in HUGE:
        for make in (lambda v: v, lambda v: [v], lambda v: np.array([v], dtype=object)):
            stop = slice_scatter(data, data[:huge] + 4, make(0), make(huge))
            want = data.copy()
            want[:huge] += 4
            np.testing.assert_array_equal(stop, want)
            want = data.copy()
            want[huge::huge] += 4
            step = slice_scatter(data, data[huge::huge] + 4, make(huge), make(9), make(huge))
            np.testing.assert_array_equal(step, want) if huge > 0 else None
    with pytest.raises(TypeError, match="'start'"):
        slice_scatter(data, data, np.array([0.5], dtype=object), 4)


def test_updates_of_any_integers():
    """NumPy makes float64 of the first list, which cannot tell these numbers apart."""
    updates = [2**64 - 1, 2**53 + 1]
    result = scatter_nd_update(np.zeros(2, "u8"), [[0], [1]], updates)
    assert result.tolist() == updates
    assert scatter_nd_update(np.zeros(1), [0], 2**70) == 2.0**70
    with pytest.raises(ValueError, match="'updates'.*fit uint64"):
        scatter_nd_update(np.zeros(2, "u8"), [[0], [1]], [2**64, 1])
    with pytest.raises(ValueError, match="'updates'.*fit int64"):
        scatter_nd_update(np.zeros(2, "i8"), [[0], [1]], [2**63, -1])
    with pytest.raises(ValueError, match="'updates'.*fit float64"):
        scatter_nd_update(np.zeros(1), [0], 2**2000)
