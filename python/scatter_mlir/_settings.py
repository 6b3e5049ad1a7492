# ===- _settings.py - threads and kernels ahead of calls --------------------===#

import warnings

import numpy as np

from . import _core
from ._arrays import to_numpy
from ._elements import scatter_elements
from ._gather import gather_nd
from ._messages import gather_scatter
from ._ops import scatter_nd_update, slice_scatter
from ._threads import check_threads

#: The functions that `warm_up` takes.
_FUNCTIONS = scatter_nd_update, slice_scatter, gather_nd, scatter_elements, gather_scatter


def warn_of_environment():
    """Warns of a value of SCATTER_NUM_THREADS that is no number of threads."""
    try:
        _core.get_num_threads()
    except ValueError as error:
        warnings.warn(
            f"{error}; calls without threads= will fail until set_num_threads is called",
            RuntimeWarning,
            stacklevel=3,
        )


def set_num_threads(threads):
    """Set the default number of threads.

    Holds for the whole process: the functions, `scatter_mlir.torch`,
    `scatter_mlir.jax` and programs that are compiled later.

    Args:
        threads: 1 to 1024, or "all" for one per CPU that the process may use;
            None for what the environment variable SCATTER_NUM_THREADS says, or 1.

    Returns:
        What was set before, None if nothing was.

    Raises:
        ValueError: there is no such number of threads.

    Example:
        >>> import scatter_mlir
        >>> former = scatter_mlir.set_num_threads(2)
        >>> scatter_mlir.set_num_threads(former)
        2
    """
    return _core.set_num_threads(check_threads(threads) or 0) or None


def warm_up(function, *arguments, **keywords):
    """Compile ahead what a call needs.

    Later calls with arrays of these types, layouts and sizes and these options
    compile nothing and load nothing from disk. The kernels stay on disk for other
    processes, too.

    Args:
        function: `scatter_nd_update`, `slice_scatter`, `gather_nd`, `scatter_elements`
            or `gather_scatter`.
        arguments, keywords: those of the call. An array that is given as `out`
            holds what it held when the function returns; nothing else may use it
            meanwhile.

    Raises:
        ValueError: another function.
        Anything that the call raises.

    Example:
        >>> import numpy as np
        >>> from scatter_mlir import scatter_nd_update, warm_up
        >>> cache, row = np.zeros((64, 8), "f4"), np.ones((1, 8), "f4")
        >>> warm_up(scatter_nd_update, cache, np.array([[3]]), row, out=cache)
        >>> cache.any()
        np.False_
    """
    if not any(function is known for known in _FUNCTIONS):
        names = ", ".join(known.__name__ for known in _FUNCTIONS)
        raise ValueError(f"'function': expected one of {names}, found {function!r}")
    out = keywords.get("out")
    target = None if out is None else to_numpy(out, "out")
    held = None if target is None else target.copy(order="K")
    try:
        _core.warm_up(function, *arguments, **keywords)
    finally:
        if held is not None and target.flags.writeable:
            np.copyto(target, held)
