# ===- copy_peer.py - what a copy costs on this machine --------------------===#
"""Copies of as many bytes as the workload has to write, by memcpy and by non-temporal
stores. They do no workload: a limit, not a peer."""

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
