# ===- dlpack_capsule.py - DLPack exports of any content ---------------------===#

import ctypes


class Tensor(ctypes.Structure):
    """DLManagedTensor, which begins with a DLTensor."""

    _fields_ = [
        ("data", ctypes.c_void_p),
        ("device_type", ctypes.c_int),
        ("device_id", ctypes.c_int),
        ("ndim", ctypes.c_int),
        ("code", ctypes.c_uint8),
        ("bits", ctypes.c_uint8),
        ("lanes", ctypes.c_uint16),
        ("shape", ctypes.c_void_p),
        ("strides", ctypes.c_void_p),
        ("byte_offset", ctypes.c_uint64),
        ("context", ctypes.c_void_p),
        ("deleter", ctypes.c_void_p),
    ]


# A prototype of its own: others may set the argument types of ctypes.pythonapi.
make_capsule = ctypes.PYFUNCTYPE(
    ctypes.py_object, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p
)(("PyCapsule_New", ctypes.pythonapi))


class Export:
    """An array of 64 bytes with a DLPack export, which may say what is not so."""

    def __init__(self, shape, code=2, bits=32, lanes=1, device=1, ndim=None, **fields):
        self.memory = (ctypes.c_uint8 * 64)()
        self.shape = (ctypes.c_int64 * max(1, len(shape)))(*shape)
        self.tensor = Tensor(
            data=ctypes.addressof(self.memory),
            device_type=device,
            ndim=len(shape) if ndim is None else ndim,
            code=code,
            bits=bits,
            lanes=lanes,
            shape=ctypes.addressof(self.shape),
        )
        for name, value in fields.items():
            setattr(self.tensor, name, value)

    def __dlpack__(self):
        return make_capsule(ctypes.addressof(self.tensor), b"dltensor", None)

    def __dlpack_device__(self):
        return (self.tensor.device_type, 0)
