#!/usr/bin/env python3
# ===- oracle.py - compiled code against NumPy ----------------------------===#
"""Random ops through scatter-run and through NumPy, bit for bit.

The reference evaluator and the compiler could share a misreading of the
specification; NumPy's `ufunc.at`, fancy indexing and slice assignment are code
of others. A failure names seed and group; `--group` repeats it alone. The last
line is `N passed, N failed`.
"""

import argparse
import pathlib
import sys

import numpy as np

import gathers
import slices
import updates
from batch import Batch, differs

GROUP_SIZE = 20


def check_results(batch, name, op, cases, kind, is_static):
    """Returns the number of cases that failed."""
    status, message, results = batch.run(name, op, cases, kind, is_static)
    if status != 0:
        print(f"FAIL {name}: exit status {status}: {message}")
        return len(cases)
    failed = 0
    for number, (case, found) in enumerate(zip(cases, results)):
        if differs(found, case.expected):
            failed += 1
            print(f"FAIL {name}, case {number}: {case.clauses}")
            for array in case.arrays():
                print(f"  {array.dtype} {array.shape} {array.tolist()}")
            print(f"  expected {case.expected.tolist()}, found {found.tolist()}")
    return failed


def check_error(batch, name, op, case, kind, mention):
    status, message, results = batch.run(name, op, [case], kind, False)
    if (
        status == 2
        and message.count("\n") == 1
        and f"error: {mention}" in message
        and results == [None]
    ):
        return 0
    print(f"FAIL {name}: exit status {status}, expected {mention}: {message}")
    return 1


def run_group(batch, seed, number, op):
    random = np.random.default_rng([seed, number, op == "slice_scatter"])
    kind = random.choice(["tensor", "memref"])
    is_static = random.random() < 0.2
    name = f"{op}-{seed}-{number}"
    # Each op of static shape is compiled.
    size = GROUP_SIZE // 4 if is_static else GROUP_SIZE
    if op == "scatter_nd_update":
        cases = updates.make_group(random, size)
        bad, mention = updates.make_bad_index(random)
    elif op == "gather_nd":
        cases = gathers.make_group(random, size)
        bad, mention = gathers.make_bad_index(random)
    else:
        cases = slices.make_group(random, size, is_static)
        bad, mention = slices.make_bad(random, number % 2)
    failed = check_results(batch, name, op, cases, kind, is_static)
    failed += check_error(batch, f"{name}-bad", op, bad, kind, mention)
    return len(cases) + 1, failed


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--scatter-run", required=True)
    parser.add_argument("--op", required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--groups", type=int, default=20)
    parser.add_argument("--group", type=int, help="this one alone")
    parser.add_argument("work", type=pathlib.Path, help="directory for the files")
    options = parser.parse_args()
    options.work.mkdir(parents=True, exist_ok=True)
    batch = Batch(options.scatter_run, options.work)
    groups = range(options.groups) if options.group is None else [options.group]
    total = failed = 0
    for number in groups:
        ran, wrong = run_group(batch, options.seed, number, options.op)
        total += ran
        failed += wrong
    print(f"{total - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
