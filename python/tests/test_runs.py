"""Updates of single elements by tuples with equal indices in a row."""

import numpy as np
import pytest

import scatter_mlir as sm

COMBINE = {
    "sum": np.add,
    "sub": np.subtract,
    "prod": np.multiply,
    "min": np.minimum,
    "max": np.maximum,
}


def make_indices(rng, size, count, index_type, is_negative):
    """Sorted indices whose runs have very different lengths."""
    weights = rng.random(size) ** 8
    indices = np.sort(rng.choice(size, count, p=weights / weights.sum()))
    return (indices - size if is_negative else indices).astype(index_type)


def make_updates(rng, count, dtype, reduction):
    if reduction == "prod" and dtype.startswith("f"):
        return rng.uniform(0.99, 1.01, count).astype(dtype)
    values = rng.integers(-100, 100, count).astype(dtype)
    return values + rng.random(count).astype(dtype) if dtype.startswith("f") else values


def apply(data, indices, updates, reduction):
    expected = data.copy()
    with np.errstate(all="ignore"):
        COMBINE[reduction].at(expected, indices, updates)
    return expected


@pytest.mark.parametrize("reduction", COMBINE)
@pytest.mark.parametrize("dtype", ["f4", "f8", "f2", "i1", "u1", "i4", "u4", "i8"])
@pytest.mark.parametrize("is_promised", [False, True])
def test_runs_give_the_bits_of_single_updates(reduction, dtype, is_promised):
    rng = np.random.default_rng(5)
    for size, count in ((1, 2048), (3, 5000), (40, 9001), (300, 20_000)):
        index_type = rng.choice(["i4", "i8", "u4"])
        is_negative = index_type[0] == "i" and rng.random() < 0.5
        indices = make_indices(rng, size, count, index_type, is_negative)
        data = make_updates(rng, size, dtype, reduction)
        updates = make_updates(rng, count, dtype, reduction)
        expected = apply(data, indices.astype("i8") % size, updates, reduction)
        options = {"reduction": reduction, "indices_are_sorted": is_promised}
        for threads in (1, 2):
            found = sm.scatter_nd_update(
                data, indices[:, None], updates, threads=threads, **options
            )
            np.testing.assert_array_equal(found, expected)
        out = np.zeros_like(data)
        sm.scatter_nd_update(data, indices[:, None], updates, out=out, **options)
        np.testing.assert_array_equal(out, expected)


@pytest.mark.parametrize("is_promised", [False, True])
@pytest.mark.parametrize("position", [0, -1])
def test_an_index_out_of_bounds_is_found_before_a_write(is_promised, position):
    indices = np.repeat(np.arange(10), 1000)[:, None]
    indices[position] = -11 if position == 0 else 10
    data = np.zeros(10, "i4")
    with pytest.raises(IndexError) as caught:
        sm.scatter_nd_update(
            data,
            indices,
            np.ones(10_000, "i4"),
            reduction="sum",
            indices_are_sorted=is_promised,
            out=data,
        )
    assert caught.value.tuple == position % 10_000
    assert not data.any()


def test_an_index_inside_is_found_without_a_promise():
    indices = np.repeat(np.arange(10), 1000)[:, None]
    indices[5500] = 99
    data = np.zeros(10, "i4")
    with pytest.raises(IndexError) as caught:
        sm.scatter_nd_update(data, indices, np.ones(10_000, "i4"), reduction="max", out=data)
    assert caught.value.tuple == 5500
    assert not data.any()


def test_a_broken_promise_writes_no_other_memory():
    indices = np.repeat(np.arange(10), 1000)[:, None]
    indices[3000:4000] = 2**40
    memory = np.zeros(1000, "i4")
    data = memory[495:505]
    options = {"reduction": "sum", "indices_are_sorted": True}
    try:
        sm.scatter_nd_update(data, indices, np.ones(10_000, "i4"), out=data, **options)
    except IndexError:
        pass
    assert not memory[:495].any() and not memory[505:].any()


def test_signs_of_zero_and_nan():
    indices = np.zeros((4096, 1), "i8")
    for dtype in ("f4", "f8", "f2"):
        updates = np.zeros(4096, dtype)
        updates[1000] = -0.0
        options = {"reduction": "min"}
        found = sm.scatter_nd_update(np.zeros(1, dtype), indices, updates, **options)
        assert np.signbit(found[0])
        updates[2000] = np.nan
        found = sm.scatter_nd_update(np.zeros(1, dtype), indices, updates, **options)
        assert np.isnan(found[0])
