# ===- _index_put.py - PyTorch's index_put ---------------------------------===#
"""PyTorch's index_put, whose indices are tensors of each dimension or masks."""

from __future__ import annotations

from typing import Sequence

import torch

from ._checks import (
    IndexOutOfBounds,
    check_defined,
    check_same_type,
    check_tensors,
    check_written,
    resolve,
    update_nothing,
)
from ._elements import can_run, run
from ._update import in_place, update

_MASKS = (torch.bool, torch.uint8)


def may_expand(tensor, shape):
    """Whether `tensor` broadcasts to `shape`."""
    sizes = zip(reversed(tensor.shape), reversed(shape))
    return tensor.dim() <= len(shape) and all(a in (1, b) for a, b in sizes)


def _find_position(indices):
    """Returns the position of the dimensions of the indices in the result."""
    given = [dim for dim, index in enumerate(indices) if index is not None]
    is_adjacent = given == list(range(given[0], given[-1] + 1))
    return given, given[0] if is_adjacent else 0


def _expand_masks(indices, shape):
    """Replaces masks by the indices of their true elements. Each has the shape of the
    dimensions that it indexes."""
    result: list[torch.Tensor | None] = []
    for position, index in enumerate(indices):
        if index is None:
            result.append(index)
            continue
        if index.dtype not in (torch.int64, torch.int32, *_MASKS):
            raise IndexError(
                f"'indices': expected int64, int32 or masks, found {index.dtype} at "
                f"position {position}"
            )
        if index.dtype not in _MASKS:
            result.append(index)
            continue
        indexed = tuple(shape[len(result) : len(result) + index.dim()])
        if tuple(index.shape) != indexed:
            raise IndexError(
                f"'indices': expected a mask of the shape {indexed} of the dimensions "
                f"that it indexes, found {tuple(index.shape)} at position {position}"
            )
        result.extend(index.nonzero().unbind(1))
    return result


def _fill_mask(input, indices, value, is_in_place):
    """`input` with a number where the one mask among the indices is true. As in
    PyTorch, the number may have another type and any rank."""
    position = next(i for i, index in enumerate(indices) if index is not None)
    mask = indices[position]
    _expand_masks([None] * position + [mask], input.shape)
    if mask.dtype == torch.uint8:
        raise RuntimeError("'indices': expected a mask of bool, found torch.uint8")
    if value.dtype.is_complex and not input.dtype.is_complex and value.item().imag:
        raise RuntimeError(
            f"'values': expected a real number for {input.dtype}, found {value.item()}"
        )
    mask = mask.reshape(mask.shape + (1,) * (input.dim() - position - mask.dim()))
    value = value.reshape(()).to(input.dtype)
    if is_in_place:
        return input.masked_fill_(mask, value)
    return torch.where(mask, value, input)


@in_place
def _put(input, indices, values, accumulate, *, is_in_place):
    check_tensors(input=input, values=values)
    if not isinstance(indices, (tuple, list)):
        hint = "; use (indices,)" if isinstance(indices, torch.Tensor) else ""
        raise TypeError(
            "'indices': expected a tuple of tensors, found "
            f"{type(indices).__name__}{hint}"
        )
    indices = list(indices)
    for index in indices:
        if index is not None:
            check_tensors(indices=index)
    check_defined("index_put", input, tuple(indices), values, accumulate)
    if all(index is None for index in indices) and input.numel():
        raise RuntimeError("'indices': expected at least one index, found none")
    data, values = resolve(input, values)
    rank = input.dim()
    dims = [
        index.dim() if index is not None and index.dtype in _MASKS else 1
        for index in indices
    ]
    behind = next((i for i, index in enumerate(indices[::-1]) if index is not None), 0)
    count = max(sum(dims) - behind, len(dims))
    if count > rank:
        raise IndexError(
            f"'indices': expected at most {rank}, the rank of 'input', found {count}"
        )
    if is_in_place:
        check_written(input)
    given = [index for index in indices if index is not None]
    if len(given) == 1 and given[0].dtype in _MASKS and values.numel() == 1:
        # A number where a mask is true: how many are does not matter.
        if not accumulate:
            result = _fill_mask(data, indices, values, is_in_place)
            return result
    if is_in_place:
        check_written(input, values=values)
    indices = _expand_masks(indices, input.shape)
    if sum(dims) > rank:
        # PyTorch accepts None behind a mask of all dimensions only above.
        raise RuntimeError(
            f"'indices': expected at most {rank}, the rank of 'input', found {sum(dims)}"
        )
    if all(index is None for index in indices):
        if input.numel() == 0:
            check_same_type(input, values, "values")
            values.expand(input.shape)
            return update_nothing(input, values, is_in_place)
        raise RuntimeError("'indices': expected masks of rank 1 or more")
    given, position = _find_position(indices)
    try:
        tensors = torch.broadcast_tensors(*(indices[dim] for dim in given))
    except RuntimeError:
        shapes = [tuple(indices[dim].shape) for dim in given]
        raise IndexError(
            f"'indices': expected shapes that broadcast, found {shapes}"
        ) from None
    if len(given) == 1 and tensors[0].dim() == 1 and can_run(data, tensors[0], values):
        # An index along one dimension.
        index, shape = tensors[0], list(input.shape)
        shape[given[0]] = index.numel()
        if input.numel() and may_expand(values, shape):
            kind = "sum" if accumulate else "none"
            arguments = kind, True, is_in_place, True
            result = run(data, given[0], index, values.expand(shape), *arguments)
            if result is not None:
                return result
    tuples = torch.stack([tensor.long() for tensor in tensors], -1)
    order = given + [dim for dim in range(rank) if dim not in given]
    data = data.permute(order)
    # The shape of input[indices], to which values are broadcast.
    rest = list(data.shape[len(given) :])
    tuple_rank = tuples.dim() - 1
    shape = rest[:position] + list(tuples.shape[:-1]) + rest[position:]
    if tuples.numel() and 0 in data.shape[: len(given)]:
        raise IndexOutOfBounds("'indices': expected none for a dimension of size 0")
    check_same_type(input, values, "values")
    values = values.expand(shape)
    if 0 in rest:
        # PyTorch does not look at indices of slices without elements.
        return update_nothing(input, values, is_in_place)
    values = values.movedim(
        list(range(position, position + tuple_rank)), list(range(tuple_rank))
    )
    reduction = "sum" if accumulate else "none"
    result = update(data, tuples, values, is_in_place, reduction=reduction)
    result = result.permute([order.index(dim) for dim in range(rank)])
    return result


def index_put(
    input: torch.Tensor,
    indices: Sequence[torch.Tensor | None],
    values: torch.Tensor,
    accumulate: bool = False,
) -> torch.Tensor:
    """`torch.index_put`: a copy of `input` with `result[indices] = values`, or
    `+=` if `accumulate`, for which duplicates count each. A mask has the shape of the
    dimensions that it indexes; None stands for a whole dimension.

    Example:
        >>> import torch
        >>> from scatter_mlir.torch import index_put
        >>> index = torch.tensor([0, 0, -1])
        >>> index_put(torch.zeros(3), (index,), torch.ones(3), accumulate=True)
        tensor([2., 0., 1.])
    """
    return _put(input, indices, values, accumulate, is_in_place=False)


def index_put_(
    input: torch.Tensor,
    indices: Sequence[torch.Tensor | None],
    values: torch.Tensor,
    accumulate: bool = False,
) -> torch.Tensor:
    """`torch.index_put_`: `index_put` in place. Returns `input`."""
    return _put(input, indices, values, accumulate, is_in_place=True)
