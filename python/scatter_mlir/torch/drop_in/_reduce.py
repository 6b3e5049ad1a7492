# ===- _reduce.py - reductions of slots ------------------------------------===#
"""PyTorch's reductions of the updates of each slot."""

from __future__ import annotations

from typing import Any

import torch

from .._functions import is_plain
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


def check_reduce(reduce, allowed):
    if reduce not in allowed:
        expected = ", ".join(allowed)
        raise RuntimeError(f"'reduce': expected one of {expected}, found {reduce!r}")


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


def reduce_slots(data, tuples, updates, reduce, include_self, is_in_place, **options):
    """Reduces the slots of `data` that `tuples` name and their `updates`."""
    if data.dtype.is_complex and reduce in ("amax", "amin"):
        raise NotImplementedError(f"'reduce': {reduce} of {data.dtype} is not defined")
    if data.dtype == torch.bool and reduce == "mean":
        raise NotImplementedError("'reduce': mean of truth values is not defined")
    options: dict[str, Any] = {"negative_indices": "reject", **options}
    depth = tuples.shape[-1]
    slots, ones = data.shape[:depth], (1,) * (data.dim() - depth)
    result = data
    if not include_self:
        # A slot that is named starts with the identity.
        named = update(
            torch.zeros(slots, dtype=torch.bool, device=data.device),
            tuples,
            torch.ones(tuples.shape[:-1], dtype=torch.bool, device=data.device),
            **options,
        ).reshape(slots + ones)
        identity = get_identity(reduce, data.dtype)
        if is_in_place and is_plain(updates):
            updates = copy_shared(updates, data)
        fill = result.masked_fill_ if is_in_place else result.masked_fill
        result = fill(named, identity)
    # Copies that nothing else sees are updated in place.
    is_unseen = is_plain(data) and not (data.requires_grad or updates.requires_grad)
    is_ours = is_in_place or (is_unseen and not include_self)
    result = update(
        result, tuples, updates, is_ours, reduction=REDUCTIONS[reduce], **options
    )
    if reduce != "mean" or result.numel() == 0:
        return result
    count = update(
        torch.full(slots, int(include_self), dtype=torch.int64, device=data.device),
        tuples,
        torch.ones(tuples.shape[:-1], dtype=torch.int64, device=data.device),
        reduction="sum",
        **options,
    )
    count = count.clamp(min=1).to(data.dtype).reshape(slots + ones)
    is_integer = not (data.is_floating_point() or data.is_complex())
    divide = result.div_ if is_in_place or is_unseen else result.div
    return divide(count, rounding_mode="floor" if is_integer else None)
