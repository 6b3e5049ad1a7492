# ===- _recorded.py - updates that record gradients without the dispatcher -===#
"""What eager calls run whose gradients nothing but autograd records.

The dispatcher, with what torch.library does for an op with gradients, takes longer
than a small update.
"""

import torch

import scatter_mlir

from ._autograd import LINEAR, differentiate_nd, differentiate_slice


class NDUpdate(torch.autograd.Function):
    """The functional update of memory, without the dispatcher."""

    @staticmethod
    def forward(ctx, data, indices, updates, options):
        result = scatter_mlir.scatter_nd_update(data, indices, updates, **options)
        ctx.options = options
        others = () if options["reduction"] in LINEAR else (data, updates, result)
        ctx.save_for_backward(indices, *others)
        return result

    @staticmethod
    def backward(ctx, grad):
        indices, *others = ctx.saved_tensors
        kept, slots = differentiate_nd(indices, ctx.options, grad, *others)
        return kept, None, slots, None


class NDInPlace(torch.autograd.Function):
    """An update in place whose gradients need no values."""

    @staticmethod
    def forward(ctx, data, indices, updates, options):
        ctx.options = options
        ctx.save_for_backward(indices)
        ctx.mark_dirty(data)
        scatter_mlir.scatter_nd_update(data, indices, updates, out=data, **options)
        return data

    @staticmethod
    def backward(ctx, grad):
        (indices,) = ctx.saved_tensors
        kept, slots = differentiate_nd(indices, ctx.options, grad)
        return kept, None, slots, None


class SliceInPlace(torch.autograd.Function):
    """The same for slices."""

    @staticmethod
    def forward(ctx, data, updates, bounds, threads):
        ctx.bounds, ctx.threads = bounds, threads
        ctx.mark_dirty(data)
        scatter_mlir.slice_scatter(data, updates, *bounds, out=data, threads=threads)
        return data

    @staticmethod
    def backward(ctx, grad):
        return *differentiate_slice(ctx.bounds, ctx.threads, grad), None, None
