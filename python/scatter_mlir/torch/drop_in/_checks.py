# ===- _checks.py - checks that the drop-ins share -------------------------===#
"""The checks of PyTorch's functions, with messages in the terms of the caller."""

from __future__ import annotations

import operator

import torch

from .._functions import is_plain


class IndexOutOfBounds(IndexError, RuntimeError):
    """An index that is out of bounds, in the terms of PyTorch's functions."""


def check_same_type(input, source, name):
    if input.dtype != source.dtype:
        raise RuntimeError(
            f"'{name}': expected the element type of 'input', {input.dtype}, "
            f"found {source.dtype}"
        )


def check_tensors(**tensors):
    """Raises TypeError for what is no tensor, as PyTorch's functions do."""
    for name, value in tensors.items():
        if not isinstance(value, torch.Tensor):
            kind = type(value)
            hint = ""
            if kind.__module__ == "numpy":
                hint = "; use torch.from_numpy(...)"
            raise TypeError(f"'{name}': expected a tensor, found {kind.__name__}{hint}")


def wrap_dim(dim, rank):
    """Returns `dim` in [0, rank); a tensor of rank 0 counts as a vector."""
    if not isinstance(dim, int):
        try:
            dim = operator.index(dim)
        except TypeError:
            raise TypeError(
                f"'dim': expected an integer, found {type(dim).__name__}"
            ) from None
    rank = max(rank, 1)
    if not -rank <= dim < rank:
        raise IndexError(f"'dim': expected [{-rank}, {rank - 1}], found {dim}")
    return dim % rank


def resolve(*tensors):
    """The same tensors without a pending conjugation or negation."""
    if torch.compiler.is_compiling():
        # Ops resolve what is pending. A copy of a tensor would not be written.
        return [t.resolve_conj() if t.dtype.is_complex else t for t in tensors]
    return [
        t.resolve_conj().resolve_neg() if t.is_conj() or t.is_neg() else t
        for t in tensors
    ]


def check_index_type(index, name="index"):
    if index.dtype not in (torch.int32, torch.int64):
        raise RuntimeError(f"'{name}': expected int32 or int64, found {index.dtype}")


def _is_dense(tensor):
    """Whether the elements fill one range of memory, in any order of the dimensions."""
    size = 1
    dims = sorted((dim for dim in zip(tensor.stride(), tensor.shape) if dim[1] != 1))
    for stride, extent in dims:
        if stride != size:
            return False
        size *= extent
    return True


def _get_range(tensor):
    begin = tensor.data_ptr()
    return begin, begin + tensor.numel() * tensor.element_size()


def _share_memory(first, second):
    """Whether PyTorch finds that both tensors have elements in the same memory. It looks
    at tensors that fill one range of memory only."""
    if first is second:
        return True
    (begin, end), (start, stop) = _get_range(first), _get_range(second)
    is_apart = end <= start or stop <= begin or 0 in (end - begin, stop - start)
    return not is_apart and _is_dense(first) and _is_dense(second)


def copy_shared(tensor, written):
    """Returns a copy of `tensor` if it may be a part of `written`."""
    storages = [each.untyped_storage().data_ptr() for each in (tensor, written)]
    return tensor.clone() if storages[0] == storages[1] else tensor


def check_written(input, **others):
    """Raises RuntimeError if `input`, which is to be written, shares memory among its
    elements or with `others`."""
    if not is_plain(input):
        return
    if torch._debug_has_internal_overlap(input) == 1:
        raise RuntimeError(
            "'input': expected elements that do not share memory, found an expanded "
            "tensor; use input.clone()"
        )
    for name, other in others.items():
        if is_plain(other) and _share_memory(input, other):
            raise RuntimeError(
                f"'{name}': expected other memory than that of 'input', which is "
                f"written, found a part of it; use {name}.clone()"
            )
