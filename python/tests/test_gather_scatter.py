# ===- test_gather_scatter.py - message passing ---------------------------===#

import ml_dtypes
import numpy as np
import pytest

import scatter_mlir
from scatter_mlir import gather_scatter, prepare, scatter_nd_update

REDUCTIONS = ("sum", "mean", "min", "max", "prod")
FLOATS = ("float16", ml_dtypes.bfloat16, "float32", "float64")
INTEGERS = ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64")
FUNCTIONS = {
    "sum": np.add, "mean": np.add, "min": np.minimum, "max": np.maximum, "prod": np.multiply,
}  # fmt: skip


def same_bits(found, expected):
    """Whether two arrays are equal, bit for bit but for NaN."""
    found, expected = np.asarray(found), np.asarray(expected)
    if found.dtype != expected.dtype or found.shape != expected.shape:
        return False
    bits = f"u{found.itemsize}" if found.itemsize <= 8 else "u8"
    same = np.ascontiguousarray(found).view(bits) == np.ascontiguousarray(expected).view(bits)
    both_nan = (found != found) & (expected != expected)
    return bool(np.all(same.reshape(-1)) if not both_nan.any() else np.all(same | both_nan))


def divide(total, count):
    """Returns the mean of `count` values with the sum `total`."""
    if total.dtype.kind in "iu":
        return total // total.dtype.type(count)
    wide = np.float64 if total.dtype == np.float64 else np.float32
    return (total.astype(wide) / wide(count)).astype(total.dtype)


def loop(x, src, dst, weight=None, *, out=None, size=None, reduction="sum"):
    """The meaning of `gather_scatter`, as a loop over the edges."""
    rows = (size,) + x.shape[1:]
    result = np.zeros(rows, x.dtype) if out is None else out.copy()
    counts = np.full(len(result), 0 if out is None else 1)
    function = FUNCTIONS[reduction]
    with np.errstate(all="ignore"):
        for e in range(len(src)):
            message = x[src[e]]
            if weight is not None:
                message = (message * weight[e]).astype(x.dtype)
            row = dst[e]
            starts = counts[row] == 0 and reduction not in ("sum", "mean")
            result[row] = message if starts else function(result[row], message)
            counts[row] += 1
        if reduction == "mean":
            for row in np.nonzero(counts)[0]:
                result[row] = divide(result[row], counts[row])
    return result


def make(shape, dtype, rng):
    dtype = np.dtype(dtype)
    if dtype.kind in "iu":
        low = 0 if dtype.kind == "u" else -50
        return rng.integers(low, 51, shape).astype(dtype)
    return rng.standard_normal(shape).astype(dtype)


def make_case(rng, dtype, width, edges=60, nodes=13, rows=11, index="int64"):
    x = make((nodes, *width), dtype, rng)
    src = rng.integers(-nodes, nodes, edges).astype(index)
    # The last rows have no edges.
    dst = rng.integers(0, rows - 3, edges).astype(index)
    return x, src, dst, make(edges, dtype, rng)


@pytest.mark.parametrize("reduction", REDUCTIONS)
@pytest.mark.parametrize("dtype", FLOATS + INTEGERS, ids=lambda t: np.dtype(t).name)
def test_types(dtype, reduction):
    rng = np.random.default_rng(1)
    x, src, dst, weight = make_case(rng, dtype, (19,))
    out = make((11, 19), dtype, rng)
    for w in (None, weight):
        expected = loop(x, src, dst, w, size=11, reduction=reduction)
        found = gather_scatter(x, src, dst, w, size=11, reduction=reduction)
        assert same_bits(found, expected)
        expected = loop(x, src, dst, w, out=out, reduction=reduction)
        target = out.copy()
        assert gather_scatter(x, src, dst, w, out=target, reduction=reduction) is target
        assert same_bits(target, expected)


@pytest.mark.parametrize("index", ("int32", "int64", "uint32", "uint64", "int16", "uint8"))
def test_index_types(index):
    rng = np.random.default_rng(2)
    x, _, _, weight = make_case(rng, "float32", (5,))
    src = rng.integers(0, 13, 60).astype(index)
    dst = rng.integers(0, 9, 60).astype(index)
    expected = loop(x, src, dst, weight, size=9)
    assert same_bits(gather_scatter(x, src, dst, weight, size=9), expected)
    other = dst.astype("int64")
    assert same_bits(gather_scatter(x, src, other, weight, size=9), expected)


