"""scatter_elements beside loops over the positions."""

import numpy as np
import pytest
from reference import scatter_nd_update as update_slots

import scatter_mlir as sm

TYPES = ["f4", "f8", "f2", "i4", "i8", "u1", "u4", "bool", "c8"]


def update(data, indices, updates, axis, **options):
    """The same by tuples, in loops over them."""
    axis %= data.ndim
    if indices.ndim != data.ndim:
        sizes = [1] * data.ndim
        sizes[axis] = -1
        indices = indices.reshape(sizes)
    shape = updates.shape
    tuples = np.stack(np.indices(shape), -1).astype(np.int64)
    tuples[..., axis] = np.broadcast_to(indices, shape)
    return update_slots(data, tuples, updates, **options)


def draw(rng):
    """Draws data, indices, updates and an axis."""
    rank = rng.integers(1, 5)
    shape = [int(size) for size in rng.integers(1, 7, rank)]
    axis = int(rng.integers(-rank, rank))
    count = int(rng.integers(0, 9))
    dtype = rng.choice(TYPES)
    if rank == 1 or rng.random() < 0.4:
        sizes, like = [count], list(shape)
    else:
        sizes = [int(rng.integers(1, size + 1)) for size in shape]
        like = sizes
    sizes[axis if len(sizes) > 1 else 0] = like[axis] = count
    indices = rng.integers(-shape[axis], shape[axis], sizes)
    kind = str(rng.choice(["i4", "i8", "u4", "u8"]))
    indices = (indices % shape[axis] if kind[0] == "u" else indices).astype(kind)
    data = rng.integers(-9, 9, shape).astype(dtype)
    updates = rng.integers(-9, 9, like).astype(dtype)
    if rng.random() < 0.3:
        order = rng.permutation(rank)
        data = data.transpose(order).copy().transpose(np.argsort(order))
    if rng.random() < 0.3 and indices.ndim > 1:
        other = (axis + 1) % rank
        first = np.take(indices, [0], other) if sizes[other] else indices
        indices = np.broadcast_to(first, sizes)
    if rng.random() < 0.2 and updates.size:
        updates = np.broadcast_to(updates.flat[0], like)
    return data, indices, updates, axis


def choose_reduction(rng, dtype):
    names = ["none", "sum", "sub", "prod", "min", "max"]
    return str(rng.choice(names[: {"c": 4}.get(dtype.kind, 6)]))


@pytest.mark.parametrize("seed", range(6))
def test_random_calls(seed):
    rng = np.random.default_rng(seed)
    for _ in range(60):
        data, indices, updates, axis = draw(rng)
        options = {
            "reduction": choose_reduction(rng, data.dtype),
            "negative_indices": str(rng.choice(["wrap", "reject"])),
            "out_of_bounds": str(rng.choice(["error", "drop", "clamp"])),
        }
        former = data.copy()
        out = rng.choice(["none", "other", "data"])
        out = {"none": None, "other": np.ones_like(data), "data": data}[out]
        kept = None if out is None else out.copy()
        threads = int(rng.integers(1, 3))
        try:
            expected = update(former, indices, updates, axis, **options)
        except IndexError:
            with pytest.raises(IndexError):
                sm.scatter_elements(
                    data, indices, updates, axis, out=out, threads=threads, **options
                )
            assert kept is None or np.array_equal(out, kept)
            continue
        found = sm.scatter_elements(
            data, indices, updates, axis, out=out, threads=threads, **options
        )
        assert found is out or out is None
        np.testing.assert_array_equal(found, expected)
        assert out is data or np.array_equal(data, former)


