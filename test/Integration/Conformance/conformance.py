#!/usr/bin/env python3
# ===- conformance.py - the vectors through the whole compiler ------------===#
"""Runs every vector of vectors.json through the compiler in one form.

One case is one vector with one payload type and one index type. The first case
of a vector writes a program and .npy files to the work directory, runs
scatter-run and compares the result exactly. The other cases are functions of a
few modules, which scatter-run compiles to objects; they are called in this
process, whose results and error records are compared. A vector with an error passes if the exit status is the
one it names (1: verifier, 2: run time), stderr is one line that mentions the
operand, no output was written and, where the code ran on a memref, the
destination holds what it held before. The last line is `N passed, N failed`;
the exit status is 1 if a case failed or none ran.
"""

import argparse
import json
import pathlib
import subprocess
import sys

import numpy as np

import native
import payload
from program import ENTRY, KINDS, SHAPINGS, Program

# The vectors take a fraction of a second each; a hang must not stop a suite.
TIMEOUT_SECONDS = 60


class CaseFailure(Exception):
    """Carries what a case found other than expected."""


def expect(condition, message):
    if not condition:
        raise CaseFailure(message)


class Case:
    def __init__(self, options, op, vector, element_type, index_type):
        self.options = options
        self.vector = vector
        self.element_type = element_type
        self.name = "/".join(
            filter(None, [vector["name"], options.form, element_type, index_type])
        )
        kind, shaping = options.form.split("-")
        self.shaping = shaping
        self.program = Program(op, vector, kind, shaping, element_type, index_type)
        self.directory = options.work / self.name.replace("/", "-")

        self.arrays = [
            payload.make(values, shape, argument_type)
            for _, values, shape, argument_type in self.program.arguments
        ]

    def write(self):
        self.directory.mkdir(parents=True, exist_ok=True)
        self.source = self.directory / "update.mlir"
        self.source.write_text(self.program.text)
        self.output = self.directory / "output.npy"
        self.output.unlink(missing_ok=True)
        self.inputs = []
        for (name, _, _, argument_type), array in zip(
            self.program.arguments, self.arrays
        ):
            path = self.directory / f"{name}.npy"
            payload.save(path, array, argument_type)
            self.inputs.append(f"--input={path}")

    def scatter_run(self, *arguments):
        return subprocess.run(
            [self.options.scatter_run, self.source, *arguments],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=TIMEOUT_SECONDS,
        )

    def run(self):
        self.write()
        # A function on memrefs updates its first argument.
        target = "arg0=" if self.program.kind == "memref" else ""
        run = self.scatter_run(*self.inputs, f"--output={target}{self.output}")
        if "error" in self.vector:
            self.check_error(run, self.vector["error"])
        else:
            self.check_result(run)

    def check_result(self, run):
        expect(run.returncode == 0, f"exit status {run.returncode}: {run.stderr}")
        expect(run.stderr == "", f"unexpected on stderr: {run.stderr}")
        try:
            found = payload.load(self.output, self.element_type)
        except (OSError, ValueError) as error:
            raise CaseFailure(f"output: {error}") from error
        self.compare(found)

    def check_error(self, run, error):
        status = error[self.shaping]
        expect(
            run.returncode == status,
            f"exit status {run.returncode}, expected {status}: {run.stderr}",
        )
        lines = run.stderr.splitlines()
        expect(len(lines) == 1, f"{len(lines)} lines on stderr: {run.stderr}")
        for text in error["mentions"]:
            expect(text in lines[0], f"'{text}' not in: {lines[0]}")
        expect(not self.output.exists(), "an output file was written")
        expect(run.stdout == "", f"unexpected on stdout: {run.stdout}")
        if status == 2 and self.program.kind == "memref" and self.options.runtime:
            self.check_destination_unchanged()

    def check_destination_unchanged(self):
        compiled = self.directory / "update.o"
        run = self.scatter_run("--emit=obj", "-o", compiled)
        expect(run.returncode == 0, f"--emit=obj: {run.stderr}")
        [function] = native.load(compiled, [ENTRY], self.options.linker)
        self.call(function)

    def call(self, function):
        """Calls the compiled function of this case and checks what it did."""
        before = [array.copy() for array in self.arrays]
        is_memref = self.program.kind == "memref"
        found = self.arrays[0] if is_memref else np.empty_like(self.arrays[0])
        arguments = [
            array.item() if argument_type == "index" else array
            for (*_, argument_type), array in zip(self.program.arguments, self.arrays)
        ]
        record = self.options.runtime.call(
            function, arguments, None if is_memref else found
        )
        unchanged = list(zip(self.program.arguments, before, self.arrays))
        if "error" in self.vector:
            expect(record.kind != 0, "no error was recorded")
        else:
            expect(record.kind == 0, f"an error was recorded: {record.kind}")
            self.compare(found)
            unchanged = unchanged[is_memref:]
        for (name, *_), old, new in unchanged:
            expect(
                old.tobytes() == new.tobytes(), f"{name} changed to {new.tolist()}"
            )

    def compare(self, found):
        expected = payload.make(
            self.vector["expected"], self.vector["data_shape"], self.element_type
        )
        expect(found.shape == expected.shape, f"result of shape {found.shape}")
        # Bytes, so that -0.0 is not 0.0 and a NaN equals itself.
        expect(
            found.tobytes() == expected.tobytes(),
            f"expected {expected.tolist()}, found {found.tolist()}",
        )


