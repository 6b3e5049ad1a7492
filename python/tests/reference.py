# ===- reference.py - the ops as loops ------------------------------------===#
"""What both ops mean, written after the specification with NumPy's arithmetic."""

import numpy as np

_COMBINE = {
    "none": lambda old, new: new,
    "sum": lambda old, new: old + new,
    "sub": lambda old, new: old - new,
    "prod": lambda old, new: old * new,
    "min": np.minimum,
    "max": np.maximum,
}


def _combine(reduction, old, new):
    if reduction == "sub" and old.dtype == bool:
        return old ^ new
    return _COMBINE[reduction](old, new)


def _normalise(index, size, out_of_bounds, negative_indices):
    """The position that `index` means, or None if the tuple is dropped."""
    if index < 0 and negative_indices == "wrap":
        index += size
    if 0 <= index < size:
        return index
    if out_of_bounds == "error":
        raise IndexError
    if out_of_bounds == "clamp" and size:
        return min(max(index, 0), size - 1)
    return None


def scatter_nd_update(
    data,
    indices,
    updates,
    reduction="none",
    out_of_bounds="error",
    negative_indices="wrap",
):
    out = np.array(data, order="C")
    slots = []
    for t in np.ndindex(indices.shape[:-1]):
        slot = tuple(
            _normalise(int(i), size, out_of_bounds, negative_indices)
            for i, size in zip(indices[t], data.shape)
        )
        slots.append((slot, t))
    with np.errstate(all="ignore"):
        for slot, t in slots:
            if None not in slot:
                out[slot] = _combine(reduction, out[slot], updates[t])
    return out


def get_slices(rank, start, stop, step, axes):
    slices = [slice(None)] * rank
    for axis, *bounds in zip(axes, start, stop, step):
        slices[axis] = slice(*bounds)
    return tuple(slices)


def slice_scatter(data, updates, start, stop, step, axes):
    out = np.array(data, order="C")
    out[get_slices(data.ndim, start, stop, step, axes)] = updates
    return out
