# ===- test_common_form.py - cheap conversions and the general path --------===#

import itertools

import ml_dtypes
import numpy as np
import pytest

from scatter_mlir import _ops, scatter_nd_update, slice_scatter


def outcome(call):
    try:
        return call()
    except Exception as error:
        return type(error), str(error), vars(error)


def get_bits(result):
    if isinstance(result, tuple):
        return result
    array = np.asarray(result)
    return type(result), array.dtype, array.shape, array.tobytes()


def compare(monkeypatch, call):
    """The outcome of `call`, which is the same without the conversions."""
    found = outcome(call)
    with monkeypatch.context() as patch:
        patch.setattr(_ops, "convert_nd_update", lambda *_: None)
        patch.setattr(_ops, "convert_slice_update", lambda *_: None)
        assert get_bits(outcome(call)) == get_bits(found)
    return found


DTYPES = ["?", "i1", "u2", "i8", "u8", "f2", "f4", "f8", "c8", ">f4", ml_dtypes.bfloat16]
INDICES = [
    [[1], [2]],
    ((1,), [-1]),
    [[True], [2]],
    [[1], [9]],
    [[2**70], [0]],
    [[2**63], [0]],
    [[1.0], [2.0]],
    [[1], [2, 3]],
    [1, 2],
    3,
    [],
    [np.array([1]), np.array([2])],
    [[np.int64(1)], [2]],
    np.array([[1], [200]], "u1"),
    np.array([[1], [-2]], "i2"),
    np.array([[1], [2]], ">i2"),
    np.array([[1], [2]], ml_dtypes.int4),
    np.array([[True], [False]]),
    np.array([1], "u1"),
    np.zeros((2, 1, 3), "u1"),
    np.ma.array([[1], [2]]),
]
UPDATES = [
    1,
    -1,
    300,
    2**24 + 1,
    2**64,
    10**400,
    1.5,
    1e300,
    float("nan"),
    True,
    1j,
    [1, 2],
    [[1, 2, 3], [4, 5, 6]],
    [[1.5], [2**60 + 1]],
    [1, 2, 3],
    [True, False, True],
    [[1], [2, 3]],
    [2**63, 1, 2],
    [np.ma.masked, 1, 2],
    [np.ma.array([1.0, 2, 3], mask=[True, False, False])] * 2,
    [np.array([1, 2, 3]), [4, 5, 6]],
    np.float32(2.5),
    np.int8(3),
    np.array(4),
    np.ones((1, 1, 3), "f4"),
    np.ones(4, "f4"),
    np.ones((2, 1), "i8"),
    np.ones((2, 3), "f8"),
]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("dtype", DTYPES, ids=str)
def test_indices_and_updates(monkeypatch, dtype):
    data = np.arange(15).reshape(5, 3).astype(dtype)
    one = data.dtype.type(1)
    succeeded = 0
    for indices, updates in [(i, one) for i in INDICES] + [([[1], [0]], u) for u in UPDATES]:
        result = compare(
            monkeypatch,
            lambda: scatter_nd_update(data, indices, updates, reduction="sum", out_of_bounds="error"),
        )
        succeeded += isinstance(result, np.ndarray)
    assert succeeded > 12


@pytest.mark.filterwarnings("ignore")
def test_bounds(monkeypatch):
    data = np.arange(15.0).reshape(5, 3)
    entries = [None, 1, -2, 2**70, np.int8(2), (0, 1), [None, np.int64(2)], (), np.array([1, 2]), True, 1.0, "1"]
    succeeded = 0
    for start, stop in itertools.product(entries, repeat=2):
        for step, axes in [(None, None), (-1, None), (0, None), ((1, 2), (1, 0)), (None, 1), (2, 5)]:
            result = compare(
                monkeypatch,
                lambda: slice_scatter(data, 7, start, stop, step, axes),
            )
            succeeded += isinstance(result, np.ndarray)
    assert succeeded > 100


def test_results_in_place(monkeypatch):
    for out in (np.zeros((5, 3)), np.zeros((3, 5)).T, np.zeros((5, 6))[:, ::2]):
        for updates in (1, [1, 2, 3], np.ones(3)):
            assert scatter_nd_update(out, [[1]], updates, out=out) is out
            assert slice_scatter(out, updates, None, 2, out=out) is out
        assert out[0].tolist() == [1, 1, 1] and not out[2:].any()
    frozen = np.zeros((5, 3))
    frozen.flags.writeable = False
    found = compare(monkeypatch, lambda: scatter_nd_update(frozen, [[1]], 1, out=frozen))
    assert found[0] is ValueError


def test_large_updates_are_not_written_down(monkeypatch):
    data = np.zeros((5, 1 << 20), "f4")
    assert (compare(monkeypatch, lambda: slice_scatter(data, 3, 0, 5)) == 3).all()


@pytest.mark.filterwarnings("ignore")
def test_torch(monkeypatch):
    torch = pytest.importorskip("torch")
    recording = torch.ones(3, requires_grad=True)
    negative = torch.view_as_complex(torch.ones(3, 2)).conj().imag
    indices = [
        [[1], [2]],
        torch.tensor([[1], [2]], dtype=torch.uint8),
        torch.tensor([[1], [2]], dtype=torch.int16),
        torch.tensor([[True], [False]]),
        torch.tensor([[1.0], [2.0]]),
        [torch.tensor([1]), torch.tensor([2])],
        np.array([[1], [2]], "u1"),
    ]
    updates = [1, 1.5, [1, 2, 3], torch.tensor(2.0), torch.tensor(2), torch.ones(3), np.ones(3, "f4")]
    updates += [recording, recording.sum(), negative, torch.ones(4), torch.ones(1, 2, 3), np.float32(2)]
    bounds = [torch.tensor(1), torch.tensor(True), torch.tensor(1.0), torch.tensor([1]), (torch.tensor(1),)]
    for dtype in (torch.float32, torch.float16, torch.bfloat16, torch.int32, torch.complex64):
        data = torch.zeros(5, 3, dtype=dtype)
        for index, update in [(i, 1) for i in indices] + [([[1], [0]], u) for u in updates]:
            for out in (None, data):
                found = compare(
                    monkeypatch, lambda: get_tensor_bits(scatter_nd_update(data, index, update, out=out))
                )
                assert isinstance(found, tuple)
        for start in bounds:
            compare(monkeypatch, lambda: get_tensor_bits(slice_scatter(data, 1, start, 3)))


def get_tensor_bits(tensor):
    import torch

    assert isinstance(tensor, torch.Tensor)
    return type(tensor), tensor.dtype, tensor._version > 0, tensor.tolist()
