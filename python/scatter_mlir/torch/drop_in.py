# ===- drop_in.py - functions of PyTorch on top of the ops ----------------===#
"""PyTorch's functions of these names, with its signatures.

They differ from PyTorch's in this: duplicates are applied in their order, so
that the last one wins and float sums are the same on every run, and an index
out of bounds is always an IndexError, raised before anything is written.
"""

from __future__ import annotations

from typing import Any, Sequence

import torch

from ._functions import scatter_nd_update
from ._functions import slice_scatter as _slice_scatter

#: PyTorch's reductions as those of the ops. A mean is a sum that is divided.
_REDUCTIONS = {"sum": "sum", "prod": "prod", "amax": "max", "amin": "min", "mean": "sum"}


def _check_same_type(input, source, name):
    if input.dtype != source.dtype:
        raise RuntimeError(
            f"'{name}': expected the element type of 'input', {input.dtype}, "
            f"found {source.dtype}"
        )


def _find_position(indices):
    """Returns the position of the dimensions of the indices in the result."""
    given = [dim for dim, index in enumerate(indices) if index is not None]
    is_adjacent = given == list(range(given[0], given[-1] + 1))
    return given, given[0] if is_adjacent else 0


def _expand_masks(indices):
    """Replaces masks by the indices of their true elements."""
    result: list[torch.Tensor | None] = []
    for index in indices:
        if index is not None and index.dtype in (torch.bool, torch.uint8):
            result.extend(index.nonzero().unbind(1))
        else:
            result.append(index)
    return result


def index_put(
    input: torch.Tensor,
    indices: Sequence[torch.Tensor | None],
    values: torch.Tensor,
    accumulate: bool = False,
) -> torch.Tensor:
    """`torch.index_put`: a copy of `input` with `result[indices] = values`, or
    `+=` if `accumulate`, for which duplicates count each.

    Example:
        >>> import torch
        >>> from scatter_mlir.torch import index_put
        >>> index = torch.tensor([0, 0, -1])
        >>> index_put(torch.zeros(3), (index,), torch.ones(3), accumulate=True)
        tensor([2., 0., 1.])
    """
    _check_same_type(input, values, "values")
    indices = _expand_masks(indices)
    if len(indices) > input.dim():
        raise IndexError(
            f"'indices': expected at most {input.dim()}, the rank of 'input', "
            f"found {len(indices)}"
        )
    if all(index is None for index in indices):
        raise IndexError("'indices': expected at least one index")
    given, position = _find_position(indices)
    tensors = torch.broadcast_tensors(*(indices[dim] for dim in given))
    tuples = torch.stack([tensor.long() for tensor in tensors], -1)
    order = given + [dim for dim in range(input.dim()) if dim not in given]
    data = input.permute(order)
    # The shape of input[indices], to which values are broadcast.
    rest = list(data.shape[len(given) :])
    rank = tuples.dim() - 1
    shape = rest[:position] + list(tuples.shape[:-1]) + rest[position:]
    values = values.expand(shape) if list(values.shape) != shape else values
    values = values.movedim(
        list(range(position, position + rank)), list(range(rank))
    )
    result = scatter_nd_update(
        data, tuples, values, reduction="sum" if accumulate else "none"
    )
    return result.permute([order.index(dim) for dim in range(input.dim())])


def _check_index(index, source, dim, name):
    if index.dim() > 1:
        raise IndexError(f"'index': expected a rank of at most 1, found {index.dim()}")
    if index.dtype not in (torch.int32, torch.int64):
        raise RuntimeError(f"'index': expected int32 or int64, found {index.dtype}")
    if source.shape[dim] != index.shape[0]:
        raise RuntimeError(
            f"'{name}': expected {index.shape[0]} slices along dimension {dim}, as many "
            f"as 'index' has, found {source.shape[dim]}"
        )


def _convert_slices(input, dim, index, source):
    """Moves the dimension of the index to the front. Tensors of rank 0 get a dimension."""
    if input.dim() == 0:
        input = input.reshape(1)
    source = source.reshape(1) if source.dim() == 0 else source
    index = index.reshape(1) if index.dim() == 0 else index
    rank = input.dim()
    if not -rank <= dim < rank:
        raise IndexError(f"'dim': expected [{-rank}, {rank - 1}], found {dim}")
    dim %= rank
    if source.dim() != rank:
        raise RuntimeError(f"'source': expected a rank of {rank}, found {source.dim()}")
    _check_same_type(input, source, "source")
    _check_index(index, source, dim, "source")
    return input.movedim(dim, 0), index.unsqueeze(1), source.movedim(dim, 0), dim


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
        updates = updates & bool(alpha) if updates.dtype == torch.bool else updates * alpha
    result = scatter_nd_update(
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
    options: dict[str, Any] = {"negative_indices": "reject"}
    result = data
    if not include_self:
        identity = torch.full_like(updates, _get_identity(reduce, data.dtype))
        result = scatter_nd_update(data, tuples, identity, **options)
    options["reduction"] = _REDUCTIONS[reduce]
    result = scatter_nd_update(result, tuples, updates, **options)
    if reduce != "mean":
        return result
    count = (torch.ones_like if include_self else torch.zeros_like)(data)
    count = scatter_nd_update(count, tuples, torch.ones_like(updates), **options)
    count = count.masked_fill(count == 0, 1)
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
    "amin". Takes 8 bytes of memory for each element of `index` and dimension."""
    _check_reduce(reduce, tuple(_REDUCTIONS))
    _check_same_type(input, src, "src")
    if index.dtype not in (torch.int32, torch.int64):
        raise RuntimeError(f"'index': expected int32 or int64, found {index.dtype}")
    if index.numel() == 0:
        return input.clone()
    data = input.reshape(1) if input.dim() == 0 else input
    index = index.reshape(1) if index.dim() == 0 else index
    src = src.reshape(1) if src.dim() == 0 else src
    rank = data.dim()
    if not -rank <= dim < rank:
        raise IndexError(f"'dim': expected [{-rank}, {rank - 1}], found {dim}")
    dim %= rank
    if index.dim() != rank or src.dim() != rank:
        raise RuntimeError(
            f"'index', 'src': expected a rank of {rank}, found {index.dim()} "
            f"and {src.dim()}"
        )
    for axis, size in enumerate(index.shape):
        if size > src.shape[axis] or (axis != dim and size > data.shape[axis]):
            raise RuntimeError(
                "'index': expected sizes of at most those of 'src' and, but for "
                f"dimension {dim}, of 'input', found {tuple(index.shape)}, "
                f"{tuple(src.shape)} and {tuple(data.shape)}"
            )
    for axis, size in enumerate(index.shape):
        src = src.narrow(axis, 0, size)
    result = _reduce(data, _make_tuples(index, dim), src, reduce, include_self)
    return result.reshape(input.shape)


def slice_scatter(
    input: torch.Tensor,
    src: torch.Tensor,
    dim: int = 0,
    start: int | None = None,
    end: int | None = None,
    step: int = 1,
) -> torch.Tensor:
    """`torch.slice_scatter`: a copy of `input` with `src` in `start:end:step` of
    `dim`."""
    _check_same_type(input, src, "src")
    if step < 1:
        raise RuntimeError(f"'step': expected a positive step, found {step}")
    return _slice_scatter(input, src, start, end, step, dim)
