# ===- _library.py - schemas and kernels ----------------------------------===#
"""Registers the ops with PyTorch's dispatcher.

libscatter_torch.so has the ops below autograd, whose names begin with an underscore,
and their CPU kernels. They take the arguments of kernels: `updates` has exactly the
shape of what it updates and the element type of `data`, `indices` are integers of 32 or
64 bits (int32, int64 or uint64). Compiled graphs contain these ops, so that they call
the kernels directly. The ops with the same names without an underscore convert their
arguments.
"""

import ctypes
import pathlib

import torch

# Also loads libscatter.so.
from scatter_mlir._updates import get_updates_shape

from ._convert import check_same_type


def _load():
    path = pathlib.Path(__file__).with_name("libscatter_torch.so")
    register = ctypes.CDLL(str(path)).scatter_torch_register
    register.restype = ctypes.c_char_p
    if problem := register():
        raise ImportError(f"scatter_mlir.torch: {problem.decode()}")


_load()
LIBRARY = torch.library.Library("scatter_mlir", "FRAGMENT")
_ops = torch.ops.scatter_mlir

nd_kernel = _ops._scatter_nd_update.default
nd_kernel_ = _ops._scatter_nd_update_.default
slice_kernel = _ops._slice_scatter.default
slice_kernel_ = _ops._slice_scatter_.default
_kernels = nd_kernel, nd_kernel_, slice_kernel, slice_kernel_

for _kernel in _kernels:
    LIBRARY.impl(_kernel, torch.library.fallthrough_kernel, "Autograd")

_ND = (
    "Tensor indices, Tensor updates, *, str reduction='none', "
    "str out_of_bounds='error', str negative_indices='wrap', "
    "bool unique_indices=False, bool indices_are_sorted=False, int? threads=None"
)
_SLICE = (
    "Tensor updates, SymInt[] start, SymInt[] stop, SymInt[] step, int[] axes, *, "
    "int? threads=None"
)
for _name, _arguments in (("scatter_nd_update", _ND), ("slice_scatter", _SLICE)):
    _tags = (torch.Tag.pt2_compliant_tag,)
    LIBRARY.define(f"{_name}(Tensor data, {_arguments}) -> Tensor", tags=_tags)
    LIBRARY.define(f"{_name}_(Tensor(a!) data, {_arguments}) -> ()", tags=_tags)

nd_update = _ops.scatter_nd_update.default
nd_update_ = _ops.scatter_nd_update_.default
slice_update = _ops.slice_scatter.default
slice_update_ = _ops.slice_scatter_.default


def _fake_nd(data, indices, updates, *options):
    check_same_type(data, updates)
    expected = get_updates_shape(data.shape, indices.shape)
    if len(expected) != updates.dim():
        raise ValueError(
            f"'updates': expected a rank of {len(expected)}, found {updates.dim()}"
        )
    for dim, size in enumerate(expected):
        torch._check(
            updates.shape[dim] == size,
            lambda: f"'updates': expected the shape {expected}, found {updates.shape}",
        )
    return torch.empty_like(data)


def _fake_slice(data, updates, *arguments):
    check_same_type(data, updates)
    return torch.empty_like(data)


for _kernel in _kernels:
    _fake = _fake_slice if "slice" in _kernel.name() else _fake_nd
    if not _kernel._schema.returns:

        def _fake(*arguments, _check=_fake):
            _check(*arguments)

    torch.library.register_fake(_kernel, _fake, lib=LIBRARY)
