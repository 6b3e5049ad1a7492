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


def to_integers(value, name):
    """A tuple of Python integers within 64 bits from an integer or a sequence of them.

    Larger ones become the largest, which mean the same.
    """
    value = _to_sequence(value, name)
    try:
        value = tuple(to_integer(v) for v in value)
    except TypeError:
        for item in value:
            check_named(item, name)
        raise TypeError(f"'{name}': expected integers, found {value!r}") from None
    return tuple(min(max(v, INT64.min), INT64.max) for v in value)
