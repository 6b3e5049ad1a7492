# ===- scratch.py - memory of a call besides its arrays -------------------===#
"""Reads a workload from standard input. Prints by how many bytes the memory peak of the
process during a call exceeds its memory before the call."""

import json
import pathlib
import sys

from . import cases, ours


def _read_status(name):
    for line in pathlib.Path("/proc/self/status").read_text().splitlines():
        if line.startswith(name + ":"):
            return int(line.split()[1]) * 1024
    raise RuntimeError(f"no {name} in /proc/self/status")


def _measure(run):
    # Resets the peak to the current memory.
    pathlib.Path("/proc/self/clear_refs").write_text("5")
    before = _read_status("VmRSS")
    run()
    return max(0, _read_status("VmHWM") - before)


def main():
    threads = int(sys.argv[1])
    problem = cases.Problem.make(json.loads(sys.stdin.read()))
    contestant = ours.build_program(problem, "in_place", threads)
    first = _measure(contestant.run)
    print(json.dumps({"first": first, "second": _measure(contestant.run)}))


if __name__ == "__main__":
    main()
