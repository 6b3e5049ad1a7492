# ===- _masked.py - PyTorch's masked_scatter --------------------------------===#
"""PyTorch's masked_scatter: the next element of a source where a mask is true."""

from __future__ import annotations

import torch

from .._functions import is_plain
from .._observers import has_values, unwrap
from ._checks import check_defined, check_same_type, check_tensors, check_written, resolve
from ._update import in_place, update


def _select(data, mask, source):
    """The same result as that of the update, by ops whose sizes do not depend on the
    mask: transforms and compiled graphs need these."""
    if source.numel() == 0:
        return data.clone()
    ranks = mask.reshape(-1).long().cumsum(0) - 1
    ranks = ranks.clamp(0, source.numel() - 1)
    return torch.where(mask, source.reshape(-1)[ranks].reshape(data.shape), data)


def _check_count(source, count):
    if source.numel() < count:
        raise RuntimeError(
            f"'source': expected at least {count} elements, as many as 'mask' has true "
            f"ones, found {source.numel()}"
        )


@in_place
def _scatter(input, mask, source, *, is_in_place):
    check_tensors(input=input, mask=mask, source=source)
    data = input
    try:
        shape = torch.broadcast_shapes(mask.shape, input.shape)
        if is_in_place and shape != input.shape:
            raise RuntimeError
        data, mask = input.expand(shape), mask.expand(shape)
    except RuntimeError:
        raise RuntimeError(
            f"'mask': expected a shape that broadcasts {'to' if is_in_place else 'with'} "
            f"that of 'input', {tuple(input.shape)}, found {tuple(mask.shape)}"
        ) from None
    if is_in_place:
        is_same = is_plain(input) and is_plain(mask) and input.data_ptr() == mask.data_ptr()
        check_written(input, **({} if is_same else {"mask": mask}))
    check_same_type(input, source, "source")
    if mask.dtype != torch.bool:
        raise RuntimeError(f"'mask': expected torch.bool, found {mask.dtype}")
    check_defined("masked_scatter", input, mask, source)
    data, source = resolve(data, source)
    if not is_in_place:
        data = data.contiguous()
    if not (is_plain(data) and is_plain(mask) and is_plain(source)):
        if has_values(mask):
            # The largest number in the batch of torch.vmap.
            _check_count(source, int(unwrap(mask.sum()).max()))
        result = _select(data, mask, source)
        return input.copy_(result) if is_in_place else result
    if data.dim() == 0:
        data, mask = data.reshape(1), mask.reshape(1)
    tuples = mask.nonzero()
    count = tuples.shape[0]
    _check_count(source, count)
    updates = source.reshape(-1)[:count]
    options = {"out_of_bounds": "undefined", "unique_indices": True}
    result = update(
        data, tuples, updates, is_in_place, indices_are_sorted=True, **options
    )
    return result.reshape(shape)


def masked_scatter(
    input: torch.Tensor, mask: torch.Tensor, source: torch.Tensor
) -> torch.Tensor:
    """`torch.masked_scatter`: a copy of `input` with the next element of `source` where
    `mask` is true. `input` and `mask` are broadcast to a common shape.

    Example:
        >>> import torch
        >>> from scatter_mlir.torch import masked_scatter
        >>> mask = torch.tensor([True, False, True])
        >>> masked_scatter(torch.zeros(3), mask, torch.tensor([5.0, 6, 7]))
        tensor([5., 0., 6.])
    """
    return _scatter(input, mask, source, is_in_place=False)


def masked_scatter_(
    input: torch.Tensor, mask: torch.Tensor, source: torch.Tensor
) -> torch.Tensor:
    """`Tensor.masked_scatter_`: `masked_scatter` in place. `mask` is broadcast to the
    shape of `input`. Returns `input`."""
    return _scatter(input, mask, source, is_in_place=True)
