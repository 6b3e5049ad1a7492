# ===- run-cases.py - stored programs through scatter-run -----------------===#
#
# usage: run-cases.py --scatter-run=PROGRAM [--filter=TEXT] FOLDER WORK
#
# Compiles and runs each case of FOLDER (see cases.py) and compares the results
# with the stored ones. Files are written to WORK.
#
# ===----------------------------------------------------------------------===#

import os
import subprocess

import numpy as np

from cases import Case, equals, load_result, round_to_bfloat16, run_files

TIMEOUT_SECONDS = 120

# Functions of floats are not rounded as XLA does it.
INEXACT = {
    "at_divide",
    "complex_functions",
    "complex_updates",
    "decoder_step",
    "float_arithmetic",
    "graph_layer",
    "real_functions",
    "softmax",
}


def store(path, array, dtype):
    np.save(path, round_to_bfloat16(array) if dtype == "bfloat16" else array)


def run(scatter_run, path, work):
    """What is wrong, or None."""
    name = os.path.splitext(os.path.basename(path))[0]
    case = Case.read(path)
    prefix = os.path.join(work, name)
    with open(f"{prefix}.mlir", "w", encoding="utf-8") as file:
        file.write(case.program)
    command = [scatter_run, f"{prefix}.mlir"]
    for i, (array, dtype) in enumerate(case.arguments):
        store(f"{prefix}.argument{i}.npy", array, dtype)
        command.append(f"--input={prefix}.argument{i}.npy")
    outputs = [f"{prefix}.result{i}.npy" for i in range(len(case.results))]
    command += [f"--output={output}" for output in outputs]
    result = subprocess.run(
        command, capture_output=True, text=True, timeout=TIMEOUT_SECONDS, check=False
    )
    if result.returncode:
        return f"exit status {result.returncode}: {result.stderr.strip()}"
    for i, (output, (expected, dtype)) in enumerate(zip(outputs, case.results)):
        found = load_result(output, dtype)
        if not equals(found, expected, 1e-5 if name in INEXACT else 0):
            return f"result {i}: expected\n{expected}\nfound\n{found}"
    return None


run_files("programs", run)
