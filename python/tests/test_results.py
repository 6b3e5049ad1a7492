# ===- test_results.py - the memory of new results -------------------------===#

import gc
import os
import pickle
import threading

import numpy as np
import pytest

import scatter_mlir
from scatter_mlir import _core, scatter_nd_update, slice_scatter

MIB = 1 << 20


@pytest.fixture(autouse=True)
def pool():
    """Each test begins with an empty pool of 64 MiB."""
    former = scatter_mlir.set_result_pool_bytes(0)
    scatter_mlir.set_result_pool_bytes(64 * MIB)
    yield
    scatter_mlir.set_result_pool_bytes(former)


def make(mib, value=0, dtype="f4"):
    return np.full((mib, MIB // np.dtype(dtype).itemsize), value, dtype)


def update(data, value, **options):
    """A copy of data whose first row is `value`."""
    return slice_scatter(data, np.full_like(data[:1], value), 0, 1, **options)


def get_address(array):
    return array.__array_interface__["data"][0]


def is_idle(mib, blocks=1):
    """Whether about `mib` MiB are idle; an allocation may have 2 MiB more."""
    return mib <= _core.num_idle_result_bytes() / MIB <= mib + 2 * blocks


def test_memory_is_used_again():
    data = make(5)
    first = update(data, 1)
    address = get_address(first)
    assert _core.num_idle_result_bytes() == 0
    del first
    assert is_idle(6)
    second = update(data, 2)
    assert get_address(second) == address
    assert _core.num_idle_result_bytes() == 0
    assert (second[0] == 2).all() and not second[1:].any()


def test_memory_of_living_arrays_is_not_used_again():
    data = make(4)
    results = [update(data, n) for n in range(8)]
    del results[3], results[5]
    results += [update(data, n) for n in range(8, 16)]
    assert len({get_address(result) for result in results}) == len(results)
    values = [n for n in range(16) if n not in (3, 6)]
    for value, result in zip(values, results):
        assert (result[0] == value).all() and not result[1:].any()


@pytest.mark.parametrize("hold", [
    lambda a: a[1:2, 5:9],
    lambda a: a.T,
    lambda a: a.reshape(-1).view("u4"),
    lambda a: memoryview(a),
    lambda a: a.__dlpack__(),
    lambda a: np.from_dlpack(a),
    lambda a: a.flat,
])
def test_views_keep_memory(hold):
    result = update(make(4), 1)
    address = get_address(result)
    view = hold(result)
    del result
    gc.collect()
    assert _core.num_idle_result_bytes() == 0
    other = update(make(4), 2)
    assert get_address(other) != address
    del view
    gc.collect()
    assert is_idle(4)


def test_results_are_ordinary_arrays():
    data = make(4, 3, "i2")
    result = update(data, 1)
    assert type(result) is np.ndarray and result.dtype == data.dtype
    flags = result.flags
    assert flags.writeable and flags.aligned and flags.c_contiguous
    assert get_address(result) % (2 * MIB) == 0
    result += 1
    result[2, 3] = 7
    copy = pickle.loads(pickle.dumps(result))
    assert copy.tobytes() == result.tobytes() == result.copy().tobytes()
    assert update(result, 5, out=result) is result
    # What README.md says of resize.
    with pytest.raises(ValueError, match="own"):
        result.resize((2, 2), refcheck=False)
    np.resize(result, (2, 2))


def get_layouts(array):
    """`array` with its dimensions in other orders, and with gaps between elements."""
    yield np.asfortranarray(array)
    yield np.asfortranarray(array)[:, ::-1]
    cube = array.reshape(array.shape[0], 4, -1)
    for order in ((0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)):
        yield np.transpose(np.transpose(cube, order).copy(), np.argsort(order))
    yield np.repeat(np.asfortranarray(array), 2, axis=0)[::2]
    yield np.transpose(cube[:, None].copy(), (3, 1, 0, 2)).copy().transpose(2, 1, 3, 0)
    yield np.broadcast_to(array[:1], array.shape)
    yield array.astype(array.dtype.newbyteorder()).T.copy().T


@pytest.mark.parametrize("dtype", ["i2", "i8", "f2", "f4", "f8", "c8"])
def test_results_of_the_other_byte_order(dtype):
    """A new result has the byte order of the machine, and `out` keeps its own."""
    data = np.arange(12).reshape(4, 3).astype(np.dtype(dtype).newbyteorder())
    rows, index = data[:2], np.array([1, 3])
    prepared = scatter_mlir.prepare(index, 4)
    calls = [
        lambda **options: scatter_nd_update(data, index[:, None], rows, **options),
        lambda **options: scatter_nd_update(data, prepared, rows, reduction="sum", **options),
        lambda **options: slice_scatter(data, rows, 0, 2, **options),
        lambda **options: scatter_mlir.scatter_elements(data, index, rows, **options),
        lambda **options: scatter_mlir.scatter_elements(data, index[:, None], 1, **options),
        lambda **options: scatter_mlir.gather_nd(data, np.array([[0], [1], [1], [3]]), **options),
    ]
    if dtype[0] != "c":
        calls.append(lambda **options: scatter_mlir.gather_scatter(data, index, index, **options))
    for call in calls:
        result, out = call(), data.copy()
        assert result.dtype == np.dtype(dtype) and result.dtype.isnative
        assert call(out=out) is out and out.dtype == data.dtype
        if call is not calls[-1] or dtype[0] == "c":
            np.testing.assert_array_equal(out, result)
    before = data.tolist()
    assert scatter_mlir.scatter_elements(data, index, rows, out=data) is data
    assert data.tolist() == [before[0], before[0], before[2], before[1]]


@pytest.mark.parametrize("rows", [8, 8 * MIB // 4096])
def test_layout_of_results_of_other_layouts(rows):
    """Results have the order of dimensions of data, as those of np.copy(order="K")."""
    array = np.arange(rows * 1024, dtype="i4").reshape(rows, 1024)
    for data in get_layouts(array):
        result = update(data, -1)
        want = np.array(data, order="K", dtype=result.dtype)
        assert want.strides == result.strides
        want[0] = -1
        np.testing.assert_array_equal(result, want)
        result = scatter_nd_update(data, [[1], [-2]], data[2:4], reduction="sum")
        assert want.strides == result.strides
        want[0] = data[0]
        want[1] += data[2]
        want[-2] += data[3]
        np.testing.assert_array_equal(result, want)
        assert slice_scatter(data, want, [], []).strides == want.strides


def test_layout_of_results_with_dimensions_of_size_1():
    for shape in ((1, 5, 1, 7), (5, 1, 1), (1, 1), (1,), ()):
        for data in (np.zeros(shape), np.zeros(shape, order="F"), np.zeros(shape[::-1]).T):
            result = slice_scatter(data, data + 1, [], [])
            assert result.strides == data.copy(order="K").strides and result.all()


def test_small_results_are_numpys():
    data = make(4)[:, 1:].copy()
    assert update(data, 1).base is None
    assert _core.num_idle_result_bytes() == 0


def test_errors_give_memory_back():
    data = make(4)
    with pytest.raises(IndexError):
        scatter_nd_update(data, [[4]], data[:1])
    assert is_idle(4)
    result = scatter_nd_update(data, [[3]], data[:1] + 1)
    assert _core.num_idle_result_bytes() == 0 and result[3].all()


def test_limit():
    results = [update(make(8), n) for n in range(10)]
    results.clear()
    assert 48 * MIB < _core.num_idle_result_bytes() <= 64 * MIB
    # What is larger than the limit leaves the others alone.
    update(make(66), 1)
    assert 48 * MIB < _core.num_idle_result_bytes() <= 64 * MIB
    # The oldest goes first.
    first, second = update(make(8), 1), update(make(8), 2)
    addresses = get_address(first), get_address(second)
    del first
    del second
    assert scatter_mlir.set_result_pool_bytes(10 * MIB) == 64 * MIB
    assert is_idle(8)
    assert get_address(update(make(8), 1)) == addresses[1]
    assert scatter_mlir.set_result_pool_bytes(0) == 10 * MIB
    assert _core.num_idle_result_bytes() == 0


def test_off():
    result = update(make(4), 1)
    scatter_mlir.set_result_pool_bytes(0)
    del result
    assert _core.num_idle_result_bytes() == 0
    result = update(make(4), 2)
    assert result.base is None and result.flags.owndata
    assert (result[0] == 2).all() and not result[1:].any()


def test_blocks_fit():
    """A result takes the smallest block that is at most a quarter larger."""
    results = [update(make(mib), 1) for mib in (16, 12, 10)]
    addresses = [get_address(result) for result in results]
    results.clear()
    assert get_address(update(make(10), 1)) == addresses[2]
    small = update(make(8), 1)
    assert get_address(small) == addresses[2]
    assert get_address(update(make(14), 1)) == addresses[0]
    assert get_address(update(make(6), 1)) not in addresses


@pytest.mark.parametrize("limit", [-1, "1", 1.0])
def test_wrong_limits(limit):
    with pytest.raises((ValueError, TypeError)):
        scatter_mlir.set_result_pool_bytes(limit)
    assert scatter_mlir.set_result_pool_bytes(2**70) == 64 * MIB


def test_programs_share_the_memory():
    program = scatter_mlir.compile("""
        func.func @first_row(%data: tensor<?x262144xf32>, %row: tensor<1x262144xf32>)
            -> tensor<?x262144xf32> {
          %r = scatter.slice_scatter ins(%row : tensor<1x262144xf32>)
                 outs(%data : tensor<?x262144xf32>) from [0] to [1]
                 -> tensor<?x262144xf32>
          return %r : tensor<?x262144xf32>
        }""")
    data = make(6)
    result = program(data, make(1, 7))
    address = get_address(result)
    assert _core.num_idle_result_bytes() == 0
    del result
    assert is_idle(6)
    result = update(data, 2)
    assert get_address(result) == address
    scatter_mlir.set_result_pool_bytes(0)
    scatter_mlir.set_result_pool_bytes(64 * MIB)
    del result
    result = program(data, make(1, 8))
    assert get_address(result) == address
    assert (result[0] == 8).all() and not result[1:].any()


def test_many_threads():
    """Each thread finds its own values in what it holds."""
    failures = []

    def work(number):
        try:
            rng = np.random.default_rng(number)
            data = [make(mib, number) for mib in (4, 6)]
            held = []
            for n in range(30):
                held.append((n, update(data[rng.integers(2)], n, threads=1)))
                if len(held) > 2:
                    held.pop(rng.integers(3))
                for value, array in held:
                    assert (array[0] == value).all()
                    assert (array[1:] == number).all()
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=work, args=(n,)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures
    assert _core.num_idle_result_bytes() <= 64 * MIB


def test_forked_process():
    kept = update(make(4), 1)
    update(make(8), 1)
    pid = os.fork()
    if pid == 0:
        good = (update(make(8), 2)[0] == 2).all() and (kept[0] == 1).all()
        os._exit(0 if good else 1)
    assert os.waitpid(pid, 0)[1] == 0
    assert (kept[0] == 1).all() and not kept[1:].any()


def test_torch():
    torch = pytest.importorskip("torch")
    data = torch.zeros(5, MIB // 4)
    first = update_torch(torch, data, 1)
    address = first.data_ptr()
    row = first[0]
    del first
    other = update_torch(torch, data, 2)
    assert other.data_ptr() != address and (row == 1).all()
    assert (other[0] == 2).all() and not other[1:].any()
    del row
    assert is_idle(6)
    again = update_torch(torch, data, 3)
    assert again.data_ptr() == address and (again[0] == 3).all()
    again += 1
    assert (again.clone()[1:] == 1).all() and again.is_contiguous()
    with pytest.raises(IndexError):
        scatter_nd_update(data, torch.tensor([[5]]), data[:1])


def update_torch(torch, data, value):
    result = slice_scatter(data, torch.full_like(data[:1], value), 0, 1)
    assert isinstance(result, torch.Tensor)
    return result


def test_jax():
    jnp = pytest.importorskip("jax.numpy")
    data = jnp.zeros((5, MIB // 4))
    result = slice_scatter(data, jnp.ones((1, MIB // 4)), 0, 1)
    assert _core.num_idle_result_bytes() == 0
    assert (result[0] == 1).all() and not result[1:].any()
    del result
    gc.collect()
    assert is_idle(6)
