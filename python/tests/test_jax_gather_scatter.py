# ===- test_jax_gather_scatter.py - message passing in JAX ----------------===#

import gc

import numpy as np
import pytest

jax = pytest.importorskip("jax")

import jax.numpy as jnp  # noqa: E402
from jax.test_util import check_grads  # noqa: E402

import scatter_mlir  # noqa: E402
from scatter_mlir.jax import Prepared, gather_nd, gather_scatter, nd_update, prepare  # noqa: E402

REDUCTIONS = ("sum", "mean", "min", "max", "prod")


def make_case(width=(3,), edges=14, nodes=5, rows=6, seed=0):
    rng = np.random.default_rng(seed)
    x = jnp.asarray(rng.standard_normal((nodes, *width)).astype("float32"))
    src = jnp.asarray(rng.integers(-nodes, nodes, edges))
    dst = jnp.asarray(rng.integers(-rows, rows - 2, edges))
    return x, src, dst, jnp.asarray(rng.standard_normal(edges).astype("float32"))


@pytest.mark.parametrize("reduction", REDUCTIONS)
@pytest.mark.parametrize("weighted", (False, True))
@pytest.mark.parametrize("is_prepared", (False, True))
def test_values_and_derivatives(reduction, weighted, is_prepared):
    x, src, dst, weight = make_case()
    weight = weight if weighted else None
    targets = prepare(dst, 6) if is_prepared else dst
    expected = scatter_mlir.gather_scatter(x, src, dst, weight, size=6, reduction=reduction)

    def call(x, weight=None):
        return gather_scatter(x, src, targets, weight, size=6, reduction=reduction)

    arguments = (x, weight) if weighted else (x,)
    found = call(*arguments)
    assert np.array_equal(found, expected) and found.dtype == x.dtype
    assert np.array_equal(jax.jit(call)(*arguments), expected)
    check_grads(call, arguments, order=1, modes=("fwd", "rev"), atol=5e-2, rtol=5e-2)
    if reduction in ("sum", "mean"):
        check_grads(call, arguments, order=2, modes=("fwd", "rev"), atol=5e-2, rtol=5e-2)


@pytest.mark.parametrize("reduction", ("min", "max", "prod"))
def test_derivatives_of_ties_and_zeros(reduction):
    x = jnp.array([0.0, 2.0, 2.0, 0.0, -1.0])
    src = jnp.array([1, 2, 4, 0, 1, 0, 3, 1, 4])
    dst = jnp.array([0, 0, 0, 1, 1, 2, 2, 2, 3])
    weights = jnp.arange(1.0, 6)
    found = jax.grad(lambda x: gather_scatter(x, src, dst, reduction=reduction) @ weights)(x)
    expected = {
        "min": [2 + 1.5, 0, 0, 1.5, 1 + 4],
        "max": [0, 0.5 + 2 + 3, 0.5, 0, 4],
        "prod": [4, -2, -2, 0, 4 + 4],
    }[reduction]  # fmt: skip
    np.testing.assert_allclose(found, expected)


def test_types_and_widths():
    for dtype in ("float16", "bfloat16", "int32", "uint8"):
        x, src, dst, _ = make_case((2, 4))
        x = jnp.abs(8 * x).astype(dtype)
        expected = scatter_mlir.gather_scatter(x, src, dst, size=6, reduction="mean")
        found = gather_scatter(x, src, dst, size=6, reduction="mean", threads=2)
        assert found.dtype == dtype and np.array_equal(found, expected)
    assert gather_scatter(x, [], [], size=2).tolist() == [[[0] * 4] * 2] * 2
    assert gather_scatter(jnp.arange(3.0), [0, 2], [1, 1]).tolist() == [0, 2, 0]


