# ===- run-models.py - stored models of OpenVINO through scatter-run -------===#
#
# usage: run-models.py --scatter-run=PROGRAM ARCHIVE WORK
#
# Unpacks ARCHIVE, which generate.py has written, to WORK, runs each model on its
# inputs and compares with the stored results: exactly, or within rounding where
# the model has functions of floats.
#
# ===----------------------------------------------------------------------===#

import argparse
import glob
import os
import shutil
import subprocess
import sys
import tarfile

import numpy as np

TIMEOUT_SECONDS = 120

# Functions of floats are not rounded as OpenVINO does it.
INEXACT = {"elementwise_floats", "graph_layer", "norms_and_truths", "reductions"}
# As are quotients by a number of terms.
INEXACT |= {"elements_12_mean_data", "elements_12_mean_updates"}
INEXACT |= {"dynamic_elements_mean_data", "dynamic_elements_mean_updates"}


def compare(scatter_run, model, folder):
    """Runs the model on the inputs of a folder: what is wrong, or None."""
    outputs = sorted(
        glob.glob(os.path.join(folder, "output-*.npy")), key=lambda path: (len(path), path)
    )
    found = [path.replace("output-", "found-") for path in outputs]
    inputs = sorted(glob.glob(os.path.join(folder, "input-*.npy")))
    command = [scatter_run, model]
    command += [f"--input={path}" for path in inputs]
    command += [f"--output={path}" for path in found]
    result = subprocess.run(
        command, capture_output=True, text=True, timeout=TIMEOUT_SECONDS, check=False
    )
    if result.returncode or result.stderr:
        return f"exit status {result.returncode}: {result.stderr.strip()}"
    tolerance = 1e-5 if os.path.basename(os.path.dirname(model)) in INEXACT else 0
    for i, (path, other) in enumerate(zip(outputs, found)):
        expected, value = np.load(path), np.load(other)
        if (
            expected.dtype != value.dtype
            or expected.shape != value.shape
            or not np.allclose(value, expected, tolerance, tolerance, equal_nan=True)
        ):
            return f"result {i}: expected\n{expected!r}\nfound\n{value!r}"
    return None


def run(scatter_run, folder):
    """What is wrong with the runs of a model, in lines."""
    problems = []
    runs = sorted(glob.glob(os.path.join(folder, "run-*")))
    for path in runs:
        problem = compare(scatter_run, os.path.join(folder, "model.xml"), path)
        if problem:
            problems.append(f"{os.path.basename(path)}: {problem}")
    return "\n".join(problems) if runs else "no runs"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--scatter-run", required=True)
    parser.add_argument("archive")
    parser.add_argument("work")
    args = parser.parse_args()
    shutil.rmtree(args.work, ignore_errors=True)
    with tarfile.open(args.archive) as archive:
        archive.extractall(args.work)
    failed = 0
    names = sorted(os.listdir(args.work))
    for name in names:
        problem = run(args.scatter_run, os.path.join(args.work, name))
        if problem:
            failed += 1
            print(f"{name}: {problem}", file=sys.stderr)
    print(f"{len(names)} models, {failed} failed")
    sys.exit(failed != 0)


main()
