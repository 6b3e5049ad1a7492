# ===- _frameworks.py - state of frameworks' arrays -----------------------===#
"""The state beyond memory of arrays of PyTorch, JAX and TensorFlow.

No framework is imported here. If an array of a framework exists, the framework has been
imported.
"""

import sys

#: Libraries with immutable arrays. Most of their DLPack exports do not say so.
_IMMUTABLE = ("jax", "jaxlib", "tensorflow", "pyarrow")


def _get_library(array):
    return type(array).__module__.split(".")[0]


def is_jax(array):
    return _get_library(array) in ("jax", "jaxlib")


def is_immutable(array):
    """Whether the memory of `array` must not be written, even if it is exported as writable."""
    return _get_library(array) in _IMMUTABLE


def get_stack(array):
    """Returns the name of the function that stacks arrays of the kind of `array`."""
    modules = {"torch": "torch", "jax": "jax.numpy", "jaxlib": "jax.numpy"}
    modules["tensorflow"] = "tensorflow"
    return modules.get(_get_library(array), "np") + ".stack"


def get_torch(array):
    """Returns the module torch if `array` is a tensor of PyTorch, else None."""
    torch = sys.modules.get("torch")
    is_tensor = torch is not None and isinstance(array, torch.Tensor)
    return torch if is_tensor else None


def _check_tensor(torch, tensor):
    functorch = getattr(torch._C, "_functorch", None)
    if functorch is not None and functorch.is_functorch_wrapped_tensor(tensor):
        raise TypeError(
            "expected a tensor with memory, found one of torch.vmap, grad or another "
            "function of torch.func; not inside these"
        )
    if type(tensor).__module__.startswith("torch._subclasses"):
        raise TypeError(
            f"expected a tensor with memory, found a {type(tensor).__name__}; not "
            "inside torch.compile, torch.export or FakeTensorMode"
        )
    if tensor.device.type == "meta":
        raise TypeError("expected a tensor with memory, found one on the device 'meta'")
    if tensor.requires_grad and torch.is_grad_enabled():
        raise TypeError(
            "expected a tensor that records no gradients, use tensor.detach() or "
            "torch.no_grad()"
        )
    if tensor.is_conj():
        raise TypeError("expected no pending conjugation, use tensor.resolve_conj()")
    # PyTorch exports the memory of these tensors without resolving them.
    if tensor.is_neg():
        raise TypeError("expected no pending negation, use tensor.resolve_neg()")
    if torch.autograd.forward_ad.unpack_dual(tensor).tangent is not None:
        raise TypeError("expected no tangent of forward-mode differentiation")


def _check_dense(array):
    module = type(array).__module__
    is_sparse = module.startswith(("scipy.sparse", "sparse.", "jax.experimental.sparse"))
    torch = get_torch(array)
    if torch is not None:
        is_sparse = array.layout != torch.strided
    if is_sparse:
        # SciPy's todense makes a matrix.
        methods = "to_dense", "toarray", "todense"
        method = next(name for name in methods if hasattr(array, name))
        raise TypeError(
            f"expected a dense array, found a sparse {type(array).__name__}; use its {method}()"
        )


def get_plain(array):
    """Returns a plain array over the memory of `array`.

    Raises TypeError if `array` is more than its memory.
    """
    if is_jax(array) and any(base.__name__ == "Tracer" for base in type(array).__mro__):
        raise TypeError(
            f"expected an array with values, found a {type(array).__name__} of JAX; not "
            "inside jit, grad or vmap"
        )
    if type(array).__name__ == "SymbolicTensor":
        raise TypeError(
            "expected a tensor with values, found a SymbolicTensor of TensorFlow; not "
            "inside tf.function"
        )
    _check_dense(array)
    torch = get_torch(array)
    if torch is None:
        return array
    _check_tensor(torch, array)
    return array.detach() if array.requires_grad else array


def load_write_counter():
    """Returns PyTorch's function that counts a write to each tensor of a tuple."""
    import torch

    try:
        # Faster than the public function.
        torch._C._increment_version(())
        return torch._C._increment_version
    except Exception:
        return torch.autograd.graph.increment_version


def record_write(array):
    """Counts a write to the memory of `array` if its framework counts writes.

    PyTorch compares the count with the count when it saved a tensor for gradients. It
    raises an exception instead of using modified values.
    """
    torch = get_torch(array)
    if torch is not None:
        torch.autograd.graph.increment_version(array)
