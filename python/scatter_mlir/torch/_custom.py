# ===- _custom.py - gradients of custom ops --------------------------------===#
"""Records calls of ops of torch.library.custom_op for one transform at a time.

`register_autograd` of such an op does not work inside of a transform of torch.func, also
where torch.compile traces it.
"""

import torch

from ._autograd import is_transformed, record
from ._dispatch import BELOW, record_outer_levels, records
from ._library import LIBRARY


def register_recorded(op, function, places):
    """Makes `function`, a _SingleLevelFunction of (run, *arguments), record the calls of
    `op`. The arguments at two `places` may have gradients; the second may be None."""
    overload = op._opoverload

    def run_below(keys, *arguments):
        below = keys & BELOW
        if not is_transformed():
            return overload.redispatch(below, *arguments)
        with record_outer_levels():
            return overload.redispatch(below, *arguments)

    def kernel(keys, *arguments):
        first, second = (arguments[place] for place in places)
        if not records(first, first if second is None else second):
            return run_below(keys, *arguments)

        def run(*arguments):
            return run_below(keys, *arguments)

        return record(function, run, *arguments)

    LIBRARY.impl(overload, kernel, "Autograd", with_keyset=True, allow_override=True)
