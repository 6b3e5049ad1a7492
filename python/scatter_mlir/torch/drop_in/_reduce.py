# ===- _reduce.py - reductions of slots ------------------------------------===#
"""PyTorch's reductions of the updates of each slot."""

from __future__ import annotations

import torch

from .._autograd import is_transformed
from .._dispatch import records
from .._functions import is_exported, is_plain
from ._checks import copy_shared
from ._update import update

#: PyTorch's reductions as those of the ops. A mean is a sum that is divided.
REDUCTIONS = {
    "sum": "sum",
    "prod": "prod",
    "amax": "max",
    "amin": "min",
    "max": "max",
    "min": "min",
    "mean": "sum",
}


def check_reduce(reduce, allowed, dtype=None):
    """`dtype` is given for functions that look at it before the index."""
    if reduce not in allowed:
        expected = ", ".join(allowed)
        raise RuntimeError(f"'reduce': expected one of {expected}, found {reduce!r}")
    if dtype == torch.bool and reduce == "mean":
        raise NotImplementedError("'reduce': mean of truth values is not defined")


def get_identity(reduce, dtype):
    """Returns the neutral element of the reduction."""
    if reduce in ("sum", "mean"):
        return 0
    if reduce == "prod":
        return 1
    if dtype == torch.bool:
        return reduce == "amin"
    if dtype.is_floating_point:
        return float("inf") if reduce == "amin" else float("-inf")
    limits = torch.iinfo(dtype)
    return limits.max if reduce == "amin" else limits.min


class TupleSlots:
    """The slots that `tuples` name."""

    def __init__(self, tuples, options):
        self.tuples = tuples
        self.options = {"negative_indices": "reject", **options}

    def update(self, data, updates, is_in_place, reduction):
        options = {**self.options, "reduction": reduction}
        return update(data, self.tuples, updates, is_in_place, **options)

    def mark(self, data, first, dtype, reduction):
        """A tensor of `first` that broadcasts to `data`, reduced by ones."""
        depth = self.tuples.shape[-1]
        slots = torch.full(data.shape[:depth], first, dtype=dtype, device=data.device)
        ones = torch.ones(self.tuples.shape[:-1], dtype=dtype, device=data.device)
        marked = self.update(slots, ones, False, reduction)
        return marked.reshape(slots.shape + (1,) * (data.dim() - depth))


def reduce_slots(data, tuples, updates, *arguments, **options):
    """Reduces the slots of `data` that `tuples` name and their `updates`."""
    return reduce_each(TupleSlots(tuples, options), data, updates, *arguments)


def _may_record(data, updates):
    """Whether the gradients of a reduction may be asked for."""
    if is_exported():
        return False
    if torch.compiler.is_compiling():
        return data.requires_grad or updates.requires_grad
    return is_transformed() or records(data, updates)


def _get_extrema(slots, data, updates, reduce, named):
    """Returns the extrema of the updates of the slots `named`, with PyTorch's gradients: a
    former value that equals the result takes part in its division, and loses its part."""
    former, kind = data.detach(), REDUCTIONS[reduce]
    empty = data.masked_fill(named, get_identity(reduce, data.dtype))
    result = slots.update(empty, updates, False, kind)
    is_tie = named & (former == result.detach())
    if is_plain(data) and not is_tie.any():
        return result
    start = torch.where(is_tie, former, empty)
    return slots.update(start, updates, False, kind)


def reduce_each(slots, data, updates, reduce, include_self, is_in_place):
    """Reduces the slots of `data` and their `updates`."""
    if data.dtype.is_complex and reduce in ("amax", "amin"):
        raise NotImplementedError(f"'reduce': {reduce} of {data.dtype} is not defined")
    result = data
    if not include_self:
        # A slot that is named starts with the identity.
        named = slots.mark(data, 0, torch.uint8, "none").bool()
        identity = get_identity(reduce, data.dtype)
        if reduce in ("amax", "amin") and _may_record(data, updates):
            result = _get_extrema(slots, data, updates, reduce, named)
            return data.copy_(result) if is_in_place else result
        if is_in_place and is_plain(updates):
            updates = copy_shared(updates, data)
        fill = result.masked_fill_ if is_in_place else result.masked_fill
        result = fill(named, identity)
    # Copies that nothing else sees are updated in place.
    is_unseen = is_plain(data) and not (data.requires_grad or updates.requires_grad)
    is_ours = is_in_place or (is_unseen and not include_self)
    result = slots.update(result, updates, is_ours, REDUCTIONS[reduce])
    if reduce != "mean" or result.numel() == 0:
        return result
    count = slots.mark(data, int(include_self), torch.int64, "sum")
    count = count.clamp(min=1).to(data.dtype)
    is_integer = not (data.is_floating_point() or data.is_complex())
    divide = result.div_ if is_in_place or is_unseen else result.div
    return divide(count, rounding_mode="floor" if is_integer else None)