@pytest.mark.parametrize("threads", (1, 2, 3, 4))
@pytest.mark.parametrize("width", ((), (1,), (3,), (16,), (64,), (200,), (4, 5), (2, 0)), ids=str)
def test_widths_and_threads(width, threads):
    rng = np.random.default_rng(3)
    x, src, dst, weight = make_case(rng, "float32", width, 3000, 200, 150)
    # A row with most of the edges.
    dst[rng.random(3000) < 0.5] = 7
    for reduction in ("sum", "max", "mean"):
        expected = loop(x, src, dst, weight, size=150, reduction=reduction)
        prepared = prepare(dst, 150)
        for targets in (dst, prepared):
            found = gather_scatter(
                x, src, targets, weight, size=150, reduction=reduction, threads=threads
            )
            assert same_bits(found, expected)


def test_large_by_threads():
    rng = np.random.default_rng(4)
    x, src, dst, weight = make_case(rng, "float32", (32,), 40000, 2000, 3000)
    prepared = prepare(dst, 3000)
    for reduction in REDUCTIONS:
        one = gather_scatter(x, src, dst, weight, size=3000, reduction=reduction, threads=1)
        for threads in (2, 3, 4):
            for targets in (dst, prepared):
                found = gather_scatter(
                    x, src, targets, weight, size=3000, reduction=reduction, threads=threads
                )
                assert same_bits(found, one)
    np.testing.assert_allclose(
        gather_scatter(x, src, dst, weight, size=3000),
        np.stack([np.bincount(dst, x[src, f] * weight, 3000) for f in range(32)], -1),
        rtol=1e-3, atol=1e-4,
    )  # fmt: skip


@pytest.mark.parametrize("dtype", ("float32", "float64", "int8", "uint16", "int64"))
def test_short_rows_are_not_sorted(dtype):
    rng = np.random.default_rng(9)
    for width, index in ((1, "int64"), (3, "int32"), (8, "uint64"), (4, "uint32")):
        x, src, dst, weight = make_case(rng, dtype, (width,), 500, 40, 30)
        src, dst = (src % 40).astype(index), dst.astype(index)
        if index.startswith("int"):
            dst[::3] -= 30
            src[::5] -= 40
        out = make((30, width), dtype, rng)
        for w in (None, weight, weight[::-1]):
            for threads in (1, 3):
                expected = loop(x, src, dst, w, size=30)
                assert same_bits(
                    gather_scatter(x, src, dst, w, size=30, threads=threads), expected
                )
                target = out.copy()
                gather_scatter(x, src, dst, w, out=target, threads=threads)
                assert same_bits(target, loop(x, src, dst, w, out=out))
        bad = dst.copy()
        bad[400] = 30
        target = out.copy()
        with pytest.raises(IndexError, match="'dst' element 400: expected an index in"):
            gather_scatter(x, src, bad, out=target)
        assert same_bits(target, out)


def test_special_values():
    x = np.array([np.nan, -0.0, 0.0, np.inf, -np.inf, 1.0], "float32")
    src = np.array([0, 5, 1, 2, 2, 1, 3, 4, 1])
    dst = np.array([0, 0, 1, 1, 2, 2, 3, 3, 4])
    for reduction in REDUCTIONS:
        expected = loop(x, src, dst, size=6, reduction=reduction)
        found = gather_scatter(x, src, dst, size=6, reduction=reduction)
        np.testing.assert_array_equal(found, expected)
        if reduction in ("sum", "prod"):
            assert same_bits(np.signbit(found[1:3]), np.signbit(expected[1:3]))


def test_sizes():
    x = np.arange(6.0).reshape(3, 2)
    src, dst = [0, 1, 2], [1, 1, 0]
    assert gather_scatter(x, src, dst).shape == (3, 2)
    assert gather_scatter(x, src, dst, size=2).tolist() == [[4, 5], [2, 4]]
    assert gather_scatter(x, src, prepare(dst, 5)).shape == (5, 2)
    assert gather_scatter(x, [], []).tolist() == [[0, 0]] * 3
    assert gather_scatter(x, [], [], size=0).shape == (0, 2)
    assert gather_scatter(x[:0], [], [], size=2).tolist() == [[0, 0]] * 2
    out = np.ones((2, 2))
    assert gather_scatter(x, [], [], out=out) is out
    assert out.tolist() == [[1, 1]] * 2
    assert gather_scatter(x.tolist(), src, dst, [1, 2, 3], size=2).tolist() == [[12, 15], [4, 7]]


