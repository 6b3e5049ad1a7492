# ===- _threads.py - the argument `threads` --------------------------------===#

import operator

from . import _core


def check_threads(threads):
    """Returns a number of threads, or None if it is not given."""
    if threads is None:
        return None
    if isinstance(threads, str) and threads == "all":
        return _core.all_threads()
    try:
        threads = operator.index(threads)
    except TypeError:
        raise TypeError(f"'threads': expected an integer or 'all', found {threads!r}") from None
    if not 1 <= threads <= 1024:
        raise ValueError(f"'threads': expected 1 to 1024 or 'all', found {threads}")
    return threads
