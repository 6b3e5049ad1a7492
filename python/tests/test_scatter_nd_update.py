# ===- test_scatter_nd_update.py ------------------------------------------===#

import ml_dtypes
import numpy as np
import pytest
import reference

from scatter_mlir import _core, scatter_nd_update

expected = reference.scatter_nd_update


def make(rng, dtype, data_shape, k, tuples, index_type="i8"):
    size = lambda shape: rng.integers(0, 9, shape).astype(dtype)
    high = np.array(data_shape[:k])
    indices = rng.integers(-high, high, tuples + (k,)).astype(index_type)
    return size(data_shape), indices, size(tuples + data_shape[k:])


@pytest.mark.parametrize(
    "reduction", ["none", "sum", "sub", "prod", "min", "max"]
)
@pytest.mark.parametrize("dtype", ["f4", "f8", "f2", "i1", "u1", "i4", "u8"])
@pytest.mark.parametrize("k", [0, 1, 2])
def test_agrees_with_loops(rng, reduction, dtype, k):
    data, indices, updates = make(rng, dtype, (4, 3), k, (5,))
    result = scatter_nd_update(data, indices, updates, reduction=reduction)
    assert result.dtype == data.dtype
    with np.errstate(over="ignore"):
        want = expected(data, indices, updates, reduction)
    np.testing.assert_array_equal(result, want)


@pytest.mark.parametrize(
    "dtype",
    ["bfloat16", "float8_e4m3fn", "float8_e5m2", "float8_e4m3b11fnuz", "int4"],
)
def test_ml_dtypes(rng, dtype):
    data, indices, updates = make(rng, getattr(ml_dtypes, dtype), (4, 3), 1, (3,))
    result = scatter_nd_update(data, indices, updates)
    assert result.dtype == data.dtype
    np.testing.assert_array_equal(
        result.view("u1"), expected(data, indices, updates).view("u1")
    )


@pytest.mark.parametrize("dtype", ["?", "c8", "c16"])
def test_bool_and_complex(rng, dtype):
    data, indices, updates = make(rng, dtype, (4, 3), 1, (3,))
    np.testing.assert_array_equal(
        scatter_nd_update(data, indices, updates), expected(data, indices, updates)
    )


def test_complex_numbers_have_no_order():
    data = np.zeros(4, "c8")
    for reduction in ("min", "max"):
        with pytest.raises(TypeError, match="'reduction': expected none, sum, sub or prod for complex"):
            scatter_nd_update(data, np.zeros((1, 1), int), data[:1], reduction=reduction)


@pytest.mark.parametrize("index_type", ["i1", "u1", "i2", "i4", "u4", "i8", "u8"])
def test_index_types(rng, index_type):
    data, indices, updates = make(rng, "f4", (4, 3), 1, (3,))
    indices = np.abs(indices).clip(0, 3).astype(index_type)
    np.testing.assert_array_equal(
        scatter_nd_update(data, indices, updates), expected(data, indices, updates)
    )


def test_huge_unsigned_index_is_out_of_bounds():
    with pytest.raises(IndexError, match="found 18446744073709551615") as info:
        scatter_nd_update(np.zeros(4), np.array([[2**64 - 1]], "u8"), np.ones(1))
    assert info.value.value == 2**64 - 1
    with pytest.raises(IndexError):
        scatter_nd_update(np.zeros(4), [[2**64 - 1]], np.ones(1))


def test_int4_indices():
    indices = np.array([[-8], [7]], ml_dtypes.int4)
    result = scatter_nd_update(np.zeros(8), indices, np.array([1.0, 2]))
    assert result.tolist() == [1, 0, 0, 0, 0, 0, 0, 2]


def test_new_result_leaves_data_alone():
    data = np.arange(4.0)
    data.flags.writeable = False
    result = scatter_nd_update(data, np.array([[0]]), np.array([9.0]))
    assert result.tolist() == [9, 1, 2, 3] and data.tolist() == [0, 1, 2, 3]


def test_out():
    data, out = np.arange(4.0), np.zeros(4)
    assert scatter_nd_update(data, np.array([[0]]), np.array([9.0]), out=out) is out
    assert out.tolist() == [9, 1, 2, 3] and data.tolist() == [0, 1, 2, 3]


def test_in_place():
    data = np.arange(4.0)
    assert scatter_nd_update(data, np.array([[0]]), np.array([9.0]), out=data) is data
    assert data.tolist() == [9, 1, 2, 3]