def test_strided_and_overlapping():
    rng = np.random.default_rng(5)
    base = make((26, 40), "float32", rng)
    x = base[::2, ::-2]
    src, dst = rng.integers(0, 13, 60)[::-2], rng.integers(0, 11, 120)[::4]
    weight = make(90, "float32", rng)[::3]
    expected = loop(x, src, dst, weight, size=11)
    assert same_bits(gather_scatter(x, src, dst, weight, size=11), expected)
    swapped = x.astype(x.dtype.newbyteorder())
    found = gather_scatter(swapped, src, dst, weight, size=11)
    assert same_bits(np.asarray(found), expected)
    big = make((22, 20), "float32", rng)
    out = big[1::2]
    expected = loop(x, src, dst, weight, out=out)
    others = big[::2].copy()
    gather_scatter(x, src, dst, weight, out=out)
    assert same_bits(out, expected) and same_bits(big[::2], others)
    # x is updated by its own rows.
    x = make((13, 8), "float32", rng)
    expected = loop(x, src, dst, weight, out=x)
    gather_scatter(x, src, dst, weight, out=x)
    assert same_bits(x, expected)
    index = np.arange(9)
    expected = loop(index, index, index[::-1].copy(), out=index)
    gather_scatter(index, index, index[::-1], out=index)
    assert same_bits(index, expected)


def test_result_kinds():
    torch = pytest.importorskip("torch")
    x = torch.arange(6.0).reshape(3, 2)
    src, dst = torch.tensor([0, 1, 2]), torch.tensor([1, 1, 0])
    found = gather_scatter(x, src, dst, size=2)
    assert isinstance(found, torch.Tensor) and found.tolist() == [[4, 5], [2, 4]]
    out = torch.ones(2, 2)
    version = out._version
    assert gather_scatter(x, src, prepare(dst, 2), out=out) is out
    assert out.tolist() == [[5, 6], [3, 5]] and out._version > version


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


