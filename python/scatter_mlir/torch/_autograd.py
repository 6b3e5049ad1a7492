# ===- _autograd.py - gradients -------------------------------------------===#
"""Gradients, expressed with ops that have gradients themselves.

With G the gradient of the result and u(t) the update of the tuple t:

* none: values that are overwritten, in a slot or by a later update, have a zero
  gradient. The last update of a slot has the gradient G of the slot.
* sum, sub: each update has the gradient G or -G of its slot.
* prod: the gradient of each factor is G times the product of the others.
* min, max: G is divided evenly among the values that equal the result, including the
  former value of the slot, as PyTorch does for amin and amax. All are NaN if the result is.

Tuples that are dropped have a zero gradient.
"""

import math

import torch
from torch._functorch.utils import enable_single_level_autograd_function
from torch.autograd.function import _SingleLevelFunction

from ._last_updates import gather_last, mask
from ._library import nd_update, slice_update

#: Reductions whose derivatives need neither the operands nor the result.
LINEAR = ("none", "sum", "sub")

_get_level = torch._C._functorch.maybe_current_level


def _to_signed(indices):
    """Converts indices to int64. Larger ones become its maximum and stay out of bounds."""
    if indices.dtype != torch.uint64:
        return indices.long()
    signed = indices.view(torch.int64)
    return signed.masked_fill(signed < 0, torch.iinfo(torch.int64).max)


def _locate(indices, shape, out_of_bounds, negative_indices):
    """Returns the components of all tuples as the op uses them, and which are not
    dropped.

    The latter is None if no tuple can be dropped.
    """
    components, valid = [], None
    indices = _to_signed(indices)
    if out_of_bounds in ("error", "undefined"):
        # All are valid. Negative indices count from the end in PyTorch too.
        return indices.unbind(-1), None
    for component, size in zip(indices.unbind(-1), shape):
        if negative_indices == "wrap":
            component = torch.where(component < 0, component + size, component)
        if out_of_bounds == "drop":
            inside = (component >= 0) & (component < size)
            valid = inside if valid is None else valid & inside
        components.append(component.clamp(0, size - 1))
    return components, valid


def _gather(source, indices, out_of_bounds, negative_indices):
    """Gathers the slots of `source` that the tuples name. 0 for tuples that are dropped."""
    depth = indices.shape[-1]
    shape = (*indices.shape[:-1], *source.shape[depth:])
    if depth == 0:
        return source.expand(shape)
    if 0 in source.shape[:depth]:
        return source.new_zeros(shape)
    components, valid = _locate(
        indices, source.shape, out_of_bounds, negative_indices
    )
    if depth == 1:
        # Faster than indexing, but takes no negative indices.
        [rows] = components
        if negative_indices == "wrap":
            rows = torch.where(rows < 0, rows + source.shape[0], rows)
        return mask(source.index_select(0, rows.reshape(-1)).reshape(shape), valid)
    return mask(source[tuple(components)], valid)


#: The options of tuples that are in bounds.
_CHECKED = {"out_of_bounds": "undefined", "negative_indices": "reject"}


class _Update:
    """Reads and writes slots with the tuples and options of an update."""

    def __init__(self, indices, options):
        self.indices = indices
        self.options = {**options, "reduction": "none"}
        self.is_unique = options["unique_indices"]
        self.policies = options["out_of_bounds"], options["negative_indices"]

    def gather(self, source):
        return _gather(source, self.indices, *self.policies)

    def scatter(self, data, updates, reduction):
        options = {**self.options, "reduction": reduction}
        return run_nd(data, self.indices, updates, options)

    def get_shape(self, grad):
        """Returns the shape of the updates."""
        return (*self.indices.shape[:-1], *grad.shape[self.indices.shape[-1] :])

    def get_numbered(self, grad):
        """Returns an update of a number for each slot of `grad`, the shapes of the
        updates and the slots of it, and the number of dimensions that slots lack."""
        depth = self.indices.shape[-1]
        return self, self.indices.shape[:-1], grad.shape[:depth], grad.dim() - depth

    def spread(self, grad, numbers, count):
        """Returns `count` updates: slots of `grad` at `numbers`, of which those of
        `count` are dropped, and 0 elsewhere."""
        shape = grad.shape[self.indices.shape[-1] :]
        tuples = numbers.reshape(-1, 1)
        options = {**self.options, "indices_are_sorted": False, **_CHECKED}
        slots = run_nd(
            grad.new_zeros((count + 1, *shape)),
            tuples,
            grad.reshape(len(tuples), *shape),
            options,
        )
        return slots[:count].reshape(self.get_shape(grad))

    def count(self, data, hits):
        """Counts the `hits` of each slot, plus `data`."""
        return self.scatter(data.float(), hits.float(), "sum")


