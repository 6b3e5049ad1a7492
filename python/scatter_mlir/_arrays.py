# ===- _arrays.py - arrays of any kind as NumPy arrays --------------------===#

import sys

import ml_dtypes  # noqa: F401  (gives NumPy the names of its types)
import numpy as np

from . import _core


def _is_jax(array):
    return type(array).__module__.split(".")[0] in ("jax", "jaxlib")


def is_array(value):
    """Whether `value` is an array rather than a number or a list."""
    return isinstance(value, np.ndarray) or hasattr(value, "__dlpack__")


def to_numpy(array, name):
    """A NumPy array over the memory of `array`; numbers and lists are copied."""
    if isinstance(array, (np.ndarray, np.generic)) or not is_array(array):
        result = np.asarray(array)
        if type(result) is not np.ndarray:
            result = result.view(np.ndarray)
    else:
        try:
            result = _core.import_dlpack(array)
        except TypeError as error:
            raise TypeError(f"'{name}': {error}") from None
        if _is_jax(array):
            result.flags.writeable = False
    if not _core.register_dtype(result.dtype):
        raise TypeError(f"'{name}': unsupported element type {result.dtype}")
    return result


def to_plain(array):
    """`array` or a copy of it that is row-major, aligned and native."""
    dtype = array.dtype.newbyteorder("=")
    return np.require(array, dtype=dtype, requirements=["C", "A"])


class _Exporter:
    """A NumPy array with a DLPack export that knows ml_dtypes."""

    def __init__(self, array):
        self._array = array

    def __dlpack__(self, **_):
        return _core.export_dlpack(self._array)

    def __dlpack_device__(self):
        return (1, 0)


def from_numpy(array, like):
    """`array` as an array of the kind of `like`, over the same memory."""
    if not hasattr(like, "__dlpack__") or isinstance(like, (np.ndarray, np.generic)):
        return array
    root = type(like).__module__.split(".")[0]
    module = sys.modules.get("jax.numpy" if _is_jax(like) else root)
    if not hasattr(module, "from_dlpack") and hasattr(like, "__array_namespace__"):
        module = like.__array_namespace__()
    if not hasattr(module, "from_dlpack"):
        return array
    return module.from_dlpack(_Exporter(array))


def check_writable(array, original, name):
    """The memory of `original` is about to be written through `array`."""
    if not array.flags.writeable:
        raise ValueError(f"'{name}': expected a writable array, found a read-only one")
    if not is_array(original):
        raise TypeError(f"'{name}': expected an array, found {type(original).__name__}")