X = np.ones((3, 2), "float32")
I3 = np.array([0, 1, 2])
ILLEGAL = [
    (IndexError, "'src' element 1: expected an index in [-3, 2] for a dimension of size 3, "
     "found 3", lambda: gather_scatter(X, [0, 3, 5], I3)),
    (IndexError, "'dst' element 2: expected an index in [-3, 2] for a dimension of size 3, "
     "found -4", lambda: gather_scatter(X, I3, [0, 1, -4])),
    (IndexError, "'dst' element 0: expected an index in [0, 1] for a dimension of size 2, found 9",
     lambda: gather_scatter(X, I3, np.array([9, 0, 0], "uint32"), size=2)),
    (IndexError, "'src' element 0: expected no index into a dimension of size 0, found 0",
     lambda: gather_scatter(X[:0], I3, I3, size=3)),
    (IndexError, "'dst' element 1: expected an index in [-2, 1] for a dimension of size 2, "
     "found 2", lambda: prepare([0, 2], 2)),
    (ValueError, "'dst': expected the shape [3], found [2]",
     lambda: gather_scatter(X, I3, I3[:2])),
    (ValueError, "'src': expected a rank of 1, found 2",
     lambda: gather_scatter(X, I3[:, None], I3)),
    (ValueError, "'dst': expected a rank of 1, found 0", lambda: gather_scatter(X, I3, 1)),
    (ValueError, "'weight': expected the shape [3], found [3, 1]",
     lambda: gather_scatter(X, I3, I3, np.ones((3, 1), "float32"))),
    (ValueError, "'out': expected the shape [4, 2], found [4, 3]",
     lambda: gather_scatter(X, I3, I3, out=np.ones((4, 3), "float32"))),
    (ValueError, "'out': expected 5 rows, found the shape (4, 2)",
     lambda: gather_scatter(X, I3, I3, out=np.ones((4, 2), "float32"), size=5)),
    (ValueError, "'out': expected elements that do not share memory",
     lambda: gather_scatter(X, I3, I3, out=np.lib.stride_tricks.as_strided(
         np.zeros(4, "float32"), (3, 2), (4, 4)))),
    (ValueError, "'out': expected a writable array, found a read-only one",
     lambda: gather_scatter(X, I3, I3, out=np.broadcast_to(np.float32(0), (3, 2)))),
    (ValueError, "'x': expected a rank of at least 1, found 0",
     lambda: gather_scatter(np.float32(1), [0], [0])),
    (ValueError, "'size': expected 0 or more", lambda: gather_scatter(X, I3, I3, size=-1)),
    (ValueError, "'size': expected 0 or more", lambda: prepare(I3, -1)),
    (ValueError, "'dst': expected a rank of 1, found 2", lambda: prepare(np.ones((2, 2), int), 3)),
    (ValueError, "'dst': expected 3 prepared indices, as many as 'src', found 2",
     lambda: gather_scatter(X, I3, prepare([0, 1], 3))),
    (ValueError, "'dst': expected indices prepared for 4 rows, found 3",
     lambda: gather_scatter(X, I3, prepare(I3, 3), out=np.ones((4, 2), "float32"))),
    (ValueError, "'reduction': expected sum, mean, min, max or prod, found 'add'",
     lambda: gather_scatter(X, I3, I3, reduction="add")),
    (ValueError, "'threads': expected 1 to 1024", lambda: gather_scatter(X, I3, I3, threads=0)),
    (ValueError, "'indices': expected indices prepared for 4 rows, found 3",
     lambda: scatter_nd_update(np.ones((4, 2)), prepare(I3, 3), np.ones((3, 2)))),
    (ValueError, "'updates': expected a shape that broadcasts to (3, 2), found (2, 2)",
     lambda: scatter_nd_update(np.ones((3, 2)), prepare(I3, 3), np.ones((2, 2)))),
    (TypeError, "'src': expected integers, found float64",
     lambda: gather_scatter(X, np.ones(3), I3)),
    (TypeError, "'dst': expected integers, found bool",
     lambda: gather_scatter(X, I3, np.ones(3, bool))),
    (TypeError, "'weight': expected the element type of 'x', float32, found float64",
     lambda: gather_scatter(X, I3, I3, np.ones(3))),
    (TypeError, "'out': expected the element type of 'x', float32, found float64",
     lambda: gather_scatter(X, I3, I3, out=np.ones((3, 2)))),
    (TypeError, "'x': expected floats or integers of 8 to 64 bits, found complex<f32>",
     lambda: gather_scatter(X.astype("complex64"), I3, I3)),
    (TypeError, "'x': expected floats or integers of 8 to 64 bits, found i1",
     lambda: gather_scatter(X.astype(bool), I3, I3)),
    (TypeError, "'out': expected an array, found list",
     lambda: gather_scatter(X, I3, I3, out=[[0.0] * 2] * 3)),
    (TypeError, "'size': expected an integer, found 1.5", lambda: prepare(I3, 1.5)),
    (TypeError, "'reduction': expected a string, found int",
     lambda: gather_scatter(X, I3, I3, reduction=1)),
    (TypeError, "'updates': expected the element type of 'data'",
     lambda: scatter_nd_update(X, prepare(I3, 3), np.ones((3, 2)))),
]  # fmt: skip


@pytest.mark.parametrize("error, message, call", ILLEGAL, ids=lambda v: str(v)[:40])
def test_illegal_calls(error, message, call):
    with pytest.raises(error) as info:
        call()
    assert type(info.value) is error
    assert message in str(info.value)


def test_out_is_unchanged_by_a_bad_index():
    rng = np.random.default_rng(7)
    for threads in (1, 4):
        for bad in ("src", "dst"):
            x, src, dst, weight = make_case(rng, "float32", (64,), 5000, 500, 400)
            (src if bad == "src" else dst)[4900] = 500
            out = make((400, 64), "float32", rng)
            before = out.copy()
            with pytest.raises(IndexError) as info:
                gather_scatter(x, src, dst, weight, out=out, threads=threads)
            assert same_bits(out, before)
            error = info.value
            assert (error.tuple, error.value) == (4900, 500)
            assert error.size == (500 if bad == "src" else 400)


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


def test_random_calls():
    rng = np.random.default_rng(8)
    for _ in range(150):
        dtype = rng.choice([np.dtype(t) for t in FLOATS + ("int32", "uint8")])
        width = tuple(rng.integers(1, 40, rng.integers(0, 3)))[: rng.integers(0, 3)]
        edges, nodes, rows = rng.integers(1, 200), rng.integers(1, 30), rng.integers(1, 30)
        x, weight = make((nodes, *width), dtype, rng), make(edges, dtype, rng)
        src = rng.integers(-nodes, nodes, edges)
        dst = rng.integers(-rows, rows, edges)
        weight = weight if rng.random() < 0.5 else None
        options = {"reduction": rng.choice(REDUCTIONS)}
        out = make((rows, *width), dtype, rng) if rng.random() < 0.5 else None
        expected = loop(x, src, dst, weight, out=out, size=rows, **options)
        targets = prepare(dst, rows) if rng.random() < 0.5 else dst
        found = gather_scatter(
            x, src, targets, weight, out=out, size=rows, threads=rng.integers(1, 4), **options
        )
        assert same_bits(found, expected)


