# ===- __init__.py - functions of PyTorch on top of the ops ----------------===#
"""PyTorch's functions of these names, with its signatures but without `out`. Names that
end with an underscore update their first argument in place, as methods of tensors do.

They differ from PyTorch's in this: duplicates are applied in their order, so
that the last one wins and float sums are the same on every run, and an index
out of bounds is always an error, raised before anything is written: an
`IndexOutOfBounds`, where PyTorch's functions raise an IndexError or a
RuntimeError. Tensors that are expanded cannot be updated in place, which
PyTorch's index_put_ and index_fill_ still allow with a warning.
"""

from ._checks import IndexOutOfBounds
from ._index import (
    index_add,
    index_add_,
    index_copy,
    index_copy_,
    index_fill,
    index_fill_,
    index_reduce,
    index_reduce_,
)
from ._index_put import index_put, index_put_
from ._masked import masked_scatter, masked_scatter_
from ._scatter import (
    scatter,
    scatter_,
    scatter_add,
    scatter_add_,
    scatter_reduce,
    scatter_reduce_,
)
from ._slice import slice_scatter

__all__ = [
    "IndexOutOfBounds",
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
    "scatter",
    "scatter_",
    "scatter_add",
    "scatter_add_",
    "scatter_reduce",
    "scatter_reduce_",
    "slice_scatter",
]
