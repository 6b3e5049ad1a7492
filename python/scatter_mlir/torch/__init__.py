# ===- __init__.py - the ops in PyTorch -----------------------------------===#
"""Scatter updates as ops of PyTorch.

`scatter_nd_update`, `slice_scatter` and their forms in place are ops of
torch.library: they record gradients, run under torch.func, torch.compile and
torch.export, and count writes. `index_put`, `index_add`, `scatter_reduce` and the
others are PyTorch's functions of these names on top of them, those with an underscore
in place. `set_compiled_updates` lets Inductor fuse updates. `drop_in` has these and PyTorch's own `slice_scatter`.
"""

from . import drop_in
from ._fused import set_compiled_updates
from ._functions import (
    scatter_nd_update,
    scatter_nd_update_,
    slice_scatter,
    slice_scatter_,
)
from ._gather import gather_nd
from ._messages import gather_scatter
from ._prepared import Prepared, prepare
from .drop_in import (
    index_add,
    index_add_,
    index_copy,
    index_copy_,
    index_fill,
    index_fill_,
    index_put,
    index_put_,
    index_reduce,
    index_reduce_,
    masked_scatter,
    masked_scatter_,
    scatter,
    scatter_,
    scatter_add,
    scatter_add_,
    scatter_reduce,
    scatter_reduce_,
)

__all__ = [
    "Prepared",
    "drop_in",
    "gather_nd",
    "gather_scatter",
    "index_add",
    "index_add_",
    "index_copy",
    "index_copy_",
    "index_fill",
    "index_fill_",
    "index_put",
    "index_put_",
    "index_reduce",
    "index_reduce_",
    "masked_scatter",
    "masked_scatter_",
    "prepare",
    "scatter",
    "scatter_",
    "scatter_add",
    "scatter_add_",
    "scatter_nd_update",
    "scatter_nd_update_",
    "scatter_reduce",
    "scatter_reduce_",
    "set_compiled_updates",
    "slice_scatter",
    "slice_scatter_",
]
