# ===- _functions.py - the functions of the ops ---------------------------===#
"""What a call does: eager tensors go to the package, all others to the ops.

A compiled function compares before each call all functions and globals that were
looked at when it was traced, so that it is only asked here whether one is.
"""

from __future__ import annotations

from typing import Any, Literal, Sequence, SupportsIndex, Union

import torch
from torch.autograd import forward_ad

import scatter_mlir
from scatter_mlir._updates import get_updates_shape

from . import _vmap  # noqa: F401
from ._autograd import LINEAR, run_nd, run_slice
from ._library import nd_update_, slice_update_
from ._recorded import NDInPlace, NDUpdate, SliceInPlace

_Bounds = Union[SupportsIndex, Sequence[Union[SupportsIndex, None]], None]
_INT64 = torch.iinfo(torch.int64)
_PLAIN = (torch.Tensor, torch.nn.Parameter)
_get_level = torch._C._functorch.maybe_current_level
_count_dispatch_modes = torch._C._len_torch_dispatch_stack
_count_function_modes = torch._C._len_torch_function_stack
_get_tracing_state = torch._C._get_tracing_state
_is_compiling = torch.compiler.is_compiling


def _is_observed():
    """Whether a transform, a mode or a tracer sees what ops are called."""
    return (
        _count_dispatch_modes() > 0
        or _count_function_modes() > 0
        or _get_level() is not None
        or forward_ad._current_level >= 0
        or _get_tracing_state() is not None
    )


def _is_eager(data, indices, updates):
    """Whether a call is no more than an update of memory."""
    if _is_compiling() or type(data) not in _PLAIN or not data.is_cpu:
        return False
    # Classes of tensors with rules of their own are left to the dispatcher.
    if type(indices) not in _PLAIN and isinstance(indices, torch.Tensor):
        return False
    is_tensor = type(updates) in _PLAIN
    if (not is_tensor and isinstance(updates, torch.Tensor)) or _is_observed():
        return False
    if data.requires_grad or (is_tensor and updates.requires_grad):
        return not torch.is_grad_enabled()
    return True


def _is_leaf_update(data):
    return data.requires_grad and data.is_leaf and torch.is_grad_enabled()


def _check_in_place(data):
    if _is_leaf_update(data):
        raise RuntimeError(
            "a leaf Variable that requires grad is being used in an in-place operation."
        )


def _convert_indices(indices, data):
    if not isinstance(indices, torch.Tensor):
        indices = torch.as_tensor(indices, device=data.device)
        if indices.numel() == 0:
            indices = indices.long()
    if indices.dtype in (torch.int64, torch.int32, torch.uint64):
        return indices
    kinds = (torch.int8, torch.int16, torch.uint8, torch.uint16, torch.uint32)
    if indices.dtype not in kinds:
        raise TypeError(
            f"'indices': expected integers of at most 64 bits, found {indices.dtype}"
        )
    return indices.long()


def _convert_updates(updates, data, shape):
    """Updates of the type of `data` and of `shape`, to which they are broadcast."""
    if not isinstance(updates, torch.Tensor):
        updates = torch.as_tensor(updates, device=data.device)
        if updates.dtype != data.dtype:
            updates = _cast(updates, data.dtype)
    elif updates.dtype != data.dtype and updates.dim() == 0:
        updates = _cast(updates, data.dtype)
    if updates.dtype != data.dtype:
        raise TypeError(
            f"'updates': expected the element type of 'data', {data.dtype}, "
            f"found {updates.dtype}"
        )
    while updates.dim() > len(shape) and updates.shape[0] == 1:
        updates = updates[0]
    if tuple(updates.shape) == tuple(shape):
        return updates
    try:
        return updates.expand(shape)
    except RuntimeError:
        raise ValueError(
            f"'updates': expected a shape that broadcasts to {tuple(shape)}, "
            f"found {tuple(updates.shape)}"
        ) from None


def _cast(updates, dtype):
    if not torch.can_cast(updates.dtype, dtype):
        raise TypeError(
            f"'updates': expected what {dtype} can hold, found {updates.dtype}"
        )
    return updates.to(dtype)


def _convert_nd(data, indices, updates):
    indices = _convert_indices(indices, data)
    shape = get_updates_shape(data.shape, indices.shape)
    return indices, _convert_updates(updates, data, shape)


