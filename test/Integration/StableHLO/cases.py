# ===- cases.py - stored programs with arguments and results --------------===#
#
# A case is a module of MLIR in generic form behind lines that give its
# arguments and results:
#
#   // argument float32[2,3] 1 2 3 4 5 6
#   // result int32[] 7
#
# Elements are decimal; those of complex arrays are pairs. bfloat16 is stored in
# NumPy's files as the upper half of float32, and here as its decimal value.
#
# ===----------------------------------------------------------------------===#

import argparse
import os
import re
import sys
from concurrent.futures import ThreadPoolExecutor

import numpy as np


def round_to_bfloat16(values):
    """The bits of the nearest bfloat16 values, ties to even."""
    bits = np.asarray(values, np.float32).view(np.uint32)
    rounded = (bits + 0x7FFF + ((bits >> 16) & 1)) >> 16
    return np.where(np.isnan(values), 0x7FC0, rounded).astype(np.uint16)


def widen_bfloat16(bits):
    return (bits.astype(np.uint32) << 16).view(np.float32)


def load_result(path, dtype):
    """The array in an .npy file that scatter-run has written."""
    array = np.load(path)
    if dtype in ("bfloat16", "bf16"):
        return widen_bfloat16(array.view(np.uint16))
    return array


def run_files(what, run, name_part=""):
    """The main program of a script with the command line

        --scatter-run=PROGRAM [--filter=TEXT] FOLDER WORK

    Calls `run(program, path, WORK)`, which returns what is wrong or None, for each
    .mlir file of FOLDER with TEXT in its name, prints what is wrong and the number of
    `what` that failed, and exits with 0 if none did."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--scatter-run", required=True)
    parser.add_argument("--filter", default=name_part)
    parser.add_argument("folder")
    parser.add_argument("work")
    arguments = parser.parse_args()
    os.makedirs(arguments.work, exist_ok=True)
    names = sorted(
        name
        for name in os.listdir(arguments.folder)
        if arguments.filter in name and name.endswith(".mlir")
    )

    def run_name(name):
        path = os.path.join(arguments.folder, name)
        return run(arguments.scatter_run, path, arguments.work)

    with ThreadPoolExecutor(2) as pool:
        errors = list(pool.map(run_name, names))
    for name, error in zip(names, errors):
        if error:
            print(f"{name}: {error}")
    print(f"{len(names)} {what}, {sum(map(bool, errors))} failed")
    sys.exit(any(errors) or not names)


def format_array(array, dtype):
    """`array` (floats for bfloat16) as the text of a line."""
    shape = ",".join(map(str, array.shape))
    flat = array.ravel()
    if np.iscomplexobj(flat):
        flat = np.stack([flat.real, flat.imag], axis=-1).ravel()
    if flat.dtype == bool:
        flat = flat.astype(int)
    if flat.dtype == np.float16:
        flat = flat.astype(np.float32)
    text = " ".join(
        np.format_float_positional(v, unique=True, trim="-")
        if flat.dtype.kind == "f" and np.isfinite(v) and (v == 0 or 1e-4 < abs(v) < 1e9)
        else str(v)
        for v in flat
    )
    return f"{dtype}[{shape}] {text}".rstrip()


def parse_array(text):
    """The pair of an array and the name of its type."""
    match = re.fullmatch(r"(\w+)\[([\d,]*)\] ?(.*)", text)
    dtype, shape, values = match.groups()
    shape = tuple(int(size) for size in shape.split(",") if size)
    words = values.split()
    if dtype.startswith("complex"):
        numbers = np.array([float(word) for word in words])
        array = (numbers[0::2] + 1j * numbers[1::2]).astype(dtype)
    elif dtype == "bfloat16":
        array = np.array([float(word) for word in words], np.float32)
    elif dtype == "bool":
        array = np.array([int(word) for word in words], bool)
    elif dtype.startswith("float"):
        array = np.array([float(word) for word in words], dtype)
    else:
        array = np.array([int(word) for word in words], dtype)
    return array.reshape(shape), dtype


class Case:
    """A stored program: `program`, and pairs of arrays and types."""

    def __init__(self, program, arguments, results):
        self.program = program
        self.arguments = arguments
        self.results = results

    @staticmethod
    def read(path):
        arguments, results, rest = [], [], []
        with open(path, encoding="utf-8") as file:
            for line in file:
                kind, _, text = line.removeprefix("// ").rstrip("\n").partition(" ")
                if line.startswith("// ") and kind in ("argument", "result"):
                    values = arguments if kind == "argument" else results
                    values.append(parse_array(text))
                else:
                    rest.append(line)
        return Case("".join(rest), arguments, results)

    def format(self):
        lines = [f"// argument {format_array(*a)}" for a in self.arguments]
        lines += [f"// result {format_array(*r)}" for r in self.results]
        return "\n".join(lines) + "\n" + self.program


def equals(found, expected, tolerance):
    """Whether two arrays hold the same values; NaN equals NaN."""
    if found.shape != expected.shape:
        return False
    if expected.dtype.kind not in "fc" or tolerance == 0:
        return bool(np.array_equal(found, expected, equal_nan=expected.dtype.kind in "fc"))
    wide = np.complex128 if expected.dtype.kind == "c" else np.float64
    return bool(
        np.allclose(
            found.astype(wide), expected.astype(wide), tolerance, tolerance, equal_nan=True
        )
    )
