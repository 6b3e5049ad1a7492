# ===- dimension-numbers.py - random scatters against the specification ---===#
#
# usage: dimension-numbers.py --scatter-run=PROGRAM (--seconds=N | --cases=N)
#                             [--seed=N] WORK
#
# Draws dimension numbers, shapes and indices, some of them out of bounds, runs
# many scatters in one module and compares each with interpreter.py.
#
# ===----------------------------------------------------------------------===#

import argparse
import os
import subprocess
import sys
import time

import numpy as np

from interpreter import Dimensions, scatter

CASES_PER_MODULE = 24
TIMEOUT_SECONDS = 300

COMPUTATIONS = {
    None: lambda a, b: b,
    "add": lambda a, b: a + b,
    "subtract": lambda a, b: a - b,
    "multiply": lambda a, b: a * b,
    "maximum": max,
    "minimum": min,
}
INDEX_TYPES = ["int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"]
MLIR_TYPES = {
    **{f"int{n}": f"i{n}" for n in (8, 16, 32, 64)},
    **{f"uint{n}": f"ui{n}" for n in (8, 16, 32, 64)},
}


def tensor(array):
    sizes = "x".join([*map(str, array.shape), MLIR_TYPES[array.dtype.name]])
    return f"tensor<{sizes}>"


class Scatter:
    """A random scatter and what the specification makes of it."""

    def __init__(self, random):
        rank = int(random.integers(0, 5))
        shape = random.integers(1, 5, rank)
        roles = random.choice(["window", "inserted", "batching"], rank, p=[0.5, 0.35, 0.15])
        batching = [d for d in range(rank) if roles[d] == "batching"]
        inserted = [d for d in range(rank) if roles[d] == "inserted"]
        windows = [d for d in range(rank) if roles[d] == "window"]
        # Inserted dimensions that are not indexed are written at 0.
        indexed = [
            d
            for d in range(rank)
            if roles[d] != "batching" and random.random() < (0.9 if d in inserted else 0.6)
        ]
        indexed = [int(d) for d in random.permutation(indexed)]
        extra = [int(n) for n in random.integers(1, 4, random.integers(0, 3))]
        # Dimensions of the indices without that of the index vectors.
        order = random.permutation(len(batching) + len(extra))
        scatter_sizes = [0] * len(order)
        batch_positions = []
        for i, position in enumerate(order):
            if i < len(batching):
                scatter_sizes[position] = int(shape[batching[i]])
                batch_positions.append(int(position))
            else:
                scatter_sizes[position] = extra[i - len(batching)]
        vector_dim = int(random.integers(0, len(order) + 1))
        is_implicit = len(indexed) == 1 and random.random() < 0.3
        indices_shape = list(scatter_sizes)
        if is_implicit:
            vector_dim = len(order)
        else:
            indices_shape.insert(vector_dim, len(indexed))
        sizes = [
            int(shape[d]) if random.random() < 0.4 else int(random.integers(1, shape[d] + 1))
            for d in windows
        ]
        update_rank = len(scatter_sizes) + len(windows)
        window_dims = sorted(
            int(d) for d in random.choice(update_rank, len(windows), replace=False)
        )
        update_shape = list(scatter_sizes)
        for dim, size in zip(window_dims, sizes):
            update_shape.insert(dim, size)
        self.dims = Dimensions(
            window_dims,
            inserted,
            batching,
            [p + (not is_implicit and p >= vector_dim) for p in batch_positions],
            indexed,
            vector_dim,
        )
        self.computation = random.choice(list(COMPUTATIONS))
        self.is_swapped = self.computation != "subtract" and random.random() < 0.5
        dtype = random.choice(["int32", "uint8", "int64"])
        self.inputs = random.integers(0, 100, shape).astype(dtype)
        self.updates = random.integers(0, 9, update_shape).astype(dtype)
        self.indices = self.draw_indices(random, indices_shape)
        with np.errstate(over="ignore"):
            self.expected = scatter(
                self.inputs,
                self.indices,
                self.updates,
                self.dims,
                COMPUTATIONS[self.computation],
            )

    @staticmethod
    def draw_indices(random, shape):
        dtype = np.dtype(random.choice(INDEX_TYPES))
        indices = random.integers(0, 5, shape).astype(dtype)
        limits = np.iinfo(dtype)
        wild = np.array(
            [limits.min, limits.max, limits.max - 1] + ([-1, -2] if limits.min else []), dtype
        )
        return np.where(
            random.random(shape) < 0.12, random.choice(wild, shape), indices
        ).astype(dtype)

    def arguments(self):
        return [self.inputs, self.indices, self.updates]

    def text(self, i):
        """The op on arguments 3 * i to 3 * i + 2."""
        types = [tensor(array) for array in self.arguments()]
        element = f"tensor<{MLIR_TYPES[self.inputs.dtype.name]}>"
        names = ["%b", "%a"] if self.is_swapped else ["%a", "%b"]
        lines = [
            f'  %r{i} = "stablehlo.scatter"(%x{i}, %i{i}, %u{i}) <{{',
            f"    scatter_dimension_numbers = {self.dims.format()},",
            "    indices_are_sorted = false, unique_indices = false}> ({",
            f"  ^bb0(%a: {element}, %b: {element}):",
        ]
        if self.computation:
            lines.append(
                f'    %c = "stablehlo.{self.computation}"({", ".join(names)})'
                f" : ({element}, {element}) -> {element}"
            )
        lines += [
            f'    "stablehlo.return"({"%c" if self.computation else "%b"})'
            f" : ({element}) -> ()",
            f"  }}) : ({', '.join(types)}) -> {types[0]}",
        ]
        return "\n".join(lines)


