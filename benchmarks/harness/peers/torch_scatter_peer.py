# ===- torch_scatter_peer.py - PyG's torch_scatter --------------------------===#

import torch
import torch_scatter

from ..contestant import Unsupported
from .torch_peer import make_contestant, setup  # noqa: F401

NAME = "PyG"
DISTRIBUTIONS = ("torch-scatter",)
CHECKS = "none"
_REDUCTIONS = {"sum": "sum", "prod": "mul", "min": "min", "max": "max"}


def build(problem, mode, threads):
    """Supports reductions of rows and of elements with one index component."""
    if problem.is_slice or problem.reduction not in _REDUCTIONS:
        raise Unsupported("torch_scatter has no such op")
    if problem.indices.shape[-1] != 1 or problem.indices.ndim != 2:
        raise Unsupported("torch_scatter takes one component")
    slots = torch.from_numpy(problem.slots)
    updates = torch.from_numpy(problem.updates)
    reduce = _REDUCTIONS[problem.reduction]

    def write(out):
        torch_scatter.scatter(updates, slots, 0, out=out, reduce=reduce)

    return [make_contestant(NAME, problem, mode, write)]
