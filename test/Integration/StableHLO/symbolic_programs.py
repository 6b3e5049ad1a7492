# ===- symbolic_programs.py - functions exported with symbolic sizes --------===#
#
# The text of these programs is what jax.export writes: sizes are known only when
# the program runs.
#
# ===----------------------------------------------------------------------===#

import jax
import jax.numpy as jnp
from jax import lax
from registry import ROWS, U, X, ints, numbers, program
from window_programs import max_pool


@program(X, ROWS, U, shapes=("n, 4", "b", "b, 4"))
def symbolic_rows(x, i, u):
    return x.at[i].add(u), x.at[i].set(u, mode="drop"), x.at[i].min(u, mode="clip")


@program(X, ROWS, numbers(5), shapes=("n, f", "b", "b"))
def symbolic_every_size(x, i, w):
    """No size of the slices is known."""
    rows = x[i] * w[:, None]
    return jnp.zeros_like(x).at[i].add(rows), rows.sum(0), x.at[0].set(rows[1])


@program(numbers(6, 5), ints(4, 0, 7), numbers(6, 3), shapes=("n, m", "k", "n, k"))
def symbolic_columns(x, i, u):
    return x.at[:, i].add(u, mode="drop"), x[:, i], jnp.take(x, i, axis=1, mode="clip")


@program(numbers(3, 6, 2), ints(5, 1, -1), numbers(3, 2), shapes=("n, 6, 2", "n", "n, 2"))
def symbolic_batches(x, i, u):
    """Dimensions of a batch, in gather and scatter."""
    return jax.vmap(lambda x, i, u: (x.at[i].multiply(u), x[i]))(x, i, u)


@program(X, ROWS, ints(2, 2, 0, 7, 5), numbers(5), shapes=("n, 4", "e", "e", "e"))
def symbolic_messages(x, source, target, w):
    def messages(x, w):
        return jnp.zeros_like(x).at[target].add(x[source] * w[:, None])

    out, backward = jax.vjp(messages, x, w)
    return out, backward(out)


@program(numbers(4, 9, 3), numbers(4, 1, 3), ints(8), shapes=("n, t + 1, 3", "n, 1, 3", "1"))
def symbolic_cache(cache, row, position):
    cache = lax.dynamic_update_slice(cache, row, (0, position[0], 0))
    return cache, lax.dynamic_slice(cache, (0, position[0] - 1, 0), (1, 2, 3))


@program(numbers(3, 5, 6, 2), numbers(3, 3, 3, 2, seed=1), shapes=("n, 5, 6, 2", "n, 3, 3, 2"))
def symbolic_pooling(x, weights):
    return max_pool(x), jax.grad(lambda x: (max_pool(x) * weights).sum())(x)


@program(numbers(5, 3), shapes=("n, m",))
def symbolic_movement(x):
    n, m = x.shape
    return (
        jnp.concatenate([x, x[:, ::-1], jnp.ones((n, 2))], 1).T,
        jnp.pad(x, ((1, 0), (2, 3))),
        lax.pad(x, jnp.float32(7), ((-1, 0, 1), (0, -1, 2))),
        jnp.arange(n)[:, None] * 10 + jnp.arange(m),
        x.reshape(-1)[1:],
        jnp.broadcast_to(x[:1], (4, n, m)),
        lax.slice(x, (1, 0), (n, m), (2, 1)),
        x.T @ x,
        jnp.where(x > 0, x, -1).max(0),
    )


@program(numbers(7), ints(0, 2, 2, 1, 0, 2, 2), shapes=("n", "k"))
def symbolic_computation(x, i):
    """Computations that are no reductions."""
    return x.at[i].apply(lambda old: jnp.clip(old * 2 + 1, -9, 9)), x.at[i].divide(2.0)


@program(X, ROWS, U, ints(3), shapes=("n, 4", "b", "b, 4", "1"))
def symbolic_loop(x, i, u, steps):
    """Loops that carry tensors of unknown sizes: while, fori_loop and scan."""

    def step(k, carried):
        x, total = carried
        return x.at[i].add(u) * 0.5, total + x.sum(0)

    x, total = lax.fori_loop(0, steps[0], step, (x, jnp.zeros(4, x.dtype)))
    doubled = lax.while_loop(lambda y: y.max() < 100, lambda y: y + abs(y) + 1, x)
    rows, sums = lax.scan(lambda y, row: (y.at[0].add(row), y.sum()), doubled, u)
    return x, total, rows, sums
