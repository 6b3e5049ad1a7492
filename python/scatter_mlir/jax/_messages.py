# ===- _messages.py - message passing --------------------------------------===#
"""`gather_scatter` as a primitive of JAX. Its transpose is message passing along the
reversed edges."""

from __future__ import annotations

import ctypes
import functools
import secrets
import weakref
from typing import Any, Literal, Union

import jax
import jax.numpy as jnp
import numpy as np
from jax.extend.core import Primitive
from jax.interpreters import ad, batching, mlir

import scatter_mlir
from scatter_mlir._messages import REDUCTIONS, check_reduction, check_size
from scatter_mlir._threads import check_threads

from ._derivatives import Update, get_other_factors
from ._functions import _HANDLER_ERRORS, _is_traced, _make_index_error, _wait
from ._primitives import _library, bind


_INTEGERS = {f"{sign}int{bits}" for sign in ("", "u") for bits in (8, 16, 32, 64)}
_TYPES = {"float16", "bfloat16", "float32", "float64", *_INTEGERS}


def _convert_indices(indices, name):
    indices = jnp.asarray(indices)
    if indices.size == 0 and not jnp.issubdtype(indices.dtype, jnp.integer):
        indices = indices.astype(jnp.int32)
    if not jnp.issubdtype(indices.dtype, jnp.integer):
        raise TypeError(f"'{name}': expected integers, found {indices.dtype}")
    if indices.ndim != 1:
        raise ValueError(f"'{name}': expected a rank of 1, found {indices.ndim}")
    return indices if indices.dtype.itemsize >= 4 else indices.astype(jnp.int32)


# ===----------------------------------------------------------------------===#
# Prepared indices
# ===----------------------------------------------------------------------===#


_prepare, _forget = _library.scatter_jax_prepare, _library.scatter_jax_forget
_prepare.restype = ctypes.c_void_p
_prepare.argtypes = [
    ctypes.c_int64, ctypes.c_void_p, ctypes.c_int64, ctypes.c_int, ctypes.c_int, ctypes.c_int64,
]  # fmt: skip
_forget.restype, _forget.argtypes = None, [ctypes.c_int64]


class _Handle:
    """Sorted indices of this process. Compared by identity."""

    def __init__(self, dst, size):
        # Reports what is wrong with the arguments.
        checked = scatter_mlir.prepare(dst, size)
        self.num_indices = checked.num_indices
        self.number = secrets.randbits(62) + 1
        array = np.ascontiguousarray(dst)
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
        return self._handle.num_indices

    def __repr__(self):
        return f"<Prepared: {self.num_indices} indices of {self.size} rows>"

    def tree_flatten(self):
        return (self.dst,), (self.size, self._handle)

    @classmethod
    def tree_unflatten(cls, data, children):
        return cls(*children, *data)


