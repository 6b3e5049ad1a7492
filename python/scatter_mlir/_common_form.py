# ===- _common_form.py - arguments that are cheap to convert ---------------===#
"""Fast conversions to the form of arguments that the C++ path accepts.

They handle lists, small integer types, numbers and updates that broadcast, with data of
NumPy or PyTorch. The functions return None for all other arguments, including invalid
ones. The general path then converts them or reports an error. For arguments that both
paths accept, the results are the same.
"""

import functools
import math
import sys

import numpy as np

from ._updates import MAX_COPY, get_updates_shape

_INT64 = np.dtype(np.int64)
_LIMITS = {
    dtype: (int(np.iinfo(dtype).min), int(np.iinfo(dtype).max))
    for dtype in map(np.dtype, ("i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8"))
}
_FLOATS = tuple(map(np.dtype, ("f2", "f4", "f8")))
_ITEMS = (int, list, tuple)


def _get_tensor_class():
    """Returns torch.Tensor, or None if PyTorch has not been imported."""
    return getattr(sys.modules.get("torch"), "Tensor", None)


def _get_dtype(data):
    """Returns NumPy's type of `data`. None for other types and kinds of arrays."""
    if type(data) is np.ndarray:
        return data.dtype
    if type(data) is _get_tensor_class():
        return _convert_dtype(data.dtype)
    return None


@functools.cache
def _convert_dtype(dtype):
    """Returns NumPy's type for a type of PyTorch, or None if it is not built into NumPy."""
    return _BY_NAME.get(str(dtype).removeprefix("torch."))


_BY_NAME = {dtype.name: dtype for dtype in (*_LIMITS, *_FLOATS)}


def _is_small(dtype):
    """Whether indices of this integer type must be converted, because there are no kernels."""
    return dtype in _LIMITS and dtype.itemsize < 4


def _convert_indices(indices):
    kind = type(indices)
    if kind is list or kind is tuple:
        # A list of arrays is ambiguous: it may not mean index tuples.
        if not all(type(item) in _ITEMS for item in indices):
            return None
        try:
            array = np.array(indices)
        except ValueError:
            return None
        return array if array.dtype == _INT64 else None
    if kind is np.ndarray:
        return indices.astype(_INT64) if _is_small(indices.dtype) else indices
    if kind is _get_tensor_class() and _is_small(_convert_dtype(indices.dtype)):
        return indices.long()
    return indices


def _convert_list(updates, dtype):
    if not all(type(item) in (float, *_ITEMS) for item in updates):
        return None
    try:
        array = np.array(updates)
    except ValueError:
        return None
    if dtype in _FLOATS and array.dtype.kind in "if" and array.dtype.itemsize == 8:
        # Goes through float64, to which Python converts integers.
        return array.astype(np.float64).astype(dtype)
    if dtype in _LIMITS and array.dtype == _INT64:
        converted = array.astype(dtype)
        return converted if (converted == array).all() else None
    return None


def _convert_updates(updates, data, shape):
    kind = type(updates)
    if kind is _get_tensor_class() and kind is type(data):
        if updates.shape == shape or updates.dtype != data.dtype:
            return updates
        if updates.requires_grad or updates.is_neg() or updates.is_conj():
            return None
        if math.prod(shape) * updates.element_size() > MAX_COPY:
            return None
        try:
            return updates.expand(shape).contiguous()
        except RuntimeError:
            return None
    dtype = _get_dtype(data)
    if dtype is None:
        return updates
    if kind is list or kind is tuple:
        updates = _convert_list(updates, dtype)
        if updates is None or updates.shape == shape:
            return updates
    elif kind is np.ndarray:
        if updates.shape == shape or updates.dtype != dtype:
            return updates
    elif kind is int and dtype in _LIMITS:
        low, high = _LIMITS[dtype]
        if not low <= updates <= high:
            return None
    elif (kind is int or kind is float) and dtype in _FLOATS:
        try:
            updates = float(updates)
        except OverflowError:
            return None
    elif not isinstance(updates, np.generic) or updates.dtype != dtype:
        return None
    if math.prod(shape) * dtype.itemsize > MAX_COPY:
        return None
    result = np.empty(shape, dtype)
    try:
        result[...] = updates
    except ValueError:
        return None
    return result


def convert_nd_update(data, indices, updates):
    """Returns (data, indices, updates) in the common form, or None."""
    array = _convert_indices(indices)
    shapes = getattr(data, "shape", ()), getattr(array, "shape", ())
    try:
        expected = get_updates_shape(*shapes)
    except ValueError:
        return None
    converted = _convert_updates(updates, data, expected)
    if converted is None or (array is indices and converted is updates):
        return None
    return data, array, converted


def _to_entries(value):
    """Returns a sequence of Python integers and None. An integer becomes a sequence of one."""
    if type(value) is np.ndarray and value.dtype in _LIMITS and value.ndim <= 1:
        return value.reshape(-1).tolist()
    entries = value if type(value) in (list, tuple) else (value,)
    result = []
    for entry in entries:
        if type(entry) is int or entry is None:
            result.append(entry)
        elif isinstance(entry, np.integer):
            result.append(int(entry))
        elif type(entry) is _get_tensor_class() and entry.ndim == 0:
            if _convert_dtype(entry.dtype) not in _LIMITS:
                return None
            try:
                result.append(entry.item())
            except RuntimeError:
                # Not possible inside torch.vmap.
                return None
        else:
            return None
    return result


def _convert_bounds(shape, start, stop, step, axes):
    """Returns bounds, steps and axes without None, and the shape of the slice. Or None."""
    given = [value for value in (start, stop, step, axes) if value is not None]
    if not given:
        return (), (), (), (), shape
    entries = [_to_entries(value) for value in given]
    if any(e is None or len(e) != len(entries[0]) for e in entries):
        return None
    count, rest = len(entries[0]), iter(entries)
    start, stop, step = (
        [None] * count if value is None else next(rest) for value in (start, stop, step)
    )
    axes = list(range(count)) if axes is None else next(rest)
    sizes = list(shape)
    for n, (axis, begin, end, stride) in enumerate(zip(axes, start, stop, step)):
        if axis is None or stride == 0 or not -len(sizes) <= axis < len(sizes):
            return None
        step[n] = stride = 1 if stride is None else stride
        sizes[axis] = len(range(*slice(begin, end, stride).indices(shape[axis])))
        low, high = _LIMITS[_INT64][:: 1 if stride > 0 else -1]
        start[n] = low if begin is None else begin
        stop[n] = high if end is None else end
    return start, stop, step, axes, tuple(sizes)


def convert_slice_update(data, updates, start, stop, step, axes):
    """Returns (data, updates, start, stop, step, axes) in the common form, or None."""
    if _get_dtype(data) is None:
        return None
    bounds = _convert_bounds(tuple(data.shape), start, stop, step, axes)
    if bounds is None:
        return None
    updates = _convert_updates(updates, data, bounds[-1])
    return None if updates is None else (data, updates, *bounds[:-1])
