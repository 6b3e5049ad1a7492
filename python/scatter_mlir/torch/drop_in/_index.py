# ===- _index.py - PyTorch's functions on slices along a dimension ----------===#
"""PyTorch's index_add, index_copy, index_fill and index_reduce."""

from __future__ import annotations

from typing import Any, Union

import torch

from . import _elements
from ._along import update_along
from ._checks import (
    PARTIAL,
    check_defined,
    check_index_type,
    check_same_type,
    check_tensors,
    check_written,
    resolve,
    update_nothing,
    wrap_dim,
)
from ._numbers import Number, check_number, convert_number
from ._reduce import check_reduce, reduce_slots
from ._update import UPDATES, in_place, update


_REDUCTIONS = "prod", "mean", "amax", "amin"
#: The types for which index_reduce lacks some reductions.
_RARE = frozenset((torch.bool, torch.complex32, torch.complex64, torch.complex128))


def _check_index(input, dim, index, source):
    """The checks of index_add and index_reduce, in their order."""
    if index.dim() > 1:
        raise IndexError(f"'index': expected a rank of at most 1, found {index.dim()}")
    check_index_type(index)
    check_same_type(input, source, "source")
    _check_single(dim == 0, index, source)
    if source.dim() != input.dim():
        raise RuntimeError(
            f"'source': expected a rank of {input.dim()}, found {source.dim()}"
        )


def _check_single(is_relevant, index, source):
    if source.dim() == 0 and is_relevant and index.numel() != 1:
        raise IndexError(
            f"'index': expected one for a source of rank 0, found {index.numel()}"
        )


def _check_copied(input, dim, index, source):
    """The checks of index_copy, in their order."""
    if index.dim() > 1:
        raise IndexError(f"'index': expected a rank of at most 1, found {index.dim()}")
    _check_single(True, index, source)
    if source.dim() != input.dim() and source.dim() and input.dim():
        raise IndexError(
            f"'source': expected a rank of {input.dim()}, found {source.dim()}"
        )
    if index.dtype != torch.int64:
        raise RuntimeError(f"'index': expected int64, found {index.dtype}")
    check_same_type(input, source, "source")


def _check_reduced(input, index, reduce, include_self):
    """PyTorch has few of these reductions for complex numbers and truth values: of
    vectors none, and without the elements of `input` none."""
    dtype = input.dtype
    if dtype not in _RARE:
        return
    if input.dim() > 1 and include_self:
        defined = ("prod", "mean") if dtype.is_complex else ("prod", "amax", "amin")
        if reduce in defined or index.numel() == 0:
            return
    how = "" if include_self else " with include_self=False"
    raise NotImplementedError(
        f"'reduce': {reduce}{how} of a tensor of rank {input.dim()} is not defined for "
        f"{dtype}"
    )


def _check_slices(input, dim, index, source):
    expected = list(input.shape)
    expected[dim : dim + 1] = [index.numel()] if expected else []
    if list(source.shape) != expected or (not expected and index.numel() != 1):
        raise RuntimeError(
            f"'source': expected the shape {tuple(expected)}, that of 'input' with as "
            f"many slices along dimension {dim} as 'index' has, "
            f"{index.numel()}, found {tuple(source.shape)}"
        )


def _check_copied_slices(input, dim, index, source):
    """Like _check_slices, where vectors and tensors of rank 0 go together."""
    sizes = [list(tensor.shape) for tensor in (input, source)]
    for shape in sizes:
        del shape[dim : dim + 1]
    if sizes[0] != sizes[1]:
        raise RuntimeError(
            f"'source': expected the sizes {tuple(sizes[0])} of 'input' in all "
            f"dimensions but {dim}, found {tuple(sizes[1])}"
        )
    if source.dim() and index.numel() != source.shape[dim]:
        raise IndexError(
            f"'source': expected {index.numel()} slices along dimension {dim}, as many "
            f"as 'index' has, found {source.shape[dim]}"
        )


def _as_vectors(*tensors):
    """The same tensors, with a dimension instead of none."""
    return [tensor.reshape(1) if tensor.dim() == 0 else tensor for tensor in tensors]


