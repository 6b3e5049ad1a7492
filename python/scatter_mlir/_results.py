# ===- _results.py - the memory of large results ---------------------------===#

import operator
import sys

from . import _core


def set_result_pool_bytes(limit):
    """Set how much memory of freed results is kept for later ones.

    The memory of a result of 4 MiB or more is kept when the result is freed, and
    a later one of about the same size takes it, which saves the system from
    mapping and clearing it again. The same holds for what compiled programs
    allocate. When more than `limit` bytes are idle, the oldest are freed. Only
    memory that no array uses any more is kept.

    Args:
        limit: a number of bytes, 256 MiB at the start; 0 frees what is kept and
            lets the allocators of NumPy and PyTorch make later results of the
            updates.

    Returns:
        The former limit.

    Raises:
        ValueError: the limit is negative.

    Example:
        >>> import scatter_mlir
        >>> former = scatter_mlir.set_result_pool_bytes(0)
        >>> scatter_mlir.set_result_pool_bytes(former)
        0
    """
    limit = operator.index(limit)
    if limit < 0:
        raise ValueError(f"'limit': expected 0 or more, found {limit}")
    return _core.set_result_pool_bytes(min(limit, sys.maxsize))
