#!/usr/bin/env python3
# ===- large.py - an example of the specification at its full size --------===#
"""ScatterNDUpdate-15, example 5: 25x125 rows of 15 into 1000x256x10x15.

The specification gives shapes only. Data counts up, so that every element
differs; indices come from a seeded generator, half of them negative, with
duplicates. NumPy applies the rows one after the other. The last line is
`N passed, N failed`.
"""

import argparse
import pathlib
import subprocess
import sys

import numpy as np

from program import KINDS, SHAPINGS, Program

DATA, INDICES, UPDATES = [1000, 256, 10, 15], [25, 125, 3], [25, 125, 15]


def make_arrays():
    random = np.random.default_rng(seed=5)
    data = np.arange(np.prod(DATA), dtype=np.float32).reshape(DATA)
    sizes = np.array(DATA[:3])
    indices = random.integers(-sizes, sizes, size=INDICES, dtype=np.int64)
    indices[7] = indices[3]
    updates = -1 - np.arange(np.prod(UPDATES), dtype=np.float32).reshape(UPDATES)
    return data, indices, updates


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--scatter-run", required=True)
    parser.add_argument("work", type=pathlib.Path, help="directory for the files")
    options = parser.parse_args()
    options.work.mkdir(parents=True, exist_ok=True)

    data, indices, updates = arrays = make_arrays()
    inputs = []
    for name, array in zip(("data", "indices", "updates"), arrays):
        inputs.append(f"--input={options.work / name}.npy")
        np.save(options.work / f"{name}.npy", array)
    expected = data.copy()
    for position in np.ndindex(*INDICES[:-1]):
        expected[tuple(indices[position])] = updates[position]

    vector = {
        "data": None,
        "data_shape": DATA,
        "indices": None,
        "indices_shape": INDICES,
        "updates": None,
        "updates_shape": UPDATES,
    }
    passed = failed = 0
    for kind in KINDS:
        for shaping in SHAPINGS:
            program = Program("scatter_nd_update", vector, kind, shaping, "f32", "i64")
            source = options.work / f"{kind}-{shaping}.mlir"
            source.write_text(program.text)
            output = options.work / "output.npy"
            target = "arg0=" if kind == "memref" else ""
            run = subprocess.run(
                [options.scatter_run, source, *inputs, f"--output={target}{output}"],
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                timeout=120,
            )
            if run.returncode == 0 and np.array_equal(np.load(output), expected):
                passed += 1
            else:
                failed += 1
                print(f"FAIL {kind}-{shaping}: {run.returncode} {run.stderr}")
            output.unlink(missing_ok=True)
    for array in options.work.glob("*.npy"):
        array.unlink()
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