def _run(
    input, dim, index, source, is_in_place, function, kind, include_self=True, is_fill=False
):
    """Reduces the slices that `index` names along `dim`, or calls `function` with the
    slots. Negative indices of index_fill count from the end."""
    data, source, index = _as_vectors(*resolve(input, source), index)
    if not (is_in_place or is_fill):
        # The results of PyTorch are row-major too, but for index_fill.
        data = data.contiguous()
    is_unseen = data.dim() > 1 if kind == "sum" else kind == "none" and data.shape[dim]
    if data.numel() == 0 and is_unseen:
        # PyTorch does not look at the index.
        return update_nothing(input, source, is_in_place)
    if _elements.can_run(data, index, source, kind):
        arguments = kind, include_self, is_in_place, is_fill
        result = _elements.run(data, dim, index, source, *arguments)
        if result is not None:
            return result if input.dim() else result.reshape(())
    if index.numel() and _elements.can_trace(data, index, source, kind):
        arguments = kind, include_self, is_in_place, is_fill
        result = _elements.trace(data, dim, index, source, *arguments)
        return result if input.dim() else result.reshape(())
    result = update_along(data, dim, index, source, function, is_in_place)
    return result if input.dim() else result.reshape(())


def _check(input, dim, index, source, is_in_place, checks):
    """Returns `dim` in [0, rank) after all checks."""
    check_tensors(input=input, index=index, source=source)
    dim = wrap_dim(dim, input.dim())
    for check in checks:
        check(input, dim, index, source)
    if is_in_place:
        check_written(input, index=index, source=source)
    return dim


def _scale(updates, alpha):
    """Multiplies by `alpha`, converted to the type of `updates` as PyTorch does."""
    dtype = updates.dtype
    if dtype.is_complex:
        return updates * alpha
    if dtype == torch.bool:
        return updates & bool(alpha)
    if isinstance(alpha, complex):
        if alpha.imag:
            raise RuntimeError(
                f"'alpha': expected a real number for {dtype}, found {alpha}"
            )
        alpha = alpha.real
    return updates * (alpha if dtype.is_floating_point else int(alpha))


@in_place
def _add(input, dim, index, source, alpha, *, is_in_place):
    checks = _check_index, _check_slices
    dim = _check(input, dim, index, source, is_in_place, checks)
    check_defined("index_add", input, dim, index, source, alpha=alpha)
    # PyTorch does not look at alpha if the result has no elements.
    is_empty = input.dim() > 1 and 0 in (input.numel(), index.numel())
    if alpha != 1 and not is_empty:
        source = _scale(source, alpha)
    return _run(input, dim, index, source, is_in_place, UPDATES["add"], "sum")


def index_add(
    input: torch.Tensor,
    dim: int,
    index: torch.Tensor,
    source: torch.Tensor,
    *,
    alpha: Any = 1,
) -> torch.Tensor:
    """`torch.index_add`: adds `alpha * source[..., i, ...]` to the slice `index[i]`
    of a copy of `input` along `dim`."""
    if type(alpha) is int and alpha == 1:
        result = _elements.try_slices(input, dim, index, source, "sum")
        if result is not None:
            return result
    return _add(input, dim, index, source, alpha, is_in_place=False)


def index_add_(
    input: torch.Tensor,
    dim: int,
    index: torch.Tensor,
    source: torch.Tensor,
    *,
    alpha: Any = 1,
) -> torch.Tensor:
    """`Tensor.index_add_`: `index_add` in place. Returns `input`."""
    return _add(input, dim, index, source, alpha, is_in_place=True)


@in_place
def _copy(input, dim, index, source, *, is_in_place):
    check_tensors(input=input, index=index, source=source)
    wrap_dim(dim, input.dim())
    if is_in_place:
        # PyTorch looks at this first here.
        check_written(input, index=index, source=source)
    checks = _check_copied, _check_copied_slices
    dim = _check(input, dim, index, source, is_in_place, checks)
    check_defined("index_copy", input, dim, index, source)
    return _run(input, dim, index, source, is_in_place, UPDATES[None], "none")


def index_copy(
    input: torch.Tensor, dim: int, index: torch.Tensor, source: torch.Tensor
) -> torch.Tensor:
    """`torch.index_copy`: a copy of `input` whose slice `index[i]` along `dim` is
    `source[..., i, ...]`.

    Example:
        >>> import torch
        >>> from scatter_mlir.torch import index_copy
        >>> index_copy(torch.zeros(3), 0, torch.tensor([2, 0]), torch.tensor([5.0, 6]))
        tensor([6., 0., 5.])
    """
    return _copy(input, dim, index, source, is_in_place=False)


