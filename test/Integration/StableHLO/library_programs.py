# ===- library_programs.py - what is built on scatters ---------------------===#

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from registry import ints, numbers, program


@program(numbers(6, 3), ints(0, 2, 2, 4, -1, 7))
def segment_sum(data, segments):
    return jax.ops.segment_sum(data, segments, num_segments=4)


@program(numbers(6, 3), ints(0, 2, 2, 3, 3, 7))
def segment_max(data, segments):
    return jax.ops.segment_max(data, segments, num_segments=4)


@program(numbers(6), ints(0, 0, 1, 1, 3, 3))
def segment_prod_sorted(data, segments):
    return jax.ops.segment_prod(
        data, segments, num_segments=4, indices_are_sorted=True
    )


@program(ints(1, 4, 1, 0, 7, 1))
def bincount(x):
    return jnp.bincount(x, length=6)


@program(numbers(4, 6), ints([2, 0], [5, 5], [-1, 1], [3, 9]), numbers(4, 2))
def vmap_add(x, i, u):
    return jax.vmap(lambda x, i, u: x.at[i].add(u))(x, i, u)


@program(numbers(4, 6, 3), ints([2, 0], [5, 5], [-1, 1], [3, 9]), numbers(4, 2, 3))
def vmap_set_rows(x, i, u):
    return jax.vmap(lambda x, i, u: x.at[i].set(u))(x, i, u)


@program(numbers(6, 4), ints([2, 0], [5, 5], [-1, 1], [3, 9]), numbers(2, 4))
def vmap_inner_axis(x, i, u):
    return jax.vmap(
        lambda x, i, u: x.at[i].max(u), in_axes=(1, 0, 1), out_axes=1
    )(x, i, u)


@program(numbers(2, 3, 5), ints([[1], [4], [0]], [[2], [2], [9]]), numbers(2, 3, 1))
def vmap_twice(x, i, u):
    return jax.vmap(jax.vmap(lambda x, i, u: x.at[i].add(u)))(x, i, u)


@program(numbers(3, 5, 6), ints([1, 0], [3, 5], [9, -1]), numbers(3, 2, 2))
def vmap_dynamic_update_slice(x, i, u):
    return jax.vmap(lambda x, i, u: lax.dynamic_update_slice(x, u, (i[0], i[1])))(
        x, i, u
    )


@program(numbers(8, 4), ints(1, 3, 3))
def embedding_gradient(table, tokens):
    return jax.grad(lambda t: (t[tokens] ** 2).sum())(table)


@program(numbers(5, 4), ints(3, 0, 2, 1))
def take_along_axis_gradient(x, columns):
    return jax.grad(
        lambda x: jnp.take_along_axis(x[:4], columns[:, None], axis=1).sum()
    )(x)


@program(numbers(6, 3), ints(0, 1, 2, 3, 5), ints(1, 0, 5, 2, 3), numbers(3, 2))
def graph_layer(nodes, senders, receivers, weights):
    messages = nodes[senders]
    sums = jnp.zeros_like(nodes).at[receivers].add(messages)
    return jax.nn.relu(sums @ weights)


@program(numbers(9, 4), numbers(5, 4), numbers(3, 9, 4), numbers(3, 5, 4), numbers(2, 3, 9, 4))
def contractions_of_last_dims(x, w, xs, ws, many):
    """Right-hand sides whose last dimension is contracted, of many rows."""
    constant = np.arange(20, dtype=np.float32).reshape(5, 4)
    return (
        x @ w.T, x @ constant.T, x @ np.ones((5, 4), np.float32).T,
        jnp.einsum("bik,bjk->bij", xs, ws), jnp.einsum("abik,jbk->abij", many, ws.transpose(1, 0, 2)),
    )  # fmt: skip


