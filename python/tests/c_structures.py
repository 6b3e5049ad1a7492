# ===- c_structures.py - structures of the C API for ctypes ----------------===#

import ctypes


class DLTensor(ctypes.Structure):
    _fields_ = [
        ("data", ctypes.c_void_p),
        ("device_type", ctypes.c_int32),
        ("device_id", ctypes.c_int32),
        ("ndim", ctypes.c_int32),
        ("code", ctypes.c_uint8),
        ("bits", ctypes.c_uint8),
        ("lanes", ctypes.c_uint16),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("byte_offset", ctypes.c_uint64),
    ]


class NDUpdateOptions(ctypes.Structure):
    _fields_ = [
        ("struct_size", ctypes.c_size_t),
        ("reduction", ctypes.c_uint),
        ("out_of_bounds", ctypes.c_uint),
        ("negative_indices", ctypes.c_uint),
        ("unique_indices", ctypes.c_int),
        ("indices_are_sorted", ctypes.c_int),
        ("threads", ctypes.c_uint),
        ("allocate", ctypes.c_void_p),
        ("user", ctypes.c_void_p),
    ]


class SliceScatterOptions(ctypes.Structure):
    _fields_ = [
        ("struct_size", ctypes.c_size_t),
        ("threads", ctypes.c_uint),
        ("allocate", ctypes.c_void_p),
        ("user", ctypes.c_void_p),
    ]


class GatherNDOptions(ctypes.Structure):
    _fields_ = [
        ("struct_size", ctypes.c_size_t),
        ("out_of_bounds", ctypes.c_uint),
        ("negative_indices", ctypes.c_uint),
        ("batch_dims", ctypes.c_int64),
        ("fill", ctypes.c_void_p),
        ("threads", ctypes.c_uint),
        ("allocate", ctypes.c_void_p),
        ("user", ctypes.c_void_p),
        ("compile_ahead", ctypes.c_int),
    ]


class KernelCounts(ctypes.Structure):
    _fields_ = [(name, ctypes.c_size_t) for name in ("in_memory", "compiled", "loaded")]