@pytest.mark.parametrize("shape", [(40, 3000), (3000, 40), (30, 40, 50), (200_000,)])
@pytest.mark.parametrize("is_vector", [True, False])
def test_large_calls_by_threads(shape, is_vector):
    rng = np.random.default_rng(len(shape))
    data = rng.random(shape, dtype="f4")
    for axis in range(len(shape)):
        sizes = list(shape)
        sizes[axis] *= 2
        updates = rng.random(sizes, dtype="f4")
        count = [sizes[axis]] if is_vector else sizes
        indices = rng.integers(0, shape[axis], count)
        expected = data.copy()
        full = indices
        if is_vector:
            full = indices.reshape([-1 if n == axis else 1 for n in range(len(shape))])
        positions = [*np.indices(sizes, sparse=True)]
        positions[axis] = full
        np.add.at(expected, tuple(np.broadcast_arrays(*positions)), updates)
        for threads in (1, 2, 3):
            found = sm.scatter_elements(
                data, indices, updates, axis, reduction="sum", threads=threads
            )
            np.testing.assert_array_equal(found, expected)
        # The last index is wrong: nothing is returned or written.
        indices.flat[-1] = shape[axis]
        with pytest.raises(IndexError) as caught:
            sm.scatter_elements(data, indices, updates, axis)
        assert caught.value.tuple == indices.size - 1
        former = data.copy()
        with pytest.raises(IndexError):
            sm.scatter_elements(data, indices, updates, axis, out=data)
        np.testing.assert_array_equal(data, former)


@pytest.mark.parametrize("dtype", ["f4", "i4"])
@pytest.mark.parametrize("threads", [1, 2])
def test_long_runs(dtype, threads):
    rng = np.random.default_rng(2)
    indices = np.sort(rng.integers(0, 20, 9000))
    updates = rng.integers(-9, 9, 9000).astype(dtype)
    data = np.zeros(20, dtype)
    expected = data.copy()
    np.add.at(expected, indices, updates)
    found = sm.scatter_elements(data, indices, updates, reduction="sum", threads=threads)
    np.testing.assert_array_equal(found, expected)
    indices[-1] = 20
    with pytest.raises(IndexError) as caught:
        sm.scatter_elements(data, indices, updates, reduction="sum", out=data)
    assert caught.value.tuple == 8999 and not data.any()


def test_put_along_axis():
    data, indices = np.arange(12).reshape(3, 4), np.array([[3], [0], [2]])
    expected = data.copy()
    np.put_along_axis(expected, indices, 99, 1)
    np.testing.assert_array_equal(sm.scatter_elements(data, indices, 99, 1), expected)


def test_arguments_that_are_converted():
    found = sm.scatter_elements([1.0, 2, 3], [-1, 0], [5, 6])
    assert found.tolist() == [6, 2, 5]
    found = sm.scatter_elements(np.zeros((2, 3)), np.int8([1]), 7, axis=np.int64(-1))
    assert found.tolist() == [[0, 7, 0], [0, 7, 0]]
    found = sm.scatter_elements(np.zeros(3), [2**70], 1, out_of_bounds="drop")
    assert found.tolist() == [0, 0, 0]


def test_arrays_that_overlap():
    data = np.arange(8)
    sm.scatter_elements(data, data[:4], data[4:], out=data)
    assert data.tolist() == [4, 5, 6, 7, 4, 5, 6, 7]


@pytest.mark.parametrize(
    "arguments, kind, message",
    [
        ((np.zeros((2, 3)), np.zeros((2, 2), int), 1.0, 2), ValueError, "'axis': expected -2 to 1"),
        ((np.zeros(()), np.zeros(1, int), 1.0), ValueError, "'data': expected a rank of at"),
        ((np.zeros((2, 3)), np.zeros((1, 1, 1), int), 1.0), ValueError, "a rank of 1 or 2, found 3"),
        ((np.zeros((2, 3)), np.zeros((2, 4), int), 1.0), ValueError, "dimension 1: .* at most 3"),
        ((np.zeros((2, 3)), np.zeros(2, int), np.ones((2, 4))), ValueError, "'updates': expected"),
        ((np.zeros(3), np.zeros(2), 1.0), TypeError, "'indices': expected integers"),
        ((np.zeros(3), np.array([True]), 1.0), TypeError, "'indices': expected integers"),
        ((np.zeros(3), np.zeros(2, int), np.ones(2, "f4")), TypeError, "'updates': expected the"),
        ((np.zeros(3), np.zeros(2, int), 1.0, 0.5), TypeError, "'axis': expected an integer"),
        ((np.zeros(3), np.array([0, 3]), 1.0), IndexError, "tuple 1, component 0: .* found 3"),
    ],
)
def test_invalid_arguments(arguments, kind, message):
    with pytest.raises(kind, match=message):
        sm.scatter_elements(*arguments)


def test_complex_extrema_are_refused():
    data = np.zeros(3, "c8")
    with pytest.raises(TypeError, match="'reduction': expected"):
        sm.scatter_elements(data, [0], np.ones(1, "c8"), reduction="max")
