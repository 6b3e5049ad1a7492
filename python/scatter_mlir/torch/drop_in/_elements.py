# ===- _elements.py - updates along a dimension, in place of tuples ---------===#
"""Updates that need no tuples: `scatter_mlir.scatter_elements` along a dimension.

Eager calls that record nothing go to the package, all others to the op. Calls that are
exported name slots by tuples.
"""

from __future__ import annotations

import torch

from scatter_mlir._elements import reduce_elements, update_elements

from .. import _along_axis
from .._functions import _check_in_place, is_eager, is_exported, is_observed
from .._fused import is_fused
from ._checks import IndexOutOfBounds, copy_shared
from ._reduce import REDUCTIONS, get_identity, reduce_each

_is_compiling = torch.compiler.is_compiling
_INDICES = frozenset((torch.int32, torch.int64))
#: The types of elements. Complex numbers have no order, truth values no mean.
_TYPES = frozenset(
    (
        torch.bool,
        torch.complex64,
        torch.complex128,
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
#: Those in which counts are exact up to 2^24.
_COUNTS = frozenset((torch.float32, torch.float64))
#: Reductions of more elements take several calls: PyTorch divides these by several
#: threads, and a search for slices that are named twice takes less time than updates.
_MANY = 1 << 15
#: The policies for an index that has been checked.
_CHECKED = "undefined", "reject"
#: The reductions that compare.
_ORDERED = frozenset(("amax", "amin", "max", "min"))
#: The reductions that are one update.
_SINGLE = {**REDUCTIONS, "none": "none", "add": "sum", "multiply": "prod"}
del _SINGLE["mean"]


def _is_defined(dtype, kind):
    """Whether elements of `dtype` have the reduction `kind`."""
    if dtype not in _TYPES or (dtype.is_complex and kind in _ORDERED):
        return False
    return dtype != torch.bool or kind != "mean"


def can_run(input, index, src, kind="none"):
    """Whether these may be arguments of `run`, which declines tensors of other types
    than that of `input` and those that are negated only when they are read."""
    return (
        not _is_compiling()
        and index.dtype in _INDICES
        and _is_defined(input.dtype, kind)
        and not (src.is_conj() or input.is_conj())
        and is_eager(input, index, src)
    )


def can_trace(input, index, src, kind):
    """Whether these may be arguments of `trace`, in any context."""
    return (
        index.dtype in _INDICES
        and _is_defined(input.dtype, kind)
        and src.dtype == input.dtype
        and all([each.device.type == "cpu" for each in (input, index, src)])
        and not is_exported()
        and not (_is_compiling() and is_fused())
    )


class _Slots:
    """The slots that an index names along a dimension."""

    def __init__(self, dim, index, policies):
        self.dim, self.index, self.policies = dim, index, policies

    def update(self, data, updates, is_in_place, reduction):
        run = _along_axis.run_in_place if is_in_place else _along_axis.run
        if is_in_place and not _is_compiling():
            _check_in_place(data)
        arguments = data, self.dim, self.index, updates, reduction, self.policies
        if _is_compiling():
            return run(*arguments)
        try:
            return run(*arguments)
        except IndexError as error:
            raise IndexOutOfBounds(str(error)) from None

    def mark(self, data, first, dtype, reduction):
        """A tensor of `first` that broadcasts to `data`, reduced by ones."""
        is_vector = self.index.dim() == 1
        shape = data.shape[self.dim : self.dim + 1] if is_vector else data.shape
        slots = torch.full(shape, first, dtype=dtype, device=data.device)
        ones = torch.ones((), dtype=dtype, device=data.device).expand(self.index.shape)
        dim = 0 if is_vector else self.dim
        named = _Slots(dim, self.index, self.policies)
        marked = named.update(slots, ones, False, reduction)
        if is_vector:
            return marked.reshape((-1,) + (1,) * (data.dim() - self.dim - 1))
        return marked


def _select_vector(data, dim, index):
    """Returns the index as a vector if it is expanded along all other dimensions to the
    sizes of `data`."""
    sizes = list(index.shape)
    for axis in range(index.dim()):
        is_same = axis == dim or sizes[axis] == 1 or index.stride(axis) == 0
        if not is_same or (axis != dim and sizes[axis] != data.shape[axis]):
            return index
    for axis in reversed(range(index.dim())):
        if axis != dim:
            index = index.select(axis, 0)
    return index


def trace(input, dim, index, src, kind, include_self=True, is_in_place=False, wraps=False):
    """Like `run`, in all contexts and with gradients. The caller has checked the shapes."""
    if index.dim() == input.dim() > 1:
        index = _select_vector(input, dim, index)
    slots = _Slots(dim, index, ("error", "wrap" if wraps else "reject"))
    if include_self and kind in _SINGLE:
        return slots.update(input, src, is_in_place, _SINGLE[kind])
    return reduce_each(slots, input, src, kind, include_self, is_in_place)


def _update(input, dim, index, src, reduction, policies, out):
    """Returns None if the arguments are not valid, which the caller checks. A bad index
    of a tensor without elements is left to it, too: some of PyTorch's functions do not
    look at it."""
    try:
        update = update_elements
        if input.is_complex() and isinstance(src, torch.Tensor):
            update = _along_axis.update_memory
        return update(input, index, src, dim, reduction, *policies, out, None)
    except IndexError as error:
        if not input.numel():
            return None
        raise IndexOutOfBounds(str(error)) from None


def _divide(result, dim, index, include_self):
    """Divides `result` by the numbers of values that were added."""
    shape = result.shape
    if index.dim() == 1:
        shape = [1] * result.dim()
        shape[dim] = result.shape[dim]
    is_exact = result.dtype in _COUNTS and index.numel() < 1 << 24
    dtype = result.dtype if is_exact else torch.int32
    count = (torch.ones if include_self else torch.zeros)(shape, dtype=dtype)
    update_elements(count, index, 1, dim, "sum", *_CHECKED, count, None)
    if not include_self:
        count.clamp_(min=1)
    if result.is_floating_point() or result.is_complex():
        return result.div_(count)
    return result.div_(count, rounding_mode="floor")


def run(input, dim, index, src, kind, include_self=True, is_in_place=False, wraps=False):
    """The result of the reduction `kind`, in `input` if `is_in_place`. An index of
    rank 1 names slices. None if the arguments are not valid."""
    if src.dim() != input.dim() or not -input.dim() <= dim < input.dim():
        return None
    dim %= input.dim()
    policies = "error", "wrap" if wraps else "reject"
    out = input if is_in_place else None
    if include_self and kind in _SINGLE:
        return _update(input, dim, index, src, _SINGLE[kind], policies, out)
    if is_in_place and not include_self:
        src = copy_shared(src, input)
    if _is_small(input, src):
        arguments = kind, include_self, policies, out
        result = _reduce_small(input, dim, index, src, *arguments)
        if result is not None:
            return result
    if not include_self:
        # A slot that is named starts with the identity.
        identity = get_identity(kind, input.dtype)
        out = _start(input, dim, index, src, identity, policies, out)
        if out is None:
            return None
        input, policies = out, _CHECKED
    result = _update(input, dim, index, src, REDUCTIONS[kind], policies, out)
    if result is None or kind != "mean" or not result.numel():
        return result
    return _divide(result, dim, _shrink(index, dim, result.shape), include_self)


def _start(input, dim, index, src, identity, policies, out):
    """Sets the slots that `index` names to `identity`. Slices that are named more than
    once are set once where there are many. None if the arguments are not valid."""
    count = src.numel()
    if count > _MANY and count > input.numel():
        vector = _shrink(index, dim, input.shape)
        if vector.dim() == 1:
            marks = torch.zeros(input.shape[dim], dtype=torch.uint8)
            if _update(marks, 0, vector, 1, "none", policies, marks) is None:
                return None
            if input.dim() == 1:
                fill = input.masked_fill if out is None else out.masked_fill_
                return fill(marks.view(torch.bool), identity)
            index, policies = marks.nonzero().flatten(), _CHECKED
    return _update(input, dim, index, identity, "none", policies, out)


def _shrink(index, dim, shape):
    """Returns the index as a vector if it names whole slices of a tensor of `shape`, as
    memory shows."""
    if index.dim() != len(shape) or index.dim() == 1:
        return index
    sizes, strides = index.shape, index.stride()
    for axis, size in enumerate(sizes):
        if axis != dim and (size != shape[axis] or (size != 1 and strides[axis])):
            return index
    return index.as_strided((sizes[dim],), (strides[dim],))


def _is_small(input, src):
    """Whether all steps of a reduction are one call of the package."""
    return max(input.numel(), src.numel()) <= _MANY and not input.is_complex()


def _reduce_small(input, dim, index, src, kind, include_self, policies, out):
    """`_update`, then the division of a mean, from the identity unless `include_self`."""
    start = None if include_self else get_identity(kind, input.dtype)
    options = start, kind == "mean"
    try:
        return reduce_elements(
            input, index, src, dim, REDUCTIONS[kind], *policies, out, None, *options
        )
    except IndexError as error:
        if not input.numel():
            return None
        raise IndexOutOfBounds(str(error)) from None


def _try(input, dim, index, src, kind, include_self, index_rank):
    """`run` before any check. The package checks the tensors of one update."""
    if (
        _is_compiling()
        or is_observed()
        or type(dim) is not int
        or not isinstance(src, torch.Tensor)
        or index.dtype not in _INDICES
        or not _is_defined(input.dtype, kind)
        or src.is_conj()
        or input.is_conj()
        or index.dim() != index_rank
    ):
        return None
    policies = "error", "reject"
    if include_self and kind in _SINGLE:
        return _update(input, dim, index, src, _SINGLE[kind], policies, None)
    if not index.numel():
        return None
    if _is_small(input, src):
        arguments = kind, include_self, policies, None
        result = _reduce_small(input, dim, index, src, *arguments)
        if result is not None:
            return result
    if not is_eager(input, index, src):
        return None
    return run(input, dim, index, src, kind, include_self)


def try_elements(input, dim, index, src, kind, include_self=True):
    """`run` before any check, with an index for each element. Returns None unless all
    arguments are valid and eager."""
    rank = input.dim() if isinstance(input, torch.Tensor) else 0
    return _try(input, dim, index, src, kind, include_self, rank) if rank else None


def try_slices(input, dim, index, src, kind, include_self=True):
    """Like try_elements, with an index for each slice."""
    if not include_self or kind not in _SINGLE:
        if not isinstance(input, torch.Tensor) or input.dim() == 0:
            return None
    return _try(input, dim, index, src, kind, include_self, 1)
