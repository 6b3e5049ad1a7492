# ===- _at.py - the syntax of JAX's indexed updates -----------------------===#
"""`at(x)[index].set(values)`, which means what `x.at[index].set(values)` means."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from ._functions import nd_update, slice_update

#: By the names of JAX's modes. None is JAX's default mode.
_MODES = {
    None: "drop",
    "drop": "drop",
    "fill": "drop",
    "clip": "clamp",
    "promise_in_bounds": "undefined",
    "error": "error",
}


def _is_static(entry):
    """Whether an entry is an integer that is known at trace time."""
    return isinstance(entry, (int, np.integer)) and not isinstance(entry, (bool, np.bool_))


def _normalize(index, rank):
    """Returns one entry per dimension: a slice, an integer or an array of integers.

    Returns None for indices that only JAX supports.
    """
    entries: list[Any] = []
    for entry in index if isinstance(index, tuple) else (index,):
        if entry is None or isinstance(entry, (bool, np.bool_)):
            return None
        if entry is Ellipsis or isinstance(entry, slice) or _is_static(entry):
            entries.append(entry)
            continue
        array = entry if isinstance(entry, jax.Array) else np.asarray(entry)
        if isinstance(array, np.ndarray) and array.size == 0 and array.dtype.kind == "f":
            array = array.astype(np.int32)
        if array.dtype == bool:
            if isinstance(array, jax.core.Tracer) or array.ndim == 0:
                return None
            entries.extend(np.nonzero(np.asarray(array)))
        elif jnp.issubdtype(array.dtype, jnp.integer):
            entries.append(array)
        else:
            return None
    dots = [n for n, entry in enumerate(entries) if entry is Ellipsis]
    if len(dots) > 1 or len(entries) - len(dots) > rank:
        return None
    n = dots[0] if dots else len(entries)
    missing = rank - (len(entries) - len(dots))
    return entries[:n] + [slice(None)] * missing + entries[n + 1 :]


def _convert_values(values, like, shape):
    """Casts values to the type of `like`, as JAX does, and broadcasts them to `shape`."""
    values = jnp.asarray(values)
    if values.dtype != like.dtype:
        # JAX warns if values may be lost. The cast is the same.
        values = values.astype(like.dtype)
    while values.ndim > len(shape) and values.shape[0] == 1:
        values = values[0]
    return jnp.broadcast_to(values, shape)


class _Positions:
    """The result of `at(x)[index]`, with functions that update these positions."""

    def __init__(self, array, index):
        self._array = array
        self._index = index

    def set(self, values, **options) -> jax.Array:
        return self._update("set", "none", values, **options)

    def add(self, values, **options) -> jax.Array:
        return self._update("add", "sum", values, **options)

    def subtract(self, values, **options) -> jax.Array:
        return self._update("subtract", "sub", values, **options)

    sub = subtract

    def multiply(self, values, **options) -> jax.Array:
        return self._update("multiply", "prod", values, **options)

    mul = multiply

    def min(self, values, **options) -> jax.Array:
        return self._update("min", "min", values, **options)

    def max(self, values, **options) -> jax.Array:
        return self._update("max", "max", values, **options)

    def _update(
        self,
        name,
        reduction,
        values,
        *,
        indices_are_sorted=False,
        unique_indices=False,
        mode=None,
        threads=None,
    ):
        if mode not in _MODES:
            expected = ", ".join(map(repr, _MODES))
            raise ValueError(f"'mode': expected one of {expected}, found {mode!r}")
        array = jnp.asarray(self._array)
        entries = _normalize(self._index, array.ndim)
        if entries is None:
            options = {
                "indices_are_sorted": indices_are_sorted,
                "unique_indices": unique_indices,
                "mode": None if mode == "error" else mode,
            }
            return getattr(array.at[self._index], name)(values, **options)
        options = {
            "reduction": reduction,
            "out_of_bounds": _MODES[mode],
            "indices_are_sorted": indices_are_sorted,
            "unique_indices": unique_indices,
            "threads": threads,
        }
        if all(isinstance(entry, slice) for entry in entries):
            return _update_slice(array, entries, values, reduction, threads)
        return _update_positions(array, entries, values, options)


_OPERATIONS = {
    "sum": jnp.add,
    "sub": jnp.subtract,
    "prod": jnp.multiply,
    "min": jnp.minimum,
    "max": jnp.maximum,
}


def _update_slice(array, entries, values, reduction, threads):
    """Updates a slice. Reads and writes only the slice."""
    bounds = tuple(
        tuple(getattr(entry, name) for entry in entries)
        for name in ("start", "stop", "step")
    )
    former = array[tuple(entries)] if reduction != "none" else None
    shape = array[tuple(entries)].shape if former is None else former.shape
    values = _convert_values(values, array, shape)
    if former is not None:
        if array.dtype == bool and reduction == "sub":
            values = former ^ values
        else:
            values = _OPERATIONS[reduction](former, values)
    return slice_update(array, values, *bounds, threads=threads)


def _update_positions(array, entries, values, options):
    """Updates positions given by integers or arrays, possibly together with slices."""
    if any(isinstance(entry, slice) and entry != slice(None) for entry in entries):
        # Takes a part of the array that is whole along the dimensions with slices.
        part = tuple(e if isinstance(e, slice) else slice(None) for e in entries)
        inner = [slice(None) if isinstance(e, slice) else e for e in entries]
        updated = _update_positions(array[part], inner, values, options)
        return _update_slice(array, part, updated, "none", options["threads"])
    given = [dim for dim, entry in enumerate(entries) if not isinstance(entry, slice)]
    arrays = jnp.broadcast_arrays(*(_widen(entries[dim]) for dim in given))
    indices = jnp.stack(arrays, -1)
    is_adjacent = given == list(range(given[0], given[-1] + 1))
    # As in NumPy, integers count as arrays when arrays are checked for adjacency.
    position = given[0] if is_adjacent else 0
    order = given + [dim for dim in range(array.ndim) if dim not in given]
    data = jnp.transpose(array, order)
    rank = indices.ndim - 1
    rest = data.shape[len(given) :]
    shape = rest[:position] + indices.shape[:-1] + rest[position:]
    values = _convert_values(values, array, shape)
    values = jnp.moveaxis(values, range(position, position + rank), range(rank))
    result = nd_update(data, indices, values, **options)
    return jnp.transpose(result, np.argsort(order))


def _widen(entry):
    """Converts an index to 32 or 64 bits, so that all of them can be stacked."""
    entry = jnp.asarray(entry)
    if entry.dtype.itemsize < 4:
        return entry.astype(jnp.int32)
    if jnp.issubdtype(entry.dtype, jnp.unsignedinteger):
        signed = jnp.iinfo(jnp.int64 if jax.config.jax_enable_x64 else jnp.int32)
        if entry.dtype.itemsize == signed.dtype.itemsize:
            # A value that no signed integer holds is out of bounds of any array.
            entry = jnp.minimum(entry, entry.dtype.type(signed.max))
        return entry.astype(signed.dtype)
    return entry


class _At:
    """The result of `at(x)`."""

    def __init__(self, array):
        self._array = array

    def __getitem__(self, index) -> _Positions:
        return _Positions(self._array, index)


def at(array: Any) -> _At:
    """Functions that update positions of an array, with the syntax of JAX.

    `at(x)[index].set(values)`, `add`, `subtract` (or `sub`), `multiply` (or
    `mul`), `min` and `max` return what `x.at[index]` does for these. Negative
    indices count from the end, indices out of bounds are dropped, values are
    broadcast and cast to the type of `x`. The options are JAX's
    `indices_are_sorted`, `unique_indices` and `mode`, which may also be
    "error", and `threads`. Unlike JAX, the last of several values for a position
    wins, also without `unique_indices`, and sums have a defined order.

    Indices are integers, slices, `...` and arrays of integers or truth values, as
    in NumPy. None, scalars that are truth values and traced masks are left to JAX.

    Example:
        >>> import jax.numpy as jnp
        >>> from scatter_mlir.jax import at
        >>> at(jnp.zeros(3))[jnp.array([0, 2, 0, 7])].add(1.0)
        Array([2., 0., 1.], dtype=float32)
    """
    return _At(array)
