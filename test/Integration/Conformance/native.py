# ===- native.py - call a memref function compiled to an object file ------===#
"""Runs a compiled memref function inside this process.

scatter-run writes no output after an error, so what an error leaves in the
destination can be seen only by a caller that owns the buffers, as here: the
object file of the function becomes a shared library and is called through
ctypes with MLIR's expanded memref arguments.
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

    def call(self, function, arrays):
        """Calls `function` with contiguous arrays (rank 0: an index) and
        returns the error record; its kind is 0 if nothing went wrong."""
        arguments = [
            ctypes.c_int64(array.item())
            if array.ndim == 0
            else ctypes.byref(_descriptor(array))
            for array in arrays
        ]
        record = ErrorRecord()
        self._install(ctypes.byref(record))
        try:
            function(*arguments)
        finally:
            self._install(None)
        return record


def _descriptor(array):
    """Allocated pointer, aligned pointer, offset, sizes, strides."""
    assert array.flags.c_contiguous
    # NumPy may report any stride for a dimension of size 0 or 1.
    strides = np.cumprod((1,) + array.shape[:0:-1])[::-1]
    numbers = [array.ctypes.data] * 2 + [0, *array.shape, *map(int, strides)]
    return (ctypes.c_int64 * len(numbers))(*numbers)


def load(object_file, name, linker):
    """Links `object_file` to a shared library and returns its function `name`,
    which takes pointers to descriptors."""
    library = object_file.with_suffix(".so")
    subprocess.run(
        [linker, "-shared", "-o", str(library), str(object_file)], check=True
    )
    function = getattr(ctypes.CDLL(str(library)), "_mlir_ciface_" + name)
    function.restype = None
    return function
