"""Ours with one thread, in a process where ours has several: the speedup by threads.
For the workloads also the speedup of a copy of the same bytes."""

import dataclasses

from .. import cases, ours
from . import copy_peer

NAME = "scatter_mlir by one thread"
DISTRIBUTIONS = ()
CHECKS = ""
PREFIX = "one thread: "
# The prefixes for copies by one thread and by all threads.
COPY_PREFIXES = ("copy by one thread: ", "copy by all threads: ")


def _rename(prefix, contestants):
    return [dataclasses.replace(c, name=prefix + c.name) for c in contestants]


def setup(threads, folder):
    copy_peer.setup(threads, folder)


def build(problem, mode, threads):
    result = _rename(PREFIX, ours.build(problem, mode, 1))
    if cases.is_workload(problem.case):
        for prefix, count in zip(COPY_PREFIXES, (1, threads)):
            result += _rename(prefix, copy_peer.build(problem, mode, count))
    return result
