# ===- test_jax_transforms.py - nested transforms of JAX -------------------===#
"""Nested derivatives of gather_nd and gather_scatter, compared with programs of JAX."""

import functools

import numpy as np
import pytest

jax = pytest.importorskip("jax")

import jax.numpy as jnp  # noqa: E402

from scatter_mlir.jax import gather_nd, gather_scatter  # noqa: E402

TUPLES = np.array([[1], [9], [-1]])
SRC, DST = [0, 2, 2, 1, 0], [1, 1, 3, 0, 1]
TRANSFORMS = {
    "grad": jax.grad,
    "hessian": jax.hessian,
    "jacrev of jacrev": lambda f, n: jax.jacrev(jax.jacrev(f, n), n),
    "jacfwd of jacfwd": lambda f, n: jax.jacfwd(jax.jacfwd(f, n), n),
    "mixed": lambda f, n: jax.jacfwd(jax.grad(f, n), 1 - n),
    "vmap": lambda f, n: lambda *xs: jax.vmap(
        lambda s: jax.grad(f, n)(*(x * s for x in xs))
    )(jnp.array([1.0, 2.0])),
    "jit": lambda f, n: jax.jit(jax.grad(f, n)),
}


@pytest.fixture(autouse=True)
def double_precision():
    with jax.enable_x64(True):
        yield


def cube(function):
    return lambda *arguments: (function(*arguments) ** 3).sum()


def compare(transform, number, ours, theirs, *arguments):
    arguments = [jnp.asarray(each) for each in arguments]
    found, want = (
        TRANSFORMS[transform](cube(f), number)(*arguments) for f in (ours, theirs)
    )
    np.testing.assert_allclose(found, want, rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("number", (0, 1))
@pytest.mark.parametrize("policy", ("drop", "clamp"))
@pytest.mark.parametrize("transform", TRANSFORMS)
def test_gather_nd(transform, policy, number):
    rows = np.array([1, 3, 3])
    is_filled = np.array([0, 1, 0] if policy == "drop" else [0, 0, 0])[:, None]

    def ours(x, fill):
        return gather_nd(x, TUPLES, out_of_bounds=policy, fill=fill)

    def theirs(x, fill):
        return x[rows] * (1 - is_filled) + fill * is_filled

    compare(transform, number, ours, theirs, np.random.default_rng(0).random((4, 3)), 2.0)


def pass_messages(reduction, x, weight):
    rows, counts = [None] * 4, [1] * 4
    for src, dst, factor in zip(SRC, DST, weight):
        message = x[src] * factor
        if rows[dst] is None:
            rows[dst] = message
            continue
        counts[dst] += 1
        combine = {"prod": jnp.multiply, "min": jnp.minimum, "max": jnp.maximum}
        rows[dst] = combine.get(reduction, jnp.add)(rows[dst], message)
    if reduction == "mean":
        rows = [row if row is None else row / n for row, n in zip(rows, counts)]
    return jnp.stack([jnp.zeros(3) if row is None else row for row in rows])


@pytest.mark.parametrize("number", (0, 1))
@pytest.mark.parametrize("reduction", ("sum", "mean", "min", "max", "prod", "prod of zeros"))
@pytest.mark.parametrize("transform", TRANSFORMS)
def test_gather_scatter(transform, reduction, number):
    random = np.random.default_rng(1)
    x, weight = random.standard_normal((4, 3)), random.standard_normal(5)
    if reduction == "prod of zeros":
        x[2, 1] = weight[0] = 0
    reduction = reduction.split()[0]

    def ours(x, weight):
        dst = jnp.array(DST)
        return gather_scatter(x, jnp.array(SRC), dst, weight, size=4, reduction=reduction)

    compare(transform, number, ours, functools.partial(pass_messages, reduction), x, weight)
