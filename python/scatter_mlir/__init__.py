# ===- __init__.py - the package scatter_mlir -----------------------------===#
"""Scatter updates and gathers as compiled, deterministic functions on arrays.

Arrays are NumPy arrays (ml_dtypes included) or any CPU arrays with
`__dlpack__`, such as those of PyTorch and JAX, whose memory is used without a
copy. Results have the kind of `data`.
"""

from ._load import load_core

load_core()

from ._core import __version__
from ._errors import CompileError
from ._messages import Prepared, gather_scatter, prepare
from ._elements import scatter_elements
from ._gather import gather_nd
from ._ops import scatter_nd_update, slice_scatter
from ._program import Program, compile
from ._results import set_result_pool_bytes
from ._settings import set_num_threads, warm_up, warn_of_environment

warn_of_environment()
del load_core, warn_of_environment

__all__ = [
    "CompileError",
    "Prepared",
    "Program",
    "compile",
    "gather_nd",
    "gather_scatter",
    "prepare",
    "scatter_elements",
    "scatter_nd_update",
    "set_num_threads",
    "set_result_pool_bytes",
    "slice_scatter",
    "warm_up",
]
