# ===- run-models.py - stored models of TensorFlow through scatter-run ----===#
#
# usage: run-models.py --scatter-run=PROGRAM FOLDER WORK
#
# Compiles and runs each model of FOLDER (see generate.py) and compares the
# results with the stored ones. The status of an error in a run is 2. Files are
# written to WORK.
#
# ===----------------------------------------------------------------------===#

import argparse
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import numpy as np

TIMEOUT_SECONDS = 120


def get_names(case, kind):
    return [key.removeprefix(kind) for key in case if key.startswith(kind)]


def write_model(case, prefix, content):
    """The path that scatter-run gets: a file, or a folder for a SavedModel."""
    if "graph" in case:
        path = file = f"{prefix}.pb"
    else:
        path = prefix
        os.makedirs(path, exist_ok=True)
        file = os.path.join(path, "saved_model.pb")
    with open(file, "wb") as stream:
        stream.write(content)
    return path


def execute(command):
    return subprocess.run(
        command,
        capture_output=True,
        text=True,
        errors="replace",
        timeout=TIMEOUT_SECONDS,
        check=False,
    )


def check_failure(result, text, status):
    if result.returncode == status and result.stderr.count("\n") == 1 and text in result.stderr:
        return None
    return f"exit status {result.returncode}, expected one line: {result.stderr}"


def run(scatter_run, case, kind, content, prefix):
    """What is wrong with the run `kind`, or None."""
    command = [scatter_run, write_model(case, prefix, content)]
    for name in get_names(case, f"{kind}argument:"):
        path = f"{prefix}.{name}.npy"
        np.save(path, case[f"{kind}argument:{name}"])
        command.append(f"--input={name}={path}")
    results = get_names(case, f"{kind}result:")
    outputs = [f"{prefix}.result{i}.npy" for i in range(len(results))]
    command += [f"--output={name}={path}" for name, path in zip(results, outputs)]
    result = execute(command)
    if "error" in case:
        return check_failure(result, "expected an index in", status=2)
    if "refused" in case:
        return check_failure(result, str(case["refused"]), status=1)
    if result.returncode:
        return f"exit status {result.returncode}: {result.stderr.strip()}"
    for name, path in zip(results, outputs):
        expected, found = case[f"{kind}result:{name}"], np.load(path)
        isExact = expected.dtype.kind not in "fc"
        if found.shape != expected.shape or found.dtype != expected.dtype:
            return f"{name}: expected {expected.dtype} {expected.shape}, found {found.shape}"
        if not (
            np.array_equal(found, expected)
            if isExact
            else np.allclose(found, expected, 1e-5, 1e-6, equal_nan=True)
        ):
            return f"{name}: expected\n{expected}\nfound\n{found}"
    return None


def run_all(scatter_run, case, content, prefix):
    """What is wrong with the runs of `case`, or None."""
    error = run(scatter_run, case, "", content, prefix)
    if error or not get_names(case, "second argument:"):
        return error
    return run(scatter_run, case, "second ", content, prefix)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--scatter-run", required=True)
    parser.add_argument("folder")
    parser.add_argument("work")
    arguments = parser.parse_args()
    os.makedirs(arguments.work, exist_ok=True)
    names = sorted(name.removesuffix(".npz") for name in os.listdir(arguments.folder))

    def run_name(name):
        case = dict(np.load(os.path.join(arguments.folder, f"{name}.npz")))
        content = case.get("graph", case.get("saved_model")).tobytes()
        return run_all(arguments.scatter_run, case, content, os.path.join(arguments.work, name))

    with ThreadPoolExecutor(2) as pool:
        errors = list(pool.map(run_name, names))
    for name, error in zip(names, errors):
        if error:
            print(f"{name}: {error}")
    print(f"{len(names)} models, {sum(map(bool, errors))} failed")
    sys.exit(any(errors) or not names)


main()
