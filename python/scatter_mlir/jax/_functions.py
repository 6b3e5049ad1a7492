# ===- _functions.py - the functions of the ops ---------------------------===#

from __future__ import annotations

from typing import Any, Literal, Sequence, SupportsIndex, Union

import jax
import jax.numpy as jnp
import numpy as np

from scatter_mlir._bounds import Slices
from scatter_mlir._calls import check_options
from scatter_mlir._gather import check_batch_dims, get_gather_shape
from scatter_mlir._messages import check_prepared_rows
from scatter_mlir._threads import check_threads
from scatter_mlir._updates import fits, get_updates_shape

from . import _derivatives  # noqa: F401
from ._primitives import bind, gather_nd_p, nd_update_p, slice_update_p

_Bounds = Union[SupportsIndex, Sequence[Union[SupportsIndex, None]], None]


def is_supported(dtype):
    """Whether the ops update arrays of type `dtype`."""
    return dtype.name not in ("int4", "uint4", "int2", "uint2", "float4_e2m1fn")


def _check_type(dtype):
    if not is_supported(dtype):
        raise TypeError(f"'data': unsupported element type {dtype}")


def convert_updates(updates, dtype, shape, hint=""):
    """Converts updates to `dtype` and broadcasts them to `shape`.

    `hint` is appended to a message on the shape.
    """
    given = updates
    updates = jnp.asarray(updates)
    is_weak = not hasattr(given, "dtype") or updates.ndim == 0
    if updates.dtype != dtype:
        if not is_weak or not _can_cast(updates.dtype, dtype):
            raise TypeError(
                f"'updates': expected the element type of 'data', {dtype}, "
                f"found {updates.dtype}"
            )
        updates = updates.astype(dtype)
    while updates.ndim > len(shape) and updates.shape[0] == 1:
        updates = updates[0]
    if updates.shape == shape:
        return updates
    try:
        return jnp.broadcast_to(updates, shape)
    except ValueError:
        raise ValueError(
            f"'updates': expected a shape that broadcasts to {shape}, "
            f"found {updates.shape}{hint}"
        ) from None


_KINDS = (jnp.bool_, jnp.integer, jnp.floating, jnp.complexfloating)


def _can_cast(source, target):
    """Whether `source` has the kind of `target` or a lower one."""

    def get_kind(dtype):
        return next(i for i, kind in enumerate(_KINDS) if jnp.issubdtype(dtype, kind))

    return get_kind(source) <= get_kind(target)


def _clamp(indices):
    """Returns indices of 64 bits, where JAX has only 32 of them, as those of 32 bits. Those
    that are too large stay out of bounds."""
    if jax.config.jax_enable_x64 or isinstance(indices, jax.Array):
        return indices
    if _is_traced(*jax.tree.leaves(indices)):
        return indices
    known = np.asarray(indices)
    if known.dtype.kind not in "iu" or known.dtype.itemsize < 8:
        return indices
    limits = np.iinfo(np.int32)
    return known.clip(limits.min, limits.max).astype(np.int32)


def make_indices(indices, name):
    """Returns `indices` as an array of integers of 32 or 64 bits."""
    indices = jnp.asarray(_clamp(indices))
    if indices.size == 0 and not jnp.issubdtype(indices.dtype, jnp.integer):
        indices = indices.astype(jnp.int32)
    if not jnp.issubdtype(indices.dtype, jnp.integer):
        hint = ""
        if name == "indices" and indices.dtype == bool:
            hint = "; for a mask use jnp.argwhere(mask) or at(data)[mask]"
        raise TypeError(f"'{name}': expected integers, found {indices.dtype}{hint}")
    return indices if indices.dtype.itemsize >= 4 else indices.astype(jnp.int32)


def _convert_indices(indices, data):
    if not hasattr(indices, "num_indices"):
        return make_indices(indices, "indices")
    # A Prepared, whose order only gather_scatter uses.
    module = type(indices).__module__.partition("._")[0]
    if module != "scatter_mlir.jax":
        raise TypeError(
            "'indices': expected integers or what scatter_mlir.jax.prepare returns, found "
            f"what {module}.prepare returns"
        )
    check_prepared_rows(indices, data.shape)
    return indices.dst[:, None]


def _is_traced(*arrays):
    return any(isinstance(array, jax.core.Tracer) for array in arrays)


#: How JAX reports an error of a handler. A call that JAX has compiled before
#: raises ValueError.
_HANDLER_ERRORS = (jax.errors.JaxRuntimeError, ValueError)


