# ===- _frameworks.py - what frameworks attach to their arrays -------------===#
"""PyTorch, JAX and TensorFlow, as far as their arrays are more than memory.

None of them is imported here: where a framework has made an array, it is there.
"""

import sys

#: Libraries whose arrays never change, which most exports by DLPack do not say.
_IMMUTABLE = ("jax", "jaxlib", "tensorflow", "pyarrow")


def _get_library(array):
    return type(array).__module__.split(".")[0]


def is_jax(array):
    return _get_library(array) in ("jax", "jaxlib")


def is_immutable(array):
    """Whether the memory of `array` must not be written, whatever it says."""
    return _get_library(array) in _IMMUTABLE


def get_stack(array):
    """The name of the function that stacks arrays of the kind of `array`."""
    modules = {"torch": "torch", "jax": "jax.numpy", "jaxlib": "jax.numpy"}
    modules["tensorflow"] = "tensorflow"
    return modules.get(_get_library(array), "np") + ".stack"


def get_torch(array):
    """The module torch if `array` is a tensor of PyTorch, else None."""
    torch = sys.modules.get("torch")
    is_tensor = torch is not None and isinstance(array, torch.Tensor)
    return torch if is_tensor else None


def check_plain(array):
    """Raises TypeError for an array that stands for more than its memory."""
    torch = get_torch(array)
    if torch is None:
        return
    # PyTorch exports the memory of these as it is.
    if array.is_neg():
        raise TypeError("expected no pending negation, use tensor.resolve_neg()")
    if torch.autograd.forward_ad.unpack_dual(array).tangent is not None:
        raise TypeError("expected no tangent of forward-mode differentiation")


def record_write(array):
    """Counts a write to the memory of `array` where its framework does so.

    PyTorch compares the count with that of the time when it saved a tensor for
    gradients, and raises an exception instead of using other values.
    """
    torch = get_torch(array)
    if torch is not None:
        torch.autograd.graph.increment_version(array)
