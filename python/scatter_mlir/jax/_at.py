# ===- _at.py - the syntax of JAX's indexed updates -----------------------===#
"""`at(x)[index].set(values)`, which means what `x.at[index].set(values)` means."""

from __future__ import annotations

import functools
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax.lax import GatherScatterMode

from ._box import Box
from ._functions import is_supported, nd_update
from ._places import Integer, Places

#: By the members of JAX's modes. None is JAX's default mode, "error" is ours.
_POLICIES = {
    None: "drop",
    GatherScatterMode.FILL_OR_DROP: "drop",
    GatherScatterMode.CLIP: "clamp",
    GatherScatterMode.PROMISE_IN_BOUNDS: "undefined",
    "error": "error",
}
_LIMITS = np.iinfo(np.int32)


def _get_policy(mode):
    if mode is None or mode == "error":
        return _POLICIES[mode]
    try:
        return _POLICIES[GatherScatterMode.from_any(mode)]
    except ValueError:
        # JAX does not look at the mode of an update of nothing.
        return None


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
        if isinstance(entry, slice):
            bounds = (entry.start, entry.stop, entry.step)
            if not all(bound is None or _is_static(bound) for bound in bounds):
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


def _describe(value):
    """A key for what JAX's checks read of an entry or of values; None: all of it."""
    if value is Ellipsis or _is_static(value):
        return (str(value),)
    if isinstance(value, slice):
        return (str(value),)
    if isinstance(value, (bool, float, complex)):
        return (type(value),)
    if isinstance(value, (np.ndarray, jax.Array)) and value.dtype != bool:
        return (value.shape, value.dtype, getattr(value, "weak_type", False))
    return None


def _check(array, index, name, values, options):
    """Makes JAX check a call: raises what it raises, and warns as it warns."""

    def call(array):
        return getattr(array.at[index], name)(values, **options)

    jax.eval_shape(call, jax.ShapeDtypeStruct(array.shape, array.dtype))


@functools.lru_cache(maxsize=1024)
def _is_checked(key):
    """Whether a call like this has been checked: a set that forgets."""
    return []


def _check_once(array, index, name, values, options):
    """`_check`, but for a call like one that JAX has accepted without a warning."""
    entries = index if isinstance(index, tuple) else (index,)
    parts = [_describe(entry) for entry in (*entries, values)]
    if None in parts or jnp.result_type(array, values) != array.dtype:
        return _check(array, index, name, values, options)
    key = (array.shape, array.dtype, name, *parts, *map(str, options.items()))
    checked = _is_checked(key)
    if not checked:
        _check(array, index, name, values, options)
        checked.append(True)


def _convert_values(values, array, shape):
    """Returns the array and the values in the type in which JAX computes, and the values
    with the shape of the positions."""
    if _is_static(values) and jnp.issubdtype(array.dtype, jnp.integer):
        limits = jnp.iinfo(array.dtype)
        if limits.min <= values <= limits.max:
            values = jnp.asarray(values, array.dtype)
    values = jnp.asarray(values)
    dtype = jnp.result_type(array, values)
    return array.astype(dtype), jnp.broadcast_to(values.astype(dtype), shape)


def _is_supported(array, values, reduction):
    """Whether the op computes in the type in which JAX computes."""
    try:
        dtype = jnp.result_type(array, values)
    except TypeError:
        return False
    # JAX orders complex numbers and has types below a byte, the op does not.
    is_ordered = not jnp.issubdtype(dtype, jnp.complexfloating)
    return is_supported(dtype) and (is_ordered or reduction not in ("min", "max"))


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

    def apply(self, function, **options) -> jax.Array:
        return self._leave_to_jax("apply", function, **options)

    def divide(self, values, **options) -> jax.Array:
        return self._leave_to_jax("divide", values, **options)

    def power(self, values, **options) -> jax.Array:
        return self._leave_to_jax("power", values, **options)

    def get(self, **options) -> jax.Array:
        return jnp.asarray(self._array).at[self._index].get(**options)

    def _leave_to_jax(self, name, argument, *, mode=None, threads=None, **options):
        if mode == "error":
            raise ValueError(f"'mode': expected a mode of JAX for {name}, found 'error'")
        array = jnp.asarray(self._array)
        return getattr(array.at[self._index], name)(argument, mode=mode, **options)

    def _update(
        self,
        name,
        reduction,
        values,
        *,
        indices_are_sorted=False,
        unique_indices=False,
        mode=None,
        wrap_negative_indices=True,
        threads=None,
    ):
        array = jnp.asarray(self._array)
        options = {
            "indices_are_sorted": indices_are_sorted,
            "unique_indices": unique_indices,
            "mode": None if mode == "error" else mode,
            "wrap_negative_indices": wrap_negative_indices,
        }
        entries = _normalize(self._index, array.ndim)
        if entries is None or not _is_supported(array, values, reduction):
            return getattr(array.at[self._index], name)(values, **options)
        _check_once(array, self._index, name, values, options)
        policy = _get_policy(mode)
        if policy is None:
            return array
        dtype = array.dtype
        entries = _resolve_integers(entries, array.shape, policy, wrap_negative_indices)
        if entries is None:
            return array
        update = Places(array, entries)
        if 0 in update.shape:
            return array
        array, values = _convert_values(values, array, update.shape)
        if update.is_slice and update.is_box and isinstance(array, jax.core.Tracer):
            # XLA makes the values where it writes them.
            box = Box(entries, array.shape, policy, wrap_negative_indices)
            return box.update(array, values, reduction).astype(dtype)
        if update.is_slice:
            return update.run_slice(array, values, reduction, threads).astype(dtype)
        if update.is_box and policy != "error":
            box = Box(entries, array.shape, policy, wrap_negative_indices)
            return box.update(array, values, reduction).astype(dtype)
        tuples = update.make_tuples(policy)
        return nd_update(
            array,
            tuples,
            update.pad(array, tuples, values, reduction),
            reduction=reduction,
            out_of_bounds=policy,
            negative_indices="wrap" if wrap_negative_indices else "reject",
            # Positions of slices between the indices change the order of tuples.
            indices_are_sorted=indices_are_sorted and not update.has_inner_slices,
            unique_indices=unique_indices,
            threads=threads,
        ).astype(dtype)


