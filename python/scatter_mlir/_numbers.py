# ===- _numbers.py - numbers and lists of them as arrays -------------------===#

import operator

import ml_dtypes
import numpy as np

from ._arrays import check_type, is_array, to_ndarray, to_usable

INT64 = np.iinfo(np.int64)


def is_integer(dtype):
    """Whether `dtype` is an integer type, including those of ml_dtypes."""
    return dtype.kind in "iu" or dtype.name in ("int4", "uint4")


def _get_kind(dtype):
    """Returns the rank of `dtype` in the order bool, integer, float, complex."""
    if dtype.kind == "b":
        return 0
    if dtype.kind == "c":
        return 3
    return 1 if is_integer(dtype) else 2


def to_integer(value):
    """Returns `value` as a Python integer. Raises TypeError for other kinds, including bool."""
    if isinstance(value, (bool, np.bool_)):
        raise TypeError("expected an integer, found a bool")
    return int(operator.index(value))


def find_integers(values, found):
    """Returns the integers in `values` as an array of Python integers.

    `found` is the array that NumPy made of `values`. Returns None if `values` has
    anything else. For integers without a common type NumPy makes float64 or objects.
    """
    if found.dtype != object:
        if found.dtype != np.float64 or is_array(values):
            return None
        found = np.asarray(values, dtype=object)
    result = np.empty(found.size, dtype=object)
    try:
        result[:] = [to_integer(value) for value in found.flat]
    except TypeError:
        return None
    return result.reshape(found.shape)


def _round(array, dtype):
    """Converts without NumPy's warning about floats that become infinite."""
    with np.errstate(over="ignore"):
        return array.astype(dtype)


def _convert_integers(integers, dtype, name):
    try:
        if not is_integer(dtype):
            # Registered types, those of ml_dtypes, take no integers beyond 64 bits.
            is_registered = dtype.isbuiltin == 2
            floats = integers.astype(np.float64) if is_registered else integers
            return _round(floats, dtype)
        info = ml_dtypes.iinfo(dtype)
        if ((integers >= info.min) & (integers <= info.max)).all():
            return integers.astype(dtype)
    except OverflowError:
        pass
    raise ValueError(f"'{name}': expected values that fit {dtype}")


def convert_numbers(values, dtype, name):
    """Converts numbers or lists of them to an array of `dtype`, if it can hold them."""
    found = to_ndarray(values, name)
    if found.dtype == object or is_integer(dtype) or not found.size:
        integers = find_integers(values, found)
        if integers is not None:
            return _convert_integers(integers, dtype, name)
    check_type(found, name)
    result = to_usable(found)
    if result.dtype == dtype:
        return result
    are_integers = is_integer(result.dtype) and is_integer(dtype)
    # NumPy's same_kind would allow all casts to the types of ml_dtypes.
    if _get_kind(result.dtype) > _get_kind(dtype):
        raise TypeError(f"'{name}': expected values of {dtype}, found {result.dtype}")
    converted = _round(result, dtype)
    if are_integers and (
        (converted.astype(result.dtype) != result) | ((converted < 0) != (result < 0))
    ).any():
        raise ValueError(f"'{name}': expected values that fit {dtype}")
    return converted
