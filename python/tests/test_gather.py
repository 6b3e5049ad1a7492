# ===- test_gather.py - gather_nd -----------------------------------------===#

import numpy as np
import pytest

import scatter_mlir
from scatter_mlir import gather_nd


def read(data, indices, batch_dims=0):
    """The defining loop, by NumPy's indexing."""
    depth = indices.shape[-1]
    out = np.empty(
        indices.shape[:-1] + data.shape[batch_dims + depth :], data.dtype
    )
    for t in np.ndindex(*indices.shape[:-1]):
        out[t] = data[(*t[:batch_dims], *indices[t])]
    return out


TYPES = ["i1", "i2", "i4", "i8", "u1", "u4", "f2", "f4", "f8", "c8", "c16", "?"]


def make(random, shape, dtype):
    return (random.random(shape) * 100).astype(dtype)


@pytest.mark.parametrize("seed", range(60))
def test_random_cases(seed):
    random = np.random.default_rng(seed)
    dtype = random.choice(TYPES)
    rank = int(random.integers(1, 5))
    batch_dims = int(random.choice([0, 0, random.integers(0, rank + 1)]))
    depth = int(random.integers(0, rank - batch_dims + 1))
    shape = tuple(random.integers(1, 40 if rank < 3 else 6, rank))
    outer = tuple(random.integers(1, 60, random.integers(0, 2)))
    sizes = np.array(shape[batch_dims : batch_dims + depth])
    indices = random.integers(-sizes, sizes, (*shape[:batch_dims], *outer, depth))
    indices = indices.astype(random.choice(["i4", "i8"]))
    data = make(random, shape, dtype)
    if random.random() < 0.5:
        # Any strides.
        data = np.swapaxes(data, 0, -1).copy().swapaxes(0, -1)
        indices = np.repeat(indices, 2, -1)[..., ::2]
    expected = read(data, indices, batch_dims)
    found = gather_nd(data, indices, batch_dims=batch_dims, threads=int(random.integers(1, 4)))
    assert found.dtype == expected.dtype and found.shape == expected.shape
    np.testing.assert_array_equal(found, expected)
    out = np.zeros_like(expected)
    assert gather_nd(data, indices, batch_dims=batch_dims, out=out) is out
    np.testing.assert_array_equal(out, expected)
    flipped = np.zeros((2, *expected.shape), dtype)[::-1][0, ...]
    gather_nd(data, indices, batch_dims=batch_dims, out=flipped)
    np.testing.assert_array_equal(flipped, expected)


@pytest.mark.parametrize("dtype", TYPES + ["i4", "i8"])
@pytest.mark.parametrize("width", [0, 1, 3, 16, 33])
def test_drop_and_clamp(dtype, width):
    random = np.random.default_rng(width)
    data = make(random, (9, width) if width else (9,), dtype)
    indices = random.integers(-30, 30, (200, 1))
    flat = indices[:, 0]
    inside = (flat >= -9) & (flat < 9)
    fill = np.array(7).astype(dtype)
    expected = np.where(
        inside.reshape(-1, *(1,) * (data.ndim - 1)), data[np.where(inside, flat, 0)], fill
    )
    found = gather_nd(data, indices, out_of_bounds="drop", fill=fill)
    np.testing.assert_array_equal(found, expected)
    zero = gather_nd(data, indices, out_of_bounds="drop")
    np.testing.assert_array_equal(zero[inside], found[inside])
    assert not zero[~inside].any()
    moved = np.clip(np.where(flat < 0, flat + 9, flat), 0, 8)
    np.testing.assert_array_equal(gather_nd(data, indices, out_of_bounds="clamp"), data[moved])
    reject = gather_nd(data, indices, out_of_bounds="drop", negative_indices="reject")
    assert not reject[flat < 0].any()


