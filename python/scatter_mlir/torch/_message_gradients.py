# ===- _message_gradients.py - derivatives of message passing --------------===#
"""Gradients of the messages and weights of `gather_scatter`, as ops of PyTorch."""

import math

import torch

#: The bytes of a block of products of rows.
_BLOCK_BYTES = 256 << 10


def wrap(indices, size):
    """Returns indices that do not count from the end, as int64."""
    indices = indices.long()
    return torch.where(indices < 0, indices + size, indices)


def expand(values, like):
    """Returns one value for each row of `like`, to be broadcast to it."""
    return values.reshape(values.shape + (1,) * (like.dim() - 1))


def _get_count_type(dtype):
    """Returns a type in which numbers of messages up to 2^24 are exact."""
    return torch.float64 if dtype in (torch.float64, torch.complex128) else torch.float32


def divide_by_counts(grad, dst, size):
    """Returns the rows of `grad`, divided by the numbers of their messages."""
    dtype = _get_count_type(grad.dtype)
    ones = torch.ones_like(dst, dtype=dtype)
    counts = grad.new_zeros(size, dtype=dtype).index_add(0, dst, ones).clamp(min=1)
    return (grad / expand(counts, grad)).to(grad.dtype)


def sum_products(values, rows):
    """Returns the sum of the products of the elements of each row."""
    return (values * rows).reshape(len(rows), math.prod(rows.shape[1:])).sum(1)


def sum_rows(values, dst, size):
    """Returns the sum of the rows of `values` for each row of the result."""
    return values.new_zeros((size, *values.shape[1:])).index_add(0, dst, values)


def dot_rows(x, src, grad, dst):
    """Returns the product of row src[e] of `x` and row dst[e] of `grad` for each e. The
    products of their elements are in blocks that a core's cache holds."""
    count, row = len(src), max(x[:1].numel() * x.element_size(), 1)
    step = max(_BLOCK_BYTES // row, 1)
    if torch.compiler.is_compiling() or count <= step:
        step = max(count, 1)

    def dot(begin):
        end = min(begin + step, count)
        values = grad.index_select(0, dst[begin:end])
        return sum_products(x.index_select(0, src[begin:end]), values)

    parts = [dot(begin) for begin in range(0, count, step)]
    return torch.cat(parts) if parts else x.new_zeros(0)


def get_message_gradients(reduction, messages, result, grad, dst):
    """Returns the gradients of the messages for min, max and prod, as those of PyTorch's
    scatter_reduce: equal messages share that of an extremum."""
    size = len(result)
    if reduction in ("min", "max"):
        is_taken = messages == result.index_select(0, dst)
        hits = is_taken.to(_get_count_type(grad.dtype))
        # Of a NaN result there are no hits, and infinite shares become NaN.
        shares = (grad / sum_rows(hits, dst, size)).to(grad.dtype)
        return shares.index_select(0, dst) * is_taken
    is_zero = messages == 0
    zeros = sum_rows(is_zero.to(grad.dtype), dst, size)
    others = torch.where(is_zero, torch.ones_like(messages), messages)
    index = expand(dst, messages).expand(messages.shape)
    product = torch.ones_like(result).scatter_reduce(0, index, others, "prod")
    of_zero = torch.where(zeros == 1, grad * product, torch.zeros_like(grad))
    return torch.where(
        is_zero, of_zero.index_select(0, dst), (grad * result).index_select(0, dst) / others
    )
