# ===- __init__.py - the ops in JAX ---------------------------------------===#
"""Scatter updates and gathers as primitives of JAX.

`nd_update`, `slice_update` and `gather_nd` run under jit, grad, vmap, loops and shard_map on
the CPU; `at(x)[i].set(v)` is `x.at[i].set(v)` on top of them.
"""

from ._at import at
from ._functions import gather_nd, nd_update, slice_update
from ._messages import gather_scatter
from ._prepared import Prepared, prepare

__all__ = [
    "Prepared",
    "at",
    "gather_nd",
    "gather_scatter",
    "nd_update",
    "prepare",
    "slice_update",
]