def test_prepared_is_an_argument():
    x, src, dst, weight = make_case()
    prepared = prepare(dst, 6)
    assert isinstance(prepared, Prepared) and prepared.num_indices == 14 and prepared.size == 6
    assert repr(prepared) == "<Prepared: 14 indices of 6 rows>"

    @jax.jit
    def step(x, src, targets, weight):
        return gather_scatter(x, src, targets, weight)

    expected = gather_scatter(x, src, dst, weight, size=6)
    assert np.array_equal(step(x, src, prepared, weight), expected)
    # Another one, after the first has been freed.
    del prepared
    gc.collect()
    assert np.array_equal(step(x, src, prepare(dst, 6), weight), expected)
    assert np.array_equal(step(x, src, prepare((dst + 1) % 6, 6), weight)[1:5], expected[:4])

    @jax.jit
    def constant(x):
        return gather_scatter(x, src, prepare(np.asarray(dst), 6))

    assert np.array_equal(constant(x), gather_scatter(x, src, dst, size=6))
    updates = jnp.ones((14, 3))
    expected = nd_update(expected, dst[:, None], updates, reduction="sum")
    found = gather_scatter(x, src, dst, weight, size=6)
    assert np.array_equal(nd_update(found, prepare(dst, 6), updates, reduction="sum"), expected)
    with pytest.raises(TypeError, match="'dst': expected indices that are known"):
        jax.jit(lambda d: prepare(d, 6).dst)(dst)


def test_vmap_and_loops():
    x, src, dst, weight = make_case()
    batch = jnp.stack([x, 2 * x, -x])
    weights = jnp.stack([weight, weight + 1, -weight])

    def call(x, weight):
        return gather_scatter(x, src, dst, weight, size=6, reduction="max")

    for axes in ((0, None), (None, 0), (0, 0)):
        arguments = (batch if axes[0] == 0 else x, weights if axes[1] == 0 else weight)
        found = jax.vmap(call, axes)(*arguments)
        for i in range(3):
            each = [a[i] if axis == 0 else a for a, axis in zip(arguments, axes)]
            assert np.array_equal(found[i], call(*each))
    total = jax.lax.fori_loop(0, 3, lambda i, x: gather_scatter(x, src, dst % 5, weight), x)
    expected = x
    for _ in range(3):
        expected = gather_scatter(expected, src, dst % 5, weight)
    assert np.array_equal(total, expected)


X, I3 = jnp.ones((3, 2)), jnp.arange(3)


@pytest.mark.parametrize(
    "error, message, call",
    [
        (IndexError, "'src' element 1: expected an index in [-3, 2]",
         lambda: gather_scatter(X, [0, 3, 1], I3)),
        (IndexError, "'dst' element 0: expected an index in [-2, 1]",
         lambda: gather_scatter(X, I3, [2, 0, 0], size=2)),
        (IndexError, "'dst' element 0", lambda: prepare([2], 2)),
        (ValueError, "'dst': expected the shape [3], found [2]",
         lambda: gather_scatter(X, I3, I3[:2])),
        (ValueError, "'weight': expected the shape [3], found [3, 1]",
         lambda: gather_scatter(X, I3, I3, jnp.ones((3, 1)))),
        (ValueError, "'src': expected a rank of 1, found 2",
         lambda: gather_scatter(X, I3[None], I3)),
        (ValueError, "'dst': expected indices prepared for 4 rows, found 3",
         lambda: gather_scatter(X, I3, prepare(I3, 3), size=4)),
        (ValueError, "'x': expected a rank of at least 1",
         lambda: gather_scatter(1.0, [0], [0])),
        (ValueError, "'reduction': expected sum, mean, min, max or prod",
         lambda: gather_scatter(X, I3, I3, reduction="add")),
        (ValueError, "'return_args': expected a reduction min or max, found 'sum'",
         lambda: gather_scatter(X, I3, I3, return_args=True)),
        (IndexError, "'dst' element 1: expected an index in [-3, 2]",
         lambda: gather_scatter(X, I3, [0, 3, 1], reduction="max", return_args=True)),
        (TypeError, "'src': expected integers, found float32",
         lambda: gather_scatter(X, jnp.ones(3), I3)),
        (TypeError, "'dst': expected integers, found bool",
         lambda: gather_scatter(X, I3, jnp.ones(3, bool))),
        (TypeError, "'weight': expected the element type of 'x', float32, found float16",
         lambda: gather_scatter(X, I3, I3, jnp.ones(3, "float16"))),
        (ValueError, "'indices': expected indices prepared for 3 rows, found 4",
         lambda: nd_update(X, prepare(I3, 4), X)),
        (TypeError, "found what scatter_mlir.prepare returns",
         lambda: nd_update(X, scatter_mlir.prepare([0, 1, 2], 3), X)),
        (TypeError, "'batch_dims': expected an integer, found 1.0",
         lambda: gather_nd(X, I3[:, None], batch_dims=1.0)),
        (TypeError, "'x': expected floats or integers of 8 to 64 bits, found bool",
         lambda: gather_scatter(X.astype(bool), I3, I3)),
    ],
    ids=lambda value: str(value)[:30],
)  # fmt: skip
def test_illegal_calls(error, message, call):
    with pytest.raises(error) as info:
        call()
    assert type(info.value) is error and message in str(info.value)


