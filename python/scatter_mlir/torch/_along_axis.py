# ===- _along_axis.py - scatter_elements in PyTorch --------------------------===#
"""The op `scatter_mlir::scatter_elements`: shapes, gradients, batching.

updates[p] updates the element of `data` at p, but for index[p] along a dimension. An
index of rank 1 names slices. Gradients gather by the same index; nothing makes tuples.
Calls with eager tensors that record nothing go to the package.
"""

import functools

import torch
from torch.autograd.function import _SingleLevelFunction

import scatter_mlir
from scatter_mlir._elements import update_elements

from ._autograd import (
    LINEAR,
    check_nesting,
    complete,
    differentiate,
    is_transformed,
    push,
    record,
    untraced,
)
from ._dispatch import BELOW, record_outer_levels, records
from ._functions import is_plain
from ._library import LIBRARY
from ._vmap import _move


def _materialize(tensor):
    """Returns a tensor whose elements are in memory, as those of tangents may not be."""
    if tensor._is_zerotensor():
        return tensor.clone()
    return tensor.detach().resolve_neg()


def update_memory(data, index, updates, dim, reduction, *options):
    """`scatter_mlir._elements.update_elements` of tensors."""
    is_sum = data.is_complex() and reduction == "sum" and index.dim() == data.dim()
    # The dimension of the parts is not one of `data`.
    is_sum = is_sum and -data.dim() <= dim < data.dim()
    if not is_sum or updates.dtype != data.dtype or data.is_conj() or updates.is_conj():
        return update_elements(data, index, updates, dim, reduction, *options)
    # Kernels add the parts of complex numbers faster than pairs of them.
    *policies, out, threads = options
    real, parts = torch.view_as_real(data), torch.view_as_real(updates)
    target = None if out is None else torch.view_as_real(out)
    pairs = index.unsqueeze(-1).expand(*index.shape, 2)
    axis = dim + data.dim() if dim < 0 else dim
    try:
        result = update_elements(real, pairs, parts, axis, reduction, *policies, target, threads)
    except IndexError:
        # Nothing has been written. This one names the element.
        return update_elements(data, index, updates, dim, reduction, *options)
    if result is None or out is not None:
        return result if result is None else out
    return torch.view_as_complex(result)


def _run_kernel(data, dim, index, updates, reduction, policies, out=None):
    if out is None and not data.is_contiguous():
        out = torch.empty_like(data)
    data, updates = _materialize(data), _materialize(updates)
    # The index may be of a transform that has ended.
    index = index.detach()
    result = update_memory(data, index, updates, dim, reduction, *policies, out, None)
    if result is not None:
        return result
    # Other calls than those of plain tensors, and errors.
    out_of_bounds, negative_indices = policies
    return scatter_mlir.scatter_elements(
        data,
        index,
        updates,
        dim,
        reduction=reduction,
        out_of_bounds=out_of_bounds,
        negative_indices=negative_indices,
        out=out,
    )


_ARGUMENTS = (
    "Tensor data, int dim, Tensor index, Tensor updates, str reduction, "
    "str out_of_bounds, str negative_indices"
)
_TAGS = (torch.Tag.pt2_compliant_tag,)
for _name in ("scatter_elements", "_scatter_elements"):
    LIBRARY.define(f"{_name}({_ARGUMENTS}) -> Tensor", tags=_TAGS)
_op = torch.ops.scatter_mlir.scatter_elements.default
#: The op below autograd.
_kernel = torch.ops.scatter_mlir._scatter_elements.default


def _run_op(data, dim, index, updates, reduction, *policies):
    return _run_kernel(data, dim, index, updates, reduction, policies)


LIBRARY.impl(_kernel, _run_op, "CPU")
LIBRARY.impl(_kernel, _run_op, "ZeroTensor")
LIBRARY.impl(_kernel, torch.library.fallthrough_kernel, "Autograd")


@torch.library.custom_op(
    "scatter_mlir::scatter_elements_", mutates_args=("data",), device_types="cpu"
)
def _op_(
    data: torch.Tensor,
    dim: int,
    index: torch.Tensor,
    updates: torch.Tensor,
    reduction: str,
    out_of_bounds: str,
    negative_indices: str,
) -> None:
    policies = out_of_bounds, negative_indices
    _run_kernel(data, dim, index, updates, reduction, policies, data)


def _fake(data, *arguments):
    return torch.empty_like(data)


torch.library.register_fake(_kernel, _fake, lib=LIBRARY)


@_op_.register_fake
def _fake_(data, *arguments):
    return None


#: The policies of an index that is in bounds.
_CHECKED = "undefined", "reject"


class _Slots:
    """Reads and writes the slots of an update, for its gradients."""

    is_unique = False

    def __init__(self, dim, index, policies):
        self.dim, self.indices, self.policies = dim, index, policies

    def gather(self, source):
        index, dim = self.indices.long(), self.dim
        if self.policies[1] == "wrap":
            index = torch.where(index < 0, index + source.shape[dim], index)
        if index.dim() == 1:
            return source.index_select(dim, index)
        return source.gather(dim, index)

    def scatter(self, data, updates, reduction):
        return run(data, self.dim, self.indices, updates, reduction, self.policies)

    def get_shape(self, grad):
        """Returns the shape of the updates."""
        if self.indices.dim() > 1 or grad.dim() == 1:
            return self.indices.shape
        return (*grad.shape[: self.dim], len(self.indices), *grad.shape[self.dim + 1 :])

    def get_numbered(self, grad):
        """Returns an update of a number for each slot of `grad`, the shapes of the
        updates and the slots of it, and the number of dimensions that slots lack."""
        shape, dim = self.indices.shape, self.dim
        if len(shape) > 1:
            return self, shape, grad.shape, 0
        part = _Slots(0, self.indices, self.policies)
        return part, shape, grad.shape[dim : dim + 1], grad.dim() - dim - 1

    def spread(self, grad, numbers, count):
        """Returns `count` updates: slots of `grad` at `numbers`, of which those of
        `count` are dropped, and 0 elsewhere."""
        if self.indices.dim() > 1:
            dim, shape, grad = 0, self.indices.shape, grad.reshape(-1)
        else:
            dim, shape = self.dim, self.get_shape(grad)
        sizes = list(grad.shape)
        sizes[dim] = count + 1
        slots = run(
            grad.new_zeros(sizes), dim, numbers.reshape(-1), grad, "none", _CHECKED
        )
        return slots.narrow(dim, 0, count).reshape(shape)

    def count(self, data, hits):
        """Counts the `hits` of each slot, plus `data`."""
        return self.scatter(data.float(), hits.float(), "sum")


