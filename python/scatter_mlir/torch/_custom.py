# ===- _custom.py - gradients of custom ops --------------------------------===#
"""Records calls of ops of torch.library.custom_op for one transform at a time.

`register_autograd` of such an op fails inside of a transform of torch.func, in eager
calls and where torch.compile traces them.
"""

import contextlib
import functools

from ._autograd import is_transformed, record
from ._dispatch import BELOW, record_outer_levels, records
from ._library import LIBRARY


def register_recorded(op, function, places):
    """Makes `function`, a _SingleLevelFunction of (run, *arguments), record the calls of
    `op`. The arguments at two `places` may have gradients; the second may be None."""
    overload = op._opoverload

    def run_below(keys, *arguments):
        outer = record_outer_levels() if is_transformed() else contextlib.nullcontext()
        with outer:
            return overload.redispatch(keys & BELOW, *arguments)

    def kernel(keys, *arguments):
        first, second = (arguments[place] for place in places)
        if records(first, first if second is None else second):
            return record(function, functools.partial(run_below, keys), *arguments)
        return run_below(keys, *arguments)

    LIBRARY.impl(overload, kernel, "Autograd", with_keyset=True, allow_override=True)