def _narrow(array, size, policy, wraps):
    """Returns indices into a dimension that 32 bits count, of which 32 bits are kept.

    JAX counts negative ones from the end first. What "clamp" makes of the rest is the
    same here; "drop" drops what 32 bits do not hold.
    """
    is_signed = jnp.issubdtype(array.dtype, jnp.signedinteger)
    if array.dtype.itemsize < (8 if is_signed else 4):
        return array
    if isinstance(array, np.ndarray):
        low, high = array.min(initial=0), array.max(initial=0)
        if _LIMITS.min <= low and high <= _LIMITS.max:
            return array
        if policy == "drop":
            fits = (array <= _LIMITS.max) & (array >= _LIMITS.min)
            return np.where(fits, array, _LIMITS.min).astype(np.int32)
    elif policy == "drop":
        return array
    module = np if isinstance(array, np.ndarray) else jnp
    if wraps and is_signed:
        array = module.where(array < 0, array + size, array)
    array = array.astype(np.int32)
    # What is negative does not count from the end again.
    return module.where(array < 0, _LIMITS.min, array) if wraps else array


def _resolve_integers(entries, shape, policy, wraps):
    """Replaces integers that are out of bounds as the policy says, and among slices
    alone by slices of one element. Returns None if nothing is updated."""
    is_slice = all(isinstance(entry, slice) or _is_static(entry) for entry in entries)
    result = []
    for entry, size in zip(entries, shape):
        is_narrow = policy in ("drop", "clamp") and max(shape) <= _LIMITS.max
        if not _is_static(entry):
            is_array = is_narrow and not isinstance(entry, slice)
            result.append(_narrow(entry, size, policy, wraps) if is_array else entry)
            continue
        position = int(entry) + size if wraps and entry < 0 else int(entry)
        if is_narrow and policy == "clamp":
            # JAX keeps 32 bits.
            position = (position - _LIMITS.min) % (1 << 32) + _LIMITS.min
        if not 0 <= position < size:
            if policy == "drop" or size == 0:
                return None
            if policy == "error":
                raise IndexError(
                    f"'indices': expected an index in [{-size}, {size - 1}] for a "
                    f"dimension of size {size}, found {entry}"
                )
            position = min(max(position, 0), size - 1)
        result.append(Integer(position) if is_slice else position)
    return result


class _At:
    """The result of `at(x)`."""

    def __init__(self, array):
        self._array = array

    def __getitem__(self, index) -> _Positions:
        return _Positions(self._array, index)


def at(array: Any) -> _At:
    """Functions that update positions of an array, with the syntax of JAX.

    `at(x)[index].set(values)`, `add`, `subtract` (or `sub`), `multiply` (or
    `mul`), `min` and `max` return what `x.at[index]` does for these: negative
    indices count from the end, indices out of bounds are dropped, values are
    broadcast, updates are computed in the promoted type and cast to the type of
    `x`. The options are JAX's `indices_are_sorted`, `unique_indices`,
    `wrap_negative_indices` and `mode`, which may also be "error", and `threads`.
    JAX checks each kind of call and raises its own exceptions. Unlike JAX, the
    last of several values for a position wins, also without `unique_indices`, and
    sums have a defined order.

    Indices are integers, slices, `...` and arrays of integers or truth values, as
    in NumPy. None, scalars that are truth values, traced masks and traced bounds
    of slices are left to JAX, and so are `apply`, `divide`, `power` and `get`.
    `x` is not copied: slices before or between indexed dimensions become components
    of index tuples, and slices behind them parts of rows that are written whole, where
    these are not much longer.

    Example:
        >>> import jax.numpy as jnp
        >>> from scatter_mlir.jax import at
        >>> at(jnp.zeros(3))[jnp.array([0, 2, 0, 7])].add(1.0)
        Array([2., 0., 1.], dtype=float32)
    """
    return _At(array)
