# ===- _types.py - element types ------------------------------------------===#
"""The element types of NumPy and ml_dtypes, by the codes of DLPack 1.1."""

import ml_dtypes
import numpy as np

from . import _core

_PADDED = 4  # The DLPack flag for elements below 8 bits that take a byte each.

#: By DLDataTypeCode. The first _NUM_WITH_BITS names are followed by the bits.
_CODES = (
    "int", "uint", "float", "opaque", "bfloat", "complex", "bool",
    "float8_e3m4", "float8_e4m3", "float8_e4m3b11fnuz", "float8_e4m3fn",
    "float8_e4m3fnuz", "float8_e5m2", "float8_e5m2fnuz", "float8_e8m0fnu",
    "float6_e2m3fn", "float6_e3m2fn", "float4_e2m1fn",
)  # fmt: skip
_NUM_WITH_BITS = 7

#: Supported dtypes of either byte order. A set, because their names are slow to make.
_SUPPORTED = set()

#: By DLDeviceType.
_DEVICES = {
    1: "the CPU", 2: "CUDA", 3: "pinned memory of CUDA", 4: "OpenCL", 7: "Vulkan",
    8: "Metal", 9: "VPI", 10: "ROCm", 11: "pinned memory of ROCm",
    13: "managed memory of CUDA", 14: "oneAPI", 15: "WebGPU", 16: "Hexagon",
    17: "MAIA", 18: "Trainium",
}  # fmt: skip
_HOSTS = (1, 3)


def _register():
    # Some NumPy dtypes are equal but have different type numbers.
    builtin = [np.dtype(code) for code in "?bBhHiIlLqQefdFD"]
    others = ("bfloat16", "int4", "uint4") + _CODES[7:15]
    for dtype in builtin + [np.dtype(getattr(ml_dtypes, name)) for name in others]:
        name = dtype.name
        bits = 4 if name in ("int4", "uint4") else 8 * dtype.itemsize
        stem = name if name in _CODES else name.rstrip("0123456789")
        _core.register_dtype(dtype, _CODES.index(stem), bits)
        _SUPPORTED.update((dtype, dtype.newbyteorder()))


_register()


def is_supported(dtype):
    """Whether arrays of `dtype` are supported, after conversion to native byte order."""
    return dtype in _SUPPORTED


def _get_type_name(code, bits, lanes):
    if code >= len(_CODES):
        name = f"of DLPack code {code} with {bits} bits"
    else:
        name = _CODES[code] + (str(bits) if code < _NUM_WITH_BITS else "")
    return name if lanes == 1 else f"{name} x {lanes}"


def check_tensor(device, code, bits, lanes, flags, rank, shape, has_memory, is_known):
    """Raises TypeError unless kernels can use the memory of a tensor."""
    if device not in _HOSTS:
        name = _DEVICES.get(device, f"DLPack device {device}")
        raise TypeError(f"expected an array on the CPU, found one on {name}")
    name = _get_type_name(code, bits, lanes)
    if bits < 8 and not flags & _PADDED:
        raise TypeError(f"expected a byte or more per element, found {name}")
    if not 0 <= rank <= 64:
        raise TypeError(f"expected a rank of at most 64, found {rank}")
    if not has_memory and 0 not in shape:
        raise TypeError("expected an array with memory, found a null address")
    if not is_known:
        raise TypeError(f"unsupported element type {name}")
