# ===- extras.py - code size, compile time, scratch memory ----------------===#
"""Measures code size, compile time and scratch memory of each workload, and runs the
C++ micro-benchmarks."""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

from . import cases, ours

_TIMEOUT = 300


def measure_code(module, threads, scatter_run, folder):
    """Returns the size of the section .text of the object file in bytes."""
    source, target = folder / "module.mlir", folder / "module.o"
    source.write_text(module)
    subprocess.run(
        [scatter_run, source, f"--threads={threads}", "--emit=obj", "-o", target],
        check=True,
        timeout=_TIMEOUT,
    )
    table = subprocess.run(
        ["size", "-A", target], check=True, capture_output=True, text=True
    ).stdout
    return sum(int(n) for n in re.findall(r"^\.text\S*\s+(\d+)", table, re.M))


def _measure_compilation(module, threads):
    """Returns the time of the fastest of several compilations in this process in ms."""
    import scatter_mlir

    best = float("inf")
    for _ in range(4):
        begin = time.perf_counter()
        scatter_mlir.compile(module, threads=threads)
        best = min(best, time.perf_counter() - begin)
    return best * 1e3


def measure_programs(selected, thread_counts, bin_folder):
    """Measures the static program of each workload. Returns a list of dictionaries."""
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for case in selected:
            for threads in thread_counts:
                for mode in ("in_place", "existing"):
                    module = ours.write_module(cases.Outline(case), mode)
                    rows.append(
                        {
                            "case": case["name"],
                            "threads": threads,
                            "mode": mode,
                            "text_bytes": measure_code(
                                module, threads, bin_folder / "scatter-run",
                                pathlib.Path(folder),
                            ),
                            "compile_ms": _measure_compilation(module, threads),
                        }
                    )  # fmt: skip
    return rows


def measure_scratch(selected, threads):
    """Returns the bytes that the first and the second call in place need besides the arrays."""
    result = {}
    for case in selected:
        answer = subprocess.run(
            [sys.executable, "-m", "harness.scratch", str(threads)],
            input=json.dumps(case), capture_output=True, text=True, check=True,
            timeout=_TIMEOUT, cwd=pathlib.Path(__file__).resolve().parents[1],
        )  # fmt: skip
        result[case["name"]] = json.loads(answer.stdout)
    return result


def run_micro_benchmarks(bin_folder, quick):
    """Returns the results of scatter-bench-engine: name -> [time, unit], the fastest of
    several repetitions. Empty if the program does not exist."""
    program = bin_folder / "scatter-bench-engine"
    if not os.access(program, os.X_OK):
        return {}
    arguments = [program, "--benchmark_format=json", "--benchmark_min_time=0.1"]
    if quick:
        arguments.append("--benchmark_filter=-write/|firstInProcess")
    else:
        arguments.append("--benchmark_repetitions=3")
    output = subprocess.run(
        arguments, check=True, capture_output=True, text=True, timeout=_TIMEOUT
    ).stdout
    result = {}
    for entry in json.loads(output)["benchmarks"]:
        name, time_and_unit = entry["run_name"], [entry["real_time"], entry["time_unit"]]
        if entry["run_type"] != "iteration":
            continue
        result[name] = min(result.get(name, time_and_unit), time_and_unit)
        # The times of compilation steps are counters NAME_ms.
        for counter, value in entry.items():
            if counter.endswith("_ms"):
                step = f"{name}/{counter.removesuffix('_ms')}"
                result[step] = min(result.get(step, [value, "ms"]), [value, "ms"])
    return result
