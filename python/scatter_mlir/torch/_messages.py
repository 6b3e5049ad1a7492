# ===- _messages.py - message passing --------------------------------------===#
"""`gather_scatter` as an op of PyTorch. Its gradients are message passing along the
reversed edges."""

from __future__ import annotations

from typing import Any, Literal, Optional

import torch
from torch.autograd import forward_ad
from torch.autograd.function import _SingleLevelFunction

import scatter_mlir
from scatter_mlir._messages import check_args, check_prepared, check_reduction, check_size
from scatter_mlir._threads import check_threads

from ._autograd import count_forward_levels, is_transformed, untraced
from ._convert import check_device, to_tensor
from ._custom import register_recorded
from ._message_gradients import (
    divide_by_counts,
    dot_rows,
    expand,
    get_message_gradients,
    sum_products,
    sum_rows,
    wrap,
)
from ._prepared import PREPARED, Prepared, check_indices

_ALL_THREADS = check_threads("all")


def _run(x, src, dst, weight, size, reduction, threads, return_args=False):
    """Calls the package with plain tensors. `dst` may be prepared."""
    return scatter_mlir.gather_scatter(
        x.detach(),
        src.detach(),
        dst if isinstance(dst, scatter_mlir.Prepared) else dst.detach(),
        None if weight is None else weight.detach(),
        size=size,
        reduction=reduction,
        threads=threads,
        return_args=return_args,
    )


@torch.library.custom_op("scatter_mlir::gather_scatter", mutates_args=())
def _op(
    x: torch.Tensor,
    src: torch.Tensor,
    dst: torch.Tensor,
    weight: Optional[torch.Tensor],
    size: int,
    reduction: str,
    threads: Optional[int],
    prepared: int,
    transposed: int,
) -> torch.Tensor:
    """`prepared` is the number of `dst` as a Prepared, `transposed` that of the one that
    keeps the order of `dst`; 0 if there is none."""
    if prepared and prepared in PREPARED:
        dst = PREPARED[prepared]._prepared_indices
    elif transposed and transposed in PREPARED:
        dst = PREPARED[transposed].get_transposed(dst, size)
    return _run(x, src, dst, weight, size, reduction, threads)


@_op.register_fake
def _(x, src, dst, weight, size, reduction, threads, prepared, transposed):
    return x.new_empty((size, *x.shape[1:]))


@torch.library.custom_op("scatter_mlir::gather_scatter_args", mutates_args=())
def _find_args(
    x: torch.Tensor,
    src: torch.Tensor,
    dst: torch.Tensor,
    weight: Optional[torch.Tensor],
    size: int,
    reduction: str,
    threads: Optional[int],
    prepared: int,
) -> torch.Tensor:
    if prepared and prepared in PREPARED:
        dst = PREPARED[prepared]._prepared_indices
    return _run(x, src, dst, weight, size, reduction, threads, return_args=True)[1]


@_find_args.register_fake
def _(x, src, dst, weight, size, reduction, threads, prepared):
    return x.new_empty((size, *x.shape[1:]), dtype=torch.int64)


@_find_args.register_vmap
def _(info, dims, x, src, dst, weight, size, reduction, threads, prepared):
    if any(dim is not None for dim in dims[1:4]):
        prepared = 0
    arguments = [
        [argument] * info.batch_size if dim is None else argument.unbind(dim)
        for argument, dim in zip((x, src, dst, weight), dims)
    ]
    options = size, reduction, threads, prepared
    return torch.stack([_find_args(*each, *options) for each in zip(*arguments)]), 0


def _setup(ctx, inputs, output):
    x, src, dst, weight, size, reduction, threads, prepared, transposed = inputs
    is_linear = reduction in ("sum", "mean")
    needs_x = weight is not None or not is_linear
    ctx.save_for_backward(
        x if needs_x else None, src, dst, weight, None if is_linear else output
    )
    ctx.options = x.shape[0], size, reduction, threads, prepared, transposed


