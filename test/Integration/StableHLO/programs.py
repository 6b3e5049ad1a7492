# ===- programs.py - functions that JAX lowers to StableHLO ---------------===#
#
# What the folder JAX holds: each function as JAX lowers it, its arguments and
# the results that JAX computes. generate.py writes and compares the folder; the
# tests of the suite read it without JAX.
#
# ===----------------------------------------------------------------------===#

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

PROGRAMS = {}


def program(*arguments):
    """Registers a function with its arguments."""

    def register(function):
        assert function.__name__ not in PROGRAMS, function.__name__
        PROGRAMS[function.__name__] = function, arguments
        return function

    return register


def numbers(*shape, dtype=np.float32, seed=0):
    """Small numbers with few binary digits, so that sums are exact."""
    generator = np.random.default_rng([seed, *shape])
    values = generator.integers(-8, 9, shape)
    dtype = jnp.dtype(dtype)
    if dtype == bool:
        return values > 0
    if jnp.issubdtype(dtype, jnp.unsignedinteger):
        values = np.abs(values)
    if jnp.issubdtype(dtype, jnp.complexfloating):
        values = values + 1j * generator.integers(-4, 5, shape)
    return values.astype(dtype)


def ints(*values, dtype=np.int32):
    return np.array(values, dtype)


X = numbers(8, 4)
ROWS = ints(1, 6, 1, -1, 9)
U = numbers(5, 4, seed=1)


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


# ===-- lax.scatter --------------------------------------------------------===#


def dims(window, inserted, to_operand, operand_batching=(), indices_batching=()):
    return lax.ScatterDimensionNumbers(
        update_window_dims=window,
        inserted_window_dims=inserted,
        scatter_dims_to_operand_dims=to_operand,
        operand_batching_dims=operand_batching,
        scatter_indices_batching_dims=indices_batching,
    )


DROP = lax.GatherScatterMode.FILL_OR_DROP


@program(numbers(6, 5), ints([0, 1], [4, 3], [5, 4], [-1, 0]), numbers(4, 2, 2))
def lax_add_windows(x, i, u):
    return lax.scatter_add(x, i, u, dims((1, 2), (), (0, 1)), mode=DROP)


@program(numbers(6, 5), ints([3, 0], [2, 4], [5, 1]), numbers(3, 2, 1))
def lax_windows_swapped_dims(x, i, u):
    return lax.scatter(x, i, u, dims((1, 2), (), (1, 0)), mode=DROP)


@program(numbers(6, 5), ints([3], [1], [4]), numbers(6, 3))
def lax_max_window_first(x, i, u):
    return lax.scatter_max(x, i, u, dims((0,), (1,), (1,)), mode=DROP)


@program(numbers(6, 5), ints([3], [1], [4]), numbers(5, 3))
def lax_min_window_first(x, i, u):
    return lax.scatter_min(x, i, u, dims((0,), (0,), (0,)), mode=DROP)


@program(numbers(6, 5), ints([3], [1], [4]), numbers(3, 2, 5))
def lax_mul_overlapping_rows(x, i, u):
    return lax.scatter_mul(x, i, u, dims((1, 2), (), (0,)), mode=DROP)


@program(numbers(4, 6, 5), ints([2, 0], [1, 3], [4, 3]), numbers(3, 2, 3))
def lax_add_partial_windows(x, i, u):
    return lax.scatter_add(x, i, u, dims((1, 2), (1,), (2, 0)), mode=DROP)


@program(numbers(4, 6, 5), ints([[2], [5]], [[0], [9]]), numbers(2, 4, 2, 5))
def lax_window_around_batch(x, i, u):
    return lax.scatter(x, i, u, dims((1, 3), (1,), (1,)), mode=DROP)


@program(numbers(4, 6), ints([2], [0], [5], [7]), numbers(4))
def lax_batching(x, i, u):
    return lax.scatter_add(x, i, u, dims((), (1,), (1,), (0,), (0,)), mode=DROP)


@program(
    numbers(3, 7, 2, 4),
    ints([[1], [6], [0]], [[3], [2], [9]]),
    numbers(2, 3, 2, 4),
)
def lax_batching_swapped(x, i, u):
    numbers = dims((2, 3), (1,), (1,), (0,), (1,))
    return lax.scatter_add(x, i, u, numbers, mode=DROP)


