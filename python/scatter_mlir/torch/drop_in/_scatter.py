# ===- _scatter.py - PyTorch's functions with an index for each element ------===#
"""PyTorch's scatter, scatter_add and scatter_reduce.

An index that is expanded along all dimensions but `dim` names slices. Any other index
names elements. In exported programs and for types that the op lacks it does so by
offsets in the memory of `data` where the call may look at the values of the index, which
must be in bounds, and else by tuples.
"""

from __future__ import annotations

import inspect
from typing import Any, Union

import torch

from .._functions import slice_scatter as slice_update
from . import _elements
from ._along import can_flatten, get_offset_type, update_along
from ._checks import (
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
from ._reduce import REDUCTIONS, check_reduce, reduce_slots
from ._update import UPDATES, in_place


def _make_numbers(index, axis, dtype, factor=1):
    """Returns `factor` times the position along `axis`, in a shape that broadcasts to
    that of `index`."""
    size = index.shape[axis]
    numbers = torch.arange(size, device=index.device, dtype=dtype)
    numbers = numbers * factor if factor != 1 else numbers
    return numbers.reshape((size,) + (1,) * (index.dim() - axis - 1))


def _make_tuples(index, dim):
    """Returns the position of each element of `index`, with the index as component `dim`."""
    if index.dim() == 1:
        return index.unsqueeze(-1)
    components = [
        index.long()
        if axis == dim
        else _make_numbers(index, axis, torch.int64).expand(index.shape)
        for axis in range(index.dim())
    ]
    return torch.stack(components, -1)


def _make_offsets(data, dim, index):
    """Returns the position of each element of `index` in the contiguous `data`."""
    dtype = get_offset_type(data)
    # In place, this is faster than an operation that converts.
    result = index.to(dtype, copy=True, memory_format=torch.contiguous_format)
    if data.stride(dim) != 1:
        result *= data.stride(dim)
    base = None
    for axis in range(index.dim()):
        if axis != dim:
            numbers = _make_numbers(index, axis, dtype, data.stride(axis))
            base = numbers if base is None else base + numbers
    return result.add_(base)


def _update_elements(data, dim, index, updates, function, is_in_place):
    """Calls `function(data, tuples, updates, is_in_place, **options)`, which updates
    slots of `data`, with those of single elements."""
    if data.dim() == 1 or not can_flatten(data, dim, index, is_in_place):
        return function(data, _make_tuples(index, dim), updates, is_in_place)
    shape, data = data.shape, data.contiguous()
    tuples = _make_offsets(data, dim, index).reshape(-1, 1)
    options = {"out_of_bounds": "undefined"}
    result = function(
        data.view(-1), tuples, updates.reshape(-1), is_in_place, **options
    )
    return result.view(shape)


def _narrow(tensor, sizes):
    """Returns the leading part of `tensor` of these sizes."""
    if tensor.shape == torch.Size(sizes):
        return tensor
    for axis, size in enumerate(sizes):
        tensor = tensor.narrow(axis, 0, size)
    return tensor


def _is_expanded(index, dim):
    """Whether the index is the same along all dimensions but `dim`, as memory shows."""
    return all(
        axis == dim or size == 1 or index.stride(axis) == 0
        for axis, size in enumerate(index.shape)
    )


def _update_slices(data, dim, index, updates, function, is_in_place):
    """Like _update_elements, with an index of slices. These may be a part of those of
    `data`."""
    for axis in range(index.dim()):
        if axis != dim:
            index = index.select(axis, 0).unsqueeze(axis)
    sizes = list(updates.shape)
    sizes[dim] = data.shape[dim]
    part = _narrow(data, sizes)
    result = update_along(
        part, dim, index.reshape(-1), updates, function, is_in_place
    )
    if is_in_place or result.shape == data.shape:
        return result
    bounds = [(axis, size) for axis, size in enumerate(updates.shape) if axis != dim]
    axes = [axis for axis, _ in bounds]
    return slice_update(
        data, result, [0] * len(axes), [size for _, size in bounds], None, axes
    )


def _check_shapes(data, dim, index, src):
    """The checks of PyTorch's scatter functions, in their order. `src` may be None."""
    rank = data.dim()
    if index.dim() != rank:
        raise RuntimeError(f"'index': expected a rank of {rank}, found {index.dim()}")
    sizes = list(enumerate(index.shape))
    fits = all(axis == dim or size <= data.shape[axis] for axis, size in sizes)
    if src is None:
        src = index
    fits_src = all(size <= src.shape[axis] for axis, size in sizes[: src.dim()])
    if src.dim() != rank:
        is_short = fits and fits_src and 0 < src.dim() < rank
        raise (IndexError if is_short else RuntimeError)(
            f"'src': expected a rank of {rank}, found {src.dim()}"
        )
    if not (fits and fits_src):
        raise RuntimeError(
            "'index': expected sizes of at most those of 'src' and, but for "
            f"dimension {dim}, of 'input', found {tuple(index.shape)}, "
            f"{tuple(src.shape)} and {tuple(data.shape)}"
        )


@in_place
def _run(
    input,
    dim,
    index,
    src,
    name,
    function,
    allowed=(),
    reduce=None,
    kind="none",
    include_self=True,
    *,
    is_in_place,
):
    """Checks the arguments and reduces the elements that the index names, or calls
    `function` with their slots. `src` is a tensor or a number. `reduce` is None or one
    of `allowed`, the argument of PyTorch's function `name`."""
    is_tensor = isinstance(src, torch.Tensor)
    dim = wrap_dim(dim, input.dim())
    if index.numel():
        check_index_type(index)
    if is_tensor:
        check_same_type(input, src, "src")
    data, index = (each.reshape(1) if each.dim() == 0 else each for each in (input, index))
    if is_tensor and src.dim() == 0 and data.dim() == 1:
        src = src.reshape(1)
    if index.numel():
        _check_shapes(data, dim, index, src if is_tensor else None)
    if is_in_place:
        others = {"src": src} if is_tensor else {}
        check_written(input, index=index, **others)
    if reduce is not None:
        check_reduce(reduce, allowed, input.dtype)
    given = (src if is_tensor else 1,)
    if name == "scatter_reduce":
        given, options = (*given, reduce), {"include_self": include_self}
    else:
        options = {} if reduce is None else {"reduce": reduce}
    check_defined(name, input, dim, index, *given, **options)
    if index.numel() == 0:
        return update_nothing(input, src, is_in_place)
    if is_tensor:
        src = _narrow(src, index.shape)
    else:
        src = convert_number(src, input, "value").expand(index.shape)
    data, src = resolve(data, src)
    if not is_in_place:
        # The results of PyTorch are row-major too.
        data = data.contiguous()
    if _elements.can_run(data, index, src, kind):
        arguments = kind, include_self, is_in_place
        result = _elements.run(data, dim, index, src, *arguments)
        if result is not None:
            return input if is_in_place else result.reshape(input.shape)
    if _elements.can_trace(data, index, src, kind):
        arguments = kind, include_self, is_in_place
        result = _elements.trace(data, dim, index, src, *arguments)
        return input if is_in_place else result.reshape(input.shape)
    run = _update_slices if _is_expanded(index, dim) else _update_elements
    result = run(data, dim, index, src, function, is_in_place)
    return input if is_in_place else result.reshape(input.shape)


#: An argument that is not given: None is refused, as by PyTorch.
_NOT_GIVEN: Any = inspect.Parameter.empty


def _scatter(input, dim, index, src, value, reduce, *, is_in_place):
    given = [each is not _NOT_GIVEN for each in (src, value)]
    if sum(given) != 1:
        found = "both" if all(given) else "none"
        raise TypeError(f"expected one of 'src' and 'value', found {found}")
    check_tensors(input=input, index=index)
    if value is not _NOT_GIVEN:
        check_number(value, "value")
        src = value.item() if isinstance(value, torch.Tensor) else value
    elif not isinstance(src, torch.Tensor):
        check_number(src, "src", or_tensor=True)
    if reduce is _NOT_GIVEN:
        reduce = None
    elif not isinstance(reduce, str):
        raise TypeError(f"'reduce': expected a string, found {type(reduce).__name__}")
    function = UPDATES.get(reduce)
    allowed = ("add", "multiply")
    kind = "none" if reduce is None else reduce
    arguments = input, dim, index, src, "scatter", function, allowed, reduce, kind
    return _run(*arguments, is_in_place=is_in_place)


def scatter(
    input: torch.Tensor,
    dim: int,
    index: torch.Tensor,
    src: Union[torch.Tensor, Number] = _NOT_GIVEN,
    *,
    value: Number = _NOT_GIVEN,
    reduce: str = _NOT_GIVEN,
) -> torch.Tensor:
    """`torch.scatter`: a copy of `input` with `src`, a tensor or a number, at the
    positions that `index` names along `dim`. `reduce` is "add" or "multiply". The last
    of several duplicates wins, and gets the gradient.

    Example:
        >>> import torch
        >>> from scatter_mlir.torch import scatter
        >>> scatter(torch.zeros(2, 3), 1, torch.tensor([[2], [0]]), 7)
        tensor([[0., 0., 7.],
                [7., 0., 0.]])
    """
    return _scatter(input, dim, index, src, value, reduce, is_in_place=False)


def scatter_(
    input: torch.Tensor,
    dim: int,
    index: torch.Tensor,
    src: Union[torch.Tensor, Number] = _NOT_GIVEN,
    *,
    value: Number = _NOT_GIVEN,
    reduce: str = _NOT_GIVEN,
) -> torch.Tensor:
    """`Tensor.scatter_`: `scatter` in place. Returns `input`."""
    return _scatter(input, dim, index, src, value, reduce, is_in_place=True)


def scatter_add(
    input: torch.Tensor, dim: int, index: torch.Tensor, src: torch.Tensor
) -> torch.Tensor:
    """`torch.scatter_add`: adds `src` to a copy of `input` at the positions that
    `index` names along `dim`."""
    result = _elements.try_elements(input, dim, index, src, "sum")
    if result is not None:
        return result
    check_tensors(input=input, index=index, src=src)
    arguments = input, dim, index, src, "scatter_add", UPDATES["add"], (), None, "sum"
    return _run(*arguments, is_in_place=False)


def scatter_add_(
    input: torch.Tensor, dim: int, index: torch.Tensor, src: torch.Tensor
) -> torch.Tensor:
    """`Tensor.scatter_add_`: `scatter_add` in place. Returns `input`."""
    check_tensors(input=input, index=index, src=src)
    arguments = input, dim, index, src, "scatter_add", UPDATES["add"], (), None, "sum"
    return _run(*arguments, is_in_place=True)


def _reduce(input, dim, index, src, reduce, include_self, *, is_in_place):
    check_tensors(input=input, index=index, src=src)
    kind = {"max": "amax", "min": "amin"}.get(reduce, reduce)

    def function(data, tuples, updates, is_in_place, **options):
        arguments = data, tuples, updates, kind, include_self, is_in_place
        return reduce_slots(*arguments, **options)

    allowed = tuple(REDUCTIONS)
    arguments = input, dim, index, src, "scatter_reduce", function, allowed
    options = reduce, kind, include_self
    return _run(*arguments, *options, is_in_place=is_in_place)


def scatter_reduce(
    input: torch.Tensor,
    dim: int,
    index: torch.Tensor,
    src: torch.Tensor,
    reduce: str,
    *,
    include_self: bool = True,
) -> torch.Tensor:
    """`torch.scatter_reduce` with `reduce` one of "sum", "prod", "mean", "amax",
    "amin". An index that is expanded along all dimensions but `dim`, as by
    `index[:, None].expand(n, width)`, updates whole slices. No copy of the index is
    made, also where gradients are recorded."""
    if reduce in REDUCTIONS:
        kind = {"max": "amax", "min": "amin"}.get(reduce, reduce)
        arguments = input, dim, index, src, kind, include_self
        result = _elements.try_elements(*arguments)
        if result is not None:
            return result
    return _reduce(input, dim, index, src, reduce, include_self, is_in_place=False)


def scatter_reduce_(
    input: torch.Tensor,
    dim: int,
    index: torch.Tensor,
    src: torch.Tensor,
    reduce: str,
    *,
    include_self: bool = True,
) -> torch.Tensor:
    """`Tensor.scatter_reduce_`: `scatter_reduce` in place. Returns `input`."""
    return _reduce(input, dim, index, src, reduce, include_self, is_in_place=True)