@pytest.mark.parametrize("layout", ["fortran", "strided", "reversed", "swapped"])
@pytest.mark.parametrize("where", ["new", "out", "in place"])
def test_layouts(rng, layout, where):
    def relayout(a):
        if layout == "fortran":
            return np.asfortranarray(a)
        if layout == "swapped":
            return a.astype(a.dtype.newbyteorder())
        step = 2 if layout == "strided" else -1
        big = np.zeros((a.shape[0] * 2,) + a.shape[1:], a.dtype)
        view = big[::2] if step == 2 else big[: a.shape[0]][::-1]
        view[...] = a
        return view

    data, indices, updates = make(rng, "f4", (5, 4), 1, (3,))
    want = expected(data, indices, updates, "sum")
    d, i, u = relayout(data), relayout(indices), relayout(updates)
    out = {"new": None, "out": relayout(np.zeros_like(data)), "in place": d}[where]
    result = scatter_nd_update(d, i, u, reduction="sum", out=out)
    np.testing.assert_array_equal(result, want)
    assert out is None or result is out


def test_overlap_of_updates_and_data():
    data = np.arange(6.0)
    scatter_nd_update(data, np.array([[1], [2], [3]]), data[:3], out=data)
    assert data.tolist() == [0, 0, 1, 2, 4, 5]


@pytest.mark.parametrize("policy", ["error", "drop", "clamp", "undefined"])
@pytest.mark.parametrize("k", [1, 2])
def test_indices_that_are_a_part_of_data(k, policy):
    """In place, all indices are those that data held before."""
    data = np.arange(64)[::-1].reshape(16, 4) % 4
    for view in (data[:6, :k], data[3:9, 4 - k :], data[::-3, :k]):
        updates = np.arange(100, 100 + 6 * 4 ** (2 - k)).reshape((6,) + (4,) * (2 - k))
        want = expected(data, view.copy(), updates)
        before = data.copy()
        scatter_nd_update(data, view, updates, out=data, out_of_bounds=policy)
        np.testing.assert_array_equal(data, want)
        data[:] = before


def test_index_error_has_fields_and_changes_nothing():
    data = np.arange(4.0)
    for out in (None, data, np.full(4, 7.0)):
        before = None if out is None else out.copy()
        with pytest.raises(IndexError, match=r"tuple 1.*\[-4, 3\].*found 4") as info:
            scatter_nd_update(data, np.array([[0], [4]]), np.ones(2), out=out)
        error = info.value
        assert (error.tuple, error.component, error.value, error.size) == (1, 0, 4, 4)
        assert out is None or (out == before).all()


@pytest.mark.parametrize("policy, want", [
    ("drop", [9, 1, 2, 3]), ("clamp", [9, 1, 2, 8])])
def test_policies(policy, want):
    result = scatter_nd_update(
        np.arange(4.0), np.array([[0], [7]]), np.array([9.0, 8.0]), out_of_bounds=policy
    )
    assert result.tolist() == want


def test_rejected_negative_index():
    with pytest.raises(IndexError):
        scatter_nd_update(
            np.arange(4.0), np.array([[-1]]), np.ones(1), negative_indices="reject"
        )


def test_single_update_of_higher_rank():
    result = scatter_nd_update(np.arange(4.0), np.array([2]), np.array([[9.0]]))
    assert result.tolist() == [0, 1, 9, 3]


def test_updates_without_a_type():
    I = np.array([[0], [1]])
    assert scatter_nd_update(np.zeros(3, "f4"), [[0], [1]], [1, 2]).tolist() == [1, 2, 0]
    assert scatter_nd_update(np.zeros(3, "u1"), I, [1, 255]).tolist() == [1, 255, 0]
    assert scatter_nd_update(np.zeros(3, "u1"), [0], 7).tolist() == [7, 0, 0]
    with pytest.raises(ValueError, match="fit uint8"):
        scatter_nd_update(np.zeros(3, "u1"), I, [1, 256])
    with pytest.raises(TypeError, match="float64"):
        scatter_nd_update(np.zeros(3, "u1"), I, [1, 2.5])


def test_no_indices():
    assert scatter_nd_update(np.ones(3), np.zeros((0, 1), int), []).tolist() == [1] * 3
    assert scatter_nd_update(np.ones((3, 2)), [[]], [[[5, 6]] * 3]).tolist() == [[5, 6]] * 3


def test_large_out_is_written_once_indices_are_checked(rng):
    data, indices, updates = make(rng, "f4", (2000, 3), 1, (50,))
    out = np.full_like(data, 7)
    assert scatter_nd_update(data, indices, updates, out=out) is out
    np.testing.assert_array_equal(out, expected(data, indices, updates))
    data, indices, updates = make(rng, "f4", (2000, 3), 2, (50,))
    out = np.full((3, 2000), 7, "f4").T
    indices[17, 1] = -4
    with pytest.raises(IndexError) as info:
        scatter_nd_update(data, indices, updates, out=out)
    error = info.value
    assert (error.tuple, error.component, error.value, error.size) == (17, 1, -4, 3)
    assert (out == 7).all()
    indices[17, 1] = -3
    scatter_nd_update(data, indices, updates, out=out)
    np.testing.assert_array_equal(out, expected(data, indices, updates))