def prepare(dst: Any, size: int) -> Prepared:
    """`scatter_mlir.prepare` for JAX.

    The result takes the place of `dst` in `gather_scatter`. It is a pytree, which may be
    an argument of a function under jit, or a constant of it. A function is compiled for
    each of them.

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
        dst = _convert_indices(dst, "dst")
    return Prepared(dst, size, _Handle(np.asarray(dst), size))


# ===----------------------------------------------------------------------===#
# The primitive
# ===----------------------------------------------------------------------===#

gather_scatter_p = Primitive("scatter_gather_scatter")
jax.ffi.register_ffi_target(
    "scatter_mlir.gather_scatter",
    jax.ffi.pycapsule(_library.scatter_jax_gather_scatter),
    platform="cpu",
)


@functools.lru_cache(maxsize=4096)
def _compile(parameters):
    return jax.jit(functools.partial(gather_scatter_p.bind, **dict(parameters)))


@gather_scatter_p.def_impl
def _(*operands, **parameters):
    return _compile(tuple(parameters.items()))(*operands)


@gather_scatter_p.def_abstract_eval
def _(x, src, dst, weight, *, size, **parameters):
    return x.update(shape=(size, *x.shape[1:]), weak_type=False)


_lower = jax.ffi.ffi_lowering("scatter_mlir.gather_scatter")


def _lower_parameters(context, *operands, size, reduction, weighted, order, transposed, threads):
    return _lower(
        context,
        *operands,
        reduction=np.int32(REDUCTIONS.index(reduction)),
        weighted=np.int32(weighted),
        prepared=np.int64(order.number if order else 0),
        threads=np.int32(threads or 0),
    )


mlir.register_lowering(gather_scatter_p, _lower_parameters, platform="cpu")


def _batch(operands, dims, *, size, **parameters):
    (count,) = {x.shape[d] for x, d in zip(operands, dims) if d is not None}
    x, src, dst, weight = operands
    if dims[1:] == (None, None, None):
        # The batch is one more dimension of the rows.
        x = jnp.moveaxis(x, dims[0], -1)
        result = bind(gather_scatter_p, x, src, dst, weight, size=size, **parameters)
        return result, result.ndim - 1
    moved = [
        jnp.broadcast_to(x, (count, *x.shape)) if d is None else jnp.moveaxis(x, d, 0)
        for x, d in zip(operands, dims)
    ]
    parameters.update(order=None, transposed=None)
    run = functools.partial(bind, gather_scatter_p, size=size, **parameters)
    return jax.lax.map(lambda each: run(*each), tuple(moved)), 0


batching.primitive_batchers[gather_scatter_p] = _batch

# ===----------------------------------------------------------------------===#
# Derivatives
# ===----------------------------------------------------------------------===#


def _expand(values, like):
    """Returns one value for each row of `like`, to be broadcast to it."""
    return values.reshape(values.shape + (1,) * (like.ndim - 1))


def _count(dst, size, dtype):
    return jnp.maximum(jnp.zeros(size, dtype).at[dst].add(1), 1)


def _sum_rows(values, dst, size):
    return jnp.zeros((size, *values.shape[1:]), values.dtype).at[dst].add(values)


def _multiply_others(messages, result, dst, threads):
    """Returns the product of the other messages of the row, for each message."""
    options = {
        "out_of_bounds": "error",
        "negative_indices": "wrap",
        "unique_indices": False,
        "indices_are_sorted": False,
        "threads": threads,
    }
    return get_other_factors(Update(dst[:, None], options), jnp.ones_like(result), messages)


def _jvp(primals, tangents, *, size, reduction, weighted, **parameters):
    x, src, dst, weight = primals
    tx, _, _, tw = tangents
    run = functools.partial(bind, gather_scatter_p, size=size, **parameters)
    result = run(*primals, reduction=reduction, weighted=weighted)
    is_x, is_weight = type(tx) is not ad.Zero, weighted and type(tw) is not ad.Zero
    if not (is_x or is_weight):
        return result, jnp.zeros_like(result)
    if reduction in ("sum", "mean"):
        terms = []
        if is_x:
            terms.append(run(tx, src, dst, weight, reduction=reduction, weighted=weighted))
        if is_weight:
            terms.append(run(x, src, dst, tw, reduction=reduction, weighted=True))
        return result, functools.reduce(jnp.add, terms)
    rows = x[src]
    messages = rows * _expand(weight, x) if weighted else rows
    tangent = 0
    if is_x:
        tangent = tx[src] * _expand(weight, x) if weighted else tx[src]
    if is_weight:
        tangent = tangent + rows * _expand(tw, x)
    if reduction == "prod":
        others = _multiply_others(messages, result, dst, parameters["threads"])
        return result, _sum_rows(tangent * others, dst, size)
    is_taken = (messages == result[dst]).astype(x.dtype)
    count = jnp.maximum(_sum_rows(is_taken, dst, size), 1)
    return result, _sum_rows(tangent * is_taken, dst, size) / count


def _transpose(cotangent, x, src, dst, weight, **parameters):
    """sum and mean are linear in x, and in the weights."""
    size, reduction = parameters["size"], parameters["reduction"]
    of_x = of_weight = None
    if type(cotangent) is ad.Zero:
        return None, None, None, None
    if reduction == "mean":
        cotangent = cotangent / _expand(_count(dst, size, cotangent.dtype), cotangent)
    if ad.is_undefined_primal(x):
        parameters.update(
            size=x.aval.shape[0],
            reduction="sum",
            order=parameters["transposed"],
            transposed=parameters["order"],
        )
        of_x = bind(gather_scatter_p, cotangent, dst, src, weight, **parameters)
    if ad.is_undefined_primal(weight):
        products = x[src] * cotangent[dst]
        of_weight = products.reshape(len(src), -1).sum(1)
    return of_x, None, None, of_weight


ad.primitive_jvps[gather_scatter_p] = _jvp
ad.primitive_transposes[gather_scatter_p] = _transpose


def gather_scatter(
    x: Any,
    src: Any,
    dst: Any,
    weight: Any = None,
    *,
    size: int | None = None,
    reduction: Literal["sum", "mean", "min", "max", "prod"] = "sum",
    threads: Union[int, Literal["all"], None] = None,
) -> jax.Array:
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

    Returns:
        An array of shape [size, F]. Rows without edges are 0.

    Raises:
        IndexError: an index is out of bounds and no argument is traced. Under jit it is a
            `jax.errors.JaxRuntimeError`, or a ValueError if the function ran before, as
            for `nd_update`.
        ValueError: shapes do not fit, or an unknown reduction.
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
    x, src = jnp.asarray(x), _convert_indices(src, "src")
    if x.ndim == 0:
        raise ValueError("'x': expected a rank of at least 1, found 0")
    if x.dtype.name not in _TYPES:
        raise TypeError(
            f"'x': expected floats or integers of 8 to 64 bits, found {x.dtype}"
        )
    handle = None
    if isinstance(dst, Prepared):
        if size is None:
            size = dst.size
        if size != dst.size:
            raise ValueError(
                f"'dst': expected indices prepared for {size} rows, found {dst.size}"
            )
        handle, dst = dst._handle, dst.dst
    dst = _convert_indices(dst, "dst")
    size = x.shape[0] if size is None else check_size(size)
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
    is_traced = _is_traced(x, src, dst, weight)
    try:
        result = bind(
            gather_scatter_p,
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
    except _HANDLER_ERRORS as error:
        raise _make_index_error(error) from None
    return result if is_traced or _is_traced(result) else _wait(result)
