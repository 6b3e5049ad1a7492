# ===- modules.py - the workloads as MLIR files ----------------------------===#
"""python3 -m harness.modules FOLDER: writes NAME_MODE.mlir for each of the 16
workloads, for `scatter-bench-engine --modules=FOLDER`."""

import pathlib
import sys

from . import cases, ours
from .contestant import MODES


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
