# ===- _dispatch.py - the ops above autograd ------------------------------===#
"""The autograd kernels of the ops, which the dispatcher calls first.

If nothing else observes the call, a kernel calls the package directly. Otherwise it
converts the arguments, records gradients if needed, and redispatches to the op below
autograd.
"""

import contextlib
import functools
import sys

import torch
from torch.autograd import forward_ad

import scatter_mlir
from scatter_mlir._calls import CHOICES, check_choice
from scatter_mlir._threads import check_threads

from ._autograd import LINEAR, NDOp, SliceOp, is_transformed, record
from ._convert import convert_nd, convert_slice
from ._library import (
    LIBRARY,
    nd_kernel,
    nd_kernel_,
    nd_update,
    nd_update_,
    slice_kernel,
    slice_kernel_,
    slice_update,
    slice_update_,
)

#: The options of scatter_nd_update in the order of the kernel arguments.
_DEFAULTS = {
    argument.name: argument.default_value
    for argument in nd_update._schema.arguments
    if argument.kwarg_only
}
BELOW = torch._C._after_ADInplaceOrView_keyset
_CPU = torch._C.DispatchKey.CPU
_is_grad_enabled = torch.is_grad_enabled


def _is_plain(keys, data, updates):
    """Whether there is nothing between autograd and the CPU kernel.

    In that case the package is called directly, which also counts the write. Each step
    of the dispatcher takes longer than a small update.
    """
    return (
        not (data.requires_grad or updates.requires_grad)
        and forward_ad._current_level < 0
        and (keys & BELOW).highestPriorityTypeId() == _CPU
    )


def records(data, updates):
    """Whether gradients or tangents are recorded."""
    if forward_ad._current_level >= 0 and torch._C._is_fwd_grad_enabled():
        return True
    return _is_grad_enabled() and (data.requires_grad or updates.requires_grad)


def make_out(data):
    """Returns a tensor for the result, or None if the library's own has the same layout."""
    return None if data.is_contiguous() else torch.empty_like(data)


def _fill(options):
    """Returns all options of scatter_nd_update. The dispatcher omits default values."""
    for name in options.keys() & CHOICES.keys():
        check_choice(name, options[name])
    check_threads(options.get("threads"))
    return {**_DEFAULTS, **options}


def _intern(options):
    """Interns the names in `options`, because the C++ path accepts only interned names."""
    return {sys.intern(name): value for name, value in options.items()}


@contextlib.contextmanager
def record_outer_levels():
    """Lets the outer transforms of torch.func record what PyTorch calls while it runs an
    autograd.Function."""
    with torch.enable_grad(), forward_ad._set_fwd_grad_enabled(True):
        yield


def _run_nd(keys, data, indices, updates, options):
    """Runs the op below autograd: the kernel, or the op for the outer transforms."""
    if not is_transformed():
        return nd_kernel(data, indices, updates, *options.values())
    with record_outer_levels():
        return nd_update.redispatch(keys & BELOW, data, indices, updates, **options)


def _run_slice(keys, data, updates, bounds, threads):
    """Like _run_nd, for slices."""
    if not is_transformed():
        return slice_kernel(data, updates, *bounds, threads)
    with record_outer_levels():
        below = keys & BELOW
        return slice_update.redispatch(below, data, updates, *bounds, threads=threads)


def _nd(keys, data, indices, updates, **options):
    if _is_plain(keys, data, updates):
        options["out"] = make_out(data)
        return scatter_mlir.scatter_nd_update(data, indices, updates, **_intern(options))
    indices, updates = convert_nd(data, indices, updates)
    options = _fill(options)
    run = functools.partial(_run_nd, keys)
    if records(data, updates):
        return record(NDOp, run, data, indices, updates, options)
    return run(data, indices, updates, options)


def _slice(keys, data, updates, *bounds, threads=None):
    if _is_plain(keys, data, updates):
        out = make_out(data)
        return scatter_mlir.slice_scatter(data, updates, *bounds, out=out, threads=threads)
    updates, bounds = convert_slice(data, updates, *bounds)
    run = functools.partial(_run_slice, keys)
    if records(data, updates):
        return record(SliceOp, run, data, updates, bounds, threads)
    return run(data, updates, bounds, threads)


def _nd_in_place(keys, data, indices, updates, **options):
    if _is_plain(keys, data, updates):
        options["out"] = data
        scatter_mlir.scatter_nd_update(data, indices, updates, **_intern(options))
        return
    indices, updates = convert_nd(data, indices, updates)
    if records(data, updates):
        # Gradients may need data, which must not be overwritten then.
        is_linear = options.get("reduction", "none") in LINEAR
        former = data if is_linear else data.clone()
        data.copy_(nd_update(former, indices, updates, **options))
        return
    nd_kernel_(data, indices, updates, *_fill(options).values())
    torch.autograd.graph.increment_version(data)


def _slice_in_place(keys, data, updates, *bounds, threads=None):
    if _is_plain(keys, data, updates):
        scatter_mlir.slice_scatter(data, updates, *bounds, out=data, threads=threads)
        return
    updates, bounds = convert_slice(data, updates, *bounds)
    if records(data, updates):
        data.copy_(slice_update(data, updates, *bounds, threads=threads))
        return
    slice_kernel_(data, updates, *bounds, threads)
    torch.autograd.graph.increment_version(data)


def _go_on_nd(kernel, data, indices, updates, **options):
    """Redispatches an op on tensors without autograd, such as those of inference mode."""
    indices, updates = convert_nd(data, indices, updates)
    return kernel(data, indices, updates, *_fill(options).values())


def _go_on_slice(kernel, data, updates, *bounds, threads=None):
    """Like _go_on_nd, for slices."""
    updates, bounds = convert_slice(data, updates, *bounds)
    return kernel(data, updates, *bounds, threads)


for _op, _kernel, _go_on, _below in (
    (nd_update, _nd, _go_on_nd, nd_kernel),
    (nd_update_, _nd_in_place, _go_on_nd, nd_kernel_),
    (slice_update, _slice, _go_on_slice, slice_kernel),
    (slice_update_, _slice_in_place, _go_on_slice, slice_kernel_),
):
    LIBRARY.impl(_op, _kernel, "Autograd", with_keyset=True)
    LIBRARY.impl(_op, functools.partial(_go_on, _below), "CompositeExplicitAutograd")
