# ===- _functions.py - the functions of the ops ---------------------------===#
"""Calls with eager tensors go to the package, all others to the ops.

Before each call, a compiled function checks guards on all functions and globals that
were used during tracing, which takes longer than a small update. Traced code therefore
uses few of them: the ops convert tensors themselves.
"""

from __future__ import annotations

from typing import Any, Literal, Sequence, SupportsIndex, Union

import torch

import scatter_mlir
from scatter_mlir._calls import CHOICES
from scatter_mlir._threads import check_threads

from . import _dispatch, _vmap  # noqa: F401
from ._autograd import LINEAR, run_nd, run_slice
from ._observers import PLAIN, is_observed, is_plain
from ._convert import check_data, convert_nd, convert_slice, may_equal
from ._fused import can_fuse_nd, fuse_nd, fuse_slice, is_fused
from ._library import nd_update, nd_update_, slice_update, slice_update_
from ._recorded import NDInPlace, NDUpdate, SliceInPlace

_Bounds = Union[SupportsIndex, Sequence[Union[SupportsIndex, None]], None]
_is_compiling = torch.compiler.is_compiling
_Tensor = torch.Tensor
#: Found now, as torch.compile cannot trace how it is found.
_ALL_THREADS = check_threads("all")


def _is_converted(data, indices, updates):
    """Whether kernels take the arguments, in traced code: torch.compile turns errors of
    ops into RuntimeErrors. Sizes that are not known yet are checked later."""
    if not (isinstance(indices, _Tensor) and isinstance(updates, _Tensor)):
        return False
    if indices.dtype not in (torch.int64, torch.int32) or not isinstance(data, _Tensor):
        return False
    rank, depth = indices.dim() - 1, indices.shape[-1] if indices.dim() else 0
    if rank < 0 or updates.dim() != rank + data.dim() - depth:
        return False
    expected = indices.shape[:-1] + data.shape[depth:]
    return updates.dtype == data.dtype and all(
        [may_equal(size, other) for size, other in zip(updates.shape, expected)]
    )


def _get_threads(threads):
    """Returns a number of threads for the ops, or None if it is not given."""
    return _ALL_THREADS if threads == "all" else check_threads(threads)


def _check_traced(options):
    """Checks the options of a traced call, whose op cannot raise these errors. Each
    table that is read is one more guard of the compiled function."""
    names = "reduction", "out_of_bounds", "negative_indices"
    if tuple(options[name] for name in names) == ("none", "error", "wrap"):
        return
    for name in names:
        if options[name] not in CHOICES[name]:
            # The message of eager calls comes from C++, which cannot be traced.
            expected = ", ".join(map(repr, CHOICES[name]))
            raise ValueError(
                f"'{name}': expected one of {expected}, found {options[name]!r}"
            )


def is_eager(data, indices, updates):
    """Whether a call is only an update of memory."""
    if type(data) not in PLAIN or not data.is_cpu:
        return False
    # Tensor subclasses may have their own rules and go to the dispatcher.
    if type(indices) not in PLAIN and isinstance(indices, torch.Tensor):
        return False
    is_tensor = type(updates) in PLAIN
    if (not is_tensor and isinstance(updates, torch.Tensor)) or is_observed():
        return False
    if data.requires_grad or (is_tensor and updates.requires_grad):
        return not torch.is_grad_enabled()
    return True


def is_exported():
    """Whether a call becomes a part of an exported program or ONNX model.

    Exporters drop or reject ops that return nothing, so that an update in place is
    written there as a copy of its result.
    """
    if _is_compiling():
        return torch.compiler.is_exporting()
    if torch._C._get_tracing_state() is None or not torch.onnx.is_in_onnx_export():
        return False
    # The exporter of TorchScript looks for translations after tracing.
    from . import onnx  # noqa: F401

    return True


def _is_copied(data):
    """Whether an update in place is written as a copy of its result."""
    may_be_functional = isinstance(data, torch.Tensor) and not _is_compiling()
    return is_exported() or (may_be_functional and torch._is_functional_tensor(data))


def _is_leaf_update(data):
    return data.requires_grad and data.is_leaf and torch.is_grad_enabled()


def _check_in_place(data):
    check_data(data)
    if _is_leaf_update(data):
        raise RuntimeError(
            "a leaf Variable that requires grad is being used in an in-place operation."
        )