def test_fill_of_each_kind():
    indices = np.array([[0], [9]])
    found = gather_nd(np.ones(2, "f4"), indices, out_of_bounds="drop", fill=np.nan)
    assert found[0] == 1 and np.isnan(found[1])
    found = gather_nd(np.ones(2, "c16"), indices, out_of_bounds="drop", fill=2 - 3j)
    assert found.tolist() == [1, 2 - 3j]
    found = gather_nd(np.ones(2, "i8"), indices, out_of_bounds="drop", fill=2**62 + 1)
    assert found.tolist() == [1, 2**62 + 1]
    with pytest.raises((TypeError, ValueError), match="'fill'"):
        gather_nd(np.ones(2, "i8"), indices, out_of_bounds="drop", fill=0.5)
    with pytest.raises((TypeError, ValueError), match="'fill'"):
        gather_nd(np.ones(2, "i1"), indices, out_of_bounds="drop", fill=1000)
    with pytest.raises(TypeError, match="'fill': expected a number"):
        gather_nd(np.ones(2, "f4"), indices, out_of_bounds="drop", fill=[1.0, 2.0])


def test_index_out_of_bounds():
    data, out = np.arange(8.0), np.full(3, 5.0)
    with pytest.raises(IndexError, match="'indices' tuple 1, component 0") as info:
        gather_nd(data, np.array([[7], [8], [9]]), out=out)
    error = info.value
    assert (error.tuple, error.component, error.value, error.size) == (1, 0, 8, 8)
    assert (out == 5).all()
    with pytest.raises(IndexError):
        gather_nd(data, np.array([[-1]]), negative_indices="reject")
    with pytest.raises(IndexError, match=f"found {2**80}"):
        gather_nd(data, [[2**80]])
    # Batches: the component counts from the first indexed dimension.
    with pytest.raises(IndexError, match="tuple 3, component 0.*size 3"):
        gather_nd(np.ones((2, 3)), np.array([[[0], [1]], [[2], [3]]]), batch_dims=1)


def test_masks_and_lists():
    data = np.arange(12).reshape(3, 4)
    np.testing.assert_array_equal(gather_nd(data, data % 5 == 0), data[data % 5 == 0])
    np.testing.assert_array_equal(gather_nd(data, [[2], [0]]), data[[2, 0]])
    assert gather_nd([1, 2, 3], [[2]]).tolist() == [3]


def test_overlap():
    data = np.arange(10)
    gather_nd(data, np.arange(10)[::-1, None], out=data)
    np.testing.assert_array_equal(data, np.arange(10)[::-1])
    indices = np.array([[1], [2], [0]])
    gather_nd(np.array([5, 6, 7]), indices, out=indices[:, 0])
    np.testing.assert_array_equal(indices[:, 0], [6, 7, 5])


def test_empty():
    assert gather_nd(np.ones((4, 0)), np.array([[1]])).shape == (1, 0)
    assert gather_nd(np.ones((4, 3)), np.zeros((0, 1), int)).shape == (0, 3)
    with pytest.raises(IndexError):
        gather_nd(np.ones((4, 0)), np.array([[4]]))
    with pytest.raises(IndexError):
        gather_nd(np.ones((0, 4)), np.array([[0]]))
    found = gather_nd(np.ones((0, 4)), np.array([[0]]), out_of_bounds="clamp", fill=3)
    assert found.tolist() == [[3, 3, 3, 3]]


@pytest.mark.parametrize(
    "error, message, arguments, options",
    [
        (ValueError, "'data': expected a rank", (np.float32(1), [[0]]), {}),
        (ValueError, "'indices': expected a rank", (np.ones(3), np.int64(0)), {}),
        (ValueError, "'indices': expected at most 1", (np.ones(3), np.ones((2, 2), int)), {}),
        (TypeError, "'indices': expected integers", (np.ones(3), np.ones((2, 1))), {}),
        (ValueError, "'batch_dims': expected 0 to 1", (np.ones(3), [[0]]), {"batch_dims": 2}),
        (TypeError, "'batch_dims': expected an integer", (np.ones(3), [[0]]), {"batch_dims": 0.5}),
        (
            ValueError,
            "'indices': expected the batch dimensions",
            (np.ones((3, 2)), np.zeros((2, 1), int)),
            {"batch_dims": 1},
        ),
        (ValueError, "'out': expected the shape", (np.ones(3), [[0]]), {"out": np.ones(2)}),
        (TypeError, "'out': expected the element type", (np.ones(3), [[0]]), {"out": np.ones(1, "f4")}),
        (ValueError, "'out_of_bounds'", (np.ones(3), [[0]]), {"out_of_bounds": "fill"}),
        (ValueError, "'threads'", (np.ones(3), [[0]]), {"threads": 0}),
    ],
)
def test_illegal_calls(error, message, arguments, options):
    with pytest.raises(error, match=message):
        gather_nd(*arguments, **options)


