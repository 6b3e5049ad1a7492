#!/usr/bin/env python3
# ===- errors.py - the same report from three implementations -------------===#
"""Bad inputs through scatter-run, mlir-runner and the reference evaluator.

Each prints one line on stderr and ends with status 2; the lines are equal and
name what the case says. The last line is `N passed, N failed`.
"""

import argparse
import pathlib
import re
import shlex
import subprocess
import sys


def dynamic(text):
    """The type with every size dynamic: `4x1xi64` is `?x?xi64`."""
    return re.sub(r"\d+x", "?x", text)


class Case:
    """One op on constants. `data`, `updates` and, unless it is a slice_scatter,
    `indices` are (type, value of the constant); `scalars` are run-time bounds. A
    gather_nd reads `updates` and writes `data`.
    The clauses name them %s0, %s1, ..."""

    def __init__(self, mention, updates, data, indices=None, scalars=(), **other):
        self.mention = mention
        self.operands = [data, updates] + ([indices] if indices else [])
        self.scalars = scalars
        self.clauses = other.get("clauses", "")
        self.location = other.get("location")
        self.op = other.get("op") or ("scatter_nd_update" if indices else "slice_scatter")

    def write(self, kind):
        lines, names, types = [], [], []
        for number, (text, value) in enumerate(self.operands):
            fixed, free = f"tensor<{text}>", dynamic(text)
            name = f"%c{number}"
            lines.append(f"{name} = arith.constant dense<{value}> : {fixed}")
            if kind == "memref":
                lines.append(
                    f"%b{number} = bufferization.to_buffer {name} : {fixed} to memref<{text}>"
                )
                name = f"%b{number}"
            lines.append(
                f"%d{number} = {kind}.cast {name} : {kind}<{text}> to {kind}<{free}>"
            )
            names.append(f"%d{number}")
            types.append(f"{kind}<{free}>")
        for number, value in enumerate(self.scalars):
            lines.append(f"%n{number} = arith.constant {value} : index")
            names.append(f"%n{number}")
            types.append("index")
        result = types[0] if kind == "tensor" else "()"
        assign = "%r = " if kind == "tensor" else ""
        call = f"({', '.join(names)}) : ({', '.join(types)}) -> {result}"
        main = "\n  ".join([*lines, f"{assign}call @outer{call}", "return"])

        parameters = ["%data", "%updates", "%indices"][: len(self.operands)]
        parameters += [f"%s{number}" for number in range(len(self.scalars))]
        head = ", ".join(map("{}: {}".format, parameters, types))
        # `indices` come first in the op.
        order = [2, 1] if len(self.operands) == 3 else [1]
        ins = ", ".join(parameters[i] for i in order)
        ins += " : " + ", ".join(types[i] for i in order)
        op = f"scatter.{self.op} ins({ins}) outs(%data : {types[0]}) {self.clauses}"
        op += f" -> {types[0]}" if kind == "tensor" else ""
        if self.location:
            op += f" loc({self.location})"
        inner = f"{', '.join(parameters)}) : ({', '.join(types)}) -> {result}"
        returned = f"-> {types[0]} " if kind == "tensor" else ""
        end = f"return %r : {types[0]}" if kind == "tensor" else "return"
        return (
            f"func.func private @update({head}) {returned}{{\n"
            f"  {assign}{op}\n  {end}\n}}\n"
            f"func.func private @outer({head}) {returned}{{\n"
            f"  {assign}call @update({inner}\n  {end}\n}}\n"
            f"func.func @main() {{\n  {main}\n}}\n"
        )


def update(mention, sizes="4", indices="[[0], [4]]", index_type="2x1xi64", **other):
    count = index_type.split("x")[0]
    updates = other.pop("updates", (f"{count}xf32", "1.0"))
    data = (f"{sizes}xf32", "2.0")
    return Case(mention, updates, data, (index_type, indices), **other)


def slice_(mention, scalars, updates="2x8xf32", **other):
    return Case(mention, (updates, "1.0"), ("4x8xf32", "2.0"), None, scalars, **other)


def gather(mention, out="2", data="4", indices="[[0], [4]]", index_type="2x1xi64", **other):
    return Case(mention, (f"{data}xf32", "1.0"), (f"{out}xf32", "2.0"),
                (index_type, indices), op="gather_nd", **other)


REJECT = "negative_indices(reject)"
BOUNDS = "from [%s0] to [%s1] step [%s2]"

