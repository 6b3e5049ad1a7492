# ===- test_gather_scatter.py - message passing ---------------------------===#

import numpy as np
import pytest

import scatter_mlir
from message_cases import FLOATS, INTEGERS, REDUCTIONS, loop, make, make_case, same_bits
from scatter_mlir import gather_scatter, prepare, scatter_nd_update


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
    (TypeError, "'weight': expected the element type of 'x', float32, found float64; use weight.astype(x.dtype)",
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
