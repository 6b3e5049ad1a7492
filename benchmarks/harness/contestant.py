# ===- contestant.py - one way to do one workload -------------------------===#

import dataclasses
import typing

MODES = {
    "in_place": "in place",
    "existing": "into an existing buffer",
    "fresh": "freshly allocated",
}


# The remark of hand-written code, which is not a peer.
BY_HAND = "by hand"


class Unsupported(Exception):
    """Raised if a library lacks an op, element type or mode. The text says which."""


@dataclasses.dataclass
class Contestant:
    """An implementation of a workload. `run()` returns when the result is available."""

    name: str
    run: typing.Callable[[], object]
    # Returns the result of the last run as a NumPy array. None for a limit without a
    # result.
    result: typing.Callable[[], object] | None
    # Why it is not compared: "races" (threads write the same element), "less work"
    # (some of the work was done before the timing started), BY_HAND.
    remarks: tuple = ()
