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
    """Converts a number, a list or another object that NumPy can make an array of."""
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
        # The argument exists since DLPack 1.0.
        return array.__dlpack__()


def _import(array):
    try:
        return _core.import_dlpack(_get_capsule(array))
    except (TypeError, BufferError, RuntimeError):
        # A library cannot export some types, such as JAX's int4.
        if not is_jax(array):
            raise
        return np.asarray(array)


def check_named(value, name):
    """Raises TypeError if `value`, which belongs to argument `name`, is more than its memory."""
    try:
        get_plain(value)
    except TypeError as error:
        raise TypeError(f"'{name}': {error}") from None


def _has_mask(value):
    if isinstance(value, (list, tuple)):
        return any(isinstance(item, np.ma.MaskedArray) for item in value)
    return isinstance(value, np.ma.MaskedArray)


def to_ndarray(array, name):
    """Returns a NumPy array of any type over the memory of `array`. Copies numbers and lists."""
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
    """Raises TypeError for a NumPy array with an unsupported element type."""
    if not is_supported(array.dtype):
        raise TypeError(f"'{name}': unsupported element type {array.dtype}")


def to_numpy(array, name):
    """Like `to_ndarray`, but raises TypeError for an unsupported element type."""
    result = to_ndarray(array, name)
    check_type(result, name)
    return result


def to_usable(array):
    """Returns `array` if kernels can use its memory, otherwise a copy."""
    if (
        array.flags.aligned
        and array.dtype.isnative
        and all(stride % array.itemsize == 0 for stride in array.strides)
    ):
        return array
    return array.astype(array.dtype.newbyteorder("="), order="K")


def as_bytes(array):
    """Returns the bytes of `array` as elements, with one more dimension."""
    interface = dict(array.__array_interface__, typestr="|u1", strides=array.strides + (1,))
    interface["shape"] = array.shape + (array.itemsize,)
    interface["descr"] = [("", "|u1")]
    return np.asarray(types.SimpleNamespace(__array_interface__=interface))


def check_destination(array):
    """Raises ValueError if elements of `array`, which is to be written, share memory."""
    if not array.flags.c_contiguous:
        _core.check_destination(array if to_usable(array) is array else as_bytes(array))


class _Exporter:
    """A NumPy array whose DLPack export supports ml_dtypes."""

    def __init__(self, array):
        self._array = array

    def __dlpack__(self, **_):
        return _core.export_dlpack(self._array)

    def __dlpack_device__(self):
        return (1, 0)


def _find_namespace(array):
    """Returns the module of the array's class that has `from_dlpack`."""
    for base in type(array).__mro__:
        root = base.__module__.split(".")[0]
        module = sys.modules.get("jax.numpy" if root in ("jax", "jaxlib") else root)
        if hasattr(module, "from_dlpack"):
            return module
    if hasattr(array, "__array_namespace__"):
        return array.__array_namespace__()
    return None


def from_numpy(array, like):
    """Returns `array` as an array of the kind of `like`, over the same memory."""
    if isinstance(like, (np.ndarray, np.generic)) or not is_array(like):
        return array
    namespace = _find_namespace(like)
    if not hasattr(namespace, "from_dlpack"):
        return array
    if array.dtype.name in ("int4", "uint4"):
        # DLPack would pack these types.
        return namespace.asarray(array)
    return namespace.from_dlpack(_Exporter(array))


def check_writable(array, original, name):
    """Raises an error if `original` must not be written through `array`."""
    if not is_array(original):
        raise TypeError(f"'{name}': expected an array, found {type(original).__name__}")
    if is_immutable(original):
        raise ValueError(
            f"'{name}': expected a writable array, found {type(original).__name__}, which is "
            "immutable"
        )
    if not array.flags.writeable:
        raise ValueError(f"'{name}': expected a writable array, found a read-only one")
