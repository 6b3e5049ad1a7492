#!/usr/bin/env python3
# ===- check_results.py - compare the example's results with NumPy --------===#
"""usage: check_results.py DIRECTORY

Computes both updates with NumPy and compares every element exactly: the order
in which repeated tokens are added is defined, so there is no tolerance. The
exit status is 1 if anything differs.
"""

import json
import pathlib
import sys
import time

import numpy as np


def timed(function):
    """Runs `function` three times and returns the least time in ms."""
    times = []
    for _ in range(3):
        start = time.perf_counter()
        function()
        times.append(1000 * (time.perf_counter() - start))
    return min(times)


def duration(ms):
    return f"{ms:.1f} ms" if ms >= 1 else f"{1000 * ms:.1f} us"


def main(directory):
    def load(name):
        return np.load(directory / f"{name}.npy")

    table, tokens, gradients = load("table"), load("tokens"), load("gradients")
    cache, keys, position = load("cache"), load("keys"), int(load("position"))

    def accumulate():
        result = table.copy()
        np.add.at(result, tokens[:, 0], gradients)
        return result

    def append():
        cache[:, :, position : position + 1] = keys

    ok = True
    for name, expected, numpy_ms in (
        ("sum", accumulate(), timed(accumulate)),
        ("new_cache", (append(), cache)[1], timed(append)),
    ):
        found = load(name)
        report = json.loads((directory / f"{name}.json").read_text())
        same = found.shape == expected.shape and bool(np.all(found == expected))
        ok &= same
        verdict = "all elements equal" if same else "DIFFERENT"
        print(
            f"{name}: {'x'.join(map(str, found.shape))}, {verdict};"
            f" compiled in {report['compile_ms']:.0f} ms,"
            f" ran in {duration(min(report['runs_ms']))}"
            f" ({report['threads']} thread(s)), NumPy {duration(numpy_ms)}"
        )
    return 0 if ok else 1


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1])))