def _backward(ctx, grad, needs_x, needs_weight):
    x, src, dst, weight, result = ctx.saved_tensors
    num_rows, size, reduction, threads, prepared, transposed = ctx.options
    none = (None,) * 5
    if reduction in ("sum", "mean"):
        if reduction == "mean":
            grad = divide_by_counts(grad, wrap(dst, size), size)
        of_x = of_weight = None
        if needs_x:
            of_x = _op(
                grad.contiguous(), dst, src, weight, num_rows, "sum", threads,
                transposed, prepared,
            )  # fmt: skip
        if needs_weight:
            of_weight = dot_rows(x, wrap(src, num_rows), grad, wrap(dst, size))
        return of_x, None, None, of_weight, *none
    src, dst = wrap(src, num_rows), wrap(dst, size)
    rows = x.index_select(0, src)
    messages = rows if weight is None else rows * expand(weight, x)
    of_messages = get_message_gradients(reduction, messages, result, grad, dst)
    of_x = of_weight = None
    if needs_x:
        values = of_messages if weight is None else of_messages * expand(weight, x)
        of_x = sum_rows(values, src, num_rows)
    if needs_weight:
        of_weight = sum_products(of_messages, rows)
    return of_x, None, None, of_weight, *none


def _batch(info, dims, x, src, dst, weight, size, reduction, threads, prepared, transposed):
    options = size, reduction, threads
    if all(dim is None for dim in dims[1:4]):
        # The batch is one more dimension of the rows.
        moved = x.movedim(dims[0], -1).contiguous()
        result = _op(moved, src, dst, weight, *options, prepared, transposed)
        return result, result.dim() - 1
    arguments = [
        [argument] * info.batch_size if dim is None else argument.unbind(dim)
        for argument, dim in zip((x, src, dst, weight), dims)
    ]
    return torch.stack([_op(*each, *options, 0, 0) for each in zip(*arguments)]), 0


_op.register_vmap(_batch)


class _Function(_SingleLevelFunction):
    """Records the op `run(x, src, ...)` below autograd."""

    @staticmethod
    def forward(run, *arguments):
        return run(*arguments)

    @staticmethod
    def setup_context(ctx, inputs, output):
        _setup(ctx, inputs[1:], output)
        if is_transformed():
            ctx.save_for_forward(*inputs[1:5])

    @staticmethod
    @untraced
    def backward(ctx, grad):
        needs = ctx.needs_input_grad[1], ctx.needs_input_grad[4]
        return None, *_backward(ctx, grad, *needs)

    @staticmethod
    @untraced
    def jvp(ctx, _run, of_x, _src, _dst, of_weight, *_):
        x, src, dst, weight = ctx.saved_tensors
        _, *options = ctx.options
        _check_forward_mode(ctx.options[2])
        if weight is not None and count_forward_levels() > 1:
            # PyTorch removes the tangents of what an autograd.Function has saved.
            raise NotImplementedError(
                "'weight': expected none where forward mode is nested; use "
                "torch.func.jacrev for one of the levels"
            )
        tangents = []
        if of_x is not None:
            tangents.append(_op(of_x, src, dst, weight, *options))
        if of_weight is not None:
            tangents.append(_op(x, src, dst, of_weight, *options))
        return sum(tangents[1:], tangents[0])


register_recorded(_op, _Function, (0, 3))


def _check_forward_mode(reduction):
    if reduction not in ("sum", "mean"):
        raise NotImplementedError(
            f"'reduction': expected sum or mean in forward mode, found {reduction}"
        )


def _check(x, src, dst, weight):
    """Checks the arguments of a call that the package does not see at once."""
    if x.dim() == 0:
        raise ValueError("'x': expected a rank of at least 1, found 0")
    for name, other in (("src", src), ("dst", dst), ("weight", weight)):
        if other is not None:
            check_device(other, name, x, "x")
    for name, indices in (("src", src), ("dst", dst)):
        if indices.dim() != 1:
            raise ValueError(f"'{name}': expected a rank of 1, found {indices.dim()}")
    for name, other in (("dst", dst), ("weight", weight)):
        if other is None:
            continue
        if other.dim() != 1 or other.shape[0] != src.shape[0]:
            raise ValueError(
                f"'{name}': expected the shape {list(src.shape)}, found {list(other.shape)}"
            )
    if weight is not None and weight.dtype != x.dtype:
        raise TypeError(
            f"'weight': expected the element type of 'x', {x.dtype}, found {weight.dtype}"
        )