def test_large_by_threads():
    random = np.random.default_rng(1)
    data = random.random((5000, 64)).astype("f4")
    indices = random.integers(0, 5000, (100_000, 1))
    expected = data[indices[:, 0]]
    for threads in (1, 2, 5):
        for _ in range(3):
            np.testing.assert_array_equal(gather_nd(data, indices, threads=threads), expected)


def test_warm_up_and_signature():
    scatter_mlir.warm_up(gather_nd, np.ones((3, 5)), np.array([[0]]))
    assert "batch_dims=0" in gather_nd.__text_signature__


CUBE = [[[0, 1], [2, 3]], [[4, 5], [6, 7]]]


@pytest.mark.parametrize(
    "data, indices, batch_dims, expected",
    [
        # The examples of ONNX GatherND-13.
        ([[0, 1], [2, 3]], [[0, 0], [1, 1]], 0, [0, 3]),
        ([[0, 1], [2, 3]], [[1], [0]], 0, [[2, 3], [0, 1]]),
        (CUBE, [[0, 1], [1, 0]], 0, [[2, 3], [4, 5]]),
        (CUBE, [[[0, 1]], [[1, 0]]], 0, [[[2, 3]], [[4, 5]]]),
        (CUBE, [[1], [0]], 1, [[2, 3], [4, 5]]),
        # OpenVINO GatherND-8: batches, and one tuple.
        ([[1, 2], [3, 4]], [[1], [0]], 1, [2, 3]),
        ([[[[1, 2], [3, 4]]]], [[[0]]], 2, [[[1, 2]]]),
        # tf.gather_nd: no components read everything, once for each tuple.
        ([[1, 2], [3, 4]], [[], []], 0, [[[1, 2], [3, 4]], [[1, 2], [3, 4]]]),
        ([[1, 2], [3, 4]], [[-1, 0]], 0, [3]),
    ],
)
def test_examples_of_specifications(data, indices, batch_dims, expected):
    found = gather_nd(
        np.array(data, "f4"), np.array(indices, np.int64), batch_dims=batch_dims
    )
    np.testing.assert_array_equal(found, np.array(expected, "f4"))


@pytest.mark.parametrize("axis", [0, 1, -1])
@pytest.mark.parametrize("mode", ["raise", "clip"])
def test_numpy_take_and_take_along_axis(axis, mode):
    random = np.random.default_rng(3)
    data = random.random((6, 7, 5)).astype("f4")
    indices = random.integers(0 if mode == "raise" else -9, 5 if mode == "raise" else 9, (4, 3))
    policy = {"raise": "error", "clip": "clamp"}[mode]
    # NumPy's clip takes negative numbers to 0.
    indices = np.maximum(indices, 0)
    moved = np.moveaxis(data, axis, 0)
    found = gather_nd(moved, indices[..., None], out_of_bounds=policy)
    wanted = np.take(moved, indices, 0, mode=mode)
    np.testing.assert_array_equal(found, wanted)
    along = random.integers(-5, 5, (6, 7, 4))
    found = gather_nd(data, along[..., None], batch_dims=2)
    np.testing.assert_array_equal(found, np.take_along_axis(data, along, -1))


def test_fill_of_bools_is_false():
    """In calls that convert arguments, too."""
    assert scatter_mlir.gather_nd([True, False], [[0], [1]]).tolist() == [True, False]
    bools = np.ones(3, bool)
    assert not scatter_mlir.gather_nd(bools, [[2**70]], out_of_bounds="drop").any()
