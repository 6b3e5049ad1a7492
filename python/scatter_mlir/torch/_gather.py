# ===- _gather.py - gather_nd in PyTorch ----------------------------------===#
"""The op `scatter_mlir::gather_nd`: schema, shapes, gradient and batching.

Calls with eager tensors that record no gradient go to the package.
"""

from typing import Any, Literal, Optional

import torch
from torch.autograd import forward_ad
from torch.autograd.function import _SingleLevelFunction

import scatter_mlir
from scatter_mlir._calls import check_choice
from scatter_mlir._gather import check_batch_dims, get_gather_shape
from scatter_mlir._threads import check_threads

from ._autograd import is_transformed, run_nd, untraced
from ._convert import check_device, to_indices
from ._custom import register_recorded
from ._functions import is_eager
from ._vmap import _move


@torch.library.custom_op("scatter_mlir::gather_nd", mutates_args=(), device_types="cpu")
def _gather(
    data: torch.Tensor,
    indices: torch.Tensor,
    batch_dims: int,
    out_of_bounds: str,
    negative_indices: str,
    fill: torch.types.Number,
    threads: Optional[int],
) -> torch.Tensor:
    return scatter_mlir.gather_nd(
        data.detach(),
        indices.detach(),
        batch_dims=batch_dims,
        out_of_bounds=out_of_bounds,
        negative_indices=negative_indices,
        fill=fill,
        threads=threads,
    )


@_gather.register_fake
def _fake(data, indices, batch_dims, *options):
    # The rank of the result needs the size of a tuple, which traced code knows.
    depth = int(indices.shape[-1])
    return data.new_empty(indices.shape[:-1] + data.shape[batch_dims + depth :])


def _setup(ctx, inputs, output):
    data, indices, ctx.batch_dims, *ctx.policies, _, ctx.threads = inputs
    ctx.shape = data.shape
    ctx.save_for_backward(indices)


def _add_batches(indices, batch_dims):
    """Prepends the positions in the batch dimensions to each tuple."""
    shape = indices.shape[:-1]
    positions = []
    for dim in range(batch_dims):
        numbers = torch.arange(shape[dim], device=indices.device).to(indices.dtype)
        ones = (1,) * (len(shape) - dim - 1)
        positions.append(numbers.reshape(-1, *ones).expand(shape).unsqueeze(-1))
    return torch.cat((*positions, indices), -1) if positions else indices


def _backward(ctx, gradient):
    (indices,) = ctx.saved_tensors
    out_of_bounds, negative_indices = ctx.policies
    options = {
        "reduction": "sum",
        "out_of_bounds": out_of_bounds,
        "negative_indices": negative_indices,
        "unique_indices": False,
        "indices_are_sorted": False,
        "threads": ctx.threads,
    }
    zeros, tuples = gradient.new_zeros(ctx.shape), _add_batches(indices, ctx.batch_dims)
    # The op, as the indices may be of a transform that has ended.
    whole = run_nd(zeros, tuples, gradient.contiguous(), options)
    return whole, None, None, None, None, None, None


def _batch(info, in_dims, data, indices, batch_dims, *options):
    size = info.batch_size
    indices = _move(indices, in_dims[1], size)
    if in_dims[0] is not None or batch_dims > 0:
        data, batch_dims = _move(data, in_dims[0], size), batch_dims + 1
    return _gather(data, indices, batch_dims, *options), 0


_gather.register_vmap(_batch)


class _Function(_SingleLevelFunction):
    """Records the op `run(data, indices, ...)` below autograd."""

    @staticmethod
    def forward(run, *arguments):
        return run(*arguments)

    @staticmethod
    def setup_context(ctx, inputs, output):
        _setup(ctx, inputs[1:], output)
        ctx.save_for_forward(inputs[2])

    @staticmethod
    @untraced
    def backward(ctx, gradient):
        return None, *_backward(ctx, gradient)

    @staticmethod
    @untraced
    def jvp(ctx, _run, tangent, *_):
        (indices,) = ctx.saved_tensors
        return _gather(tangent, indices, ctx.batch_dims, *ctx.policies, 0, ctx.threads)


register_recorded(_gather, _Function, (0, 0))


def gather_nd(
    data: torch.Tensor,
    indices: Any,
    *,
    batch_dims: int = 0,
    out_of_bounds: Literal["error", "drop", "clamp", "undefined"] = "error",
    negative_indices: Literal["wrap", "reject"] = "wrap",
    fill: Any = 0,
    threads: Any = None,
) -> torch.Tensor:
    """`scatter_mlir.gather_nd` as a function of PyTorch.

    Records gradients, also in forward mode, and runs under torch.func, torch.compile and
    torch.export. The gradient of `data` is summed by `scatter_nd_update`, whose order is
    defined; `fill` is a constant.

    Args:
        data: tensor on the CPU, of rank r >= 1.
        indices: tensor or nested lists of integers of rank q >= 1; k =
            indices.shape[-1] is at most r - batch_dims. Or a mask of the leading
            dimensions of `data`.
        batch_dims, out_of_bounds, negative_indices, fill, threads: as in
            `scatter_mlir.gather_nd`.

    Returns:
        A tensor of the shape `indices.shape[:-1] + data.shape[batch_dims + k:]`.

    Raises:
        IndexError: an index is out of bounds.
        ValueError: shapes do not fit, or an unknown option.
        TypeError: types do not fit or are not supported.

    Example:
        >>> import torch
        >>> from scatter_mlir.torch import gather_nd
        >>> gather_nd(torch.arange(5), torch.tensor([[4], [0], [-2]]))
        tensor([4, 0, 3])
    """
    if not isinstance(data, torch.Tensor):
        raise TypeError(
            f"'data': expected a tensor, found {type(data).__name__}; use "
            "torch.as_tensor(data), or the functions of scatter_mlir for other arrays"
        )
    is_compiled = torch.compiler.is_compiling()
    if forward_ad._current_level >= 0 and not is_compiled and not is_transformed():
        primal, tangent = forward_ad.unpack_dual(data)
        if tangent is not None:
            options = {
                "batch_dims": batch_dims,
                "out_of_bounds": out_of_bounds,
                "negative_indices": negative_indices,
                "threads": threads,
            }
            return forward_ad.make_dual(
                gather_nd(primal, indices, fill=fill, **options),
                gather_nd(tangent, indices, **options),
            )
    if not is_compiled and is_eager(data, indices, None):
        return scatter_mlir.gather_nd(
            data.detach() if data.requires_grad else data,
            indices,
            batch_dims=batch_dims,
            out_of_bounds=out_of_bounds,
            negative_indices=negative_indices,
            fill=fill,
            threads=threads,
        )
    if not isinstance(indices, torch.Tensor):
        indices = to_indices(indices, "indices", data.device)
    check_device(indices, "indices", data)
    if indices.dtype == torch.bool:
        indices = torch.argwhere(indices)
    if indices.dtype.is_floating_point or indices.dtype.is_complex:
        raise TypeError(f"'indices': expected integers, found {indices.dtype}")
    if indices.dtype not in (torch.int32, torch.int64):
        indices = indices.long()
    if not is_compiled:
        check_choice("out_of_bounds", out_of_bounds)
        check_choice("negative_indices", negative_indices)
        batch_dims = check_batch_dims(batch_dims)
        get_gather_shape(tuple(data.shape), tuple(indices.shape), batch_dims)
    threads = check_threads(threads)
    return _gather(
        data, indices, batch_dims, out_of_bounds, negative_indices, fill, threads
    )
