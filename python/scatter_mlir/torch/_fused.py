# ===- _fused.py - updates as ops of PyTorch in compiled graphs ------------===#
"""Updates that Inductor compiles itself, together with what surrounds them.

Inductor cannot look into the ops of this package, so that a gather, a scale and an
update are three loops. As ops of PyTorch they are one.
"""

from __future__ import annotations

from typing import Literal

import torch

_modes = {"mode": "deterministic"}

#: Sums of these types are atomic in the code that Inductor makes for CPUs; for others
#: it calls a kernel of PyTorch, and nothing is fused.
_ATOMIC = (torch.float32, torch.float64)


def set_compiled_updates(
    mode: Literal["deterministic", "fused"],
) -> Literal["deterministic", "fused"]:
    """Chooses what updates become in functions that torch.compile compiles.

    Args:
        mode: "deterministic", the default: calls of this package's kernels, with the
            same results and errors as eager calls. "fused": ops of PyTorch where
            Inductor makes its own code of them and fuses it with what surrounds them:
            slices, sums of float32 and float64, and values at one index tuple or with
            `unique_indices`. With several threads the order of sums is then not
            defined, and an index out of bounds is a RuntimeError, or counts from the
            end although `negative_indices` is "reject". All other updates stay calls.

    Returns:
        The former mode. Functions that were compiled in another mode are compiled
        again when they are called. Not safe to call while other threads compile.

    Raises:
        ValueError: an unknown mode.
    """
    if mode not in ("deterministic", "fused"):
        raise ValueError(
            f"'mode': expected 'deterministic' or 'fused', found {mode!r}"
        )
    former = _modes["mode"]
    _modes["mode"] = mode
    return former


def is_fused():
    return _modes["mode"] == "fused" and not torch.compiler.is_exporting()


def can_fuse_nd(data, indices, options):
    """Whether Inductor's code for PyTorch's op gives the values of an update."""
    depth = indices.shape[-1]
    if depth == 0 or 0 in data.shape[:depth] or options["out_of_bounds"] == "drop":
        return False
    if options["reduction"] in ("sum", "sub"):
        return data.dtype in _ATOMIC
    is_single = all([size == 1 for size in indices.shape[:-1]])
    return options["reduction"] == "none" and (is_single or options["unique_indices"])


def fuse_nd(data, indices, updates, options, is_in_place=False):
    """The update as an op of PyTorch."""
    components = list(indices.long().unbind(-1))
    if options["out_of_bounds"] == "clamp":
        # A negative index is an offset from the end first.
        is_wrapped = options["negative_indices"] == "wrap"
        components = [
            torch.where(each < 0, each + size, each) if is_wrapped else each
            for each, size in zip(components, data.shape)
        ]
        components = [each.clamp(0, n - 1) for each, n in zip(components, data.shape)]
    if options["reduction"] == "sub":
        updates = -updates
    put = torch.ops.aten.index_put_ if is_in_place else torch.ops.aten.index_put
    return put(data, components, updates, options["reduction"] != "none")


def _normalize(start, stop, step, size):
    """Returns the bounds of the same elements in ascending order."""
    if step > 0:
        return start, stop, step
    chosen = range(*slice(start, stop, step).indices(size))[::-1]
    if not chosen:
        return 0, 0, 1
    return chosen.start, chosen.stop, chosen.step


def fuse_slice(data, updates, bounds, is_in_place=False):
    """The update of a slice as ops of PyTorch."""
    reversed_axes = [axis for _, _, step, axis in zip(*bounds) if step < 0]
    if reversed_axes:
        updates = updates.flip(reversed_axes)
    parts = [data]
    chosen = []
    for start, stop, step, axis in zip(*bounds):
        ascending = _normalize(start, stop, step, data.shape[axis])
        chosen.append((axis, *ascending))
        parts.append(torch.ops.aten.slice.Tensor(parts[-1], axis, *ascending))
    if is_in_place:
        parts[-1].copy_(updates)
        return data
    for part, position in zip(parts[-2::-1], chosen[::-1]):
        updates = torch.ops.aten.slice_scatter(part, updates, *position)
    return updates if bounds[3] else updates.clone()
