# ===- _vmap.py - rules of torch.vmap -------------------------------------===#
"""A batch is an additional leading dimension: one call updates the whole batch."""

import torch

from ._convert import convert_indices
from ._library import LIBRARY, nd_update, nd_update_, slice_update, slice_update_


def _move(tensor, dim, size):
    """Moves the batch dimension of `tensor` to the front."""
    if dim is None:
        return tensor.expand(size, *tensor.shape)
    return tensor.movedim(dim, 0)


def _add_component(indices, size):
    """Prepends the position in the batch to each tuple."""
    numbers = torch.arange(size, device=indices.device).to(indices.dtype)
    numbers = numbers.reshape((size,) + (1,) * (indices.dim() - 1))
    return torch.cat((numbers.expand(*indices.shape[:-1], 1), indices), -1)


def _align(updates, rank):
    """Removes leading dimensions of size 1 from updates of a batch, down to `rank`."""
    while updates.dim() > rank + 1 and updates.shape[1] == 1:
        updates = updates.squeeze(1)
    ones = (1,) * (rank + 1 - updates.dim())
    return updates.reshape(updates.shape[:1] + ones + updates.shape[1:])


def _batch_nd(op, size, in_dims, data, indices, updates, options):
    data_dim, indices_dim, updates_dim = in_dims[:3]
    data = _move(data, data_dim, size)
    indices = _move(convert_indices(indices, data), indices_dim, size)
    indices = _add_component(indices, size)
    rank = data.dim() + indices.dim() - indices.shape[-1] - 2
    updates = _align(_move(updates, updates_dim, size), rank)
    return op(data, indices, updates, **options)


def _batch_slice(op, size, in_dims, data, updates, bounds, axes, options):
    data, updates = _move(data, in_dims[0], size), _move(updates, in_dims[1], size)
    updates = _align(updates, data.dim() - 1)
    axes = [axis + 1 if axis >= 0 else axis for axis in axes]
    return op(data, updates, *bounds, axes, **options)


def _check_in_place(in_dims):
    if in_dims[0] is None:
        raise RuntimeError(
            "vmap: expected a batched 'data', since the update in place has batched "
            "arguments; use the function that returns a result"
        )


def _nd(info, in_dims, data, indices, updates, **options):
    arguments = data, indices, updates, options
    return _batch_nd(nd_update, info.batch_size, in_dims, *arguments), 0


def _nd_in_place(info, in_dims, data, indices, updates, **options):
    _check_in_place(in_dims)
    arguments = data, indices, updates, options
    _batch_nd(nd_update_, info.batch_size, in_dims, *arguments)
    return None, None


def _slice(info, in_dims, data, updates, start, stop, step, axes, **options):
    arguments = data, updates, (start, stop, step), axes, options
    return _batch_slice(slice_update, info.batch_size, in_dims, *arguments), 0


def _slice_in_place(info, in_dims, data, updates, start, stop, step, axes, **options):
    _check_in_place(in_dims)
    arguments = data, updates, (start, stop, step), axes, options
    _batch_slice(slice_update_, info.batch_size, in_dims, *arguments)
    return None, None


for _name, _rule in (
    ("scatter_nd_update", _nd),
    ("scatter_nd_update_", _nd_in_place),
    ("slice_scatter", _slice),
    ("slice_scatter_", _slice_in_place),
):
    torch.library.register_vmap(f"scatter_mlir::{_name}", _rule, lib=LIBRARY)
