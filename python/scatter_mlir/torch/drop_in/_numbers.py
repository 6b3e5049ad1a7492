# ===- _numbers.py - numbers as updates ------------------------------------===#
"""Numbers that PyTorch's functions take in place of a tensor of updates."""

from __future__ import annotations

import numbers
from typing import Union

import numpy as np
import torch

from .._functions import is_plain

Number = Union[bool, int, float, complex]
_NUMBERS = (numbers.Number, np.bool_, torch.SymInt, torch.SymFloat, torch.SymBool)


def is_number(value):
    """Whether PyTorch takes `value` for a number. Tensors of rank 0 count as such, but
    not those that record gradients."""
    if isinstance(value, torch.Tensor):
        return value.dim() == 0 and not value.requires_grad
    return isinstance(value, _NUMBERS)


def check_number(value, name, or_tensor=False):
    is_tensor = isinstance(value, torch.Tensor)
    if (is_tensor and or_tensor) or is_number(value):
        return
    expected = "a number or a tensor" if or_tensor else "a number"
    raise TypeError(f"'{name}': expected {expected}, found {type(value).__name__}")


def _is_symbolic(value):
    return isinstance(value, (torch.SymInt, torch.SymFloat, torch.SymBool))


def _fits(value, dtype):
    """Whether PyTorch converts the number to the type."""
    if dtype == torch.bool:
        return True
    if isinstance(value, complex) and not dtype.is_complex:
        if value.imag:
            return False
        value = value.real
    parts = [value.real, value.imag] if isinstance(value, complex) else [value]
    if dtype.is_complex or dtype.is_floating_point:
        limit = torch.finfo(dtype).max
        return all(not limit < abs(part) < float("inf") for part in parts)
    limits = torch.iinfo(dtype)
    # Negative integers wrap in unsigned types, up to the size of the type.
    low = limits.min or (0 if isinstance(value, float) else -limits.max)
    return all(low <= part <= limits.max for part in parts)


def convert_number(value, input, name):
    """Returns a tensor of rank 0 of the type of `input`. A number that PyTorch does not
    convert is a RuntimeError."""
    dtype = input.dtype
    if isinstance(value, torch.Tensor):
        if value.requires_grad or not is_plain(value):
            return value.to(dtype)
        value = value.item()
    if _is_symbolic(value):
        return torch.full((), value, dtype=dtype, device=input.device)
    if not isinstance(value, (bool, int, float, complex)):
        # A number of NumPy.
        value = value.item()
    if not _fits(value, dtype):
        raise RuntimeError(
            f"'{name}': expected a number that {dtype} can hold, found {value}"
        )
    if dtype == torch.bool:
        return torch.full((), bool(value), device=input.device, dtype=dtype)
    if isinstance(value, complex) and not dtype.is_complex:
        value = value.real
    if not (dtype.is_floating_point or dtype.is_complex):
        value = int(value)
    return torch.full((), value, device=input.device, dtype=dtype)
