# ===- _indices.py - the argument `indices` --------------------------------===#

import numpy as np

from . import _core
from ._arrays import check_type, is_array, to_ndarray, to_usable
from ._frameworks import get_stack
from ._numbers import INT64, find_integers, is_integer


def _check_form(indices):
    """Rejects a sequence of one array per dimension, as in NumPy: these are not index tuples."""
    if not isinstance(indices, (list, tuple)):
        return
    for item in indices:
        if is_array(item) and getattr(item, "ndim", 1) > 0:
            stack = get_stack(item)
            raise TypeError(
                "'indices': expected one array whose last dimension holds the "
                f"components, found a {type(indices).__name__} of arrays; use "
                f"{stack}(indices, -1) if each is for one dimension, "
                f"{stack}(indices) if each is an index tuple"
            )


def _find_true(mask, shape):
    """Returns the index tuples of a mask of the leading dimensions of `shape`."""
    if mask.shape != shape[: mask.ndim]:
        raise ValueError(
            "'indices': expected a mask of the leading dimensions of 'data', whose shape "
            f"is {shape}, found a mask of shape {mask.shape}"
        )
    return _core.find_true(np.ascontiguousarray(mask))


def clamp(integers):
    """Returns integers clamped to 64 bits."""
    return np.clip(integers, INT64.min, INT64.max).astype(np.int64)


def name_integer(error, value):
    """Replaces the index in an IndexError by the integer that the caller passed."""
    message = str(error).replace(f"found {error.value}", f"found {value}")
    error.args = (message,)
    error.value = value


class Indices:
    """The argument `indices` as the NumPy array `array` of int32, int64, uint32 or
    uint64.

    Integers beyond 64 bits are clamped to 64 bits. They stay out of bounds.
    """

    def __init__(self, indices, shape, takes_masks=True):
        """`shape` is that of data, which masks have to match."""
        if takes_masks:
            _check_form(indices)
        self._is_array = is_array(indices)
        found = to_ndarray(indices, "indices")
        self._integers = find_integers(indices, found)
        if self._integers is not None:
            self.array = clamp(self._integers)
            return
        check_type(found, "indices")
        if takes_masks and found.dtype == bool and found.ndim:
            self.array = _find_true(found, shape)
            return
        # NumPy's default type is float64, also for an empty list.
        is_untyped = not found.size and found.dtype == np.float64
        if not is_integer(found.dtype) and not is_untyped:
            raise TypeError(f"'indices': expected integers, found {found.dtype}")
        found = to_usable(found)
        if found.dtype.kind not in "iu" or found.dtype.itemsize < 4:
            found = found.astype(np.int64)
        self.array = found

    def has_wide(self):
        """Whether any integer is beyond 64 bits, so that `array` holds another value."""
        return self._integers is not None and (self._integers != self.array).any()

    def name_value(self, error, is_tuple=True):
        """Replaces the index in an IndexError by the integer that the caller passed. If not
        `is_tuple`, each integer is a tuple."""
        if self._integers is None:
            return
        tuples = self._integers.reshape(-1, self.array.shape[-1] if is_tuple else 1)
        name_integer(error, tuples[error.tuple, error.component])

    def suggest(self):
        """Returns a hint for the case that each index was meant as a tuple."""
        name = "indices" if self._is_array else "np.asarray(indices)"
        before = ":" if self.array.ndim == 1 else "..."
        return f"; did you mean {name}[{before}, None]?"
