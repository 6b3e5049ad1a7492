# ===- by_hand_peer.py - hand-written code for eight workloads --------------===#
"""What an expert writes for the sizes of one workload, with the guarantees of ours
(benchmarks/by_hand.cpp). A limit, not a peer."""

import ctypes

from .. import compiled
from ..contestant import BY_HAND, Contestant, Unsupported

NAME = "by hand"
DISTRIBUTIONS = ()
CHECKS = "all indices before the first write"


def setup(threads, folder):
    global library
    library = compiled.load("by_hand.cpp", folder)


def build(problem, mode, threads):
    if mode == "fresh" or not hasattr(library, problem.name):
        raise Unsupported("no such function in by_hand.cpp")
    update = getattr(library, problem.name)
    update.restype = ctypes.c_bool
    out = problem.out
    data = out if mode == "in_place" else problem.data
    indices = problem.indices
    arguments = (
        ctypes.c_void_p(out.ctypes.data),
        ctypes.c_void_p(data.ctypes.data),
        ctypes.c_void_p(None if indices is None else indices.ctypes.data),
        ctypes.c_void_p(problem.updates.ctypes.data),
        ctypes.c_int64(0 if indices is None else indices.size // indices.shape[-1]),
        ctypes.c_int(threads),
    )

    def run(keep=problem):
        if not update(*arguments):
            raise IndexError("an index is out of bounds")

    return [Contestant(NAME, run, lambda: out, (BY_HAND,))]
