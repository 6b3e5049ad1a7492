# ===- interpreter.py - stablehlo.scatter as its specification says -------===#
"""The loop of the specification of StableHLO, window after window.

One difference: a window that is not in bounds as a whole is dropped as a whole,
as XLA does, where the text drops element by element.
"""

import numpy as np


class Dimensions:
    """The dimension numbers of a scatter."""

    def __init__(
        self,
        update_window_dims,
        inserted_window_dims,
        input_batching_dims,
        scatter_indices_batching_dims,
        scatter_dims_to_operand_dims,
        index_vector_dim,
    ):
        self.update_window_dims = update_window_dims
        self.inserted_window_dims = inserted_window_dims
        self.input_batching_dims = input_batching_dims
        self.scatter_indices_batching_dims = scatter_indices_batching_dims
        self.scatter_dims_to_operand_dims = scatter_dims_to_operand_dims
        self.index_vector_dim = index_vector_dim

    def format(self):
        """The text of the attribute, empty lists left out."""
        fields = []
        for name, value in vars(self).items():
            if isinstance(value, list) and value:
                fields.append(f"{name} = [{', '.join(map(str, value))}]")
        fields.append(f"index_vector_dim = {self.index_vector_dim}")
        return f"#stablehlo.scatter<{', '.join(fields)}>"


def window_axes(dims, rank):
    """The axes of the input that windows extend along."""
    return [
        d
        for d in range(rank)
        if d not in dims.inserted_window_dims and d not in dims.input_batching_dims
    ]


def start_of_window(dims, rank, scatter_indices, update_scatter_index):
    """full_start_index + full_batching_index of the specification."""
    index = list(update_scatter_index)
    if dims.index_vector_dim < scatter_indices.ndim:
        index.insert(dims.index_vector_dim, slice(None))
        start_index = scatter_indices[tuple(index)]
    else:
        start_index = [scatter_indices[tuple(index)]]
    result = [0] * rank
    for d_start, d_input in enumerate(dims.scatter_dims_to_operand_dims):
        result[d_input] += int(start_index[d_start])
    for i_batching, d_input in enumerate(dims.input_batching_dims):
        d_start = dims.scatter_indices_batching_dims[i_batching]
        result[d_input] += update_scatter_index[
            d_start - (d_start >= dims.index_vector_dim)
        ]
    return result


def scatter(inputs, scatter_indices, updates, dims, computation):
    """The results for the schedule that takes one window after the other, in
    row-major order of the index vectors."""
    result = inputs.copy()
    rank = inputs.ndim
    axes = window_axes(dims, rank)
    update_scatter_dims = [
        d for d in range(updates.ndim) if d not in dims.update_window_dims
    ]
    sizes = [1] * rank
    for axis, dim in zip(axes, dims.update_window_dims, strict=True):
        sizes[axis] = updates.shape[dim]
    windows = np.transpose(updates, update_scatter_dims + dims.update_window_dims)
    for index in np.ndindex(*windows.shape[: len(update_scatter_dims)]):
        start = start_of_window(dims, rank, scatter_indices, index)
        if any(
            s < 0 or s + size > bound
            for s, size, bound in zip(start, sizes, inputs.shape, strict=True)
        ):
            continue
        for offsets, update in np.ndenumerate(windows[index]):
            position = list(start)
            for axis, offset in zip(axes, offsets, strict=True):
                position[axis] += offset
            position = tuple(position)
            result[position] = computation(result[position], update)
    return result
