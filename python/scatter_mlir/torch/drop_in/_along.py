# ===- _along.py - updates of slices along a dimension -----------------------===#
"""Updates of the slices that a vector of indices names along any dimension.

The tuples of the ops name leading dimensions. Where the values of the index may be
looked at, the dimensions before the one of the index are merged with it, and each
tuple becomes one for each of their positions: rows of what is behind, which lie side
by side. Elsewhere the dimension is moved to the front.
"""

from __future__ import annotations

import math

import torch

from .._functions import is_plain


def get_offset_type(data):
    """Returns the smallest type of indices of kernels that holds positions of `data`."""
    return torch.int32 if data.numel() < 1 << 31 else torch.int64


def can_flatten(data, dim, index, is_in_place):
    """Whether dimensions of `data` may be merged: indices are in bounds of `dim`, and
    memory is contiguous or is copied anyway."""
    if not (is_plain(data) and is_plain(index)):
        return False
    if index.numel() == 0 or (is_in_place and not data.is_contiguous()):
        return False
    low, high = index.aminmax()
    return 0 <= low and high < data.shape[dim]


def update_along(data, dim, index, updates, function, is_in_place):
    """Calls `function(data, tuples, updates, is_in_place, **options)`, which updates
    slots of `data`, with those that the vector `index` names along `dim`."""
    if dim == 0:
        return function(data, index.unsqueeze(1), updates, is_in_place)
    if not can_flatten(data, dim, index, is_in_place):
        moved = data.movedim(dim, 0), index.unsqueeze(1), updates.movedim(dim, 0)
        return function(*moved, is_in_place).movedim(0, dim)
    shape, data = data.shape, data.contiguous()
    before, size, behind = math.prod(shape[:dim]), shape[dim], shape[dim + 1 :]
    dtype = get_offset_type(data)
    firsts = torch.arange(0, before * size, size, dtype=dtype)
    tuples = firsts.unsqueeze(1) + index.to(dtype)
    result = function(
        data.view(before * size, *behind),
        tuples.reshape(-1, 1),
        updates.reshape(before * index.numel(), *behind),
        is_in_place,
        out_of_bounds="undefined",
    )
    return result.view(shape)