def _get_other_factors(update, data, updates):
    """Returns for each update the product of the other factors of its slot."""
    if update.is_unique:
        return update.gather(data)
    # Divides the product of all nonzero updates by this update. This is the product of
    # the others if none of them is 0. If one of the others is 0, the factor is the sum
    # of the other zeros, which is 0 but has the right derivative. With more zeros the
    # factor is 0.
    is_zero = updates == 0
    factors = updates.masked_fill(is_zero, 1)
    zeros = updates.masked_fill(~is_zero, 0)
    empty = torch.zeros_like(data)
    others = update.gather(update.scatter(data, factors, "prod")) / factors
    hits = torch.zeros_like(data, dtype=torch.bool)
    count = update.gather(update.count(hits, is_zero)) - is_zero.float()
    zero = update.gather(update.scatter(empty, zeros, "sum")) - zeros
    zero = torch.where(count == 0, 1, torch.where(count == 1, zero, 0))
    return others * zero


def _find_extrema(update, data, updates, result):
    """Returns which values equal the result, and how many do in each slot."""
    is_data = data == result
    is_update = updates == update.gather(result)
    return is_data, is_update, update.count(is_data, is_update).to(data.dtype)


def push(update, reduction, whole, parts, data=None, updates=None, result=None):
    """Returns the tangent of the result, from `whole` and `parts`, those of data and
    updates. `update` reads and writes slots."""
    if reduction in LINEAR:
        return update.scatter(whole, parts, reduction)
    if reduction == "prod":
        parts = parts * _get_other_factors(update, data, updates)
        parts = update.scatter(torch.zeros_like(data), parts, "sum")
        return update.scatter(whole, updates, "prod") + parts
    is_data, is_update, count = _find_extrema(update, data, updates, result)
    whole = whole.masked_fill(~is_data, 0)
    # A NaN result equals none of the values: the quotient is NaN.
    return update.scatter(whole, parts.masked_fill(~is_update, 0), "sum") / count


def differentiate(
    update, reduction, grad, data=None, updates=None, result=None, needs=(True, True)
):
    """Returns the gradients of data and updates. Those that `needs` does not ask for may
    be None."""
    if reduction in ("sum", "sub"):
        slots = update.gather(grad) if needs[1] else None
        return grad, -slots if needs[1] and reduction == "sub" else slots
    if reduction == "none":
        kept = None
        if needs[0]:
            zeros = grad.new_zeros(()).expand(update.get_shape(grad))
            kept = update.scatter(grad, zeros, "none")
        return kept, gather_last(update, grad) if needs[1] else None
    if reduction == "prod":
        kept = update.scatter(grad, updates.conj().resolve_conj(), "prod")
        factors = _get_other_factors(update, data, updates)
        return kept, update.gather(grad) * factors.conj()
    is_data, is_update, count = _find_extrema(update, data, updates, result)
    # A NaN result equals none of the values. The products make NaN of the infinite shares.
    shares = grad / count
    return is_data * shares, is_update * update.gather(shares)


def _read_slice(source, start, stop, step, axes):
    """Returns `source[start:stop:step]` along `axes`."""
    for begin, end, stride, axis in zip(start, stop, step, axes):
        size = source.shape[axis]
        chosen = range(*slice(begin, end, stride).indices(size))
        if stride > 0:
            begin, end = chosen.start, max(chosen.start, chosen.stop)
            source = torch.ops.aten.slice.Tensor(source, axis, begin, end, stride)
            continue
        chosen = chosen[::-1]
        begin, end = (chosen.start, chosen.stop) if chosen else (0, 0)
        source = torch.ops.aten.slice.Tensor(source, axis, begin, end, -stride)
        source = source.flip(axis)
    return source


def differentiate_slice(bounds, threads, grad):
    """Returns the gradients of data and updates."""
    slots = _read_slice(grad, *bounds)
    kept = run_slice(grad, torch.zeros_like(slots), bounds, threads)
    return kept, slots


def save_nd(ctx, data, indices, updates, options, result):
    """Saves in `ctx` what the gradients of an update need."""
    ctx.options = options
    others = () if options["reduction"] in LINEAR else (data, updates, result)
    ctx.save_for_backward(indices, *others)
    ctx.save_for_forward(indices, *others)
    ctx.shapes = [(each.shape, each.dtype, each.device) for each in (data, updates)]


