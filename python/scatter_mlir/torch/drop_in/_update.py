# ===- _update.py - updates for the drop-ins -------------------------------===#
"""The ops as the drop-ins call them."""

from __future__ import annotations

import functools

import torch

from .._functions import is_exported, scatter_nd_update, scatter_nd_update_
from ._checks import IndexOutOfBounds


def update(data, tuples, updates, is_in_place=False, **options):
    """Updates `data` or a copy of it, with the error of these functions."""
    function = scatter_nd_update_ if is_in_place else scatter_nd_update
    if torch.compiler.is_compiling():
        return function(data, tuples, updates, **options)
    try:
        return function(data, tuples, updates, **options)
    except IndexError as error:
        raise IndexOutOfBounds(str(error)) from None


def _make_update(reduction):
    def function(data, tuples, updates, is_in_place, **options):
        return update(
            data,
            tuples,
            updates,
            is_in_place,
            reduction=reduction,
            negative_indices="reject",
            **options,
        )

    return function


#: Functions that update slots, by the reductions of PyTorch's scatter.
UPDATES = {
    None: _make_update("none"),
    "add": _make_update("sum"),
    "multiply": _make_update("prod"),
}


def _is_lazy(tensor):
    """Whether a conjugation or negation of `tensor` is pending, or may be in a graph."""
    if torch.compiler.is_compiling():
        return tensor.dtype.is_complex
    return tensor.is_conj() or tensor.is_neg()


def in_place(function):
    """A function of `input`, other arguments and a keyword `is_in_place`. Where the
    elements of `input` cannot be written by updates of views, its result is copied."""

    @functools.wraps(function)
    def call(input, *arguments, is_in_place):
        is_tensor = isinstance(input, torch.Tensor)
        if is_in_place and is_tensor and (is_exported() or _is_lazy(input)):
            return input.copy_(function(input, *arguments, is_in_place=False))
        result = function(input, *arguments, is_in_place=is_in_place)
        return input if is_in_place else result

    return call