def module(cases):
    parameters = ", ".join(
        f"%{name}{i}: {tensor(array)}"
        for i, case in enumerate(cases)
        for name, array in zip("xiu", case.arguments())
    )
    results = [tensor(case.inputs) for case in cases]
    names = ", ".join(f"%r{i}" for i in range(len(cases)))
    body = "\n".join(case.text(i) for i, case in enumerate(cases))
    return (
        f"func.func @main({parameters}) -> ({', '.join(results)}) {{\n{body}\n"
        f"  return {names} : {', '.join(results)}\n}}\n"
    )


def check(scatter_run, cases, work, tag):
    """The number of cases that differ."""
    prefix = os.path.join(work, str(tag))
    with open(f"{prefix}.mlir", "w", encoding="utf-8") as file:
        file.write(module(cases))
    command = [scatter_run, f"{prefix}.mlir"]
    for i, case in enumerate(cases):
        for name, array in zip("xiu", case.arguments()):
            np.save(f"{prefix}.{name}{i}.npy", array)
            command.append(f"--input={prefix}.{name}{i}.npy")
    command += [f"--output={prefix}.r{i}.npy" for i in range(len(cases))]
    result = subprocess.run(
        command, capture_output=True, text=True, timeout=TIMEOUT_SECONDS, check=False
    )
    if result.returncode:
        print(f"{prefix}.mlir: exit status {result.returncode}: {result.stderr.strip()}")
        return len(cases)
    failures = 0
    for i, case in enumerate(cases):
        found = np.load(f"{prefix}.r{i}.npy")
        if not np.array_equal(found, case.expected):
            failures += 1
            print(
                f"{prefix}.mlir: result {i}\n{case.text(i)}\nindices\n{case.indices}\n"
                f"expected\n{case.expected}\nfound\n{found}"
            )
    return failures


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--scatter-run", required=True)
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--cases", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("work")
    arguments = parser.parse_args()
    os.makedirs(arguments.work, exist_ok=True)
    begin, count, failures = time.monotonic(), 0, 0
    while not failures:
        random = np.random.default_rng([arguments.seed, count])
        cases = [Scatter(random) for _ in range(CASES_PER_MODULE)]
        failures += check(arguments.scatter_run, cases, arguments.work, arguments.seed)
        count += len(cases)
        if arguments.cases is not None:
            if count >= arguments.cases:
                break
        elif time.monotonic() - begin >= (arguments.seconds or 0):
            break
    print(f"{count} scatters, {failures} failed")
    sys.exit(failures > 0)


main()
