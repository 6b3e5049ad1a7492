# ===- test_jax_gather_scatter.py - message passing in JAX ----------------===#

import gc

import numpy as np
import pytest

jax = pytest.importorskip("jax")

import jax.numpy as jnp  # noqa: E402
from jax.test_util import check_grads  # noqa: E402

import scatter_mlir  # noqa: E402
from scatter_mlir.jax import Prepared, gather_scatter, nd_update, prepare  # noqa: E402

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
        (TypeError, "'src': expected integers, found float32",
         lambda: gather_scatter(X, jnp.ones(3), I3)),
        (TypeError, "'dst': expected integers, found bool",
         lambda: gather_scatter(X, I3, jnp.ones(3, bool))),
        (TypeError, "'weight': expected the element type of 'x', float32, found float16",
         lambda: gather_scatter(X, I3, I3, jnp.ones(3, "float16"))),
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
