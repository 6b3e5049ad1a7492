# ===- by_hand_peer.py - hand-written code for eight workloads --------------===#
"""Code that an expert writes for the sizes of one workload, with the guarantees of ours
(benchmarks/by_hand.cpp). A limit, not a peer."""

import ctypes

from .. import compiled
from ..contestant import BY_HAND, Contestant, Unsupported

NAME = BY_HAND
DISTRIBUTIONS = ()
CHECKS = "all indices before the first write"


class _Problem(ctypes.Structure):
    _fields_ = [
        ("out", ctypes.c_void_p),
        ("data", ctypes.c_void_p),
        ("indices", ctypes.c_void_p),
        ("updates", ctypes.c_void_p),
        ("count", ctypes.c_int64),
        ("threads", ctypes.c_int),
    ]


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
    arguments = _Problem(
        out.ctypes.data,
        data.ctypes.data,
        None if indices is None else indices.ctypes.data,
        problem.updates.ctypes.data,
        0 if indices is None else indices.size // indices.shape[-1],
        threads,
    )
    reference = ctypes.byref(arguments)

    def run(keep=problem):
        if not update(reference):
            raise IndexError("an index is out of bounds")

    return [Contestant(NAME, run, lambda: out, (BY_HAND,))]