def test_bad_index_under_jit():
    with pytest.raises((jax.errors.JaxRuntimeError, ValueError), match="OUT_OF_RANGE"):
        jax.jit(lambda d: gather_scatter(X, I3, d))(jnp.array([0, 3, 0])).block_until_ready()


# ===----------------------------------------------------------------------===#
# The edges of minima and maxima
# ===----------------------------------------------------------------------===#


def find_args(x, src, dst, weight, size, reduction):
    """The result and the edges that `return_args` returns, as a loop over the edges."""
    x, src, dst = map(np.asarray, (x, src, dst))
    result = np.zeros((size, *x.shape[1:]), x.dtype)
    args = np.full(result.shape, len(src))
    for e in range(len(src)):
        message = x[src[e]] if weight is None else x[src[e]] * np.asarray(weight)[e]
        row, edges = result[dst[e]], args[dst[e]]
        is_better = message < row if reduction == "min" else message > row
        is_taken = is_better | (edges == len(src))
        result[dst[e]] = np.where(is_taken, message, row)
        args[dst[e]] = np.where(is_taken, e, edges)
    return result, args


@pytest.mark.parametrize("seed", range(30))
def test_args(seed):
    rng = np.random.default_rng(seed)
    reduction = ("min", "max")[seed % 2]
    dtype = rng.choice(["float32", "float16", "bfloat16", "int32", "uint8", "int16"])
    nodes, size, edges = (int(rng.integers(1, top)) for top in (7, 7, 40))
    width = tuple(int(n) for n in rng.integers(1, 5, rng.integers(0, 3)))
    # Small whole numbers: many messages are equal.
    x = jnp.asarray(rng.integers(0, 4, (nodes, *width))).astype(dtype)
    if not dtype.startswith("u"):
        x = x - 2
    src = jnp.asarray(rng.integers(-nodes, nodes, edges))
    dst = jnp.asarray(rng.integers(-size, size, edges))
    weight = jnp.asarray(rng.integers(1, 4, edges)).astype(dtype) if seed % 3 else None
    expected = find_args(x, src, dst, weight, size, reduction)
    targets = prepare(dst, size) if seed % 4 == 0 else dst
    threads = int(rng.integers(1, 4))

    def call(x, src, targets, weight):
        return gather_scatter(
            x, src, targets, weight,
            size=size, reduction=reduction, threads=threads, return_args=True,
        )  # fmt: skip

    for run in call, jax.jit(call):
        found = run(x, src, targets, weight)
        assert isinstance(found, tuple) and found[1].dtype == jnp.arange(1).dtype
        for each, want in zip(found, expected):
            np.testing.assert_array_equal(np.asarray(each), np.asarray(want))
    with jax.enable_x64(True):
        assert call(x, src, targets, weight)[1].dtype == "int64"
    # Batches of rows, of indices, and of both.
    xs, others = jnp.stack([x, x[::-1]]), jnp.stack([dst, dst[::-1]])
    for axes in (0, None), (None, 0), (0, 0):
        given = xs if axes[0] == 0 else x, others if axes[1] == 0 else dst
        found = jax.vmap(lambda x, d: call(x, src, d, weight), axes)(*given)
        for i in range(2):
            each = [a[i] if axis == 0 else a for a, axis in zip(given, axes)]
            want = find_args(each[0], src, each[1], weight, size, reduction)
            for one, other in zip(found, want):
                np.testing.assert_array_equal(np.asarray(one[i]), np.asarray(other))


