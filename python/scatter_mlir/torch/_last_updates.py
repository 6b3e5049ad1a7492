# ===- _last_updates.py - which of several updates stays --------------------===#
"""The gradient of updates that overwrite each other: the last one of a slot gets it."""

import math

import torch

from ._observers import is_plain


def mask(values, valid):
    """Returns `values`, with 0 for tuples that are not valid."""
    if valid is None:
        return values
    valid = valid.reshape(valid.shape + (1,) * (values.dim() - valid.dim()))
    return values.masked_fill(~valid, 0)


def gather_last(update, grad):
    """Returns for each update the gradient of its slot if it is the last one there, and
    else 0."""
    if update.is_unique:
        return update.gather(grad)
    part, shape, slots, rank = update.get_numbered(grad)
    count, total = math.prod(shape), math.prod(slots)
    # Traced code does not branch on sizes that are not known.
    is_known = isinstance(count, int) and isinstance(total, int)
    if is_known and count <= total and is_plain(part.indices) and is_plain(grad):
        # Bytes are the cheapest way to see that no slot has two updates.
        ones = torch.ones((), dtype=torch.uint8).expand(shape)
        marks = part.scatter(torch.zeros(slots, dtype=torch.uint8), ones, "none")
        if marks.count_nonzero() == count:
            return update.gather(grad)
    dtype = torch.int32 if is_known and count < (1 << 31) - 1 else torch.int64
    numbers = torch.arange(count, dtype=dtype, device=grad.device).reshape(shape)
    if not slots:
        # All of the data is one slot.
        is_last = numbers == count - 1
    else:
        last = torch.full(slots, count, dtype=dtype, device=grad.device)
        last = part.scatter(last, numbers, "none")
        if is_known and total <= 2 * count:
            return update.spread(grad, last, count)
        is_last = part.gather(last) == numbers
    is_last = is_last.reshape(is_last.shape + (1,) * rank)
    return update.gather(grad).masked_fill(~is_last, 0)