def _is_recorded(data, indices, updates):
    """Whether an eager call records gradients and is seen by nothing else."""
    return (
        not _is_compiling()
        and type(data) in _PLAIN
        and data.is_cpu
        and (indices is None or type(indices) in _PLAIN)
        and type(updates) in _PLAIN
        and not _is_observed()
        and torch.is_grad_enabled()
        and (data.requires_grad or updates.requires_grad)
    )


def scatter_nd_update(
    data: torch.Tensor,
    indices: Any,
    updates: Any,
    *,
    reduction: Literal["none", "sum", "sub", "prod", "min", "max"] = "none",
    out_of_bounds: Literal["error", "drop", "clamp", "undefined"] = "error",
    negative_indices: Literal["wrap", "reject"] = "wrap",
    unique_indices: bool = False,
    indices_are_sorted: bool = False,
    threads: int | None = None,
) -> torch.Tensor:
    """`scatter_mlir.scatter_nd_update` as an op of PyTorch.

    Args:
        data: tensor of rank r >= 1 on the CPU.
        indices: integers of rank q >= 1; k = indices.shape[-1] is at most r.
        updates: tensor of data's element type that broadcasts to
            `indices.shape[:-1] + data.shape[k:]`, or a number or a list.
        reduction, out_of_bounds, negative_indices, unique_indices,
            indices_are_sorted, threads: as in `scatter_mlir.scatter_nd_update`.

    Returns:
        A tensor.

    Raises:
        IndexError: an index is out of bounds.
        ValueError: shapes do not fit, or an unknown option.
        TypeError: element types do not fit or are not supported.

    Example:
        >>> import torch
        >>> from scatter_mlir.torch import scatter_nd_update
        >>> updates = torch.ones(3, requires_grad=True)
        >>> result = scatter_nd_update(torch.zeros(3), [[0], [2], [0]], updates)
        >>> result.sum().backward()
        >>> result.detach(), updates.grad
        (tensor([1., 0., 1.]), tensor([0., 1., 1.]))
    """
    if _is_eager(data, indices, updates):
        return scatter_mlir.scatter_nd_update(
            data,
            indices,
            updates,
            reduction=reduction,
            out_of_bounds=out_of_bounds,
            negative_indices=negative_indices,
            unique_indices=unique_indices,
            indices_are_sorted=indices_are_sorted,
            threads=threads,
        )
    indices, updates = _convert_nd(data, indices, updates)
    options = {
        "reduction": reduction,
        "out_of_bounds": out_of_bounds,
        "negative_indices": negative_indices,
        "unique_indices": unique_indices,
        "indices_are_sorted": indices_are_sorted,
        "threads": threads,
    }
    if _is_recorded(data, indices, updates):
        return NDUpdate.apply(data, indices, updates, options)
    return run_nd(data, indices, updates, options)


def scatter_nd_update_(
    data: torch.Tensor,
    indices: Any,
    updates: Any,
    *,
    reduction: Literal["none", "sum", "sub", "prod", "min", "max"] = "none",
    out_of_bounds: Literal["error", "drop", "clamp", "undefined"] = "error",
    negative_indices: Literal["wrap", "reject"] = "wrap",
    unique_indices: bool = False,
    indices_are_sorted: bool = False,
    threads: int | None = None,
) -> torch.Tensor:
    """`scatter_nd_update` in place. Returns `data`."""
    if _is_eager(data, indices, updates):
        return scatter_mlir.scatter_nd_update(
            data,
            indices,
            updates,
            reduction=reduction,
            out_of_bounds=out_of_bounds,
            negative_indices=negative_indices,
            unique_indices=unique_indices,
            indices_are_sorted=indices_are_sorted,
            out=data,
            threads=threads,
        )
    if not _is_compiling():
        _check_in_place(data)
    indices, updates = _convert_nd(data, indices, updates)
    options = {
        "reduction": reduction,
        "out_of_bounds": out_of_bounds,
        "negative_indices": negative_indices,
        "unique_indices": unique_indices,
        "indices_are_sorted": indices_are_sorted,
        "threads": threads,
    }
    if _is_recorded(data, indices, updates) and reduction in LINEAR:
        return NDInPlace.apply(data, indices, updates, options)
    nd_update_(data, indices, updates, **options)
    return data