def find_args(x, src, dst, weight, size, reduction, out):
    """The edges that `return_args` returns, as a loop over the edges."""
    result = np.zeros((size, *x.shape[1:]), x.dtype) if out is None else out.copy()
    args = np.full(result.shape, len(src))
    is_first = np.full(size, out is None)
    for e, (row, target) in enumerate(zip(src, dst)):
        message = x[row] if weight is None else x[row] * weight[e]
        former = result[target].copy()
        result[target] = message if is_first[target] else FUNCTIONS[reduction](former, message)
        is_other = (result[target] != former) & (former == former)
        args[target] = np.where(is_other | is_first[target], e, args[target])
        is_first[target] = False
    return result, args


@pytest.mark.parametrize("seed", range(60))
def test_args(seed):
    rng = np.random.default_rng(seed)
    rows, size, edges = rng.integers(1, 8), int(rng.integers(1, 9)), rng.integers(0, 40)
    shape = [(rows,), (rows, 3), (rows, 2, 5), (rows, 130)][rng.integers(4)]
    x = rng.integers(-3, 4, shape).astype([np.float32, np.float64, np.int32][seed % 3])
    if x.dtype.kind == "f":
        x[rng.random(shape) < 0.1] = np.nan
    src, dst = rng.integers(-rows, rows, edges), rng.integers(-size, size, edges)
    weight = rng.integers(1, 3, edges).astype(x.dtype) if rng.random() < 0.4 else None
    out = np.ones((size, *shape[1:]), x.dtype) if rng.random() < 0.4 else None
    reduction = str(rng.choice(["min", "max"]))
    expected = find_args(x, src, dst, weight, size, reduction, out)
    target = prepare(dst, size) if rng.random() < 0.5 else dst
    options = {"size": size} if out is None else {"out": out}
    threads = int(rng.integers(1, 4))
    found = gather_scatter(
        x, src, target, weight, reduction=reduction, threads=threads, return_args=True, **options
    )
    assert same_bits(found[0], expected[0]) and np.array_equal(found[1], expected[1])


def test_args_of_zeros():
    # -0 is less than +0.
    x = np.array([0.0, -0.0, -0.0, 0.0], np.float32)
    for reduction, edge in (("min", 1), ("max", 0)):
        _, args = gather_scatter(x, [0, 1, 2, 3], [0] * 4, reduction=reduction, return_args=True)
        assert args.tolist() == [edge, 4, 4, 4]


def test_args_are_those_of_an_extremum():
    with pytest.raises(ValueError, match="'return_args': expected a reduction min or max"):
        gather_scatter(np.ones((2, 2)), [0], [1], return_args=True)


@pytest.mark.parametrize("dtype", [">f8", "f8"])
def test_out_whose_elements_share_memory(dtype):
    """Also where kernels cannot write the array directly."""
    window = np.lib.stride_tricks.as_strided
    for strides in ((12, 4), (8, 8)):
        out = window(np.zeros(40, dtype), (3, 4), strides)
        prepared = scatter_mlir.prepare([0], 3)
        for call in (
            lambda: scatter_mlir.gather_scatter(np.ones((3, 4)), [0], [1], out=out),
            lambda: scatter_mlir.scatter_nd_update(np.ones((3, 4)), prepared, 1.0, out=out),
        ):
            with pytest.raises(ValueError, match="'out': expected elements that do not share"):
                call()
        assert not out.any()


def test_integers_beyond_64_bits_are_out_of_bounds():
    x = np.ones((3, 2))
    for call, message in (
        (lambda: scatter_mlir.gather_scatter(x, [0, 2**70], [0, 0]), "'src' element 1: .* found 1180591"),
        (lambda: scatter_mlir.gather_scatter(x, [0], [-(2**70)]), "'dst' element 0: .* found -1180591"),
        (lambda: scatter_mlir.gather_scatter(x, [2**63, -1], [0, 0]), "'src' element 0: .* found 92233"),
        (lambda: scatter_mlir.prepare([2**70], 3), "'dst' element 0: .* found 1180591"),
    ):
        with pytest.raises(IndexError, match=message):
            call()
