# ===- test_conversions.py - conversions in C++ and the general path ---===#

import concurrent.futures
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
    """The outcome of `call`, which is the same on the general path."""
    found = outcome(call)
    with monkeypatch.context() as patch:
        patch.setitem(globals(), "scatter_nd_update", _ops._scatter_nd_update)
        patch.setitem(globals(), "slice_scatter", _ops._slice_scatter)
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
    np.arange(5) % 2 == 0,
    np.arange(15).reshape(5, 3) % 4 == 0,
    np.arange(15).reshape(3, 5).T % 4 == 0,
    np.zeros(5, bool),
    np.ones(4, bool),
    np.ones((5, 3, 1), bool),
    np.array(True),
    [True, False, True, True, False],
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


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("dtype", ["f2", "f4", "c8", ml_dtypes.bfloat16, ml_dtypes.float8_e5m2])
def test_numbers_beyond_the_range_become_infinite(monkeypatch, dtype):
    data = np.zeros((5, 3), dtype)
    numbers = [1e300, 1e39, 65520.0, 10**300, np.float64(1e300), np.array(1e300)]
    for number in numbers:
        for updates in (number, [number, 1, 2], [[number], [-number]]):
            for call in (
                lambda: scatter_nd_update(data, [[1], [0]], updates),
                lambda: slice_scatter(data, updates, 0, 2),
            ):
                result = compare(monkeypatch, call)
                assert np.isinf(np.asarray(result)[0, 0]) or number == 65520.0


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


def test_numbers_of_successive_calls():
    """Calls use the memory of earlier ones again."""
    data = np.zeros((3000, 7))
    for number in (1, 2, 2, -0.0, 0.0, 5):
        for rows in (3000, 3, 2000):
            scatter_nd_update(data, np.arange(rows)[:, None], number, out=data)
            assert (data[:rows] == number).all()
            assert (np.signbit(data[:rows]) == np.signbit(float(number))).all()
    scatter_nd_update(data, [[0], [1]], np.ones(7), out=data)
    scatter_nd_update(data, [[2]], 5, out=data)
    assert data[0].tolist() == [1] * 7 and data[2].tolist() == [5] * 7


def test_numbers_of_many_threads():
    def work(number):
        data = np.zeros((1000, 9))
        for _ in range(300):
            scatter_nd_update(data, np.arange(1000)[:, None], number, out=data)
            if not (data == number).all():
                return False
        return True

    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        assert all(pool.map(work, range(1, 9)))


@pytest.mark.parametrize("shape", [(1000,), (3, 77), (5, 4, 9), (1, 1), (0, 3)])
def test_masks(rng, shape):
    data = rng.random(shape)
    for depth in range(1, len(shape) + 1):
        for mask in (rng.random(shape[:depth]) < 0.3, np.zeros(shape[:depth], bool)):
            expected = data.copy()
            expected[mask] = 7
            assert (scatter_nd_update(data, mask, 7.0) == expected).all()
            rows = rng.random((mask.sum(), *shape[depth:]))
            expected = data.copy()
            expected[mask] += rows
            result = scatter_nd_update(data, mask, rows, reduction="sum")
            assert (result == expected).all()
            assert (scatter_nd_update(data, mask.tolist(), 7.0)[mask] == 7).all()
            # Bytes other than 0 and 1 are true.
            wide = mask.view("u1") * np.uint8(0x40)
            assert (scatter_nd_update(data, wide.view(bool), 7.0)[mask] == 7).all()
    with pytest.raises(ValueError, match="expected a mask of the leading dimensions"):
        scatter_nd_update(data, np.ones(shape[0] + 1, bool), 1.0)


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
        torch.tensor([True, False, True, True, False]),
        torch.ones(3, 5, dtype=torch.bool).T,
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
