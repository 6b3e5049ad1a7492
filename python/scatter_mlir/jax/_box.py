# ===- _box.py - updates of a box whose position is computed ----------------===#
"""Updates at scalars that are not known when a function is traced, and at slices.

They name a box of the array: XLA reads and writes it in place where it updates, and
fuses the operation with what computes the values.
"""

import jax
import jax.numpy as jnp

_OPERATIONS = {
    "sum": jnp.add,
    "sub": jnp.subtract,
    "prod": jnp.multiply,
    "min": jnp.minimum,
    "max": jnp.maximum,
}


def combine(former, values, reduction):
    """Returns the values that take the place of `former`."""
    if reduction == "none":
        return values
    if former.dtype == bool and reduction == "sub":
        return former ^ values
    return _OPERATIONS[reduction](former, values)


def get_identity(reduction, dtype):
    """Returns the number that keeps each element it is combined with."""
    if reduction == "prod":
        return 1
    if reduction in ("min", "max"):
        if dtype == bool:
            return reduction == "min"
        is_float = jnp.issubdtype(dtype, jnp.floating)
        limits = (jnp.finfo if is_float else jnp.iinfo)(dtype)
        low, high = (-jnp.inf, jnp.inf) if is_float else (limits.min, limits.max)
        return high if reduction == "min" else low
    # -0.0 + 0.0 is 0.0.
    return -0.0 if reduction == "sum" and not jnp.issubdtype(dtype, jnp.integer) else 0


def widen(entry, policy):
    """Converts an index to 32 or 64 bits, so that all of them can be stacked."""
    if entry.dtype.itemsize < 4:
        return entry.astype(jnp.int32)
    if jnp.issubdtype(entry.dtype, jnp.unsignedinteger):
        signed = jnp.iinfo(jnp.int64 if jax.config.jax_enable_x64 else jnp.int32)
        if entry.dtype.itemsize == signed.dtype.itemsize:
            # A value that no signed integer holds is out of bounds of any array. JAX
            # clips it to the first position.
            limit = entry.dtype.type(signed.max)
            replaced = entry.dtype.type(0 if policy == "clamp" else signed.max)
            entry = jnp.where(entry > limit, replaced, entry)
        return entry.astype(signed.dtype)
    return entry


class Box:
    """The box that an index of one entry per dimension names: slices with steps of 1 or
    -1, and scalars."""

    def __init__(self, entries, shape, policy, wraps):
        self._starts, self._sizes = [], []
        #: Dimensions that values lack, and those along which they are reversed.
        self._ones, self._reversed = [], []
        #: Whether the scalars are in bounds, if the others are dropped.
        self._is_inside = None
        for dim, (entry, size) in enumerate(zip(entries, shape)):
            if isinstance(entry, slice):
                self._add_slice(dim, *entry.indices(size))
            elif isinstance(entry, int):
                # In bounds, and not negative.
                self._add(dim, int(entry))
            else:
                self._add_scalar(dim, entry, size, policy, wraps)

    def _add_slice(self, dim, start, stop, step):
        count = len(range(start, stop, step))
        if step < 0:
            start -= count - 1
            self._reversed.append(dim)
        self._starts.append(start)
        self._sizes.append(count)

    def _add_scalar(self, dim, entry, size, policy, wraps):
        position = widen(jnp.asarray(entry), policy)
        if wraps:
            position = jnp.where(position < 0, position + size, position)
        if policy == "drop":
            is_inside = (position >= 0) & (position < size)
            before = self._is_inside
            self._is_inside = is_inside if before is None else before & is_inside
        self._add(dim, jnp.clip(position, 0, size - 1))

    def _add(self, dim, position):
        self._starts.append(position)
        self._sizes.append(1)
        self._ones.append(dim)

    def update(self, array, values, reduction):
        computed = [start for start in self._starts if not isinstance(start, int)]
        dtype = jnp.result_type(*computed) if computed else int
        starts = [jnp.asarray(start, dtype) for start in self._starts]
        values = jnp.flip(jnp.expand_dims(values, self._ones), self._reversed)
        if reduction != "none" or self._is_inside is not None:
            former = jax.lax.dynamic_slice(array, starts, self._sizes)
            values = combine(former, values, reduction)
        if self._is_inside is not None:
            values = jnp.where(self._is_inside, values, former)
        return jax.lax.dynamic_update_slice(array, values, starts)