CASES = {
    "index-above": update("tuple 1, component 0: expected an index in [-4, 3]"),
    "index-below": update("found -5", indices="[[0], [-5]]"),
    "index-i32": update("found -2147483648", indices="-2147483648", index_type="2x1xi32"),
    "index-index": update("found 9223372036854775807",
                          indices="9223372036854775807", index_type="2x1xindex"),
    "index-extreme": update("found -9223372036854775808", indices="-9223372036854775808"),
    "index-ui64": update("found 18446744073709551615",
                         indices="18446744073709551615", index_type="2x1xui64"),
    "index-ui32": update("found 4294967295", indices="4294967295", index_type="2x1xui32"),
    "reject-negative": update("expected an index in [0, 3]", indices="-1", clauses=REJECT),
    "reject-above": update("expected an index in [0, 3]", clauses=REJECT),
    "reject-unsigned": update("found 4", clauses=REJECT, index_type="2x1xui64"),
    "size-0": update("expected no index into a dimension of size 0, found 0",
                     sizes="0", indices="0"),
    "size-0-reject": update("a dimension of size 0", sizes="0", indices="0", clauses=REJECT),
    "second-component": update("tuple 1, component 1", sizes="4x5",
                               indices="[[3, 4], [0, 5]]", index_type="2x2xi64"),
    "first-of-many": update("tuple 2, component 0", indices="[[3], [-4], [7], [8]]",
                            index_type="4x1xi64"),
    "far-behind": update("tuple 899, component 0",
                         indices=str([[0]] * 899 + [[-9]]), index_type="900x1xi64"),
    "updates-shape": update("'updates' dimension 0: expected size 2, found 3",
                            updates=("3xf32", "1.0")),
    "updates-before-index": update("'updates' dimension 0", updates=("1xf32", "1.0"),
                                   indices="9"),
    "indices-shape": update("'indices' dimension 1: expected size 1, found 2",
                            indices="0", index_type="2x2xi64"),
    "payload-shape": update("'updates' dimension 1: expected size 5, found 4",
                            sizes="4x5", indices="0", updates=("2x4xf32", "1.0")),
    "gather-above": gather("'indices' tuple 1, component 0: expected an index in [-4, 3]"),
    "gather-reject": gather("expected an index in [0, 3]", indices="-1", clauses=REJECT),
    "gather-batch": gather("tuple 3, component 0: expected an index in [-3, 2]", out="2x2",
                           data="2x3", indices="[[[0], [1]], [[2], [3]]]",
                           index_type="2x2x1xi64", clauses="batch_dims(1)"),
    "gather-out-shape": gather("'out' dimension 0: expected size 2, found 3", out="3"),
    "gather-slice-shape": gather("'out' dimension 1: expected size 5, found 4", out="2x4",
                                 data="4x5", indices="0"),
    "gather-batch-shape": gather("'indices' dimension 0: expected size 3, found 2", out="2",
                                 data="3x2", clauses="batch_dims(1)"),
    "zero-step": slice_("'step' entry 0 (axis 0): expected a step other than 0",
                        (0, 2, 0), clauses=BOUNDS),
    "zero-step-axis": slice_("'step' entry 0 (axis 1)", (0, 2, 0),
                             clauses=BOUNDS + " axes [-1]"),
    "second-zero-step": slice_("'step' entry 1 (axis 0)", (0, 2, 0),
                               clauses="from [0, %s0] to [1, %s1] step [1, %s2] axes [1, 0]"),
    "zero-step-before-shape": slice_("'step' entry 0", (0, 4, 0), clauses=BOUNDS),
    "slice-shape": slice_("'updates' dimension 0: expected size 3, found 2",
                          (0, 3, 1), clauses=BOUNDS),
    "slice-empty": slice_("'updates' dimension 0: expected size 0, found 2",
                          (3, 0, 1), clauses=BOUNDS),
    "slice-whole-axis": slice_("'updates' dimension 1: expected size 8, found 7",
                               (0, 2, 1), updates="2x7xf32", clauses=BOUNDS),
    "location-unknown": update("unknown: error: ", location="unknown"),
    "location-file": update("my model.onnx:7:3: error: ", location='"my model.onnx":7:3'),
    "location-name": update("m.onnx:7:3: error: ", location='"node"("m.onnx":7:3)'),
    "location-name-only": update("node: error: ", location='"node"'),
    "location-call": update("m.onnx:7:3: error: ",
                            location='callsite("m.onnx":7:3 at "n.onnx":9:5)'),
    "location-fused": update("m.onnx:9:5: error: ",
                             location='fused["pass", "m.onnx":9:5, "m.onnx":7:3]'),
    "location-long": update("error: 'indices' tuple 1", location=f'"{"d/" * 200}m.onnx":7:3'),
}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for tool in ("scatter-run", "lower", "run", "evaluate"):
        parser.add_argument(f"--{tool}", required=True, type=shlex.split)
    parser.add_argument("--filter", default="")
    parser.add_argument("work", type=pathlib.Path)
    options = parser.parse_args()
    options.work.mkdir(parents=True, exist_ok=True)
    passed = failed = 0
    for name, case in CASES.items():
        for kind in ("tensor", "memref"):
            label = f"{name}-{kind}"
            if options.filter not in label:
                continue
            source = options.work / f"{label}.mlir"
            source.write_text(case.write(kind))
            lowered = options.work / "lowered.mlir"
            lower = subprocess.run(
                [*options.lower, source, "-o", lowered], capture_output=True, text=True
            )
            runs = {"mlir-opt": (lower.returncode, lower.stderr)} if lower.returncode else {}
            for tool, command in (
                ("scatter-run", [*options.scatter_run, source]),
                ("mlir-runner", [*options.run, "-e", "main", lowered]),
                ("evaluator", [*options.evaluate, source]),
            ):
                run = subprocess.run(command, capture_output=True, text=True)
                runs[tool] = run.returncode, run.stderr + run.stdout
            status, report = runs["evaluator"]
            if (
                len(set(runs.values())) == 1
                and status == 2
                and case.mention in report
                and report.count("\n") == 1
            ):
                passed += 1
                continue
            failed += 1
            print(f"FAIL {label}: expected '{case.mention}'")
            for tool, (status, report) in runs.items():
                print(f"  {tool}: exit status {status}: {report}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
