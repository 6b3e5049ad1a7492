# ===- first_calls.py - the first call of a fresh process ------------------===#
#
# usage: first_calls.py [--runs 20]
#
# Prints rows of the table in docs/Performance.md. In a fresh process it measures the
# import of the installed package, the first call, the CPU time of the first call, and
# the second call. It prints the median and the extremes of the runs in milliseconds. If
# the time greatly exceeds the CPU time, other processes have used the CPU.
#
#   common   sums of rows in place. Libraries with built-in kernels have this
#            kernel. There is no cache folder.
#   compiled the same, but indices out of bounds are dropped. No library has this
#            kernel built in. An earlier process has stored it on disk.
#   absent   the same without a cache folder: the kernel is compiled.
#
# ===----------------------------------------------------------------------===#

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time


def call(out_of_bounds):
    """Prints the times of import, first call, its CPU time, and second call."""
    import numpy as np

    start = time.perf_counter()
    import scatter_mlir

    imported = time.perf_counter()
    data = np.zeros((100, 50), np.float32)
    indices = np.array([[1], [99]])
    updates = np.ones((2, 50), np.float32)
    times = [imported - start]
    for position in range(2):
        processor = time.process_time()
        start = time.perf_counter()
        scatter_mlir.scatter_nd_update(
            data, indices, updates, reduction="sum", out_of_bounds=out_of_bounds, out=data
        )
        times.append(time.perf_counter() - start)
        if position == 0:
            times.append(time.process_time() - processor)
    assert data.sum() == 200
    print(*times)


def run(out_of_bounds, folder):
    command = [sys.executable, __file__, "--call", out_of_bounds]
    environment = {**os.environ, "SCATTER_CACHE_DIR": folder}
    found = subprocess.run(
        command, env=environment, check=True, capture_output=True, text=True
    )
    return [float(text) * 1e3 for text in found.stdout.split()]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--runs", type=int, default=20)
    parser.add_argument("--call", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.call:
        call(arguments.call)
        return
    with tempfile.TemporaryDirectory() as folder:
        run("drop", folder)
        for name, out_of_bounds, where in (
            ("common", "error", ""),
            ("compiled", "drop", folder),
            ("absent", "drop", ""),
        ):
            runs = [run(out_of_bounds, where) for _ in range(arguments.runs)]
            cells = [
                f"{statistics.median(times):.3g} ({min(times):.3g} to {max(times):.3g})"
                for times in zip(*runs)
            ]
            print(f"| {name} |", " | ".join(cells), "|")


if __name__ == "__main__":
    main()
