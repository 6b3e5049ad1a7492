# ===- test_dlpack.py - arrays of other libraries -------------------------===#

import numpy as np
import pytest

from scatter_mlir import scatter_nd_update, slice_scatter


class Foreign:
    """An array that only has DLPack."""

    def __init__(self, array):
        self.array = array

    def __dlpack__(self, **options):
        return self.array.__dlpack__(**options)

    def __dlpack_device__(self):
        return self.array.__dlpack_device__()


I = np.array([[0], [2]])


def test_memory_is_shared():
    array = np.zeros(4, "f4")
    foreign = Foreign(array)
    assert scatter_nd_update(foreign, I, np.ones(2, "f4"), out=foreign) is foreign
    assert array.tolist() == [1, 0, 1, 0]


def test_read_only_memory():
    array = np.zeros(4, "f4")
    array.flags.writeable = False
    with pytest.raises(ValueError, match="read-only"):
        scatter_nd_update(Foreign(array), I, np.ones(2, "f4"), out=Foreign(array))
    assert not array.any()


def test_jax():
    jax = pytest.importorskip("jax")
    for dtype in ("float32", "bfloat16", "bool"):
        data = jax.numpy.zeros((4, 3), dtype)
        updates = jax.numpy.ones((2, 3), dtype)
        result = scatter_nd_update(data, jax.numpy.array(I), updates)
        assert isinstance(result, jax.Array) and result.dtype == data.dtype
        want = data.at[np.array([0, 2])].set(updates)
        assert (result == want).all() and not data.any()
        with pytest.raises(ValueError, match="read-only"):
            scatter_nd_update(data, I, updates, out=data)
    assert slice_scatter(data, updates, 0, 2).shape == data.shape


def test_torch():
    torch = pytest.importorskip("torch")
    for dtype in (torch.float32, torch.bfloat16, torch.bool):
        data = torch.zeros((4, 3), dtype=dtype)
        updates = torch.ones((2, 3), dtype=dtype)
        result = scatter_nd_update(data, torch.tensor(I), updates)
        assert isinstance(result, torch.Tensor) and result.dtype == dtype
        assert result[0, 0] and not data.any()
        assert scatter_nd_update(data, torch.tensor(I), updates, out=data) is data
        assert data[2, 2]
