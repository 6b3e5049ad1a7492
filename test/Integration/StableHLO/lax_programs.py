# ===- lax_programs.py - scatters and slices of jax.lax --------------------===#

import jax.numpy as jnp
import numpy as np
from jax import lax
from registry import ints, numbers, program


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
