# ===- _arrays.py - arrays of any kind as NumPy arrays --------------------===#

import sys

import ml_dtypes  # noqa: F401  (gives NumPy the names of its types)
import numpy as np

from . import _core
from ._frameworks import check_plain, is_immutable, is_jax


def is_array(value):
    """Whether `value` is an array rather than a number or a list."""
    return isinstance(value, np.ndarray) or hasattr(value, "__dlpack__")


def _import(array):
    check_plain(array)
    try:
        return _core.import_dlpack(array)
    except (TypeError, BufferError, RuntimeError):
        # Types that a library cannot export, such as JAX's int4.
        if not is_jax(array):
            raise
        return np.asarray(array)


def to_numpy(array, name):
    """A NumPy array over the memory of `array`; numbers and lists are copied."""
    if isinstance(array, (np.ndarray, np.generic)) or not is_array(array):
        result = np.asarray(array)
        if type(result) is not np.ndarray:
            result = result.view(np.ndarray)
    else:
        try:
            result = _import(array)
        except (TypeError, BufferError, RuntimeError) as error:
            raise TypeError(f"'{name}': {error}") from None
        if is_immutable(array):
            result.flags.writeable = False
    if not _core.register_dtype(result.dtype):
        raise TypeError(f"'{name}': unsupported element type {result.dtype}")
    return result


def to_usable(array):
    """`array` if its memory can be used as it is, otherwise a copy."""
    if (
        array.flags.aligned
        and array.dtype.isnative
        and all(stride % array.itemsize == 0 for stride in array.strides)
    ):
        return array
    return array.astype(array.dtype.newbyteorder("="), order="C")


def is_integer(dtype):
    """Whether `dtype` is an integer type, those of ml_dtypes included."""
    return dtype.kind in "iu" or dtype.name in ("int4", "uint4")


def convert_numbers(values, dtype, name):
    """Numbers or lists of them as an array of `dtype`, if it holds them."""
    result = to_usable(to_numpy(values, name))
    if result.dtype == dtype:
        return result
    integers = is_integer(result.dtype) and is_integer(dtype)
    if not integers and not np.can_cast(result.dtype, dtype, "same_kind"):
        raise TypeError(f"'{name}': expected values of {dtype}, found {result.dtype}")
    converted = result.astype(dtype)
    if integers and (
        (converted.astype(result.dtype) != result) | ((converted < 0) != (result < 0))
    ).any():
        raise ValueError(f"'{name}': expected values that fit {dtype}")
    return converted


class _Exporter:
    """A NumPy array with a DLPack export that knows ml_dtypes."""

    def __init__(self, array):
        self._array = array

    def __dlpack__(self, **_):
        return _core.export_dlpack(self._array)

    def __dlpack_device__(self):
        return (1, 0)


def _find_namespace(array):
    """The module with `from_dlpack` that the class of `array` comes from."""
    for base in type(array).__mro__:
        root = base.__module__.split(".")[0]
        module = sys.modules.get("jax.numpy" if root in ("jax", "jaxlib") else root)
        if hasattr(module, "from_dlpack"):
            return module
    if hasattr(array, "__array_namespace__"):
        return array.__array_namespace__()
    return None


def from_numpy(array, like):
    """`array` as an array of the kind of `like`, over the same memory."""
    if isinstance(like, (np.ndarray, np.generic)) or not is_array(like):
        return array
    namespace = _find_namespace(like)
    if not hasattr(namespace, "from_dlpack"):
        return array
    if array.dtype.name in ("int4", "uint4"):
        # DLPack packs them.
        return namespace.asarray(array)
    return namespace.from_dlpack(_Exporter(array))


def check_writable(array, original, name):
    """The memory of `original` is about to be written through `array`."""
    if not array.flags.writeable:
        raise ValueError(f"'{name}': expected a writable array, found a read-only one")
    if not is_array(original):
        raise TypeError(f"'{name}': expected an array, found {type(original).__name__}")
