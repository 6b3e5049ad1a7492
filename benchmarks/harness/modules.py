# ===- modules.py - the workloads as MLIR files ----------------------------===#
"""python3 -m harness.modules FOLDER: writes NAME_MODE.mlir for each of the 16
workloads, and dynamic_NAME_MODE.mlir for updates whose sizes are all dynamic, for
`scatter-bench-engine --modules=FOLDER`."""

import pathlib
import sys

from . import cases, ours
from .contestant import MODES


def _write_dynamic_scatter(mode, rank, components, element, reduction):
    """`components` is the number of leading dimensions that the indices name."""
    kind = ours.get_kind(mode)
    data = f"{kind}<{'?x' * rank}{element}>"
    indices = f"{kind}<?x{components}xi64>"
    updates = f"{kind}<{'?x' * (1 + rank - components)}{element}>"
    return ours.compose_module(
        mode,
        {"data": data, "indices": indices, "updates": updates},
        lambda target: f"scatter.scatter_nd_update ins(%indices, %updates : {indices}, {updates}) "
        f"outs({target} : {data}) reduction({reduction})",
    )


def _write_dynamic_slice(mode, rank, element, steps=None):
    """Writes a slice along all dimensions. Its steps are arguments unless they are given."""
    data = f"{ours.get_kind(mode)}<{'?x' * rank}{element}>"
    bounds = ["start", "stop"] if steps else ["start", "stop", "step"]
    names = [[f"{bound}{i}" for i in range(rank)] for bound in bounds]
    lists = [", ".join(f"%{name}" for name in group) for group in names]
    step = lists[2] if steps is None else ", ".join(map(str, steps))
    types = {"data": data, "updates": data} | {name: "index" for group in names for name in group}
    return ours.compose_module(
        mode,
        types,
        lambda target: f"scatter.slice_scatter ins(%updates : {data}) outs({target} : {data}) "
        f"from [{lists[0]}] to [{lists[1]}] step [{step}] axes {list(range(rank))}",
    )


DYNAMIC = {
    **{
        f"rows_{element}_{reduction}": (_write_dynamic_scatter, 2, 1, element, reduction)
        for element in ("f32", "f16")
        for reduction in ("none", "sum", "max")
    },
    "pairs_f32_sum": (_write_dynamic_scatter, 2, 2, "f32", "sum"),
    "triples_i32_none": (_write_dynamic_scatter, 5, 3, "i32", "none"),
    "slice_2_f32": (_write_dynamic_slice, 2, "f32"),
    "slice_2_f16": (_write_dynamic_slice, 2, "f16"),
    "slice_4": (_write_dynamic_slice, 4, "f32"),
    "slice_4_step_1": (_write_dynamic_slice, 4, "f32", [1, 1, 1, 1]),
    "slice_4_reversed": (_write_dynamic_slice, 4, "f32", [1, 1, 1, -1]),
}


def write_dynamic_modules(folder):
    for name, (write, *arguments) in DYNAMIC.items():
        for mode in MODES:
            path = pathlib.Path(folder) / f"dynamic_{name}_{mode}.mlir"
            path.write_text(write(mode, *arguments))


def write_modules(folder):
    """Writes the files and returns their paths."""
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    paths = []
    for case in cases.load().values():
        if not cases.is_workload(case):
            continue
        for mode in MODES:
            paths.append(folder / f"{case['name']}_{mode}.mlir")
            paths[-1].write_text(ours.write_module(cases.Outline(case), mode))
    return paths


if __name__ == "__main__":
    write_modules(sys.argv[1])
    write_dynamic_modules(sys.argv[1])
