# ===- _library.py - schemas and kernels ----------------------------------===#
"""The ops that PyTorch's dispatcher knows, their kernels and fake kernels.

What they take is stricter than what the functions take: `updates` has exactly
the shape of what it updates and the element type of `data`, `indices` are
integers of 32 or 64 bits (unsigned ones of 64 only), and bounds of slices are integers.
"""

import torch

import scatter_mlir
from scatter_mlir._updates import get_updates_shape

LIBRARY = torch.library.Library("scatter_mlir", "DEF")

_TAGS = (torch.Tag.pt2_compliant_tag,)
_ND = (
    "Tensor indices, Tensor updates, *, str reduction='none', "
    "str out_of_bounds='error', str negative_indices='wrap', "
    "bool unique_indices=False, bool indices_are_sorted=False, int? threads=None"
)
_SLICE = (
    "Tensor updates, SymInt[] start, SymInt[] stop, SymInt[] step, int[] axes, *, "
    "int? threads=None"
)
for _name, _arguments in (("scatter_nd_update", _ND), ("slice_scatter", _SLICE)):
    LIBRARY.define(f"{_name}(Tensor data, {_arguments}) -> Tensor", tags=_TAGS)
    LIBRARY.define(f"{_name}_(Tensor(a!) data, {_arguments}) -> ()", tags=_TAGS)

nd_update = torch.ops.scatter_mlir.scatter_nd_update.default
nd_update_ = torch.ops.scatter_mlir.scatter_nd_update_.default
slice_update = torch.ops.scatter_mlir.slice_scatter.default
slice_update_ = torch.ops.scatter_mlir.slice_scatter_.default


def _get_memory(tensor):
    """`tensor` without its history, which the library does not take."""
    return tensor.detach() if tensor.requires_grad else tensor


def _make_out(data):
    """Where the result goes; None for one that the library lays out alike."""
    return None if data.is_contiguous() else torch.empty_like(data)


# Names of options are written out, since the path in C++ of the package's functions
# takes interned names only, which the dispatcher's are not.
def _nd_kernel(
    data,
    indices,
    updates,
    *,
    reduction="none",
    out_of_bounds="error",
    negative_indices="wrap",
    unique_indices=False,
    indices_are_sorted=False,
    threads=None,
    out=None,
):
    return scatter_mlir.scatter_nd_update(
        _get_memory(data),
        indices,
        _get_memory(updates),
        reduction=reduction,
        out_of_bounds=out_of_bounds,
        negative_indices=negative_indices,
        unique_indices=unique_indices,
        indices_are_sorted=indices_are_sorted,
        out=_make_out(data) if out is None else out,
        threads=threads,
    )


def _run_nd_in_place(data, indices, updates, **options):
    data = _get_memory(data)
    _nd_kernel(data, indices, updates, out=data, **options)


def _slice_kernel(data, updates, start, stop, step, axes, *, threads=None):
    return scatter_mlir.slice_scatter(
        _get_memory(data),
        _get_memory(updates),
        start,
        stop,
        step,
        axes,
        out=_make_out(data),
        threads=threads,
    )


def _run_slice_in_place(data, updates, start, stop, step, axes, *, threads=None):
    data, updates = _get_memory(data), _get_memory(updates)
    scatter_mlir.slice_scatter(
        data, updates, start, stop, step, axes, out=data, threads=threads
    )


def _check_types(data, updates):
    if updates.dtype != data.dtype:
        raise TypeError(
            f"'updates': expected the element type of 'data', {data.dtype}, "
            f"found {updates.dtype}"
        )


def _fake_nd(data, indices, updates, **options):
    _check_types(data, updates)
    expected = get_updates_shape(data.shape, indices.shape)
    if len(expected) != updates.dim():
        raise ValueError(
            f"'updates': expected a rank of {len(expected)}, found {updates.dim()}"
        )
    for dim, size in enumerate(expected):
        torch._check(
            updates.shape[dim] == size,
            lambda: f"'updates': expected the shape {expected}, found {updates.shape}",
        )
    return torch.empty_like(data)


def _fake_slice(data, updates, start, stop, step, axes, **options):
    _check_types(data, updates)
    return torch.empty_like(data)


for _name, _kernel, _fake in (
    ("scatter_nd_update", _nd_kernel, _fake_nd),
    ("slice_scatter", _slice_kernel, _fake_slice),
    ("scatter_nd_update_", _run_nd_in_place, _fake_nd),
    ("slice_scatter_", _run_slice_in_place, _fake_slice),
):
    LIBRARY.impl(_name, _kernel, "CPU")
    if _name.endswith("_"):
        _in_place_fake = _fake

        def _fake(*arguments, _check=_in_place_fake, **options):
            _check(*arguments, **options)

    torch.library.register_fake(f"scatter_mlir::{_name}", _fake, lib=LIBRARY)