def test_high_ranks():
    data = np.zeros((2,) + (1,) * 31)
    result = scatter_nd_update(data, np.zeros((1, 32), int), np.ones(1))
    assert result.ravel().tolist() == [1, 0]


@pytest.mark.parametrize("shape", [(0,), (0, 3)])
def test_empty(shape):
    data = np.zeros(shape, "f4")
    result = scatter_nd_update(data, np.zeros((0, 1), "i8"), np.zeros((0,) + shape[1:], "f4"))
    assert result.shape == shape


D, I, U = np.zeros(4), np.array([[0]]), np.ones(1)
READ_ONLY = np.zeros(4)
READ_ONLY.flags.writeable = False


@pytest.mark.parametrize("error, arguments, options", [
    (TypeError, (D, I.astype(float), U), {}),
    (TypeError, (D, I, U.astype("f4")), {}),
    (TypeError, (np.array(["a"]), I, np.array(["a"])), {}),
    (TypeError, (D, I), {}),
    (TypeError, (D, I, U), {"nosuch": 1}),
    (TypeError, (D, I, U), {"reduction": 1}),
    (TypeError, (D, I, U), {"out": np.zeros(4, "f4")}),
    (TypeError, (D, I, U), {"out": [0, 0, 0, 0]}),
    (TypeError, (D.astype("c8"), I, U.astype("c8")), {"reduction": "max"}),
    (TypeError, (D.astype("c16"), I, U.astype("c16")), {"reduction": "min"}),
    (ValueError, (D, np.array([[True]]), U), {}),
    (ValueError, (D, np.ones(3, bool), 1.0), {}),
    (ValueError, (D, [True] * 5, 1.0), {}),
    (ValueError, (D, np.ones((4, 1), bool), 1.0), {}),
    (TypeError, (D, np.array(True), 1.0), {}),
    (TypeError, (D, I, U), {"threads": 1.5}),
    (ValueError, (D, I, np.ones(2)), {}),
    (ValueError, (D, I, np.ones((2, 1))), {}),
    (ValueError, (D, I, np.ones(0)), {}),
    (ValueError, (D, np.zeros((1, 2), int), U), {}),
    (ValueError, (np.float64(1), I, U), {}),
    (ValueError, (D, np.int64(1), U), {}),
    (ValueError, (D, I, U), {"reduction": "mean"}),
    (ValueError, (D, I, U), {"out": np.zeros(5)}),
    (ValueError, (D, I, U), {"out": READ_ONLY}),
    (ValueError, (READ_ONLY, I, U), {"out": READ_ONLY}),
    (ValueError, (D, I, U), {"threads": 0}),
])
def test_errors(error, arguments, options):
    with pytest.raises(error):
        scatter_nd_update(*arguments, **options)
    assert not D.any() and not READ_ONLY.any()


def test_new_shapes_do_not_compile(rng):
    scatter_nd_update(*make(rng, "f4", (4, 3), 1, (2,)))
    before = _core.num_kernels()
    for rows in range(5, 15):
        scatter_nd_update(*make(rng, "f4", (rows, 7), 1, (rows,)))
    assert _core.num_kernels() == before


@pytest.mark.parametrize("reduction", ["none", "sum"])
def test_lengths_of_rows(rng, reduction):
    def update(length, tuples, dtype="f4"):
        data, indices, updates = make(rng, dtype, (50, length), 1, (tuples,))
        result = scatter_nd_update(data, indices, updates, reduction=reduction)
        want = expected(data, indices, updates, reduction)
        np.testing.assert_array_equal(result, want)

    update(5, 10)
    for length in (17, 100, 512):
        update(length, 2000)
    before = _core.num_kernels()
    # Kernels for one length serve much work only.
    lengths = (2, 3, 16, 64, 256)
    for length in lengths:
        update(length, 10)
    assert _core.num_kernels() == before
    for number, length in enumerate(lengths):
        update(length, 20000 // length + 1)
        # A kernel of the build serves the first two of calls alike.
        for _ in range(3):
            update(length, 30000 // length)
        assert _core.num_kernels() == before + number + 1
    # Rows that are not contiguous, and two dimensions.
    data = np.zeros((50, 8), "f4")
    indices, updates = rng.integers(-50, 50, (2000, 1)), np.ones((2000, 4), "f4")
    view = data[:, ::2]
    scatter_nd_update(view, indices, updates, reduction="sum", out=view)
    want = expected(np.zeros((50, 4), "f4"), indices, updates, "sum")
    np.testing.assert_array_equal(data[:, ::2], want)
    assert not data[:, 1::2].any()


def test_threads_give_the_sequential_result(rng):
    data, indices, updates = make(rng, "f4", (300, 512), 1, (2000,))
    updates = updates / 3
    one = scatter_nd_update(data, indices, updates, reduction="sum")
    two = scatter_nd_update(data, indices, updates, reduction="sum", threads=2)
    np.testing.assert_array_equal(one, two)
