# ===- contestant.py - one way to do one workload -------------------------===#

import dataclasses
import typing

MODES = {
    "in_place": "in place",
    "existing": "into an existing buffer",
    "fresh": "freshly allocated",
}


# The remark of hand-written code, which is no peer.
BY_HAND = "by hand"


class Unsupported(Exception):
    """A library has no such op, element type or mode; the text says which."""


@dataclasses.dataclass
class Contestant:
    """`run()` does the work once and returns when the result is there."""

    name: str
    run: typing.Callable[[], object]
    # The result of the last run as a NumPy array; None: a limit, with no result.
    result: typing.Callable[[], object] | None
    # Why it is not compared: "races" (threads write the same element), "less
    # work" (some of the work was done before the clock started), BY_HAND.
    remarks: tuple = ()
