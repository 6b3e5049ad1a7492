# ===- _recorded.py - updates that record gradients without the dispatcher -===#
"""Eager updates with gradients that nothing but autograd observes.

They bypass the dispatcher. With the support of torch.library for gradients, the
dispatcher takes longer than a small update.
"""

import scatter_mlir

from ._autograd import NDGradients, SliceGradients, save_nd


class NDUpdate(NDGradients):
    """The out-of-place update, without the dispatcher."""

    @staticmethod
    def forward(ctx, data, indices, updates, options):
        result = scatter_mlir.scatter_nd_update(data, indices, updates, **options)
        save_nd(ctx, data, indices, updates, options, result)
        return result


class NDInPlace(NDGradients):
    """An in-place update whose gradients need no values."""

    @staticmethod
    def forward(ctx, data, indices, updates, options):
        save_nd(ctx, data, indices, updates, options, data)
        ctx.mark_dirty(data)
        scatter_mlir.scatter_nd_update(data, indices, updates, out=data, **options)
        return data


class SliceInPlace(SliceGradients):
    """Like NDInPlace, for slices."""

    @staticmethod
    def forward(ctx, data, updates, bounds, threads):
        ctx.bounds, ctx.threads = bounds, threads
        ctx.mark_dirty(data)
        scatter_mlir.slice_scatter(data, updates, *bounds, out=data, threads=threads)
        return data
