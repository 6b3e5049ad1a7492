# ===- drop_in.py - functions of PyTorch on top of the ops ----------------===#
"""PyTorch's functions of these names, with its signatures.

They differ from PyTorch's in this: duplicates are applied in their order, so
that the last one wins and float sums are the same on every run, and an index
out of bounds is always an error, raised before anything is written: an
`IndexOutOfBounds`, where PyTorch's functions raise an IndexError or a
RuntimeError.
"""

from __future__ import annotations

from typing import Any, Sequence

import torch

from ._convert import count_slice as _count_slice
from ._functions import scatter_nd_update
from ._functions import slice_scatter as _slice_scatter

#: PyTorch's reductions as those of the ops. A mean is a sum that is divided.
_REDUCTIONS = {
    "sum": "sum",
    "prod": "prod",
    "amax": "max",
    "amin": "min",
    "max": "max",
    "min": "min",
    "mean": "sum",
}


class IndexOutOfBounds(IndexError, RuntimeError):
    """An index that is out of bounds, in the terms of PyTorch's functions."""


def _update(data, tuples, updates, **options):
    """`scatter_nd_update` with the error of this module."""
    if torch.compiler.is_compiling():
        return scatter_nd_update(data, tuples, updates, **options)
    try:
        return scatter_nd_update(data, tuples, updates, **options)
    except IndexError as error:
        raise IndexOutOfBounds(str(error)) from None


_MASKS = (torch.bool, torch.uint8)


def _check_same_type(input, source, name):
    if input.dtype != source.dtype:
        raise RuntimeError(
            f"'{name}': expected the element type of 'input', {input.dtype}, "
            f"found {source.dtype}"
        )


def _check_tensors(**tensors):
    """Raises TypeError for what is no tensor, as PyTorch's functions do."""
    for name, value in tensors.items():
        if not isinstance(value, torch.Tensor):
            raise TypeError(f"'{name}': expected a tensor, found {type(value).__name__}")


def _resolve(*tensors):
    """The same tensors without a pending conjugation or negation."""
    return [tensor.resolve_conj().resolve_neg() for tensor in tensors]


def _wrap_dim(dim, rank):
    """Returns `dim` in [0, rank); a tensor of rank 0 counts as a vector."""
    rank = max(rank, 1)
    if not -rank <= dim < rank:
        raise IndexError(f"'dim': expected [{-rank}, {rank - 1}], found {dim}")
    return dim % rank


def _find_position(indices):
    """Returns the position of the dimensions of the indices in the result."""
    given = [dim for dim, index in enumerate(indices) if index is not None]
    is_adjacent = given == list(range(given[0], given[-1] + 1))
    return given, given[0] if is_adjacent else 0


def _expand_masks(indices, shape):
    """Replaces masks by the indices of their true elements. Each has the shape of the
    dimensions that it indexes."""
    result: list[torch.Tensor | None] = []
    for position, index in enumerate(indices):
        if index is None:
            result.append(index)
            continue
        if index.dtype not in (torch.int64, torch.int32, *_MASKS):
            raise IndexError(
                f"'indices': expected int64, int32 or masks, found {index.dtype} at "
                f"position {position}"
            )
        if index.dtype not in _MASKS:
            result.append(index)
            continue
        indexed = tuple(shape[len(result) : len(result) + index.dim()])
        if tuple(index.shape) != indexed:
            raise IndexError(
                f"'indices': expected a mask of the shape {indexed} of the dimensions "
                f"that it indexes, found {tuple(index.shape)} at position {position}"
            )
        result.extend(index.nonzero().unbind(1))
    return result


def _fill_mask(input, indices, value):
    """`input` with a number where the one mask among the indices is true. As in
    PyTorch, the number may have another type and any rank."""
    position = next(i for i, index in enumerate(indices) if index is not None)
    mask = indices[position]
    _expand_masks([None] * position + [mask], input.shape)
    if mask.dtype == torch.uint8:
        raise RuntimeError("'indices': expected a mask of bool, found torch.uint8")
    if value.dtype.is_complex and not input.dtype.is_complex and value.item().imag:
        raise RuntimeError(
            f"'values': expected a real number for {input.dtype}, found {value.item()}"
        )
    mask = mask.reshape(mask.shape + (1,) * (input.dim() - position - mask.dim()))
    return torch.where(mask, value.reshape(()).to(input.dtype), input)


