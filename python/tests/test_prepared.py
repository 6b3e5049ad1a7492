# ===- test_prepared.py - prepared indices --------------------------------===#

import ml_dtypes
import numpy as np
import pytest

import scatter_mlir
from message_cases import FLOATS, INTEGERS, make, same_bits
from scatter_mlir import gather_scatter, prepare, scatter_nd_update


@pytest.mark.parametrize("reduction", ("none", "sum", "sub", "prod", "min", "max"))
@pytest.mark.parametrize(
    "dtype", FLOATS + INTEGERS + ("bool", ml_dtypes.float8_e5m2), ids=lambda t: np.dtype(t).name
)
def test_prepared_updates(dtype, reduction):
    rng = np.random.default_rng(6)
    data, updates = make((11, 7), dtype, rng), make((60, 7), dtype, rng)
    dst = rng.integers(-11, 5, 60)
    expected = scatter_nd_update(data, dst[:, None], updates, reduction=reduction)
    for indices in (dst, dst[:, None]):
        prepared = prepare(indices, 11)
        found = scatter_nd_update(data, prepared, updates, reduction=reduction)
        assert same_bits(found, expected)
    target = data.copy()
    assert scatter_nd_update(data, prepared, updates, reduction=reduction, out=target) is target
    assert same_bits(target, expected)
    target = data.copy()
    scatter_nd_update(target, prepared, updates, reduction=reduction, out=target, threads=3)
    assert same_bits(target, expected)
    # One number for all, and updates that are rows of data.
    expected = scatter_nd_update(data, dst[:, None], data[3], reduction=reduction)
    assert same_bits(scatter_nd_update(data, prepared, data[3], reduction=reduction), expected)


def test_prepared_complex():
    data = np.arange(8, dtype="complex64").reshape(4, 2)
    prepared = prepare([1, 1, 3], 4)
    updates = np.full((3, 2), 1 + 2j, "complex64")
    for reduction in ("none", "sum", "sub"):
        expected = scatter_nd_update(data, [[1], [1], [3]], updates, reduction=reduction)
        assert same_bits(scatter_nd_update(data, prepared, updates, reduction=reduction), expected)
    with pytest.raises(TypeError, match="'reduction': expected none, sum or sub for complex<f32>"):
        scatter_nd_update(data, prepared, updates, reduction="prod")


def test_prepared_is_independent_and_shared():
    dst = np.array([2, 0, 2, 1])
    prepared = prepare(dst, 3)
    dst[:] = 0
    assert repr(prepared) == "<Prepared: 4 indices of 3 rows>"
    assert (prepared.num_indices, prepared.size) == (4, 3)
    x = np.arange(4.0)
    assert gather_scatter(x, [0, 1, 2, 3], prepared).tolist() == [1, 3, 2]
    assert isinstance(prepared, scatter_mlir.Prepared)
    with pytest.raises(TypeError):
        scatter_mlir.Prepared()
