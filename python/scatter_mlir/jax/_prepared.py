# ===- _prepared.py - prepared indices of message passing ------------------===#

from __future__ import annotations

import ctypes
import secrets
import weakref
from typing import Any

import jax
import numpy as np

import scatter_mlir
from scatter_mlir._messages import check_size

from ._functions import _is_traced, make_indices
from ._primitives import library


def convert_indices(indices, name):
    """Returns `indices` as an array of rank 1 of integers of 32 or 64 bits."""
    indices = make_indices(indices, name)
    if indices.ndim != 1:
        raise ValueError(f"'{name}': expected a rank of 1, found {indices.ndim}")
    return indices


_prepare, _forget = library.scatter_jax_prepare, library.scatter_jax_forget
_prepare.restype = ctypes.c_void_p
_prepare.argtypes = [
    ctypes.c_int64, ctypes.c_void_p, ctypes.c_int64, ctypes.c_int, ctypes.c_int, ctypes.c_int64,
]  # fmt: skip
_forget.restype, _forget.argtypes = None, [ctypes.c_int64]


class _Handle:
    """Sorted indices of this process. Compared by identity."""

    def __init__(self, dst, size):
        # Reports what is wrong with the arguments.
        array = np.ascontiguousarray(dst)
        scatter_mlir.prepare(array, size)
        self.dst = dst
        self.number = secrets.randbits(62) + 1
        bits, is_unsigned = 8 * array.itemsize, array.dtype.kind == "u"
        if _prepare(self.number, array.ctypes.data, len(array), bits, is_unsigned, size):
            raise MemoryError("'dst': no memory for the sorted indices")
        weakref.finalize(self, _forget, self.number).atexit = False


@jax.tree_util.register_pytree_node_class
class Prepared:
    """Indices that `prepare` has sorted, as an argument of compiled functions. `dst` are
    the indices, `size` is the number of rows, and `num_indices` their number."""

    def __init__(self, dst, size, handle):
        self.dst, self.size, self._handle = dst, size, handle

    @property
    def num_indices(self):
        return len(self.dst)

    def __repr__(self):
        return f"<Prepared: {self.num_indices} indices of {self.size} rows>"

    def tree_flatten(self):
        return (self.dst,), (self.size, self._handle)

    @classmethod
    def tree_unflatten(cls, data, children):
        (dst,), (size, handle) = children, data
        if handle and isinstance(dst, (jax.Array, np.ndarray)) and not _is_traced(dst):
            # Other indices, those of a tree_map, are not sorted.
            handle = handle if dst is handle.dst else None
        return cls(dst, size, handle)


def prepare(dst: Any, size: int) -> Prepared:
    """`scatter_mlir.prepare` for JAX.

    The result takes the place of `dst` in `gather_scatter`. It is a pytree, which may be
    an argument of a function under jit, or a constant of it. A function is compiled for
    each of them. Other indices in its place, as by `jax.tree.map`, are sorted in each
    call; in traced code nothing may take their place.

    Args:
        dst: integers of shape [E] that are known: not traced.
        size: the number of rows of the results.

    Returns:
        A `Prepared` with the attributes `dst`, `num_indices` and `size`.

    Raises:
        IndexError: an index is out of bounds.
        ValueError: the rank of `dst` is not 1, or `size` is negative.
        TypeError: `dst` are no integers or traced, or `size` is none.

    Example:
        >>> import jax.numpy as jnp
        >>> from scatter_mlir.jax import gather_scatter, prepare
        >>> prepared = prepare(jnp.array([2, 0, 2]), 3)
        >>> gather_scatter(jnp.array([10., 20.]), jnp.array([0, 0, 1]), prepared)
        Array([10.,  0., 30.], dtype=float32)
    """
    size = check_size(size)
    if _is_traced(dst):
        raise TypeError("'dst': expected indices that are known, found traced ones")
    with jax.ensure_compile_time_eval():
        dst = convert_indices(dst, "dst")
    return Prepared(dst, size, _Handle(dst, size))
