# ===- _arrays.py - arrays of any kind as NumPy arrays --------------------===#

import reprlib
import sys
import types

import numpy as np

from . import _core
from ._frameworks import get_plain, is_immutable, is_jax
from ._types import is_supported


def is_array(value):
    """Whether `value` is an array rather than a number or a list."""
    return isinstance(value, np.ndarray) or hasattr(value, "__dlpack__")


def _convert_list(value):
    """A number, a list or what else NumPy makes an array of."""
    try:
        return np.asarray(value)
    except Exception as error:
        if not isinstance(value, (list, tuple)):
            raise
        for item in value:
            get_plain(item)
        if isinstance(error, ValueError) and "inhomogeneous" in str(error):
            found = reprlib.repr(value)
            raise ValueError(f"expected lists of equal lengths, found {found}") from None
        raise


def _get_capsule(array):
    try:
        return array.__dlpack__(max_version=(1, 0))
    except TypeError:
        # Before DLPack 1.0 there was no such argument.
        return array.__dlpack__()


def _import(array):
    try:
        return _core.import_dlpack(_get_capsule(array))
    except (TypeError, BufferError, RuntimeError):
        # Types that a library cannot export, such as JAX's int4.
        if not is_jax(array):
            raise
        return np.asarray(array)


def check_named(value, name):
    """Raises TypeError if `value`, an argument or in it, is more than memory."""
    try:
        get_plain(value)
    except TypeError as error:
        raise TypeError(f"'{name}': {error}") from None


def _has_mask(value):
    if isinstance(value, (list, tuple)):
        return any(isinstance(item, np.ma.MaskedArray) for item in value)
    return isinstance(value, np.ma.MaskedArray)


def to_ndarray(array, name):
    """A NumPy array of any type over the memory of `array`; numbers and lists are copied."""
    if _has_mask(array):
        raise TypeError(
            f"'{name}': expected an array without a mask, found a masked one; use its "
            "filled(value), or its data for what the mask hides"
        )
    if isinstance(array, (np.ndarray, np.generic)):
        result = np.asarray(array)
        return result if type(result) is np.ndarray else result.view(np.ndarray)
    try:
        plain = get_plain(array)
        result = _import(plain) if is_array(array) else _convert_list(plain)
    except (TypeError, BufferError, RuntimeError) as error:
        raise TypeError(f"'{name}': {error}") from None
    except ValueError as error:
        raise ValueError(f"'{name}': {error}") from None
    if is_immutable(array):
        result.flags.writeable = False
    return result


def check_type(array, name):
    """Raises TypeError for a NumPy array that kernels have no element type for."""
    if not is_supported(array.dtype):
        raise TypeError(f"'{name}': unsupported element type {array.dtype}")


def to_numpy(array, name):
    """The same for an array of a supported element type."""
    result = to_ndarray(array, name)
    check_type(result, name)
    return result


def to_usable(array):
    """`array` if its memory can be used as it is, otherwise a copy."""
    if (
        array.flags.aligned
        and array.dtype.isnative
        and all(stride % array.itemsize == 0 for stride in array.strides)
    ):
        return array
    return array.astype(array.dtype.newbyteorder("="), order="K")


def as_bytes(array):
    """The elements of `array` as bytes, along one more dimension."""
    interface = dict(array.__array_interface__, typestr="|u1", strides=array.strides + (1,))
    interface["shape"] = array.shape + (array.itemsize,)
    interface["descr"] = [("", "|u1")]
    return np.asarray(types.SimpleNamespace(__array_interface__=interface))


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
    if not is_array(original):
        raise TypeError(f"'{name}': expected an array, found {type(original).__name__}")
    if not array.flags.writeable:
        raise ValueError(f"'{name}': expected a writable array, found a read-only one")
