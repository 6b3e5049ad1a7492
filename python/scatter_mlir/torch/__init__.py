# ===- __init__.py - the ops in PyTorch -----------------------------------===#
"""Scatter updates as ops of PyTorch.

`scatter_nd_update`, `slice_scatter` and their forms in place are ops of
torch.library: they record gradients, run under torch.func, torch.compile and
torch.export, and count writes. `index_put`, `index_add`, `index_reduce` and
`scatter_reduce` are PyTorch's functions of these names on top of them;
`drop_in` has these and PyTorch's own `slice_scatter`.
"""

from . import drop_in
from ._functions import (
    scatter_nd_update,
    scatter_nd_update_,
    slice_scatter,
    slice_scatter_,
)
from .drop_in import index_add, index_put, index_reduce, scatter_reduce

__all__ = [
    "drop_in",
    "index_add",
    "index_put",
    "index_reduce",
    "scatter_nd_update",
    "scatter_nd_update_",
    "scatter_reduce",
    "slice_scatter",
    "slice_scatter_",
]