@program(
    numbers(1, 6), numbers(2, 5, 3), numbers(2, 5, 3, seed=2), np.int32(3),
    numbers(6, 6, seed=3), numbers(6, 6, seed=4), numbers(6, 6, seed=5), numbers(6, 6, seed=6),
)  # fmt: skip
def decoder_step(x, keys, values, position, query, key, value, out):
    """A step of attention with a cache that is updated at a position."""
    split = lambda t: t.reshape(2, 1, 3)
    keys = lax.dynamic_update_slice(keys, split(x @ key), (0, position, 0))
    values = lax.dynamic_update_slice(values, split(x @ value), (0, position, 0))
    scores = jnp.einsum("hqd,htd->hqt", split(x @ query), keys) / np.sqrt(3)
    weights = jax.nn.softmax(jnp.where(jnp.arange(5) <= position, scores, -1e9), axis=-1)
    mixed = jnp.einsum("hqt,htd->hqd", weights, values)
    return mixed.reshape(1, 6) @ out, keys, values


@program(numbers(4, 5))
def argmax(x):
    return jnp.argmax(x, axis=1), x.max(axis=0), (x > 0).sum()


@program(numbers(7), np.int32(5))
def fori_loop(x, n):
    return lax.fori_loop(0, n, lambda i, x: x.at[i].add(x[i + 1]), x)


@program(numbers(8, 4), numbers(8, 4, seed=1))
def loop_that_exchanges(x, y):
    """Values that a loop carries change places."""
    return lax.fori_loop(0, 5, lambda i, c: (c[0] + c[1], c[0], c[1]), (x, y, x[::-1]))


@program(numbers(8, 4), numbers(8, 4, seed=1), np.array([True, False, True]))
def loop_that_exchanges_sometimes(x, y, p):
    """The values are exchanged by a branch, and by an update of the other one."""

    def body(i, c):
        x, y = lax.cond(p[i], lambda x, y: (y, x), lambda x, y: (x, y), *c)
        return y.at[i].set(1), x.at[i].add(2)

    return lax.fori_loop(0, 3, body, (x, y))


@program(numbers(8, 4), numbers(8, 4, seed=1))
def nested_loops(x, y):
    """The inner loops change values that the outer one carries."""

    def inner(i, x):
        return lax.while_loop(
            lambda c: c[1] < i + 2, lambda c: (c[0].at[c[1]].add(i), c[1] + 1), (x, 0)
        )[0]

    def body(i, c):
        x, y, s = c
        return inner(i, y), lax.fori_loop(0, 2, lambda j, x: inner(i + j, x), x), s + inner(i, x)[1]

    return lax.fori_loop(0, 3, body, (x, y, x[0]))


@program(numbers(7), np.bool_(True))
def cond(x, p):
    return lax.cond(p, lambda x: x.at[0].set(9), lambda x: x, x)


@program(numbers(5, 3, dtype=np.int32), numbers(5, 3, dtype=np.int32, seed=3))
def integer_arithmetic(x, y):
    return x // y, x % y, lax.shift_left(x, y & 3), lax.clamp(-2, x, 5), ~x


@program(numbers(5, 3), np.abs(numbers(5, 3, seed=3)))
def float_arithmetic(x, y):
    return (
        jnp.sign(x) * jnp.sqrt(y),
        jnp.floor(x / (y + 2)),
        jnp.round(x / 3),
        x.astype(jnp.int8),
        (x > y).astype(jnp.float32),
        jnp.where(jnp.isfinite(x / y), x, 0),
    )


@program(numbers(4, 6))
def softmax(x):
    return jax.nn.softmax(x / 4), jnp.tanh(x / 4), jax.nn.sigmoid(x)


@program(numbers(2, 3, 4), numbers(2, 5, 4))
def contractions(a, b):
    return (
        jnp.einsum("bij,bkj->bik", a, b),
        jnp.einsum("bij,ckj->ik", a, b),
        a[0].T @ b[0, :3],
        a[0, 0] @ b[0, 0],
    )