def _setup(ctx, inputs, output):
    data, ctx.dim, index, updates, ctx.reduction, *ctx.policies = inputs
    others = () if ctx.reduction in LINEAR else (data, updates, output)
    ctx.save_for_backward(index, *others)
    ctx.shapes = [(each.shape, each.dtype, each.device) for each in (data, updates)]
    return index, *others


def _differentiate(ctx, grad, needs):
    index, *others = ctx.saved_tensors
    slots = _Slots(ctx.dim, index, ctx.policies)
    kept, parts = differentiate(slots, ctx.reduction, grad, *others, needs=needs)
    return kept, None, None, parts, None, None, None


def _batch(info, in_dims, data, dim, index, updates, *options):
    size = info.batch_size
    data, updates = _move(data, in_dims[0], size), _move(updates, in_dims[3], size)
    is_vector = index.dim() - (in_dims[2] is not None) == 1
    if in_dims[2] is not None or not is_vector:
        index = _move(index, in_dims[2], size)
        if is_vector:
            ones = (1,) * (data.dim() - dim - 2)
            index = index.reshape(size, *(1,) * dim, -1, *ones).expand(updates.shape)
    return run(data, dim + 1, index, updates, options[0], options[1:]), 0


torch.library.register_vmap("scatter_mlir::scatter_elements", _batch, lib=LIBRARY)


class _Op(_SingleLevelFunction):
    """Records the op `run(data, dim, ...)` below autograd."""

    @staticmethod
    def forward(run, *arguments):
        return run(*arguments)

    @staticmethod
    def setup_context(ctx, inputs, output):
        ctx.save_for_forward(*_setup(ctx, inputs[1:], output))

    @staticmethod
    @untraced
    def backward(ctx, grad):
        needs = ctx.needs_input_grad[1], ctx.needs_input_grad[4]
        return None, *_differentiate(ctx, grad, needs)

    @staticmethod
    @untraced
    def jvp(ctx, _, whole, dim, index, parts, *options):
        check_nesting(ctx.reduction)
        index, *others = ctx.saved_tensors
        whole, parts = complete((whole, parts), ctx.shapes)
        slots = _Slots(ctx.dim, index, ctx.policies)
        return push(slots, ctx.reduction, whole, parts, *others)


def _run_below(keys, *arguments):
    """Runs the op below autograd: the kernel, or the op for the outer transforms."""
    if not is_transformed():
        return _kernel(*arguments)
    with record_outer_levels():
        return _op.redispatch(keys & BELOW, *arguments)


def _above(keys, data, dim, index, updates, *options):
    run = functools.partial(_run_below, keys)
    arguments = data, dim, index, updates, *options
    if records(data, updates):
        return record(_Op, run, *arguments)
    return run(*arguments)


LIBRARY.impl(_op, _above, "Autograd", with_keyset=True)
LIBRARY.impl(_op, _kernel, "CompositeExplicitAutograd")


class _Recorded(torch.autograd.Function):
    """Records eager calls that nothing but autograd observes, without the dispatcher."""

    @staticmethod
    def forward(ctx, *inputs):
        data, dim, index, updates, reduction, *policies = inputs
        result = _run_kernel(data, dim, index, updates, reduction, policies)
        _setup(ctx, inputs, result)
        return result

    @staticmethod
    @untraced
    def backward(ctx, grad):
        needs = ctx.needs_input_grad[0], ctx.needs_input_grad[3]
        return _differentiate(ctx, grad, needs)


class _RecordedInPlace(_Recorded):
    """Updates in place whose gradients need no values."""

    @staticmethod
    def forward(ctx, *inputs):
        data, dim, index, updates, reduction, *policies = inputs
        _setup(ctx, inputs, data)
        ctx.mark_dirty(data)
        _run_kernel(data, dim, index, updates, reduction, policies, data)
        return data


def run(data, dim, index, updates, reduction, policies):
    """Updates a copy of `data`, in all contexts. `dim` is not negative."""
    arguments = data, dim, index, updates, reduction, *policies
    if all(map(is_plain, (data, index, updates))):
        if records(data, updates):
            return _Recorded.apply(*arguments)
        return _run_kernel(data, dim, index, updates, reduction, policies)
    return _op(*arguments)


def run_in_place(data, dim, index, updates, reduction, policies):
    """Updates `data`, in all contexts."""
    arguments = data, dim, index, updates, reduction, *policies
    is_compiling = torch.compiler.is_compiling()
    if is_compiling and not (data.requires_grad or updates.requires_grad):
        _op_(*arguments)
        return data
    if all(map(is_plain, (data, index, updates))) and reduction in LINEAR:
        return _RecordedInPlace.apply(*arguments)
    # Gradients may need data, which must not be overwritten then.
    former = data if reduction in LINEAR else data.clone()
    return data.copy_(run(former, dim, index, updates, reduction, policies))
