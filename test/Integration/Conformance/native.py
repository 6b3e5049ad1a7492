# ===- native.py - call functions compiled to an object file --------------===#
"""Runs compiled functions inside this process.

scatter-run writes no output after an error, so what an error leaves in the
destination can be seen only by a caller that owns the buffers, as here: the
object file of the functions becomes a shared library and is called through
ctypes with pointers to MLIR's descriptors.
"""

import ctypes
import subprocess

import numpy as np


class ErrorRecord(ctypes.Structure):
    """ScatterError of scatter/Runtime/Runtime.h."""

    _fields_ = [
        ("kind", ctypes.c_int32),
        ("position", ctypes.c_int64),
        ("component", ctypes.c_int64),
        ("value", ctypes.c_int64),
        ("size", ctypes.c_int64),
        ("location", ctypes.c_char * 252),
        ("failures", ctypes.c_int32),
    ]


class Runtime:
    """The runtime library, loaded once; its symbols are global."""

    def __init__(self, path):
        self._library = ctypes.CDLL(path, mode=ctypes.RTLD_GLOBAL)
        install = self._library.scatter_runtime_install_record
        install.argtypes = [ctypes.POINTER(ErrorRecord)]
        install.restype = ctypes.POINTER(ErrorRecord)
        self._install = install

    def call(self, function, arrays, result=None):
        """Calls `function` with contiguous arrays and integers (of type index)
        and returns the error record; its kind is 0 if nothing went wrong. The
        memory of a result, of the shape and type of `result`, is copied there
        and not freed."""
        returned = []
        if result is not None:
            returned.append((ctypes.c_int64 * (3 + 2 * result.ndim))())
        arguments = [ctypes.byref(each) for each in returned] + [
            ctypes.byref(_descriptor(array))
            if isinstance(array, np.ndarray)
            else ctypes.c_int64(array)
            for array in arrays
        ]
        record = ErrorRecord()
        self._install(ctypes.byref(record))
        try:
            function(*arguments)
        finally:
            self._install(None)
        if result is not None and record.kind == 0 and result.nbytes:
            address = returned[0][1] + returned[0][2] * result.itemsize
            ctypes.memmove(result.ctypes.data, address, result.nbytes)
        return record


def _descriptor(array):
    """Allocated pointer, aligned pointer, offset, sizes, strides."""
    assert array.flags.c_contiguous
    # NumPy may report any stride for a dimension of size 0 or 1.
    strides = np.cumprod((1,) + array.shape[:0:-1])[::-1][: array.ndim]
    numbers = [array.ctypes.data] * 2 + [0, *array.shape, *map(int, strides)]
    return (ctypes.c_int64 * len(numbers))(*numbers)


def load(object_file, names, linker):
    """Links `object_file` to a shared library and returns its functions, which
    take pointers to descriptors."""
    library = object_file.with_suffix(".so")
    subprocess.run(
        [linker, "-shared", "-o", str(library), str(object_file)], check=True
    )
    loaded = ctypes.CDLL(str(library))
    functions = [getattr(loaded, "_mlir_ciface_" + name) for name in names]
    for function in functions:
        function.restype = None
    return functions
