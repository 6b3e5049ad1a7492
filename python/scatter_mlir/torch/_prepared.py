# ===- _prepared.py - prepared indices of message passing ------------------===#

from __future__ import annotations

import itertools
import weakref
from typing import Any

import torch

import scatter_mlir
from scatter_mlir._messages import check_size

from ._convert import to_indices

_INDEX_TYPES = (torch.int64, torch.int32, torch.uint64, torch.uint32)

#: The `Prepared` that ops name by a number. Traced code cannot hold the objects.
PREPARED = weakref.WeakValueDictionary()
_NUMBERS = itertools.count(1)


def check_indices(indices, name, device):
    """Returns `indices` as a tensor of integers of 32 or 64 bits."""
    if not isinstance(indices, torch.Tensor):
        indices = to_indices(indices, name, device)
    if indices.dtype in _INDEX_TYPES:
        return indices
    if indices.dtype not in (torch.int8, torch.int16, torch.uint8, torch.uint16):
        raise TypeError(f"'{name}': expected integers, found {indices.dtype}")
    return indices.long()


class Prepared:
    """Indices that `prepare` has sorted. `dst` are the indices, `size` is the number of
    rows, and `num_indices` their number. Do not change `dst` afterwards."""

    def __init__(self, dst, size):
        self.dst = check_indices(dst, "dst", None)
        plain = self.dst.detach()
        self._prepared_indices = scatter_mlir.prepare(plain, size)
        if self.dst.dim() == 2:
            self.dst = self.dst[:, 0]
        self.size = self._prepared_indices.size
        self.num_indices = self._prepared_indices.num_indices
        self.number = next(_NUMBERS)
        self._source = None
        PREPARED[self.number] = self

    def __repr__(self):
        return repr(self._prepared_indices)

    def get_transposed(self, src, size):
        """Returns `src` prepared for `size` rows. That of the last one is kept, with the
        tensor, so that its memory is not reused."""
        if src.is_inference():
            return src.detach()
        key = src.data_ptr(), src._version, src.dtype, src.shape, src.stride(), size
        if self._source is None or self._source[1] != key:
            self._source = src, key, scatter_mlir.prepare(src.detach(), size)
        return self._source[2]


def prepare(dst: Any, size: int) -> Prepared:
    """`scatter_mlir.prepare` for tensors.

    The result takes the place of `dst` in `gather_scatter`. A call that records
    gradients also sorts its `src`, for the gradient of x, and keeps what it found
    for later calls with the same tensor.

    Args:
        dst: integers of shape [E], or [E, 1].
        size: the number of rows of the results.

    Returns:
        A `Prepared` with the attributes `dst`, `num_indices` and `size`. It refers to
        `dst`, which must not change.

    Raises:
        IndexError: an index is out of bounds.
        ValueError: the rank of `dst` is not 1, or `size` is negative.
        TypeError: `dst` are no integers, or `size` is none.

    Example:
        >>> import torch
        >>> from scatter_mlir.torch import gather_scatter, prepare
        >>> prepared = prepare(torch.tensor([2, 0, 2]), 3)
        >>> gather_scatter(torch.tensor([10., 20.]), torch.tensor([0, 0, 1]), prepared)
        tensor([10.,  0., 30.])
    """
    return Prepared(dst, check_size(size))
