# ===- at_programs.py - JAX's indexed updates, of all types ----------------===#

import jax.numpy as jnp
import numpy as np
from jax import lax
from registry import ROWS, U, X, ints, numbers, program


# ===-- x.at[i] ------------------------------------------------------------===#


@program(X, ROWS, U)
def at_set(x, i, u):
    return x.at[i].set(u)


@program(X, ROWS, U)
def at_add(x, i, u):
    return x.at[i].add(u)


@program(X, ROWS, U)
def at_subtract(x, i, u):
    return x.at[i].subtract(u)


@program(X, ROWS, U)
def at_mul(x, i, u):
    return x.at[i].mul(u)


@program(X, ROWS, U)
def at_min(x, i, u):
    return x.at[i].min(u)


@program(X, ROWS, U)
def at_max(x, i, u):
    return x.at[i].max(u)


@program(X, ints(2, 5), np.float32(4) + np.abs(numbers(2, 4)))
def at_divide(x, i, u):
    return x.at[i].divide(u)


@program(X, ROWS, U)
def at_add_clip(x, i, u):
    return x.at[i].add(u, mode="clip")


@program(X, ROWS, U)
def at_set_drop(x, i, u):
    return x.at[i].set(u, mode="drop")


@program(X, ints(3, 1, 7), numbers(3, 4))
def at_add_promise(x, i, u):
    return x.at[i].add(u, mode="promise_in_bounds")


@program(X, ints(1, 3, 6), numbers(3, 4))
def at_set_unique_sorted(x, i, u):
    return x.at[i].set(u, unique_indices=True, indices_are_sorted=True)


@program(X, ROWS)
def at_get(x, i):
    return x.at[i].get()


@program(X, ROWS)
def at_get_fill(x, i):
    return x.at[i].get(mode="fill", fill_value=-1)


@program(X, ROWS)
def at_get_clip(x, i):
    return x.at[i].get(mode="clip")


@program(X, np.float32(7))
def at_set_scalar(x, u):
    return x.at[2, 3].set(u)


@program(X, np.int32(-2), np.float32(7))
def at_add_scalar_index(x, i, u):
    return x.at[i, 1].add(u)


@program(X, np.int32(3), numbers(4))
def at_set_row(x, i, u):
    return x.at[i].set(u)


@program(X, ints(0, 2, 2), numbers(8, 3))
def at_add_columns(x, j, u):
    return x.at[:, j].add(u)


@program(X, ints(0, 7, 3), ints(3, 0, 3), numbers(3))
def at_add_pairs(x, i, j, u):
    return x.at[i, j].add(u)


@program(X, ints(0, 7, -3), numbers(3, 4))
def at_add_row_of_pairs(x, i, u):
    return x.at[i[:, None], jnp.arange(4)].add(u)


@program(X, ints(1, 1, 6), ints(0, 3), numbers(3, 2))
def at_max_outer(x, i, j, u):
    return x.at[i[:, None], j[None, :]].max(u)


@program(X, numbers(3, 4))
def at_set_slice(x, u):
    return x.at[2:5].set(u)


@program(X, numbers(3, 2))
def at_add_slice_2d(x, u):
    return x.at[2:5, 1:3].add(u)


@program(X, numbers(4, 4))
def at_set_strided(x, u):
    return x.at[::2].set(u)


@program(X, numbers(8, 2))
def at_mul_strided_columns(x, u):
    return x.at[:, 1::2].mul(u)


@program(X, numbers(3, 4))
def at_set_reversed(x, u):
    return x.at[5:2:-1].set(u)


@program(X, numbers(4))
def at_add_broadcast(x, u):
    return x.at[1:7].add(u)


@program(X, numbers(8) > 0, numbers(4))
def at_set_where(x, mask, u):
    return jnp.where(mask[:, None], u, x)


@program(numbers(3, 4, 5), ints(0, 2), ints(4, 1), numbers(2, 4))
def at_add_middle_slice(x, i, k, u):
    return x.at[i, :, k].add(u)


@program(numbers(3, 4, 5), ints(3, 0), numbers(3, 2, 5))
def at_set_middle(x, j, u):
    return x.at[:, j].set(u)


@program(numbers(3, 4, 5), ints(3, 0), ints(4, 4), numbers(3, 2))
def at_add_last_two(x, j, k, u):
    return x.at[:, j, k].add(u)


@program(numbers(6), ints(5, 5, 0, 6, -7), numbers(5))
def at_add_vector(x, i, u):
    return x.at[i].add(u)


@program(np.float32(3), numbers(5))
def at_add_rank_0(x, u):
    return jnp.asarray(x).at[()].add(u.sum())


# ===-- Element types ------------------------------------------------------===#


def typed(name, dtype, operation):
    """x.at[i].OPERATION(u) on elements of `dtype`."""

    def function(x, i, u):
        return getattr(x.at[i], operation)(u)

    function.__name__ = name
    program(
        numbers(6, 3, dtype=dtype),
        ints(4, 0, 4, 6),
        numbers(4, 3, dtype=dtype, seed=2),
    )(function)


for _dtype, _operation in [
    ("int8", "add"),
    ("int8", "max"),
    ("uint8", "min"),
    ("uint8", "mul"),
    ("int16", "mul"),
    ("uint16", "max"),
    ("int32", "min"),
    ("uint32", "add"),
    ("uint32", "max"),
    ("float16", "add"),
    ("bfloat16", "add"),
    ("bfloat16", "max"),
    ("bool", "set"),
    ("bool", "max"),
    ("bool", "min"),
    ("complex64", "add"),
    ("complex64", "mul"),
]:
    typed(f"type_{_dtype}_{_operation}", _dtype, _operation)


@program(
    numbers(6, 3, dtype="complex64") / 4,
    ints(4, 0, 4, 6),
    numbers(4, 3, dtype="complex64", seed=2) / 4,
)
def complex_updates(x, i, u):
    x = x.at[0, 0].set(0)
    powers = x.at[i].power(u, mode="clip"), x.at[:, 1].power(2.0)
    return *powers, x.at[i].divide(u + 3), x.at[i].min(u), x.at[i].max(u), -x, x == u[0]


@program(numbers(5, 4, dtype="complex64") / 4)
def complex_functions(x):
    functions = jnp.exp, jnp.expm1, jnp.log1p, jnp.sqrt, lax.rsqrt, jnp.tanh, jnp.sign, jnp.abs
    return *(f(x + 2j) for f in functions), jnp.log(x + 3), jnp.log1p(x * 0 - 1)


@program(X, numbers(8, 4, seed=3))
def real_functions(x, y):
    return jnp.arctan2(x, y), jnp.cbrt(x), jnp.tan(x / 8)


@program(X, ints(1, -1, 100, 7, dtype=np.int8), numbers(4, 4))
def index_int8(x, i, u):
    return x.at[i].add(u)


@program(X, ints(1, 255, 200, 7, dtype=np.uint8), numbers(4, 4))
def index_uint8(x, i, u):
    return x.at[i].set(u, mode="drop")


@program(X, ints(1, 65535, 7, dtype=np.uint16), numbers(3, 4))
def index_uint16(x, i, u):
    return x.at[i].add(u, mode="drop")


@program(X, np.array([2, 2**32 - 1, 7], np.uint32), numbers(3, 4))
def index_uint32(x, i, u):
    return x.at[i].add(u, mode="drop")
