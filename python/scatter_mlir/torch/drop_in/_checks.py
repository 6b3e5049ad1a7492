# ===- _checks.py - checks that the drop-ins share -------------------------===#
"""The checks of PyTorch's functions, with messages in the terms of the caller."""

from __future__ import annotations

import functools
import operator

import torch

from .._functions import is_plain
from .._observers import PLAIN, is_observed


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


#: The types for which PyTorch has some of these functions.
PARTIAL = frozenset(
    getattr(torch, name)
    for name in (
        "uint16",
        "uint32",
        "uint64",
        "float8_e4m3fn",
        "float8_e4m3fnuz",
        "float8_e5m2",
        "float8_e5m2fnuz",
        "float8_e8m0fnu",
    )
    if hasattr(torch, name)
)


def _describe(argument):
    """A key for what decides whether PyTorch has a function: the type of a tensor, and
    which of its sizes are 0, 1 or more."""
    if isinstance(argument, torch.Tensor):
        sizes = tuple([min(size, 2) for size in argument.shape])
        is_mask = argument.dtype in (torch.bool, torch.uint8) and argument.numel() > 0
        count = min(int(argument.bool().sum()), 2) if is_mask else 0
        return argument.dtype, sizes, count
    if isinstance(argument, (tuple, list)):
        return tuple([_describe(each) for each in argument])
    return argument


def _make_small(described):
    """Returns an argument of this description."""
    if isinstance(described, tuple) and described and isinstance(described[0], torch.dtype):
        dtype, sizes, count = described
        result = torch.zeros(sizes, dtype=torch.uint8)
        result.view(-1)[:count] = 1
        return result.to(dtype)
    if isinstance(described, tuple):
        return tuple([_make_small(each) for each in described])
    return described


@functools.lru_cache(maxsize=4096)
def _find_missing(name, described, options):
    """Returns PyTorch's message if it lacks a kernel for a call like this."""
    arguments = _make_small(described)
    # The op accepts None among the indices of index_put.
    owner = torch.ops.aten if name == "index_put" else torch.Tensor
    try:
        getattr(owner, name)(*arguments, **dict(options))
    except NotImplementedError as error:
        return str(error)
    except Exception:  # noqa: BLE001
        pass  # Another argument is wrong, which other checks say.
    return None


def check_defined(name, input, *arguments, **options):
    """Raises NotImplementedError if PyTorch has no kernel of its function `name` for the
    type of `input` in a call like this. PyTorch itself knows: it runs a small one."""
    if input.dtype not in PARTIAL or not is_plain(input):
        return
    described = _describe((input, *arguments))
    message = _find_missing(name, described, tuple(options.items()))
    if message is not None:
        raise NotImplementedError(
            f"'input': {name} is not defined for {input.dtype} in PyTorch: {message}"
        )


def update_nothing(input, updates, is_in_place):
    """Returns the result of an update without effect. A tensor `updates` gets a gradient
    of zeros."""
    result = input if is_in_place else input.clone()
    is_recorded = isinstance(updates, torch.Tensor) and updates.requires_grad
    if not (is_recorded and torch.is_grad_enabled()):
        return result
    # Subtracting 0 changes no bits.
    nothing = updates.reshape(-1)[:0].sum(dtype=result.dtype)
    return result.sub_(nothing) if is_in_place else result.sub(nothing)


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


def _has_memory(tensor):
    """Whether the elements of `tensor`, which may be of a subclass, are in memory."""
    if type(tensor) not in PLAIN:
        rules = type(tensor).__torch_dispatch__, torch.Tensor.__torch_dispatch__
        if torch.compiler.is_compiling() or rules[0] != rules[1]:
            return False
        return tensor.is_cpu and tensor.layout == torch.strided and not is_observed()
    return is_plain(tensor)


def check_written(input, **others):
    """Raises RuntimeError if `input`, which is to be written, shares memory among its
    elements or with `others`."""
    if not _has_memory(input):
        return
    if torch._debug_has_internal_overlap(input) == 1:
        raise RuntimeError(
            "'input': expected elements that do not share memory, found an expanded "
            "tensor; use input.clone()"
        )
    for name, other in others.items():
        if _has_memory(other) and _share_memory(input, other):
            raise RuntimeError(
                f"'{name}': expected other memory than that of 'input', which is "
                f"written, found a part of it; use {name}.clone()"
            )
