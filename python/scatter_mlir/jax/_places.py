# ===- _places.py - where an index updates an array -------------------------===#
"""The index tuples or the slice of an index, in the order of the elements of the result."""

import jax
import jax.numpy as jnp

from ._box import combine, get_identity, widen
from ._functions import slice_update

#: Whole rows with at most this many times the elements of a slice of them are updated
#: in its place.
_MOST_PADDED = 4


class Integer(int):
    """A position in bounds of a dimension that the result does not have."""


class Places:
    """Where an index with one entry per dimension updates an array."""

    def __init__(self, array, entries):
        self._array = array
        self._entries = entries
        self.is_slice = all(isinstance(e, (slice, Integer)) for e in entries)
        #: Whether it is a box of the array: positions, and slices with steps of 1 or -1.
        self.is_box = all(
            e.step in (None, 1, -1) if isinstance(e, slice) else jnp.ndim(e) == 0
            for e in entries
        )
        if self.is_slice:
            self.shape = array[tuple(entries)].shape
            return
        # As in NumPy, integers count as arrays when arrays are checked for adjacency.
        given = [dim for dim, e in enumerate(entries) if not isinstance(e, slice)]
        partial = [
            dim
            for dim, e in enumerate(entries)
            if isinstance(e, slice) and e.indices(array.shape[dim]) != (0, array.shape[dim], 1)
        ]
        self._padded = self._choose_padded(max(given), partial)
        #: The dimensions that tuples have components for.
        self._depth = max(set(given + partial) - set(self._padded)) + 1
        is_adjacent = given == list(range(given[0], given[-1] + 1))
        self._position = given[0] if is_adjacent else 0
        self._arrays = dict(
            zip(given, jnp.broadcast_arrays(*(jnp.asarray(entries[d]) for d in given)))
        )
        self._given_shape = next(iter(self._arrays.values())).shape
        self._sliced = [dim for dim in range(array.ndim) if dim not in self._arrays]
        sizes = [len(range(*entries[d].indices(array.shape[d]))) for d in self._sliced]
        position = self._position
        self.shape = (*sizes[:position], *self._given_shape, *sizes[position:])
        self.has_inner_slices = any(dim < self._depth for dim in self._sliced)
        self._order = self._choose_order()

    def _choose_order(self):
        """Returns the order of the dimensions of tuples in which positions are close to
        each other in memory. Those of the arrays keep theirs, which is the order of
        updates of a position."""
        count, position = len(self._given_shape), self._position
        keys = [dim for dim in self._sliced if dim < self._depth]
        first = 0
        for axis in range(count):
            varying = [
                dim
                for dim in self._arrays
                if jnp.shape(self._entries[dim])[::-1][count - axis - 1 : count - axis] > (1,)
            ]
            first = max(min(varying, default=first), first)
            keys.insert(position + axis, first)
        return sorted(range(len(keys)), key=keys.__getitem__)

    def order(self, values):
        """Returns `values` with dimensions in the order of those of the tuples."""
        rank = len(self._order)
        if self._order == list(range(rank)):
            return values
        return values.transpose(*self._order, *range(rank, values.ndim))

    def _choose_padded(self, last, partial):
        """Returns the dimensions behind `last`, that of the last index, of which a slice
        is updated as a part of whole rows, unless these are much longer."""
        behind = [dim for dim in partial if dim > last]
        whole = sliced = 1
        for dim in behind:
            whole *= self._array.shape[dim]
            sliced *= len(range(*self._entries[dim].indices(self._array.shape[dim])))
        return behind if whole <= _MOST_PADDED * sliced else []

    def pad(self, array, tuples, values, reduction):
        """Returns `values` for whole rows of the padded dimensions, in the order of the
        tuples. The other elements of the rows are combined with what keeps them."""
        values = self.order(values)
        if not self._padded:
            return values
        if reduction == "none":
            kept = array.at[tuple(jnp.moveaxis(tuples, -1, 0))].get(mode="clip")
        else:
            kept = get_identity(reduction, array.dtype)
        count = len(self._given_shape)
        axes = {}
        for number, dim in enumerate(self._sliced):
            axes[dim] = number if number < self._position else number + count
        config = [(0, 0, 0)] * values.ndim
        for dim in self._padded:
            size = self._array.shape[dim]
            start, _, step = self._entries[dim].indices(size)
            length = values.shape[axes[dim]]
            if step < 0:
                values = jnp.flip(values, axes[dim])
                start, step = start + (length - 1) * step, -step
            end = start + (length - 1) * step + 1
            config[axes[dim]] = (start, size - end, step - 1)
        if reduction != "none":
            return jax.lax.pad(values, jnp.asarray(kept, values.dtype), config)
        is_written = jax.lax.pad(jnp.ones(values.shape, bool), False, config)
        values = jax.lax.pad(values, jnp.zeros((), values.dtype), config)
        return jnp.where(is_written, values, kept)

    def make_tuples(self, policy):
        """Returns index tuples for the elements of the result. A slice of a
        dimension before or between indexed ones becomes a component, so that the array
        need not be transposed."""
        rank = len(self.shape) - (self._array.ndim - self._depth)
        components = []
        for dim in range(self._depth):
            if dim in self._arrays:
                numbers = widen(self._arrays[dim], policy)
                first = self._position
            else:
                bounds = self._entries[dim].indices(self._array.shape[dim])
                numbers = jnp.arange(*bounds, dtype=jnp.int32)
                first = self._sliced.index(dim)
                if first >= self._position:
                    first += len(self._given_shape)
            last = rank - first - numbers.ndim
            numbers = numbers.reshape((1,) * first + numbers.shape + (1,) * last)
            components.append(numbers.transpose(self._order))
        shape = [self.shape[axis] for axis in self._order]
        return jnp.stack([jnp.broadcast_to(c, shape) for c in components], -1)

    def run_slice(self, array, values, reduction, threads):
        """Updates a slice. Reads and writes only the slice."""
        entries = [
            slice(int(e), int(e) + 1) if isinstance(e, Integer) else e
            for e in self._entries
        ]
        bounds = tuple(
            tuple(getattr(entry, name) for entry in entries)
            for name in ("start", "stop", "step")
        )
        # Dimensions with integers have one element.
        ones = [dim for dim, e in enumerate(self._entries) if isinstance(e, Integer)]
        values = jnp.expand_dims(values, ones)
        if reduction != "none":
            values = combine(array[tuple(entries)], values, reduction)
        return slice_update(array, values, *bounds, threads=threads)