def index_put(
    input: torch.Tensor,
    indices: Sequence[torch.Tensor | None],
    values: torch.Tensor,
    accumulate: bool = False,
) -> torch.Tensor:
    """`torch.index_put`: a copy of `input` with `result[indices] = values`, or
    `+=` if `accumulate`, for which duplicates count each. A mask has the shape of the
    dimensions that it indexes; None stands for a whole dimension.

    Example:
        >>> import torch
        >>> from scatter_mlir.torch import index_put
        >>> index = torch.tensor([0, 0, -1])
        >>> index_put(torch.zeros(3), (index,), torch.ones(3), accumulate=True)
        tensor([2., 0., 1.])
    """
    _check_tensors(input=input, values=values)
    indices = list(indices)
    for index in indices:
        if index is not None:
            _check_tensors(indices=index)
    if all(index is None for index in indices) and input.numel():
        raise RuntimeError("'indices': expected at least one index, found none")
    input, values = _resolve(input, values)
    rank = input.dim()
    dims = [
        index.dim() if index is not None and index.dtype in _MASKS else 1
        for index in indices
    ]
    count = max(sum(dims), len(dims))
    if count > rank:
        raise IndexError(
            f"'indices': expected at most {rank}, the rank of 'input', found {count}"
        )
    given = [index for index in indices if index is not None]
    if len(given) == 1 and given[0].dtype in _MASKS and values.numel() == 1:
        # A number where a mask is true: how many are does not matter.
        if not accumulate:
            return _fill_mask(input, indices, values)
    indices = _expand_masks(indices, input.shape)
    if all(index is None for index in indices):
        if input.numel() == 0:
            _check_same_type(input, values, "values")
            values.expand(input.shape)
            return input.clone()
        raise RuntimeError("'indices': expected masks of rank 1 or more")
    given, position = _find_position(indices)
    try:
        tensors = torch.broadcast_tensors(*(indices[dim] for dim in given))
    except RuntimeError:
        shapes = [tuple(indices[dim].shape) for dim in given]
        raise IndexError(
            f"'indices': expected shapes that broadcast, found {shapes}"
        ) from None
    tuples = torch.stack([tensor.long() for tensor in tensors], -1)
    order = given + [dim for dim in range(rank) if dim not in given]
    data = input.permute(order)
    # The shape of input[indices], to which values are broadcast.
    rest = list(data.shape[len(given) :])
    tuple_rank = tuples.dim() - 1
    shape = rest[:position] + list(tuples.shape[:-1]) + rest[position:]
    if tuples.numel() and 0 in data.shape[: len(given)]:
        raise IndexOutOfBounds("'indices': expected none for a dimension of size 0")
    _check_same_type(input, values, "values")
    values = values.expand(shape)
    values = values.movedim(
        list(range(position, position + tuple_rank)), list(range(tuple_rank))
    )
    result = _update(
        data, tuples, values, reduction="sum" if accumulate else "none"
    )
    return result.permute([order.index(dim) for dim in range(rank)])


def _convert_slices(input, dim, index, source):
    """Moves the dimension of the index to the front, after the checks of PyTorch's
    index_add. Tensors of rank 0 get a dimension."""
    _check_tensors(input=input, index=index, source=source)
    dim = _wrap_dim(dim, input.dim())
    if index.dim() > 1:
        raise IndexError(f"'index': expected a rank of at most 1, found {index.dim()}")
    if index.dtype not in (torch.int32, torch.int64):
        raise RuntimeError(f"'index': expected int32 or int64, found {index.dtype}")
    _check_same_type(input, source, "source")
    if source.dim() == 0 and dim == 0 and index.numel() != 1:
        raise IndexError(
            f"'index': expected one for a source of rank 0, found {index.numel()}"
        )
    if source.dim() != input.dim():
        raise RuntimeError(
            f"'source': expected a rank of {input.dim()}, found {source.dim()}"
        )
    index = index.reshape(1) if index.dim() == 0 else index
    expected = list(input.shape)
    expected[dim : dim + 1] = [index.shape[0]] if expected else []
    if list(source.shape) != expected or (not expected and index.shape[0] != 1):
        raise RuntimeError(
            f"'source': expected the shape {tuple(expected)}, that of 'input' with as "
            f"many slices along dimension {dim} as 'index' has, "
            f"{index.shape[0]}, found {tuple(source.shape)}"
        )
    input, source = _resolve(input, source)
    if input.dim() == 0:
        input, source = input.reshape(1), source.reshape(1)
    return input.movedim(dim, 0), index.unsqueeze(1), source.movedim(dim, 0), dim