def _wait(result):
    """Waits for a result, or a tuple. Raises IndexError if it is an index error."""
    try:
        return jax.block_until_ready(result)
    except _HANDLER_ERRORS as error:
        raise _make_index_error(error) from None


def _make_index_error(error):
    """Returns an IndexError if an index was out of bounds, otherwise `error`."""
    text = str(error)
    if not text.startswith("OUT_OF_RANGE"):
        return error
    return IndexError(text.splitlines()[0].rpartition(": error: ")[2])


def bind_checked(primitive, *operands, **options):
    """Binds a primitive that checks indices. Raises what it reports, unless it is traced."""
    try:
        result = bind(primitive, *operands, **options)
    except _HANDLER_ERRORS as error:
        raise _make_index_error(error) from None
    is_checked = options.get("out_of_bounds", "error") == "error"
    if not is_checked or _is_traced(*operands, *jax.tree.leaves(result)):
        return result
    return _wait(result)


def nd_update(
    data: Any,
    indices: Any,
    updates: Any,
    *,
    reduction: Literal["none", "sum", "sub", "prod", "min", "max"] = "none",
    out_of_bounds: Literal["error", "drop", "clamp", "undefined"] = "error",
    negative_indices: Literal["wrap", "reject"] = "wrap",
    unique_indices: bool = False,
    indices_are_sorted: bool = False,
    threads: int | None = None,
) -> jax.Array:
    """`scatter_mlir.scatter_nd_update` as a function of JAX.

    Args:
        data: array of rank r >= 1.
        indices: integers of rank q >= 1; k = indices.shape[-1] is at most r.
        updates: array of data's element type that broadcasts to
            `indices.shape[:-1] + data.shape[k:]`; a number, a list or an array
            of rank 0 takes that type.
        reduction, out_of_bounds, negative_indices, unique_indices,
            indices_are_sorted, threads: as in `scatter_mlir.scatter_nd_update`.

    Returns:
        An array. XLA updates `data` in place where nothing else uses it, such as
        a donated argument or a value that a loop carries.

    Raises:
        IndexError: an index is out of bounds and no argument is traced. Under
            jit it is a `jax.errors.JaxRuntimeError`, or a ValueError if the
            function ran before, whose message begins with OUT_OF_RANGE, when the
            result is waited for.
        ValueError: shapes do not fit, or an unknown option.
        TypeError: element types do not fit or are not supported.

    Example:
        >>> import jax.numpy as jnp
        >>> from scatter_mlir.jax import nd_update
        >>> indices = jnp.array([[0], [2], [0]])
        >>> nd_update(jnp.zeros(3), indices, jnp.ones(3), reduction="sum")
        Array([2., 0., 1.], dtype=float32)
    """
    options = {
        "reduction": reduction,
        "out_of_bounds": out_of_bounds,
        "negative_indices": negative_indices,
    }
    options["threads"] = check_options(threads, **options)
    data = jnp.asarray(data)
    indices = _convert_indices(indices, data)
    _check_type(data.dtype)
    if jnp.issubdtype(data.dtype, jnp.complexfloating) and reduction in ("min", "max"):
        raise TypeError(
            f"'reduction': expected none, sum, sub or prod for {data.dtype}, "
            f"found {reduction!r}"
        )
    # Each index may have been meant as a tuple.
    hint = f"; did you mean indices[{':' if indices.ndim == 1 else '...'}, None]?"
    shape = get_updates_shape(data.shape, indices.shape, hint)
    is_hint = fits(np.shape(updates), (*indices.shape, *data.shape[1:]))
    updates = convert_updates(updates, data.dtype, shape, hint if is_hint else "")
    return bind_checked(
        nd_update_p,
        data,
        indices,
        updates,
        **options,
        unique_indices=bool(unique_indices),
        indices_are_sorted=bool(indices_are_sorted),
    )


