# ===- numpy_peer.py - NumPy's assignment and ufunc.at --------------------===#

import numpy as np

from ..contestant import Contestant

NAME = "NumPy"
DISTRIBUTIONS = ("numpy",)
CHECKS = "all indices before the first write (ufunc.at: some writes done)"
_AT = {
    "sum": np.add.at,
    "sub": np.subtract.at,
    "prod": np.multiply.at,
    "min": np.minimum.at,
    "max": np.maximum.at,
}


def setup(threads, folder):
    """Does nothing, because NumPy has only one thread for these operations."""


def build(problem, mode, threads):
    updates = problem.updates
    if problem.is_slice:
        key = problem.slices
    else:
        key = problem.components
    at = None if problem.reduction == "none" else _AT[problem.reduction]

    def write(out):
        if at:
            at(out, key, updates)
        else:
            out[key] = updates

    data = problem.data
    if mode == "fresh":
        state = [None]

        def run():
            state[0] = None
            state[0] = data.copy()
            write(state[0])

        return [Contestant(NAME, run, lambda: state[0])]
    out = problem.out
    if mode == "in_place":
        return [Contestant(NAME, lambda: write(out), lambda: out)]

    def run_existing():
        np.copyto(out, data)
        write(out)

    return [Contestant(NAME, run_existing, lambda: out)]
