# ===- _messages.py - message passing --------------------------------------===#

from __future__ import annotations

import math
from typing import Any, Literal, Union

import jax
import jax.numpy as jnp

from scatter_mlir._messages import check_args, check_prepared, check_reduction, check_size
from scatter_mlir._threads import check_threads

from ._functions import bind_checked
from ._message_primitives import gather_scatter_args_p, gather_scatter_p
from ._prepared import Prepared, convert_indices

_INTEGERS = {f"{sign}int{bits}" for sign in ("", "u") for bits in (8, 16, 32, 64)}
_TYPES = {"float16", "bfloat16", "float32", "float64", *_INTEGERS}


def gather_scatter(
    x: Any,
    src: Any,
    dst: Any,
    weight: Any = None,
    *,
    size: int | None = None,
    reduction: Literal["sum", "mean", "min", "max", "prod"] = "sum",
    threads: Union[int, Literal["all"], None] = None,
    return_args: bool = False,
) -> jax.Array | tuple[jax.Array, jax.Array]:
    """`scatter_mlir.gather_scatter` as a function of JAX: message passing.

    It has derivatives with respect to `x` and `weight` in both modes, and runs under jit
    and vmap. The gradient of `x` is message passing with `src` and `dst` exchanged. Equal
    messages share the derivative of a minimum or maximum.

    Args:
        x: array of shape [N, F], or of any rank >= 1.
        src: integers of shape [E], rows of `x`.
        dst: integers of shape [E], rows of the result; or a `Prepared`.
        weight: array of shape [E] of x's element type.
        size: the number of rows of the result, which is not traced; if not given, that of
            the prepared indices or of `x`.
        reduction, threads: as in `scatter_mlir.gather_scatter`.
        return_args: with "min" and "max": also return the edges whose messages the
            elements of the result are.

    Returns:
        An array of shape [size, F]. Rows without edges are 0. With `return_args` a pair of
        it and of an array of integers of JAX's default type: the edge e of each element,
        the first of equal ones; E in rows without edges. They have no derivative.

    Raises:
        IndexError: an index is out of bounds and no argument is traced. Under jit it is a
            `jax.errors.JaxRuntimeError`, or a ValueError if the function ran before, as
            for `nd_update`.
        ValueError: shapes do not fit, an unknown reduction, or `return_args` with one that
            is not "min" or "max".
        TypeError: element types do not fit or are not supported.

    Example:
        >>> import jax.numpy as jnp
        >>> from scatter_mlir.jax import gather_scatter
        >>> x = jnp.array([[1., 2.], [3., 4.]])
        >>> gather_scatter(x, jnp.array([0, 1, 0]), jnp.array([1, 1, 0]))
        Array([[1., 2.],
               [4., 6.]], dtype=float32)
    """
    check_reduction(reduction)
    check_args(return_args, reduction)
    x, src = jnp.asarray(x), convert_indices(src, "src")
    if x.ndim == 0:
        raise ValueError("'x': expected a rank of at least 1, found 0")
    if x.dtype.name not in _TYPES:
        raise TypeError(
            f"'x': expected floats or integers of 8 to 64 bits, found {x.dtype}"
        )
    handle = None
    size = check_prepared(dst, size, Prepared, "scatter_mlir.jax")
    if isinstance(dst, Prepared):
        handle, dst = dst._handle, dst.dst
    dst = convert_indices(dst, "dst")
    size = x.shape[0] if size is None else check_size(size)
    num_bytes = size * math.prod(x.shape[1:]) * x.dtype.itemsize
    if num_bytes >= 1 << 63:
        # XLA ends the process.
        raise ValueError(
            f"'size': expected a result of less than 2^63 bytes, found {num_bytes}"
        )
    weighted = weight is not None
    weight = jnp.asarray(weight) if weighted else jnp.zeros(0, x.dtype)
    if weight.dtype != x.dtype:
        raise TypeError(
            f"'weight': expected the element type of 'x', {x.dtype}, found {weight.dtype}"
        )
    for name, other in (("dst", dst), ("weight", weight)):
        if other.shape != src.shape and (weighted or name == "dst"):
            raise ValueError(
                f"'{name}': expected the shape {list(src.shape)}, found {list(other.shape)}"
            )
    result = bind_checked(
        gather_scatter_args_p if return_args else gather_scatter_p,
        x,
        src,
        dst,
        weight,
        size=size,
        reduction=reduction,
        weighted=weighted,
        order=handle,
        transposed=None,
        threads=check_threads(threads),
    )
    return tuple(result) if return_args else result