@pytest.mark.parametrize("reduction", ("min", "max"))
@pytest.mark.parametrize("weighted", (False, True))
def test_derivatives_with_args(reduction, weighted):
    x, src, dst, weight = make_case()
    weight = weight if weighted else None
    scale = jnp.asarray(np.random.default_rng(5).standard_normal((6, 3)), x.dtype)

    def plain(x, weight):
        result = gather_scatter(x, src, dst, weight, size=6, reduction=reduction)
        return (result * scale).sum()

    def with_args(x, weight):
        result, args = gather_scatter(
            x, src, dst, weight, size=6, reduction=reduction, return_args=True
        )
        return (result * scale).sum(), args

    numbers = (0, 1) if weighted else (0,)
    expected = jax.grad(plain, numbers)(x, weight)
    _, args = find_args(x, src, dst, weight, 6, reduction)
    for transform in lambda f: f, jax.jit:
        grad = transform(jax.grad(with_args, numbers, has_aux=True))
        found, edges = grad(x, weight)
        assert np.array_equal(edges, args)
        for each, want in zip(found, expected):
            np.testing.assert_allclose(each, want, rtol=1e-5, atol=1e-6)
    # The message of an edge that is returned gets the whole derivative.
    chosen = jnp.zeros_like(x)
    ones = jnp.ones(14) if weight is None else weight
    for row, column in np.argwhere(args < 14):
        e = args[row, column]
        chosen = chosen.at[src[e], column].add(scale[row, column] * ones[e])
    np.testing.assert_allclose(expected[0], chosen, rtol=1e-5, atol=1e-6)
    _, (tangent, of_args) = jax.jvp(
        lambda x: gather_scatter(
            x, src, dst, weight, size=6, reduction=reduction, return_args=True
        ),
        (x,),
        (jnp.ones_like(x),),
    )
    want = jax.jvp(
        lambda x: gather_scatter(x, src, dst, weight, size=6, reduction=reduction),
        (x,),
        (jnp.ones_like(x),),
    )[1]
    assert np.array_equal(tangent, want) and of_args.dtype == jax.dtypes.float0


@pytest.mark.parametrize("reduction", ["mean", "min", "max"])
def test_many_messages_of_low_precision(reduction):
    """Their numbers are exact: bf16 has no 257."""
    count = 4096
    src, dst = jnp.arange(count), jnp.zeros(count, jnp.int32)
    f = lambda x: gather_scatter(x, src, dst, size=1, reduction=reduction).sum()
    grad = jax.grad(f)(jnp.ones((count, 2), jnp.bfloat16))
    assert grad.dtype == jnp.bfloat16 and (grad == 1 / count).all()


@pytest.mark.parametrize("reduction", ["sum", "mean", "min", "max", "prod"])
@pytest.mark.parametrize("shape", [(2,), (2, 3), (2, 0)])
def test_gradients_without_edges(reduction, shape):
    none = jnp.zeros(0, jnp.int32)
    f = lambda x, w: gather_scatter(x, none, none, w, reduction=reduction).sum()
    of_x, of_weight = jax.grad(f, (0, 1))(jnp.ones(shape), jnp.zeros(0))
    assert of_x.shape == shape and not of_x.any() and of_weight.shape == (0,)


def test_size_beyond_memory():
    x, i = jnp.ones((4, 3)), jnp.array([0])
    with pytest.raises(ValueError, match="'size': expected a result of less than 2\\^63 bytes"):
        gather_scatter(x, i, i, size=1 << 62)


@pytest.mark.parametrize("index", [np.array([2**32]), [2**32], np.array([2**63], np.uint64)])
def test_indices_beyond_32_bits_are_out_of_bounds(index):
    """They are not truncated, as JAX does without 64 bits."""
    x, zero = jnp.ones((4, 3)), jnp.array([0])
    for call in (
        lambda: gather_scatter(x, index, zero),
        lambda: gather_scatter(x, zero, index),
        lambda: prepare(index, 4),
        lambda: nd_update(x, np.reshape(index, (1, 1)), jnp.ones((1, 3))),
    ):
        with pytest.raises(IndexError):
            call()


def test_other_indices_in_a_prepared():
    x, src = jnp.arange(12.0).reshape(4, 3), jnp.array([0, 1, 2])
    prepared = prepare(jnp.array([1, 1, 0]), 4)
    same = jax.tree.map(lambda leaf: leaf, prepared)
    other = jax.tree.map(lambda leaf: leaf * 0 + 3, prepared)
    assert other.num_indices == 3
    for reduction in ("sum", "max"):
        f = lambda x, dst: gather_scatter(x, src, dst, size=4, reduction=reduction)
        for dst in (prepared, same, other):
            for run in (f, jax.jit(f), jax.grad(lambda *a: (f(*a) ** 2).sum())):
                np.testing.assert_array_equal(run(x, dst), run(x, dst.dst))
