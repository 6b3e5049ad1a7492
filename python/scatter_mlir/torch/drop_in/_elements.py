# ===- _elements.py - updates along a dimension, in place of tuples ---------===#
"""Updates that need no tuples: `scatter_mlir.scatter_elements` along a dimension.

They are for eager calls that record nothing. All other calls name slots by tuples,
for which gradients and transforms are defined.
"""

from __future__ import annotations

import torch

from scatter_mlir._core import call_function

from .._functions import is_eager
from ._checks import IndexOutOfBounds, copy_shared
from ._reduce import REDUCTIONS, get_identity

_INDICES = frozenset((torch.int32, torch.int64))
#: The types with all reductions.
_TYPES = frozenset(
    (
        torch.float16,
        torch.bfloat16,
        torch.float32,
        torch.float64,
        torch.uint8,
        torch.int8,
        torch.int16,
        torch.int32,
        torch.int64,
    )
)
#: The reductions that are one update.
_SINGLE = {**REDUCTIONS, "none": "none", "add": "sum", "multiply": "prod"}
del _SINGLE["mean"]


def can_run(input, index, src):
    """Whether these are tensors for `run`."""
    return (
        not torch.compiler.is_compiling()
        and is_eager(input, index, src)
        and src.dtype == input.dtype
        and input.dtype in _TYPES
        and index.dtype in _INDICES
        and not (input.is_neg() or src.is_neg())
    )


def _update(input, dim, index, src, reduction, policies, out):
    """Returns None if the arguments are not valid, which the caller checks."""
    arguments = input, index, src, dim, reduction, *policies, out, None
    try:
        return call_function("scatter_elements", True, *arguments)
    except IndexError as error:
        raise IndexOutOfBounds(str(error)) from None


def _divide(result, dim, index, include_self):
    """Divides `result` by the numbers of values that were added."""
    is_vector = index.dim() == 1
    shape = result.shape[dim : dim + 1] if is_vector else result.shape
    fill = torch.ones if include_self else torch.zeros
    count = fill(shape, dtype=torch.int32)
    ones = torch.ones((), dtype=torch.int32).expand(index.shape)
    policies = "undefined", "reject"
    _update(count, 0 if is_vector else dim, index, ones, "sum", policies, count)
    if not include_self:
        count.clamp_(min=1)
    if is_vector:
        count = count.reshape((-1,) + (1,) * (result.dim() - dim - 1))
    is_integer = not result.is_floating_point()
    return result.div_(count, rounding_mode="floor" if is_integer else None)


def run(input, dim, index, src, kind, include_self=True, is_in_place=False, wraps=False):
    """The result of the reduction `kind`, in `input` if `is_in_place`. An index of
    rank 1 names slices. None if the arguments are not valid."""
    if not -input.dim() <= dim < input.dim():
        return None
    dim %= input.dim()
    policies = "error", "wrap" if wraps else "reject"
    out = input if is_in_place else None
    if include_self and kind in _SINGLE:
        return _update(input, dim, index, src, _SINGLE[kind], policies, out)
    if not include_self:
        # A slot that is named starts with the identity.
        if is_in_place:
            src = copy_shared(src, input)
        identity = torch.full((), get_identity(kind, input.dtype), dtype=input.dtype)
        values = identity.expand(src.shape)
        out = _update(input, dim, index, values, "none", policies, out)
        if out is None:
            return None
        input, policies = out, ("undefined", "reject")
    result = _update(input, dim, index, src, REDUCTIONS[kind], policies, out)
    if result is None or kind != "mean" or not result.numel():
        return result
    return _divide(result, dim, _shrink(index, dim, result.shape), include_self)


def _shrink(index, dim, shape):
    """Returns the index as a vector if it names whole slices of a tensor of `shape`, as
    memory shows."""
    if index.dim() != len(shape):
        return index
    others = [axis for axis in range(len(shape)) if axis != dim]
    for axis in others:
        size = index.shape[axis]
        if size != shape[axis] or not (size == 1 or index.stride(axis) == 0):
            return index
    for axis in reversed(others):
        index = index.select(axis, 0)
    return index


def try_elements(input, dim, index, src, kind, include_self=True):
    """`run` before any check, with an index for each element. Returns None unless all
    arguments are valid and eager."""
    if type(dim) is not int or not can_run(input, index, src):
        return None
    rank = input.dim()
    if rank == 0 or index.dim() != rank or not index.numel():
        return None
    return run(input, dim, index, src, kind, include_self)


def try_slices(input, dim, index, src, kind, include_self=True):
    """Like try_elements, with an index for each slice."""
    if type(dim) is not int or not can_run(input, index, src):
        return None
    if index.dim() != 1 or input.dim() == 0:
        return None
    return run(input, dim, index, src, kind, include_self)
