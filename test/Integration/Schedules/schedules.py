#!/usr/bin/env python3
# ===- schedules.py - random tiled and fused programs ---------------------===#
"""Random updates with producers and consumers, under random schedules of
upstream's transform ops, against the same programs without a schedule.

Results must agree bit for bit, and where an index or a size is wrong, so must
the report. A failure names the seed and the number of its program; `--program`
repeats it alone. The last line is `N passed, N failed`.
"""

import argparse
import pathlib
import subprocess
import sys

import numpy as np

import programs

CASES_PER_PROGRAM = 8
TIMEOUT_SECONDS = 300


def write_module(cases):
    """The function `main`, which calls one function for each case, and the
    schedule of all cases."""
    parameters, calls, values, results = [], [], [], []
    for number, case in enumerate(cases):
        names = [f"%c{number}_{i}" for i in range(len(case.parameters))]
        types = [type for _, type, _ in case.parameters]
        parameters += map("{}: {}".format, names, types)
        call = f"func.call @case{number}({', '.join(names)}) : "
        call += f"({', '.join(types)}) -> ({', '.join(case.results)})"
        if case.results:
            call = f"%r{number} = {call}"
            values.append(f"%r{number}")
            results += case.results
        calls.append(f"    {call}")
    end = f"return {', '.join(values)} : {', '.join(results)}" if results else "return"
    lines = ["module attributes {transform.with_named_sequence} {"]
    for number, case in enumerate(cases):
        lines += case.function(f"case{number}")
    lines += [
        f"  func.func @main({', '.join(parameters)}) -> ({', '.join(results)}) {{",
        *calls,
        f"    {end}",
        "  }",
        "  transform.named_sequence @__transform_main(%root: !transform.any_op) {",
        *(line for n, case in enumerate(cases) for line in case.schedule(f"case{n}")),
        "    transform.yield",
        "  }",
        "}",
    ]
    return "\n".join(lines) + "\n"


class Runner:
    def __init__(self, scatter_run, work):
        self.scatter_run = scatter_run
        self.work = work

    def run(self, source, cases, threads, passes=None):
        """Returns the exit status, what is printed, and for each array that is a
        result or a memref argument the number of its case and the array."""
        command = [self.scatter_run, source, "--entry=main", f"--threads={threads}"]
        command += ["--machine=parallel-bytes=0"]
        if passes:
            command.append(f"--passes={passes}")
        outputs = []
        for number, case in enumerate(cases):
            for i, (_, type, array) in enumerate(case.parameters):
                path = self.work / f"c{number}_{i}.npy"
                np.save(path, array)
                command.append(f"--input={path}")
                if type.startswith("memref"):
                    path = self.work / f"m{number}_{i}.npy"
                    outputs.append((number, f"c{number}_{i}=", path))
            if case.results:
                outputs.append((number, "", self.work / f"r{number}.npy"))
        for _, name, path in outputs:
            path.unlink(missing_ok=True)
            command.append(f"--output={name}{path}")
        done = subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, text=True,
            timeout=TIMEOUT_SECONDS,
        )  # fmt: skip
        arrays = [(n, np.load(path) if path.exists() else None) for n, _, path in outputs]
        return done.returncode, done.stderr + done.stdout, arrays


def run_program(runner, seed, number, size):
    """Returns the number of cases, and of those that failed."""
    random = np.random.default_rng([seed, number])
    is_general = bool(random.random() < 0.25)
    cases = [programs.Case(random, is_general) for _ in range(size)]
    # A program reports the first violation only.
    if random.random() < 0.3:
        random.choice(cases).break_something(random)
    source = runner.work / f"program-{seed}-{number}.mlir"
    source.write_text(write_module(cases))
    threads = int(random.choice([1, 2, 3]))
    passes = "scatter-split-checks{with-consumers},canonicalize,cse,transform-interpreter"
    if is_general:
        passes = "scatter-generalize-named-ops," + passes
    # Promises hold, and slices are in bounds, except for those that upstream makes
    # for threads that have no tuples.
    has_idle_threads = any(case.kind == "reduce-forall" for case in cases)
    if random.random() < 0.2 and not has_idle_threads:
        passes += ",generate-runtime-verification"
    plain = runner.run(source, cases, 1)
    scheduled = runner.run(source, cases, threads, passes)
    if plain[0] not in (0, 2):
        print(f"FAIL {source}: without a schedule: {plain[1]}")
        return len(cases), len(cases)
    if scheduled[:2] != plain[:2]:
        print(f"FAIL {source}, {threads} threads: expected {plain[:2]}, found {scheduled[:2]}")
        return len(cases), len(cases)
    failed = 0
    for (case, expected), (_, found) in zip(plain[2], scheduled[2]):
        if (expected is None) != (found is None) or (
            expected is not None and expected.tobytes() != found.tobytes()
        ):
            failed += 1
            print(f"FAIL {source}, {threads} threads, case {case}, {cases[case].kind}: "
                  f"expected {expected.tolist()}, found {found.tolist()}")  # fmt: skip
    return len(cases), failed


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--scatter-run", required=True)
    parser.add_argument("--cases", type=int, default=320)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--program", type=int, help="this one alone")
    parser.add_argument("work", type=pathlib.Path, help="directory for the files")
    options = parser.parse_args()
    options.work.mkdir(parents=True, exist_ok=True)
    runner = Runner(options.scatter_run, options.work)
    numbers = range(-(-options.cases // CASES_PER_PROGRAM))
    if options.program is not None:
        numbers = [options.program]
    total = failed = 0
    for number in numbers:
        ran, wrong = run_program(runner, options.seed, number, CASES_PER_PROGRAM)
        total += ran
        failed += wrong
    print(f"{total - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
