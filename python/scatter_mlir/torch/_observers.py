# ===- _observers.py - what looks at calls of ops ---------------------------===#
"""Whether a call is only work on memory, or a transform or tracer observes it."""

import torch
from torch.autograd import forward_ad

#: The types of tensors without rules of their own.
PLAIN = (torch.Tensor, torch.nn.Parameter)
_get_level = torch._C._functorch.maybe_current_level
_count_dispatch_modes = torch._C._len_torch_dispatch_stack
_count_function_modes = torch._C._len_torch_function_stack
_get_tracing_state = torch._C._get_tracing_state
_is_compiling = torch.compiler.is_compiling


def is_observed():
    """Whether a transform, a mode or a tracer observes calls of ops."""
    return (
        _count_dispatch_modes() > 0
        or _count_function_modes() > 0
        or _get_level() is not None
        or forward_ad._current_level >= 0
        or _get_tracing_state() is not None
    )


def is_plain(tensor):
    """Whether `tensor` is memory that an eager call on the CPU may read and write,
    though the call may record gradients."""
    return (
        not _is_compiling()
        and type(tensor) in PLAIN
        and tensor.is_cpu
        and not is_observed()
    )


def has_values(tensor):
    """Whether the elements of `tensor` exist, though transforms may have wrapped it."""
    return (
        not _is_compiling()
        and tensor.is_cpu
        and _count_dispatch_modes() == 0
        and _get_tracing_state() is None
        and type(tensor).__torch_dispatch__ == torch.Tensor.__torch_dispatch__
    )


def unwrap(tensor):
    """Returns the tensor that the transforms of torch.func have wrapped."""
    while True:
        if torch._is_functional_tensor(tensor):
            tensor = torch._from_functional_tensor(tensor)
        elif torch._C._functorch.is_functorch_wrapped_tensor(tensor):
            tensor = torch._C._functorch.get_unwrapped(tensor)
        else:
            return tensor
