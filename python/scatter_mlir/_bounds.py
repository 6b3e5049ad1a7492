# ===- _bounds.py - the bounds of slice_scatter ----------------------------===#

import numpy as np

from ._arrays import check_named, is_array, to_numpy
from ._numbers import INT64, is_integer, to_integer


def _to_sequence(value, name):
    if not is_array(value):
        try:
            return tuple(value)
        except TypeError:
            return (value,)
    if not isinstance(value, np.ndarray) or value.dtype != object:
        value = to_numpy(value, name)
        if not is_integer(value.dtype) and value.size:
            raise TypeError(f"'{name}': expected integers, found {value.dtype}")
        if value.dtype.kind not in "iu":
            value = value.astype(np.int64)
    if value.ndim > 1:
        raise ValueError(f"'{name}': expected a rank of at most 1, found {value.ndim}")
    return tuple(value.reshape(-1).tolist())


def _to_bounds(value, name, may_be_none=True):
    """Returns a tuple of Python integers, with None for bounds that were not given."""
    value = _to_sequence(value, name)
    try:
        return tuple(v if v is None and may_be_none else to_integer(v) for v in value)
    except TypeError:
        for item in value:
            check_named(item, name)
        raise TypeError(f"'{name}': expected integers, found {value!r}") from None


def _check_counts(given, rank):
    """Returns the number of axes. `given` maps names to the values for each axis."""
    (first, values), *others = given.items()
    count = len(values)
    for name, value in others:
        if len(value) != count:
            raise ValueError(
                f"'{name}': expected {count} entries as in '{first}', found {len(value)}"
            )
    if count > rank:
        raise ValueError(
            f"'{first}': expected at most {rank} entries, the rank of 'data', found {count}"
        )
    return count


def _resolve_axes(axes, rank):
    for axis in axes:
        if not -rank <= axis < rank:
            raise ValueError(f"'axes': expected axes in [{-rank}, {rank - 1}], found {axis}")
    axes = tuple(axis % rank for axis in axes)
    if len(set(axes)) != len(axes):
        raise ValueError(f"'axes': expected distinct axes, found {axes}")
    return axes


def _to_int64(value):
    """Clamps a bound to 64 bits, which does not change its meaning."""
    return min(max(value, INT64.min), INT64.max)


class Slices:
    """The arguments start, stop, step and axes of slice_scatter for the shape `shape`.

    Provides them as tuples of 64-bit integers, as kernels take them, and the shape of
    the slice.
    """

    def __init__(self, start, stop, step, axes, shape):
        arguments = {"start": start, "stop": stop, "step": step, "axes": axes}
        given = {
            name: _to_bounds(value, name, may_be_none=name != "axes")
            for name, value in arguments.items()
            if value is not None
        }
        count = _check_counts(given, len(shape)) if given else 0
        self.axes = _resolve_axes(given.pop("axes", tuple(range(count))), len(shape))
        starts, stops, steps = (
            given.get(name, (None,) * count) for name in ("start", "stop", "step")
        )
        if 0 in steps:
            raise ValueError("'step': expected steps other than 0, found 0")
        sizes = list(shape)
        for axis, *bounds in zip(self.axes, starts, stops, steps):
            sizes[axis] = len(range(*slice(*bounds).indices(sizes[axis])))
        self.shape = tuple(sizes)
        self.step = tuple(1 if step is None else _to_int64(step) for step in steps)
        # A bound that was not given is beyond the end of the dimension.
        self.start = tuple(
            (INT64.min if step > 0 else INT64.max) if start is None else _to_int64(start)
            for start, step in zip(starts, self.step)
        )
        self.stop = tuple(
            (INT64.max if step > 0 else INT64.min) if stop is None else _to_int64(stop)
            for stop, step in zip(stops, self.step)
        )
