# ===- _slice.py - PyTorch's slice_scatter ----------------------------------===#
"""PyTorch's slice_scatter, which has other arguments than ours."""

from __future__ import annotations

import torch

from .._convert import count_slice
from .._functions import slice_scatter as slice_update
from ._checks import check_tensors, resolve, wrap_dim


def slice_scatter(
    input: torch.Tensor,
    src: torch.Tensor,
    dim: int = 0,
    start: int | None = None,
    end: int | None = None,
    step: int = 1,
) -> torch.Tensor:
    """`torch.slice_scatter`: a copy of `input` with `src` in `start:end:step` of
    `dim`. `src` is converted to the type of `input`."""
    check_tensors(input=input, src=src)
    if input.dim() == 0:
        raise IndexError("'input': expected a rank of at least 1, found 0")
    dim = wrap_dim(dim, input.dim())
    if step < 1:
        raise RuntimeError(f"'step': expected a positive step, found {step}")
    expected = list(input.shape)
    expected[dim] = count_slice(start, end, step, expected[dim])
    if list(src.shape) != expected:
        raise RuntimeError(
            f"'src': expected the shape of the slice, {tuple(expected)}, found "
            f"{tuple(src.shape)}"
        )
    input, src = resolve(input, src)
    return slice_update(input, src.to(input.dtype), start, end, step, dim)