def _scale(updates, alpha, is_empty):
    """Multiplies by `alpha`, converted to the type of `updates` as PyTorch does, which
    does not look at it if `is_empty`, the result has no elements."""
    dtype = updates.dtype
    if dtype.is_complex:
        return updates * alpha
    if dtype == torch.bool:
        return updates & bool(alpha)
    if isinstance(alpha, complex):
        if alpha.imag and not is_empty:
            raise RuntimeError(
                f"'alpha': expected a real number for {dtype}, found {alpha}"
            )
        alpha = alpha.real
    return updates * (alpha if dtype.is_floating_point else int(alpha))


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
    data, tuples, updates, axis = _convert_slices(input, dim, index, source)
    if alpha != 1:
        is_empty = input.dim() > 1 and 0 in (input.numel(), index.numel())
        updates = _scale(updates, alpha, is_empty)
    result = _update(
        data, tuples, updates, reduction="sum", negative_indices="reject"
    )
    return result.movedim(0, axis).reshape(input.shape)


def _get_identity(reduce, dtype):
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


def _check_reduce(reduce, allowed):
    if reduce not in allowed:
        expected = ", ".join(allowed)
        raise RuntimeError(f"'reduce': expected one of {expected}, found {reduce!r}")


def _reduce(data, tuples, updates, reduce, include_self):
    """Implements the two functions below with index tuples."""
    if data.dtype.is_complex and reduce in ("amax", "amin"):
        raise NotImplementedError(f"'reduce': {reduce} of {data.dtype} is not defined")
    options: dict[str, Any] = {"negative_indices": "reject"}
    depth = tuples.shape[-1]
    slots, ones = data.shape[:depth], (1,) * (data.dim() - depth)
    result = data
    if not include_self:
        # A slot that is named starts with the identity.
        named = _update(
            torch.zeros(slots, dtype=torch.bool, device=data.device),
            tuples,
            torch.ones(tuples.shape[:-1], dtype=torch.bool, device=data.device),
            **options,
        )
        identity = _get_identity(reduce, data.dtype)
        result = result.masked_fill(named.reshape(slots + ones), identity)
    result = _update(result, tuples, updates, reduction=_REDUCTIONS[reduce], **options)
    if reduce != "mean" or result.numel() == 0:
        return result
    count = _update(
        torch.full(slots, int(include_self), device=data.device),
        tuples,
        torch.ones(tuples.shape[:-1], dtype=torch.int64, device=data.device),
        reduction="sum",
        **options,
    )
    count = count.clamp(min=1).to(data.dtype).reshape(slots + ones)
    is_integer = not (data.is_floating_point() or data.is_complex())
    return result.div(count, rounding_mode="floor" if is_integer else None)


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
    _check_reduce(reduce, ("prod", "mean", "amax", "amin"))
    data, tuples, updates, axis = _convert_slices(input, dim, index, source)
    result = _reduce(data, tuples, updates, reduce, include_self)
    return result.movedim(0, axis).reshape(input.shape)


def _make_tuples(index, dim):
    """Returns the position of each element of `index`, with the index as component `dim`."""
    components = []
    for axis, size in enumerate(index.shape):
        if axis == dim:
            components.append(index.long())
            continue
        numbers = torch.arange(size, device=index.device)
        numbers = numbers.reshape((size,) + (1,) * (index.dim() - axis - 1))
        components.append(numbers.expand(index.shape))
    return torch.stack(components, -1)