def gather_nd(
    data: Any,
    indices: Any,
    *,
    batch_dims: int = 0,
    out_of_bounds: Literal["error", "drop", "clamp", "undefined"] = "error",
    negative_indices: Literal["wrap", "reject"] = "wrap",
    fill: Any = 0,
    threads: int | None = None,
) -> jax.Array:
    """`scatter_mlir.gather_nd` as a function of JAX.

    The gradient with respect to `data` is summed by `nd_update`, whose order is
    defined. `fill` has a gradient as well.

    Args:
        data: array of rank r >= 1.
        indices: integers of rank q >= 1; k = indices.shape[-1] is at most
            r - batch_dims.
        batch_dims, out_of_bounds, negative_indices, threads: as in
            `scatter_mlir.gather_nd`.
        fill: a number that dropped tuples read.

    Returns:
        An array of the shape `indices.shape[:-1] + data.shape[batch_dims + k:]`.

    Raises:
        IndexError: as `nd_update`.
        ValueError: shapes do not fit, or an unknown option.
        TypeError: element types do not fit or are not supported.

    Example:
        >>> import jax.numpy as jnp
        >>> from scatter_mlir.jax import gather_nd
        >>> gather_nd(jnp.arange(5.0), jnp.array([[4], [0], [-2]]))
        Array([4., 0., 3.], dtype=float32)
    """
    options = {"out_of_bounds": out_of_bounds, "negative_indices": negative_indices}
    options["threads"] = check_options(threads, **options)
    data, indices = jnp.asarray(data), make_indices(indices, "indices")
    _check_type(data.dtype)
    batch_dims = check_batch_dims(batch_dims)
    get_gather_shape(data.shape, indices.shape, batch_dims)
    given, fill = fill, jnp.asarray(fill)
    if fill.ndim:
        raise TypeError(f"'fill': expected a number, found an array of shape {fill.shape}")
    if not _can_cast(fill.dtype, data.dtype):
        raise TypeError(f"'fill': expected a value of {data.dtype}, found {given!r}")
    return bind_checked(
        gather_nd_p,
        data,
        indices,
        fill.astype(data.dtype),
        batch_dims=batch_dims,
        **options,
    )


def _has_traced(bounds):
    """Whether a bound is not known when the function is traced."""
    return _is_traced(*(bounds if isinstance(bounds, (tuple, list)) else [bounds]))


def _update_traced(data, updates, start, stop, step, axes):
    """`slice_update` for a `start` that is computed."""
    for name, bounds in ("stop", stop), ("step", step):
        given = bounds if isinstance(bounds, (tuple, list)) else [bounds]
        if any(bound is not None for bound in given):
            raise TypeError(
                f"'{name}': expected None where 'start' is not known when the function is "
                f"traced, found {bounds}; for positions that are computed use nd_update"
            )
    if not isinstance(start, (tuple, list)):
        start = list(start) if jnp.ndim(start) else [start]
    updates = jnp.asarray(updates)
    if updates.ndim != data.ndim:
        raise ValueError(
            f"'updates': expected {data.ndim} dimensions, as 'start' is not known when the "
            f"function is traced, found {updates.ndim}"
        )
    known = Slices([0] * len(start), None, None, axes, data.shape)
    sizes = list(data.shape)
    position = [0] * data.ndim
    for axis, first in zip(known.axes, start):
        sizes[axis] = min(updates.shape[axis], data.shape[axis])
        position[axis] = 0 if first is None else first
    updates = convert_updates(updates, data.dtype, tuple(sizes))
    return jax.lax.dynamic_update_slice(data, updates, position)


def slice_update(
    data: Any,
    updates: Any,
    start: _Bounds = None,
    stop: _Bounds = None,
    step: _Bounds = None,
    axes: SupportsIndex | Sequence[SupportsIndex] | None = None,
    *,
    threads: int | None = None,
) -> jax.Array:
    """`scatter_mlir.slice_scatter` as a function of JAX.

    The bounds are integers that are known when the function is traced, except that
    `start` may be computed where `stop` and `step` are None: the slice is as long as
    `updates` there, and starts earlier if it would end beyond the dimension, as in
    `jax.lax.dynamic_update_slice`. For other positions that are computed use
    `nd_update`.

    Returns:
        An array. XLA may reuse the memory of `data`, as for `nd_update`.

    Raises:
        ValueError: shapes or lengths do not fit, or a step is zero.
        TypeError: element types do not fit or are not supported.

    Example:
        >>> import jax.numpy as jnp
        >>> from scatter_mlir.jax import slice_update
        >>> slice_update(jnp.arange(6), jnp.array([10, 20]), 1, 5, 2)
        Array([ 0, 10,  2, 20,  4,  5], dtype=int32)
    """
    data = jnp.asarray(data)
    _check_type(data.dtype)
    for name, bound in ("stop", stop), ("step", step), ("axes", axes):
        if _has_traced(bound):
            raise TypeError(
                f"'{name}': expected integers that are known when the function is traced, "
                f"found {bound}; for positions that are computed use nd_update"
            )
    if _has_traced(start):
        return _update_traced(data, updates, start, stop, step, axes)
    slices = Slices(start, stop, step, axes, data.shape)
    updates = convert_updates(updates, data.dtype, slices.shape)
    return bind(
        slice_update_p,
        data,
        updates,
        start=slices.start,
        stop=slices.stop,
        step=slices.step,
        axes=slices.axes,
        threads=check_threads(threads),
    )