def index_copy_(
    input: torch.Tensor, dim: int, index: torch.Tensor, source: torch.Tensor
) -> torch.Tensor:
    """`Tensor.index_copy_`: `index_copy` in place. Returns `input`."""
    return _copy(input, dim, index, source, is_in_place=True)


@in_place
def _fill(input, dim, index, value, *, is_in_place):
    check_tensors(input=input, index=index)
    check_number(value, "value", or_tensor=True)
    if isinstance(value, torch.Tensor) and value.dim():
        raise RuntimeError(f"'value': expected a rank of 0, found {value.dim()}")
    if index.dtype != torch.int64:
        raise IndexError(f"'index': expected int64, found {index.dtype}")
    if is_in_place:
        check_written(input, index=index)
    dtype = value.dtype if isinstance(value, torch.Tensor) else None
    is_complex = isinstance(value, complex) if dtype is None else dtype.is_complex
    if is_complex and not input.dtype.is_complex:
        raise RuntimeError(
            f"'value': expected a real number for {input.dtype}, found {value}"
        )
    dim = wrap_dim(dim, input.dim())
    if index.dim() > 1:
        raise RuntimeError(
            f"'index': expected a rank of at most 1, found {index.dim()}"
        )
    check_defined("index_fill", input, dim, index, 1)
    value = convert_number(value, input, "value")
    shape = list(input.shape)
    shape[dim : dim + 1] = [index.numel()]
    value = value.expand(shape)
    return _run(input, dim, index, value, is_in_place, update, "none", is_fill=True)


def index_fill(
    input: torch.Tensor,
    dim: int,
    index: torch.Tensor,
    value: Union[Number, torch.Tensor],
) -> torch.Tensor:
    """`torch.index_fill`: a copy of `input` with `value`, a number or a tensor of rank
    0, in the slices `index` along `dim`. Negative indices count from the end."""
    return _fill(input, dim, index, value, is_in_place=False)


def index_fill_(
    input: torch.Tensor,
    dim: int,
    index: torch.Tensor,
    value: Union[Number, torch.Tensor],
) -> torch.Tensor:
    """`Tensor.index_fill_`: `index_fill` in place. Returns `input`."""
    return _fill(input, dim, index, value, is_in_place=True)


@in_place
def _reduce(input, dim, index, source, reduce, include_self, *, is_in_place):
    check_reduce(reduce, _REDUCTIONS)
    checks = _check_index, _check_slices
    dim = _check(input, dim, index, source, is_in_place, checks)
    _check_reduced(input, index, reduce, include_self)
    options = {"include_self": include_self}
    check_defined("index_reduce", input, dim, index, source, reduce, **options)
    if index.numel() == 0 and input.dtype in _RARE | PARTIAL:
        return update_nothing(input, source, is_in_place)

    def function(data, tuples, updates, is_in_place, **options):
        arguments = data, tuples, updates, reduce, include_self, is_in_place
        return reduce_slots(*arguments, **options)

    arguments = is_in_place, function, reduce, include_self
    return _run(input, dim, index, source, *arguments)


def index_reduce(
    input: torch.Tensor,
    dim: int,
    index: torch.Tensor,
    source: torch.Tensor,
    reduce: str,
    *,
    include_self: bool = True,
) -> torch.Tensor:
    """`torch.index_reduce` with `reduce` one of "prod", "mean", "amax", "amin".

    Example:
        >>> import torch
        >>> from scatter_mlir.torch import index_reduce
        >>> index, source = torch.tensor([0, 2, 0]), torch.tensor([3.0, 5.0, 4.0])
        >>> index_reduce(torch.ones(3), 0, index, source, "prod")
        tensor([12.,  1.,  5.])
    """
    if reduce in _REDUCTIONS and getattr(input, "dtype", None) not in _RARE:
        arguments = input, dim, index, source, reduce, include_self
        result = _elements.try_slices(*arguments)
        if result is not None:
            return result
    return _reduce(input, dim, index, source, reduce, include_self, is_in_place=False)


def index_reduce_(
    input: torch.Tensor,
    dim: int,
    index: torch.Tensor,
    source: torch.Tensor,
    reduce: str,
    *,
    include_self: bool = True,
) -> torch.Tensor:
    """`Tensor.index_reduce_`: `index_reduce` in place. Returns `input`."""
    return _reduce(input, dim, index, source, reduce, include_self, is_in_place=True)
