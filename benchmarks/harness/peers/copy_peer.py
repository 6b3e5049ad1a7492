# ===- copy_peer.py - the time of a copy ----------------------------------===#
"""Copies of as many bytes as the workload must write, by memcpy and by non-temporal
stores. A limit, not a peer, because they do not execute the workload."""

import ctypes

from .. import cases, compiled
from ..contestant import Contestant

NAME = "copy"
DISTRIBUTIONS = ()
CHECKS = "-"


def setup(threads, folder):
    global copy
    copy = compiled.load("copy_limit.cpp", folder).copy_limit
    copy.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t]
    copy.argtypes += [ctypes.c_int, ctypes.c_int]
    copy.restype = None


def build(problem, mode, threads):
    like = problem.updates if mode == "in_place" else problem.data
    source = cases.copy_array(like)
    target = cases.copy_array(like)

    def make(name, nontemporal):
        arguments = (target.ctypes.data, source.ctypes.data, like.nbytes, threads)

        def run(keep=(source, target)):
            copy(*arguments, nontemporal)

        return Contestant(name, run, None)

    return [make("copy cached", 0), make("copy nontemporal", 1)]
