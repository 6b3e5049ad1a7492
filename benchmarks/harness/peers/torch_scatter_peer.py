# ===- torch_scatter_peer.py - PyG's torch_scatter --------------------------===#

import torch
import torch_scatter

from ..contestant import Contestant, Unsupported

NAME = "PyG"
DISTRIBUTIONS = ("torch-scatter",)
CHECKS = "none"
_REDUCTIONS = {"sum": "sum", "prod": "mul", "min": "min", "max": "max"}


def setup(threads, folder):
    torch.set_num_threads(threads)


def build(problem, mode, threads):
    """Reductions of rows and of elements by one component."""
    if problem.is_slice or problem.reduction not in _REDUCTIONS:
        raise Unsupported("torch_scatter has no such op")
    if problem.indices.shape[-1] != 1 or problem.indices.ndim != 2:
        raise Unsupported("torch_scatter takes one component")
    slots = torch.from_numpy(problem.slots)
    updates = torch.from_numpy(problem.updates)
    data = torch.from_numpy(problem.data)
    reduce = _REDUCTIONS[problem.reduction]
    state = [None if mode == "fresh" else torch.from_numpy(problem.out)]

    def run():
        if mode == "fresh":
            state[0] = None
            state[0] = data.clone()
        elif mode == "existing":
            state[0].copy_(data)
        torch_scatter.scatter(updates, slots, 0, out=state[0], reduce=reduce)

    return [Contestant(NAME, run, lambda: state[0].numpy())]