def _is_recorded(data, indices, updates):
    """Whether a call records gradients and nothing else observes it."""
    return (
        type(data) in PLAIN
        and data.is_cpu
        and (indices is None or type(indices) in PLAIN)
        and type(updates) in PLAIN
        and not is_observed()
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
    threads: int | Literal["all"] | None = None,
) -> torch.Tensor:
    """`scatter_mlir.scatter_nd_update` as an op of PyTorch.

    Args:
        data: tensor of rank r >= 1 on the CPU.
        indices: integers of rank q >= 1; k = indices.shape[-1] is at most r. Or a
            `Prepared`, which saves the sort in calls that record no gradients.
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
    if not _is_compiling() and is_eager(data, indices, updates):
        return scatter_mlir.scatter_nd_update(
            data,
            indices,
            updates,
            reduction=reduction,
            out_of_bounds=out_of_bounds,
            negative_indices=negative_indices,
            unique_indices=unique_indices,
            indices_are_sorted=indices_are_sorted,
            out=_dispatch.make_out(data),
            threads=threads,
        )
    options = {
        "reduction": reduction,
        "out_of_bounds": out_of_bounds,
        "negative_indices": negative_indices,
        "unique_indices": unique_indices,
        "indices_are_sorted": indices_are_sorted,
        "threads": _get_threads(threads),
    }
    if _is_compiling():
        _check_traced(options)
        if not _is_converted(data, indices, updates):
            indices, updates = convert_nd(data, indices, updates)
        if is_fused() and can_fuse_nd(data, indices, options):
            return fuse_nd(data, indices, updates, options)
        return nd_update(data, indices, updates, **options)
    indices, updates = convert_nd(data, indices, updates)
    if is_exported():
        return nd_update(data, indices, updates, **options)
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
    threads: int | Literal["all"] | None = None,
) -> torch.Tensor:
    """`scatter_nd_update` in place. Returns `data`."""
    if not _is_compiling() and is_eager(data, indices, updates):
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
    options = {
        "reduction": reduction,
        "out_of_bounds": out_of_bounds,
        "negative_indices": negative_indices,
        "unique_indices": unique_indices,
        "indices_are_sorted": indices_are_sorted,
        "threads": _get_threads(threads),
    }
    if _is_copied(data):
        indices, updates = convert_nd(data, indices, updates)
        data.copy_(nd_update(data, indices, updates, **options))
        return data
    if _is_compiling():
        _check_traced(options)
        if not _is_converted(data, indices, updates):
            indices, updates = convert_nd(data, indices, updates)
        if is_fused() and can_fuse_nd(data, indices, options):
            return fuse_nd(data, indices, updates, options, is_in_place=True)
        nd_update_(data, indices, updates, **options)
        return data
    _check_in_place(data)
    indices, updates = convert_nd(data, indices, updates)
    if _is_recorded(data, indices, updates) and reduction in LINEAR:
        return NDInPlace.apply(data, indices, updates, options)
    nd_update_(data, indices, updates, **options)
    return data


def slice_scatter(
    data: torch.Tensor,
    updates: Any,
    start: _Bounds = None,
    stop: _Bounds = None,
    step: _Bounds = None,
    axes: SupportsIndex | Sequence[SupportsIndex] | None = None,
    *,
    threads: int | Literal["all"] | None = None,
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
    if not _is_compiling() and is_eager(data, None, updates):
        out = _dispatch.make_out(data)
        return scatter_mlir.slice_scatter(
            data, updates, start, stop, step, axes, out=out, threads=threads
        )
    threads = _get_threads(threads)
    updates, bounds = convert_slice(data, updates, start, stop, step, axes)
    if is_exported():
        return slice_update(data, updates, *bounds, threads=threads)
    if _is_compiling() and is_fused():
        return fuse_slice(data, updates, bounds)
    return run_slice(data, updates, bounds, threads)


def slice_scatter_(
    data: torch.Tensor,
    updates: Any,
    start: _Bounds = None,
    stop: _Bounds = None,
    step: _Bounds = None,
    axes: SupportsIndex | Sequence[SupportsIndex] | None = None,
    *,
    threads: int | Literal["all"] | None = None,
) -> torch.Tensor:
    """`slice_scatter` in place. Returns `data`."""
    if not _is_compiling() and is_eager(data, None, updates):
        return scatter_mlir.slice_scatter(
            data, updates, start, stop, step, axes, out=data, threads=threads
        )
    if not _is_compiling():
        _check_in_place(data)
    threads = _get_threads(threads)
    updates, bounds = convert_slice(data, updates, start, stop, step, axes)
    if _is_copied(data):
        data.copy_(slice_update(data, updates, *bounds, threads=threads))
        return data
    if not _is_compiling() and _is_recorded(data, None, updates):
        return SliceInPlace.apply(data, updates, bounds, threads)
    if _is_compiling() and is_fused():
        return fuse_slice(data, updates, bounds, is_in_place=True)
    slice_update_(data, updates, *bounds, threads=threads)
    return data
