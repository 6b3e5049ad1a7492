# ===- window_programs.py - poolings, their gradients, running sums ---------===#

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax._src.lax.windowed_reductions import _select_and_scatter
from registry import numbers, program


def max_pool(x):
    return lax.reduce_window(x, -jnp.inf, lax.max, (1, 3, 3, 1), (1, 2, 2, 1), "SAME")


def mean_pool(x):
    return lax.reduce_window(x, 0.0, lax.add, (1, 2, 2, 1), (1, 2, 2, 1), "VALID") / 4


@program(numbers(1, 5, 6, 2), numbers(1, 3, 3, 2, seed=1))
def window_max(x, weights):
    """A pooling and its gradient; equal elements are common."""
    return max_pool(x), jax.grad(lambda x: (max_pool(x) * weights).sum())(x)


# Of equal elements XLA took the tangent of different ones on two machines.
DISTINCT = np.random.default_rng(0).permutation(60).reshape(1, 5, 6, 2).astype(np.float32)


@program(DISTINCT, numbers(1, 5, 6, 2, seed=1))
def window_max_tangent(x, tangent):
    return jax.jvp(max_pool, (x,), (tangent,))


@program(numbers(1, 5, 6, 2))
def window_mean(x):
    return mean_pool(x), jax.grad(lambda x: (mean_pool(x) ** 2).sum())(x)


@program(numbers(6, 7))
def window_min_overlapping(x):
    def pool(x):
        return lax.reduce_window(x, jnp.inf, lax.min, (3, 2), (1, 1), "VALID")

    return pool(x), jax.grad(lambda x: pool(x).sum())(x)


@program(numbers(4, 7))
def window_dilated(x):
    return lax.reduce_window(
        x, 0.0, lax.add, (2, 3), (1, 2), ((1, 2), (0, 1)),
        base_dilation=(2, 3), window_dilation=(3, 2),
    )  # fmt: skip


@program(numbers(6, 7))
def window_cut_off(x):
    return lax.reduce_window(
        x, 0.0, lax.add, (2, 2), (1, 1), ((-1, 2), (1, -3)), base_dilation=(1, 2)
    )


@program(numbers(3, 4))
def window_too_large(x):
    return lax.reduce_window(x, 2.0, lax.add, (2, 5), (1, 1), "VALID")


@program(np.float32(3))
def window_of_scalar(x):
    return lax.reduce_window(x, 0.0, lax.add, (), (), ())


@program(numbers(5, 6), numbers(5, 6, dtype=np.int32, seed=1))
def window_of_pairs(x, y):
    def larger(a, b):
        isFirst = a[0] >= b[0]
        return lax.select(isFirst, a[0], b[0]), lax.select(isFirst, a[1], b[1])

    return lax.reduce_window((x, y), (-jnp.inf, np.int32(-1)), larger, (2, 2), (2, 3), "SAME")


@program(numbers(5, 6, dtype=np.uint8), numbers(5, 6, dtype=jnp.bfloat16))
def window_types(x, y):
    return (
        lax.reduce_window(x, np.uint8(0), lax.max, (2, 2), (1, 2), "SAME"),
        lax.reduce_window(y, jnp.bfloat16(0), lax.max, (2, 2), (1, 2), "SAME"),
        lax.reduce_window(x > 3, np.bool_(False), lax.bitwise_or, (1, 2), (1, 2), "SAME"),
    )


@program(numbers(4, 5), numbers(4, 5, dtype=np.int32))
def running(x, y):
    return jnp.cumsum(x, axis=1), jnp.cumprod(y, axis=0), lax.cummax(x, reverse=True), lax.cummin(y)


@program(numbers(5, 6), numbers(4, 4, seed=1))
def select_padded(x, source):
    """Windows that reach beyond the operand, and another reduction."""
    return _select_and_scatter(
        x, lax.ge, (3, 3), (2, 2), ((2, 2), (1, 2)), source, jnp.float32(-2), lax.max
    )


@program(numbers(5, 6), numbers(2, 2, seed=1))
def select_gaps(x, source):
    return _select_and_scatter(
        x, lax.le, (2, 2), (3, 3), ((0, 0), (0, 0)), source, jnp.float32(5), lax.add
    )


@program(numbers(5, 6, dtype=np.uint8), numbers(4, 5, dtype=np.uint8, seed=1))
def select_unsigned(x, source):
    return _select_and_scatter(
        x, lax.gt, (2, 2), (1, 1), ((0, 0), (0, 0)), source, np.uint8(1), lax.add
    )
