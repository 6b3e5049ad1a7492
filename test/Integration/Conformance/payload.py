# ===- payload.py - element types between JSON, NumPy and MLIR ------------===#
"""Values of one MLIR element type as NumPy arrays and .npy files.

NumPy has no bf16: such values are computed in float32 and stored as the bit
pattern, in files of dtype V2, which is what NumPy writes for ml_dtypes.
"""

import numpy as np

# MLIR element type -> dtype of the array in memory and of the file.
_DTYPES = {
    "f64": ("float64", "<f8"),
    "f32": ("float32", "<f4"),
    "f16": ("float16", "<f2"),
    "bf16": ("uint16", "V2"),
    "i1": ("bool", "|b1"),
    "i8": ("int8", "|i1"),
    "i16": ("int16", "<i2"),
    "i32": ("int32", "<i4"),
    "i64": ("int64", "<i8"),
    "ui8": ("uint8", "|u1"),
    "index": ("int64", "<i8"),
}

# The types that a vector with dtype `any` runs for.
ANY = ["f32", "f64", "f16", "bf16", "i8", "i16", "i32", "i64", "i1", "ui8"]


def make(values, shape, element_type):
    """The array of `values` in row-major order.

    Booleans take the parity of a value: a vector that only moves data holds
    for every map of its values, and parity keeps neighbours apart.
    """
    if element_type == "i1":
        values = [value & 1 for value in values]
    if element_type == "bf16":
        bits = np.array(values, dtype=np.float32).view(np.uint32)
        assert not np.any(bits & 0xFFFF), "value is not exact in bf16"
        array = (bits >> 16).astype(np.uint16)
    else:
        array = np.array(values, dtype=_DTYPES[element_type][0])
        assert array.reshape(-1).tolist() == values, "value is not exact"
    return array.reshape(shape)


def save(path, array, element_type):
    """Writes `array`, made by `make`, as a .npy file."""
    np.save(path, array.view(_DTYPES[element_type][1]))


def load(path, element_type):
    """Reads a result. Raises ValueError if the file's dtype is another one."""
    array = np.load(path)
    memory, stored = _DTYPES[element_type]
    if array.dtype != np.dtype(stored):
        raise ValueError(f"dtype {array.dtype}, expected {np.dtype(stored)}")
    return array.view(memory)


def fits(values, element_type):
    """Whether integer `values` are in the range of an integer type."""
    info = np.iinfo(_DTYPES[element_type][0])
    return all(info.min <= value <= info.max for value in values)