@program(numbers(3, 7, 3), ints([[1], [6], [0]], [[3], [2], [9]], [[0], [0], [1]]), numbers(3, 3, 2))
def lax_two_batching_dims(x, i, u):
    return lax.scatter(x, i, u, dims((2,), (), (1,), (0, 2), (1, 0)), mode=DROP)


@program(numbers(6, 5), ints(3, 2), numbers(2, 3))
def lax_one_window(x, i, u):
    return lax.scatter_add(x, i, u, dims((0, 1), (), (0, 1)), mode=DROP)


@program(numbers(6, 5), ints(5, 2), numbers(2, 3))
def lax_one_window_out_of_bounds(x, i, u):
    return lax.scatter(x, i, u, dims((0, 1), (), (0, 1)), mode=DROP)


@program(numbers(6, 5), ints(-1, 0), numbers(2, 3))
def lax_one_window_negative(x, i, u):
    return lax.scatter(x, i, u, dims((0, 1), (), (0, 1)), mode=DROP)


@program(numbers(6, 5), ints([0], [1], [-1]), numbers(3, 6, 5))
def lax_window_of_whole_input(x, i, u):
    return lax.scatter_add(x, i, u, dims((1, 2), (), (0,)), mode=DROP)


@program(numbers(6, 5), np.zeros((3, 0), np.int32), numbers(3, 6, 5))
def lax_no_components(x, i, u):
    return lax.scatter_add(x, i, u, dims((1, 2), (), ()), mode=DROP)


@program(numbers(6, 5), np.zeros((0, 1), np.int32), numbers(0, 5))
def lax_no_windows(x, i, u):
    return lax.scatter_add(x, i, u, dims((1,), (0,), (0,)), mode=DROP)


@program(numbers(6, 5), ints([2], [1]), numbers(2, 5))
def lax_inserted_not_indexed(x, i, u):
    return lax.scatter_add(
        x[None], i, u, dims((1,), (0, 1), (1,)), mode=DROP
    )[0]


@program(numbers(6, 5), ints([7], [1]), numbers(2, 5))
def lax_clip(x, i, u):
    return lax.scatter_sub(
        x, i, u, dims((1,), (0,), (0,)), mode=lax.GatherScatterMode.CLIP
    )


# ===-- gather, slices -----------------------------------------------------===#


@program(numbers(6, 5), ints([0, 1], [5, 4], [-3, 9]))
def lax_gather_windows(x, i):
    numbers = lax.GatherDimensionNumbers(
        offset_dims=(1, 2), collapsed_slice_dims=(), start_index_map=(0, 1)
    )
    return lax.gather(x, i, numbers, (2, 3), mode="clip")


@program(numbers(4, 6), ints([2], [0], [5], [7]))
def lax_gather_batching(x, i):
    numbers = lax.GatherDimensionNumbers(
        offset_dims=(),
        collapsed_slice_dims=(1,),
        start_index_map=(1,),
        operand_batching_dims=(0,),
        start_indices_batching_dims=(0,),
    )
    return lax.gather(x, i, numbers, (1, 1), mode="fill")


@program(numbers(5, 6), numbers(2, 3), np.int32(4), np.int32(-2))
def dynamic_update_slice(x, u, i, j):
    return lax.dynamic_update_slice(x, u, (i, j))


@program(numbers(5, 6), np.int32(9), np.int32(1))
def dynamic_slice(x, i, j):
    return lax.dynamic_slice(x, (i, j), (2, 3))


@program(numbers(2, 6, 3), numbers(2, 1, 3), np.int32(4))
def kv_cache(cache, kv, position):
    cache = lax.dynamic_update_slice_in_dim(cache, kv, position, 1)
    return cache, jnp.einsum("bsd,btd->bst", kv, cache)


@program(numbers(4, 5), np.float32(2))
def pad(x, value):
    return lax.pad(x, value, ((1, 2, 0), (-1, 1, 2)))


@program(numbers(4, 5), numbers(4, 2))
def concatenate(x, y):
    return jnp.concatenate([x[::2], -x[1::2]]), jnp.hstack([x, y])


# ===-- What is built on scatters ------------------------------------------===#


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
