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
        with pytest.raises(ValueError, match="immutable"):
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


@pytest.mark.parametrize("kind", ["overlapping", "strided", "numpy", "numpy data"])
def test_out_of_torch_in_other_layouts(kind):
    torch = pytest.importorskip("torch")
    memory = torch.arange(10000.0).reshape(100, 100)
    data, out = memory[:-1], torch.zeros(99, 100)
    if kind == "overlapping":
        out = memory[1:]
    elif kind == "numpy data":
        data = data.numpy()[:, ::-1]
    else:
        data, out = memory.T, torch.zeros(100, 100)
    if kind == "numpy":
        out = out.numpy()
    want = np.array(data)
    want[5] = 1
    updates = torch.ones(1, 100)
    assert slice_scatter(data, updates, 5, 6, out=out) is out
    np.testing.assert_array_equal(np.asarray(out), want)
    want[7] = 2
    before = np.array(out)
    with pytest.raises(IndexError):
        scatter_nd_update(data, torch.tensor([[7], [100]]), torch.ones(2, 100), out=out)
    np.testing.assert_array_equal(np.asarray(out), before)
