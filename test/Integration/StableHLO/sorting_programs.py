# ===- sorting_programs.py - programs that sort ----------------------------===#

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from registry import ints, numbers, program

SPECIAL = np.array(
    [[0.0, np.nan, -1.0, -0.0, np.inf], [-1.0, 2.0, -np.inf, 2.0, np.nan]], np.float32
)


@program(SPECIAL, numbers(3, 7, dtype=np.uint8), numbers(4, 3, 2, dtype=np.float16))
def sort(x, integers, halves):
    middle = jnp.sort(halves, axis=1)
    return jnp.sort(x), jnp.sort(integers, axis=0), middle, jnp.sort(x, descending=True)


@program(numbers(2, 9), ints(5, 1, 5, 1, 0, 5, 2, 2, 1))
def argsort(x, integers):
    return jnp.argsort(x, axis=1), jnp.argsort(integers, stable=True), jnp.argsort(-integers)


@program(ints(1, 0, 1, 0, 1, 1, 0), numbers(7), numbers(7, 3))
def sort_pairs(first, second, rows):
    order = jnp.lexsort((second, first))
    keys, values = lax.sort((first, second), num_keys=2)
    return order, keys, values, rows[order]


@program(numbers(1), numbers(0, 3), numbers(3, 0))
def sort_few(one, none, nothing):
    return jnp.sort(one), jnp.sort(none, axis=0), jnp.sort(none, axis=1), jnp.sort(nothing)


@program(SPECIAL, ints([3, 1, 3, 7], [2, 2, 0, 2]), numbers(3, 2, 5, dtype=np.float16))
def top_k(x, integers, halves):
    return lax.top_k(x, 3), lax.top_k(integers, 4), lax.top_k(halves, 1), lax.top_k(x, 0)


@program(ints(7, 3, 7, 0, 3, 7))
def unique(x):
    return jnp.unique(x, size=5, fill_value=-1, return_counts=True, return_inverse=True)


@program(numbers(11), numbers(4, seed=1))
def quantiles(x, queries):
    ordered = jnp.sort(x)
    return jnp.median(x), jnp.percentile(x, 25.0), jnp.searchsorted(ordered, queries)


@program(numbers(12, 4), numbers(4, 3, seed=1), numbers(3, 4, 4, seed=2))
def mixture_of_experts(tokens, gate, experts):
    """Tokens go to their two best experts, as long as these have a place."""
    weights, chosen = lax.top_k(jax.nn.softmax(tokens @ gate), 2)
    chosen, weights = chosen.reshape(-1), weights.reshape(-1)
    sources = jnp.repeat(jnp.arange(12), 2)
    is_chosen = jax.nn.one_hot(chosen, 3, dtype=jnp.int32)
    places = (jnp.cumsum(is_chosen, axis=0) * is_chosen).sum(-1) - 1
    buffer = jnp.zeros((3, 6, 4)).at[chosen, places].set(tokens[sources], mode="drop")
    results = jnp.einsum("ecd,edf->ecf", buffer, experts)
    rows = results.at[chosen, places].get(mode="fill", fill_value=0)
    return jnp.zeros_like(tokens).at[sources].add(rows * weights[:, None])


@program(numbers(3, 2), numbers(3, 8, seed=1), ints(*np.arange(15).reshape(3, 5)), np.int32(2))
def beam_search_step(scores, logits, sequences, position):
    best, places = lax.top_k((scores[:, :1] + logits).reshape(-1), 3)
    sequences = sequences[places // 8]
    return best, lax.dynamic_update_slice(sequences, (places % 8)[:, None], (0, position))


@program(numbers(9, 3))
def neighbors(points):
    """The largest difference to the three next points."""
    distances = ((points[:, None] - points[None]) ** 2).sum(-1)
    sources = lax.top_k(-distances, 4)[1][:, 1:].reshape(-1)
    targets = jnp.repeat(jnp.arange(9), 3)
    return jnp.full((9, 3), -9.0).at[targets].max(points[sources] - points[targets])


@program(numbers(5, 4), shapes=("n, m",))
def sort_of_any_size(x):
    return jnp.sort(x, axis=0), jnp.argsort(x, axis=1)