class Batch:
    """Cases that are functions of one module."""

    def __init__(self, options, number, cases):
        self.options = options
        self.cases = cases
        self.directory = options.work / f"batch-{options.form}-{number}"

    def run(self):
        """Returns each case with the failure that it had, or None."""
        self.directory.mkdir(parents=True, exist_ok=True)
        source = self.directory / "updates.mlir"
        compiled = source.with_suffix(".o")
        for i, case in enumerate(self.cases):
            case.directory = self.directory
            case.program.entry = f"{ENTRY}{i}"
        source.write_text("".join(case.program.text for case in self.cases))
        subprocess.run(
            [self.options.scatter_run, source, "--emit=obj", "-o", compiled], check=True
        )
        names = [case.program.entry for case in self.cases]
        for case, function in zip(
            self.cases, native.load(compiled, names, self.options.linker)
        ):
            try:
                case.call(function)
                yield case, None
            except CaseFailure as failure:
                yield case, failure


# A module is compiled in seconds, and a failure names one of not too many.
CASES_PER_BATCH = 64


def cases(options, vectors):
    for vector in vectors:
        dtype = vector["dtype"]
        element_types = payload.ANY if dtype == "any" else [dtype]
        index_types = [None]
        if "indices" in vector:
            index_types = [
                index_type
                for index_type in ("i32", "i64")
                if payload.fits(vector["indices"], index_type)
            ]
        for element_type in element_types:
            for index_type in index_types:
                yield Case(options, options.op, vector, element_type, index_type)


def parse_options():
    here = pathlib.Path(__file__).parent
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--scatter-run", required=True)
    parser.add_argument(
        "--runtime",
        type=native.Runtime,
        help="libscatter_runtime.so; without it destinations are not examined",
    )
    parser.add_argument("--linker", default="ld", help="makes shared libraries")
    parser.add_argument("--op", required=True)
    parser.add_argument(
        "--form",
        required=True,
        choices=[f"{kind}-{shaping}" for kind in KINDS for shaping in SHAPINGS],
    )
    parser.add_argument("--filter", default="", help="run cases with this in the name")
    parser.add_argument("--vectors", type=pathlib.Path, default=here / "vectors.json")
    parser.add_argument("work", type=pathlib.Path, help="directory for the files")
    return parser.parse_args()


def main():
    options = parse_options()
    vectors = json.loads(options.vectors.read_text())[options.op]
    passed = failed = 0

    def count(case, failure):
        nonlocal passed, failed
        passed += failure is None
        failed += failure is not None
        if failure is not None:
            print(f"FAIL {case.name}: {failure}")
            print(f"  files: {case.directory}")

    seen = set()
    batched = []
    for case in cases(options, vectors):
        if options.filter not in case.name:
            continue
        # What the verifier rejects is no function of a module, and a case that
        # is asked for by name has files of its own.
        is_first = case.vector["name"] not in seen
        seen.add(case.vector["name"])
        status = case.vector.get("error", {}).get(case.shaping)
        if options.runtime and not (is_first or options.filter or status == 1):
            batched.append(case)
            continue
        try:
            case.run()
            count(case, None)
        except (CaseFailure, subprocess.TimeoutExpired) as failure:
            count(case, failure)
    for start in range(0, len(batched), CASES_PER_BATCH):
        batch = Batch(options, start, batched[start : start + CASES_PER_BATCH])
        for case, failure in batch.run():
            count(case, failure)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