def gather_scatter(
    x: torch.Tensor,
    src: Any,
    dst: Any,
    weight: Optional[torch.Tensor] = None,
    *,
    size: Optional[int] = None,
    reduction: Literal["sum", "mean", "min", "max", "prod"] = "sum",
    threads: int | Literal["all"] | None = None,
    return_args: bool = False,
) -> torch.Tensor | tuple[torch.Tensor, torch.Tensor]:
    """`scatter_mlir.gather_scatter` as an op of PyTorch: message passing.

    It records gradients of `x` and `weight`, and runs under torch.func (reverse mode,
    vmap, and forward mode for sum and mean), torch.compile and torch.export. The gradient
    of `x` is message passing with `src` and `dst` exchanged. Equal messages share the
    gradient of a minimum or maximum, as in `torch.scatter_reduce`.

    Args:
        x: tensor of shape [N, F], or of any rank >= 1, on the CPU.
        src: integers of shape [E], rows of `x`.
        dst: integers of shape [E], rows of the result; or a `Prepared`.
        weight: tensor of shape [E] of x's element type.
        size: the number of rows of the result; if not given, that of the prepared indices
            or of `x`.
        reduction, threads: as in `scatter_mlir.gather_scatter`.
        return_args: with "min" and "max": also return the edges whose messages the
            elements of the result are.

    Returns:
        A tensor of shape [size, F]. Rows without edges are 0. With `return_args` a pair of
        it and of a tensor of int64: the edge e of each element, the first of equal ones; E
        in rows without edges.

    Raises:
        IndexError: an index is out of bounds.
        ValueError: shapes do not fit, or an unknown reduction.
        TypeError: element types do not fit or are not supported.
        NotImplementedError: forward mode of min, max or prod; nested forward mode with
            a weight.

    Example:
        >>> import torch
        >>> from scatter_mlir.torch import gather_scatter
        >>> x = torch.tensor([[1., 2.], [3., 4.]], requires_grad=True)
        >>> result = gather_scatter(x, [0, 1, 0], [1, 1, 0], size=2)
        >>> result.sum().backward()
        >>> result.detach(), x.grad
        (tensor([[1., 2.],
                [4., 6.]]), tensor([[2., 2.],
                [1., 1.]]))
    """
    if not isinstance(x, torch.Tensor):
        raise TypeError(
            f"'x': expected a tensor, found {type(x).__name__}; use torch.as_tensor(x), "
            "or scatter_mlir.gather_scatter for other arrays"
        )
    check_reduction(reduction)
    check_args(return_args, reduction)
    threads = _ALL_THREADS if threads == "all" else check_threads(threads)
    src = check_indices(src, "src", x.device)
    prepared = 0
    size = check_prepared(dst, size, Prepared, "scatter_mlir.torch")
    if isinstance(dst, Prepared):
        if not torch.compiler.is_exporting():
            prepared = dst.number
        dst = dst.dst
    else:
        dst = check_indices(dst, "dst", x.device)
    if weight is not None and not isinstance(weight, torch.Tensor):
        weight = to_tensor(weight, "weight", x.device, x.dtype)
    _check(x, src, dst, weight)
    if size is None:
        size = x.shape[0]
    elif not isinstance(size, torch.SymInt):
        size = check_size(size)

    args = None
    if return_args:
        constants = x.detach(), src, dst, None if weight is None else weight.detach()
        args = _find_args(*constants, size, reduction, threads, prepared)

    def finish(result):
        return (result, args) if return_args else result

    def run(x, weight):
        # The gradient of x sorts by src, and keeps the order in the prepared indices.
        return _op(x, src, dst, weight, size, reduction, threads, prepared, 0)

    if forward_ad._current_level < 0 or is_transformed() or torch.compiler.is_compiling():
        return finish(run(x, weight))
    x, of_x = forward_ad.unpack_dual(x)
    weight, of_weight = (None, None) if weight is None else forward_ad.unpack_dual(weight)
    tangents = [run(of_x, weight)] if of_x is not None else []
    if of_weight is not None:
        tangents.append(run(x, of_weight))
    if not tangents:
        return finish(run(x, weight))
    _check_forward_mode(reduction)
    return finish(forward_ad.make_dual(run(x, weight), sum(tangents[1:], tangents[0])))