def complete(tangents, shapes):
    """Returns the tangents, with zeros for those that are None."""
    return [
        torch.zeros(shape, dtype=dtype, device=device) if tangent is None else tangent
        for tangent, (shape, dtype, device) in zip(tangents, shapes)
    ]


def _differentiate_saved_nd(ctx, grad, needs):
    indices, *others = ctx.saved_tensors
    update = _Update(indices, ctx.options)
    return differentiate(update, ctx.options["reduction"], grad, *others, needs=needs)


def untraced(function):
    """Keeps torch.compile from tracing `function` and what it calls, which it meets where
    a compiled graph computes gradients. torch.compiler.disable would import
    torch._dynamo, which takes long."""
    frames = torch._C._dynamo.eval_frame
    skip = frames._FrameAction.SKIP
    frames.set_code_exec_strategy(
        function.__code__, frames._FrameExecStrategy(skip, skip)
    )
    return function


class NDGradients(torch.autograd.Function):
    """Gradients of updates of (data, indices, updates, options). Needs save_nd."""

    @staticmethod
    @untraced
    def backward(ctx, grad):
        # Behind the indices and the options; the first argument may be a function.
        needs = ctx.needs_input_grad[-4], ctx.needs_input_grad[-2]
        kept, slots = _differentiate_saved_nd(ctx, grad, needs)
        return kept, None, slots, None


class SliceGradients(torch.autograd.Function):
    """Gradients of updates of (data, updates, bounds, threads). `ctx` has the last two."""

    @staticmethod
    @untraced
    def backward(ctx, grad):
        return *differentiate_slice(ctx.bounds, ctx.threads, grad), None, None


def run_nd(data, indices, updates, options):
    """Runs the op with gradients in all contexts."""
    return nd_update(data, indices, updates, **options)


def run_slice(data, updates, bounds, threads):
    return slice_update(data, updates, *bounds, threads=threads)


def record(function, *arguments):
    """Calls one of the functions below in the autograd kernel of an op.

    torch.func calls that kernel for each of its levels, with tensors of this level, so
    that it records for one level, as the ops of PyTorch do.
    """
    if not is_transformed():
        return function.apply(*arguments)
    with enable_single_level_autograd_function():
        return function.apply(*arguments)


def is_transformed():
    """Whether a transform of torch.func is active."""
    return _get_level() is not None


def count_forward_levels():
    """Returns the number of active transforms of torch.func in forward mode."""
    stack = torch._C._functorch.get_interpreter_stack() or ()
    return sum(level.key() == torch._C._functorch.TransformType.Jvp for level in stack)


def check_nesting(reduction):
    """Raises an error where forward mode is nested and would be wrong."""
    if reduction == "prod" and count_forward_levels() > 1:
        # PyTorch removes the tangents of what an autograd.Function has saved.
        raise NotImplementedError(
            "'reduction': expected a sum or an extremum where forward mode is nested, "
            "found 'prod'; use torch.func.jacrev for one of the levels"
        )


class NDOp(_SingleLevelFunction):
    """Records the op `run(data, indices, updates, options)` below autograd."""

    @staticmethod
    def forward(run, data, indices, updates, options):
        return run(data, indices, updates, options)

    @staticmethod
    def setup_context(ctx, inputs, output):
        save_nd(ctx, *inputs[1:], output)

    @staticmethod
    @untraced
    def backward(ctx, grad):
        return None, *NDGradients.backward(ctx, grad)

    @staticmethod
    @untraced
    def jvp(ctx, _, whole, indices, parts, options):
        check_nesting(ctx.options["reduction"])
        indices, *others = ctx.saved_tensors
        whole, parts = complete((whole, parts), ctx.shapes)
        update = _Update(indices, ctx.options)
        return push(update, ctx.options["reduction"], whole, parts, *others)


class SliceOp(_SingleLevelFunction):
    """Like NDOp, for slices."""

    @staticmethod
    def forward(run, data, updates, bounds, threads):
        return run(data, updates, bounds, threads)

    @staticmethod
    def setup_context(ctx, inputs, output):
        ctx.bounds, ctx.threads = inputs[3:]
        ctx.shapes = [(each.shape, each.dtype, each.device) for each in inputs[1:3]]

    @staticmethod
    @untraced
    def backward(ctx, grad):
        return None, *SliceGradients.backward(ctx, grad)

    @staticmethod
    @untraced
    def jvp(ctx, _, whole, parts, bounds, threads):
        whole, parts = complete((whole, parts), ctx.shapes)
        return run_slice(whole, parts, ctx.bounds, ctx.threads)