def _convert_slice(data, updates, start, stop, step, axes):
    """Updates of the shape of the slice, and bounds as integers."""
    given = {"start": start, "stop": stop, "step": step, "axes": axes}
    given = {
        name: tuple(value) if isinstance(value, Sequence) else (value,)
        for name, value in given.items()
        if value is not None
    }
    counts = {name: len(value) for name, value in given.items()}
    if len(set(counts.values())) > 1:
        raise ValueError(f"expected as many entries in each bound, found {counts}")
    count = next(iter(counts.values()), 0)
    axes = given.pop("axes", tuple(range(count)))
    rank = data.dim()
    if count > rank:
        raise ValueError(f"expected at most {rank} entries, found {count}")
    for axis in axes:
        if not -rank <= axis < rank:
            raise ValueError(
                f"'axes': expected axes in [{-rank}, {rank - 1}], found {axis}"
            )
    axes = [axis % rank for axis in axes]
    if len(set(axes)) != len(axes):
        raise ValueError(f"'axes': expected distinct axes, found {axes}")
    starts, stops, steps, shape = [], [], [], list(data.shape)
    bounds = (given.get(name, (None,) * count) for name in ("start", "stop", "step"))
    for axis, begin, end, stride in zip(axes, *bounds):
        stride = 1 if stride is None else stride
        if stride == 0:
            raise ValueError("'step': expected steps other than 0, found 0")
        low, high = (_INT64.min, _INT64.max)[:: 1 if stride > 0 else -1]
        begin, end = low if begin is None else begin, high if end is None else end
        shape[axis] = _count(begin, end, stride, shape[axis])
        starts.append(_clip(begin))
        stops.append(_clip(end))
        steps.append(_clip(stride))
    return _convert_updates(updates, data, shape), (starts, stops, steps, axes)


def _clip(bound):
    """Bounds beyond 64 bits mean the same as the largest."""
    if isinstance(bound, int):
        return min(max(bound, _INT64.min), _INT64.max)
    return bound


def _count(begin, end, stride, size):
    """The number of elements of a slice, of symbolic integers as well."""
    low, high = (0, size) if stride > 0 else (-1, size - 1)
    begin = max(begin + size, low) if begin < 0 else min(begin, high)
    end = max(end + size, low) if end < 0 else min(end, high)
    if stride > 0:
        return max((end - begin + stride - 1) // stride, 0)
    return max((begin - end - stride - 1) // -stride, 0)


def slice_scatter(
    data: torch.Tensor,
    updates: Any,
    start: _Bounds = None,
    stop: _Bounds = None,
    step: _Bounds = None,
    axes: SupportsIndex | Sequence[SupportsIndex] | None = None,
    *,
    threads: int | None = None,
) -> torch.Tensor:
    """`scatter_mlir.slice_scatter` as an op of PyTorch.

    The arguments are those of `scatter_mlir.slice_scatter`; for PyTorch's own
    signature see `scatter_mlir.torch.drop_in.slice_scatter`.

    Returns:
        A tensor.

    Raises:
        ValueError: shapes or lengths do not fit, or a step is zero.
        TypeError: element types do not fit or are not supported.

    Example:
        >>> import torch
        >>> from scatter_mlir.torch import slice_scatter
        >>> slice_scatter(torch.arange(6), torch.tensor([10, 20]), 1, 5, 2)
        tensor([ 0, 10,  2, 20,  4,  5])
    """
    if _is_eager(data, None, updates):
        return scatter_mlir.slice_scatter(
            data, updates, start, stop, step, axes, threads=threads
        )
    updates, bounds = _convert_slice(data, updates, start, stop, step, axes)
    return run_slice(data, updates, bounds, threads)


def slice_scatter_(
    data: torch.Tensor,
    updates: Any,
    start: _Bounds = None,
    stop: _Bounds = None,
    step: _Bounds = None,
    axes: SupportsIndex | Sequence[SupportsIndex] | None = None,
    *,
    threads: int | None = None,
) -> torch.Tensor:
    """`slice_scatter` in place. Returns `data`."""
    if _is_eager(data, None, updates):
        return scatter_mlir.slice_scatter(
            data, updates, start, stop, step, axes, out=data, threads=threads
        )
    if not _is_compiling():
        _check_in_place(data)
    updates, bounds = _convert_slice(data, updates, start, stop, step, axes)
    if _is_recorded(data, None, updates):
        return SliceInPlace.apply(data, updates, bounds, threads)
    slice_update_(data, updates, *bounds, threads=threads)
    return data