def _check_scatter_shapes(data, dim, index, src):
    """The checks of PyTorch's scatter functions, in their order."""
    rank = data.dim()
    ranks = (
        f"'index', 'src': expected a rank of {rank}, found {index.dim()} and {src.dim()}"
    )
    if index.dim() != rank:
        raise RuntimeError(ranks)
    sizes = list(enumerate(index.shape))
    fits = all(axis == dim or size <= data.shape[axis] for axis, size in sizes)
    fits_src = all(size <= src.shape[axis] for axis, size in sizes[: src.dim()])
    if src.dim() != rank:
        is_short = fits and fits_src and 0 < src.dim() < rank
        raise (IndexError if is_short else RuntimeError)(ranks)
    if not (fits and fits_src):
        raise RuntimeError(
            "'index': expected sizes of at most those of 'src' and, but for "
            f"dimension {dim}, of 'input', found {tuple(index.shape)}, "
            f"{tuple(src.shape)} and {tuple(data.shape)}"
        )


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
    `index[:, None].expand(n, width)`, updates whole slices; any other one takes 8 bytes
    of memory for each element of `index` and dimension."""
    _check_tensors(input=input, index=index, src=src)
    dim = _wrap_dim(dim, input.dim())
    if index.dtype not in (torch.int32, torch.int64) and index.numel():
        raise RuntimeError(f"'index': expected int32 or int64, found {index.dtype}")
    _check_same_type(input, src, "src")
    if index.numel() == 0:
        _check_reduce(reduce, tuple(_REDUCTIONS))
        return input.clone()
    input, src = _resolve(input, src)
    data = input.reshape(1) if input.dim() == 0 else input
    index = index.reshape(1) if index.dim() == 0 else index
    src = src.reshape(1) if src.dim() == 0 and data.dim() == 1 else src
    _check_scatter_shapes(data, dim, index, src)
    _check_reduce(reduce, tuple(_REDUCTIONS))
    reduce = {"max": "amax", "min": "amin"}.get(reduce, reduce)
    for axis, size in enumerate(index.shape):
        src = src.narrow(axis, 0, size)
    if _is_expanded(index, dim):
        return _reduce_slices(data, dim, index, src, reduce, include_self).reshape(
            input.shape
        )
    result = _reduce(data, _make_tuples(index, dim), src, reduce, include_self)
    return result.reshape(input.shape)


def _is_expanded(index, dim):
    """Whether the index is the same along all dimensions but `dim`, as memory shows."""
    return all(
        axis == dim or size == 1 or index.stride(axis) == 0
        for axis, size in enumerate(index.shape)
    )


def _reduce_slices(data, dim, index, src, reduce, include_self):
    """`scatter_reduce` with an index of slices. These may be a part of those of
    `data`."""
    for axis in range(index.dim()):
        if axis != dim:
            index = index.select(axis, 0).unsqueeze(axis)
    tuples = index.reshape(-1, 1)
    part = data
    for axis, size in enumerate(src.shape):
        if axis != dim:
            part = part.narrow(axis, 0, size)
    result = _reduce(
        part.movedim(dim, 0), tuples, src.movedim(dim, 0), reduce, include_self
    ).movedim(0, dim)
    if result.shape == data.shape:
        return result
    bounds = [(axis, size) for axis, size in enumerate(src.shape) if axis != dim]
    axes = [axis for axis, _ in bounds]
    return _slice_scatter(
        data, result, [0] * len(axes), [size for _, size in bounds], None, axes
    )


def slice_scatter(
    input: torch.Tensor,
    src: torch.Tensor,
    dim: int = 0,
    start: int | None = None,
    end: int | None = None,
    step: int = 1,
) -> torch.Tensor:
    """`torch.slice_scatter`: a copy of `input` with `src` in `start:end:step` of
    `dim`. `src` is converted to the type of `input`."""
    _check_tensors(input=input, src=src)
    if input.dim() == 0:
        raise IndexError("'input': expected a rank of at least 1, found 0")
    dim = _wrap_dim(dim, input.dim())
    if step < 1:
        raise RuntimeError(f"'step': expected a positive step, found {step}")
    expected = list(input.shape)
    expected[dim] = _count_slice(start, end, step, expected[dim])
    if list(src.shape) != expected:
        raise RuntimeError(
            f"'src': expected the shape of the slice, {tuple(expected)}, found "
            f"{tuple(src.shape)}"
        )
    input, src = _resolve(input, src)
    return _slice_scatter(input, src.to(input.dtype), start, end, step, dim)
