# ===- torch_peer.py - PyTorch's indexed writes ---------------------------===#

import numpy as np
import torch

from ..contestant import Contestant

NAME = "PyTorch"
DISTRIBUTIONS = ("torch",)
CHECKS = "while writing: an error leaves some writes done"
# The linear positions have been computed before the timing started.
GIVEN = "(positions given)"


def setup(threads, folder):
    torch.set_num_threads(threads)


def _list_index_writes(problem):
    """Returns writes with one index tensor per component, made before the timing."""
    updates = torch.from_numpy(problem.updates)
    components = tuple(torch.from_numpy(c) for c in problem.components)
    writes = [("index_put_", lambda out: out.index_put_(components, updates))]
    if len(components) == 1:
        writes.append(
            ("index_copy_", lambda out: out.index_copy_(0, components[0], updates))
        )
    return writes


def _list_reductions(problem):
    """Returns writes with one linear position per tuple."""
    k = problem.indices.shape[-1]
    row = problem.data.shape[k:]
    shape = (int(np.prod(problem.data.shape[:k])), *row)
    updates = torch.from_numpy(problem.updates).reshape(-1, *row)
    reduction = problem.reduction
    mode = {"max": "amax", "min": "amin", "prod": "prod"}.get(reduction)
    ops = {}
    if reduction == "sum":
        ops["index_add_"] = lambda out, slots: out.index_add_(0, slots, updates)
    else:
        ops["index_reduce_"] = lambda out, slots: out.index_reduce_(
            0, slots, updates, mode
        )
    if not row:
        ops["scatter_reduce_"] = lambda out, slots: out.scatter_reduce_(
            0, slots, updates, mode or "sum"
        )
    slots = torch.from_numpy(problem.slots)
    if k == 1:
        return [
            (name, lambda out, op=op: op(out.view(shape), slots))
            for name, op in ops.items()
        ]
    # The tuples are converted to positions in every call, as part of the work.
    indices = torch.from_numpy(problem.indices).reshape(-1, k)
    sizes = problem.data.shape[:k]

    def linearise():
        result = indices[:, 0]
        for j in range(1, k):
            result = result * sizes[j] + indices[:, j]
        return result

    return [
        (name, lambda out, op=op: op(out.view(shape), linearise()))
        for name, op in ops.items()
    ] + [
        (f"{name} {GIVEN}", lambda out, op=op: op(out.view(shape), slots))
        for name, op in ops.items()
    ]


def _list_writes(problem):
    """Returns pairs of an op's name and a function that writes to a tensor."""
    if not problem.is_slice:
        if problem.reduction == "none":
            return _list_index_writes(problem)
        return _list_reductions(problem)
    updates = torch.from_numpy(problem.updates)
    backward = [a for a, s in enumerate(problem.slices) if s.step and s.step < 0]
    if backward:
        # PyTorch has no negative steps. The slices are whole dimensions.
        return [("flip", lambda out: out.copy_(updates.flip(backward)))]
    return [("slice copy_", lambda out: out[problem.slices].copy_(updates))]


def make_contestant(name, problem, mode, write, remarks=()):
    """Returns a contestant that calls `write(tensor)` with the tensor for the mode."""
    data = torch.from_numpy(problem.data)
    state = [None if mode == "fresh" else torch.from_numpy(problem.out)]

    def run():
        if mode == "fresh":
            state[0] = None
            state[0] = data.clone()
        elif mode == "existing":
            state[0].copy_(data)
        write(state[0])

    return Contestant(name, run, lambda: state[0].numpy(), remarks)


def build(problem, mode, threads):
    races = threads > 1 and problem.has_duplicates and problem.reduction == "none"
    return [
        make_contestant(
            f"{NAME} {op}",
            problem,
            mode,
            write,
            (("races",) if races else ()) + (("less work",) if GIVEN in op else ()),
        )
        for op, write in _list_writes(problem)
    ]
