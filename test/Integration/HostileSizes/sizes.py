#!/usr/bin/env python3
# ===- sizes.py - operands at the edge of what memory can hold -----------===#
"""Ops with hostile sizes through the verifier and every pass of the project.

Each pass gets all accepted ops in one process with bounds on time and memory;
its output is bounded as well. The last line is `N passed, N failed`.
"""

import argparse
import itertools
import pathlib
import resource
import subprocess

import numpy

MAX = 2**63 - 1
BEYOND = "at most 9223372036854775807 bytes"
BEFORE = "no element before the start of its memory"
BITS = "elements of 1 to 8192 bits"

# Bounds of a run on all cases, and of the output for one case.
SECONDS, BYTES, LINES = 120, 4 << 30, 3000

PASSES = [
    "--canonicalize",
    "--scatter-refine-shapes",
    "--one-shot-bufferize=bufferize-function-boundaries",
    "--scatter-elide-copies",
    "--scatter-expand-copies",
    "--scatter-set-machine=nontemporal-bytes=1 --scatter-expand-copies",
    "--convert-scatter-to-loops",
    "--scatter-plan=vector-bytes=1024 nontemporal-bytes=1 memcpy-bytes=1"
    " --convert-scatter-to-loops",
    "--scatter-plan=vector-bytes=16 prefetch=0 memcpy-bytes=0"
    " --convert-scatter-to-loops",
    f"--scatter-plan=threads=2 parallel-bytes={MAX} core-cache-bytes={MAX}"
    f" scratch-bytes={MAX} nontemporal-bytes={MAX} memcpy-bytes={MAX}"
    " --convert-scatter-to-loops",
    *(
        f"--scatter-plan=threads=3 parallel-bytes=1 partition={name}"
        " --convert-scatter-to-loops"
        for name in ("chunks", "buckets", "slice", "private")
    ),
    "--convert-scatter-to-loops --convert-scatter-to-llvm",
    "--scatter-to-llvm",
    "--scatter-to-llvm=threads=2",
]


def shaped(kind, shape, element="f32", layout=""):
    return f"{kind}<{'x'.join([*map(str, shape), element])}{layout}>"


def strided(strides, offset=0):
    return f", strided<[{', '.join(map(str, strides))}], offset: {offset}>"


class Case:
    """One op and what the verifier must say of it, nothing if it is legal."""

    def __init__(self, op, operands, clauses, expected=None):
        names = ["%a", "%b", "%c"][: len(operands)]
        data = operands[-1]
        is_tensor = data.startswith("tensor")
        result, arrow = ("%r = ", f" -> {data}") if is_tensor else ("", "")
        arguments = ", ".join(f"{n}: {t}" for n, t in zip(names, operands))
        inputs = f"{', '.join(names[:-1])} : {', '.join(operands[:-1])}"
        note = "  // expected-error @+1 {{expected " + f"{expected}" + "}}\n"
        self.expected = expected
        self.text = (
            f"func.func @f({arguments}){arrow} {{\n"
            f"{note if expected else ''}"
            f"  {result}scatter.{op} ins({inputs}) outs({names[-1]} : {data})"
            f" {clauses}{arrow}\n"
            f"  return{' %r : ' + data if is_tensor else ''}\n}}\n"
        )


def update(kind, indices, updates, data, clauses="", expected=None):
    """Types are shapes, or texts of types."""
    as_type = lambda value, element: (
        value if isinstance(value, str) else shaped(kind, value, element)
    )
    operands = [as_type(indices, "i64"), as_type(updates, "f32"), as_type(data, "f32")]
    return Case("scatter_nd_update", operands, clauses, expected)


def assign(updates, data, clauses="from [] to []", expected=None):
    return Case("slice_scatter", [updates, data], clauses, expected)


def slice_length(start, stop, step, size):
    return size if size == "?" else length(range(size)[slice(start, stop, step)])


def length(positions):
    """len() of a range that may be longer than a C integer."""
    distance = positions.stop - positions.start
    step = positions.step
    return max(0, (distance + step - (1 if step > 0 else -1)) // step)


# Shapes whose sizes overflow, and shapes that have no elements for all that.
LARGE = [
    [8, 2**62],
    [2**62],
    [3037000500, 3037000500],
    [MAX, 2],
    [1, MAX],
    [2**31, 2**31],
    [2**32, 2**32],
]
EMPTY = [
    [0, 2**62, 8],
    [2**62, 8, 0],
    [2**60, 0, 8],
    [MAX, MAX, 0],
    ["?", 2**60, 8],
    ["?", MAX],
    [2**62, "?"],
    [2**60, "?", 8],
    ["?", 3037000500, 3037000500],
]
POLICIES = [
    "",
    "reduction(sum)",
    "reduction(max) out_of_bounds(drop)",
    "out_of_bounds(clamp)",
    "reduction(max) out_of_bounds(undefined)",
    "out_of_bounds(undefined) {unique_indices}",
]
SLICES = [
    (0, MAX, 2),
    (MAX, -MAX, -1),
    (MAX, -MAX, -3),
    (0, MAX, MAX),
    (MAX, -MAX, -MAX),
    (-MAX, MAX, 2**60),
    (5, 9, 1),
    (-3, MAX, 17),
]
LAYOUTS = [
    strided([MAX, 1]),
    strided([1, MAX]),
    strided([-MAX, 1]),
    strided([2**62, 2**62]),
    strided([-MAX, MAX], 5),
    strided([0, 0]),
    strided([1, 1], MAX),
    strided(["?", MAX], "?"),
    strided(["?", "?"], MAX),
    strided([-1, -1], MAX),
]


def large_cases():
    for kind, shape in itertools.product(("tensor", "memref"), LARGE):
        # Indices first, then updates, then data.
        row = shape[1:]
        yield update(kind, [4, 1], [4, *row], shape, expected=BEYOND)
        whole = shaped(kind, shape)
        yield assign(whole, whole, expected=BEYOND)
        yield assign(shaped(kind, shape[:-1] + [1]), whole, "from [0] to [1] axes [-1]", BEYOND)
    for kind in ("tensor", "memref"):
        yield update(kind, [2**60, 1], [2**60, 8], [16, 8], expected=BEYOND)
        yield update(kind, [2**58, 1], [2**58, 8], [16, 8], expected=BEYOND)
        yield assign(shaped(kind, [2**62], "i16"), shaped(kind, [2**62], "i16"), expected=BEYOND)
    small = shaped("memref", [4, 8])
    for layout in LAYOUTS:
        if layout != strided([0, 0]):
            yield assign(small, shaped("memref", [4, 8], layout=layout), expected=BEYOND)
    for layout in (strided([8, 1], -5), strided([8, -1]), strided([-8, 1], 7)):
        yield assign(small, shaped("memref", [4, 8], layout=layout), expected=BEFORE)
        yield update("memref", [4, 1], shaped("memref", [4, 8], layout=layout), [16, 8], expected=BEFORE)
    for element in ("i0", "i8193", "i65536", "i8388607", "i8388608", "i16777215",
                    "ui16777215", "complex<i4097>", "complex<i16777215>", "vector<1048576xf32>",
                    "vector<4611686018427387904xf32>", "vector<4x4xi16777215>", "vector<[4]xf32>"):
        for kind in ("tensor", "memref"):
            yield update(kind, [4, 1], shaped(kind, [4], element), shaped(kind, [8], element), expected=BITS)
            yield assign(shaped(kind, [4], element), shaped(kind, [8], element), "from [0] to [8] step [2]", BITS)


def legal_cases():
    for turn, (kind, shape) in enumerate(itertools.product(("tensor", "memref"), EMPTY)):
        for number, clauses in list(enumerate(POLICIES))[turn % 2 :: 2]:
            depth = number % (len(shape) + 1)
            tuples = 4 if 0 in shape[depth:] else "?"
            yield update(kind, [tuples, depth], [tuples, *shape[depth:]], shape, clauses)
        yield update(kind, ["?", 1], ["?", *shape[1:]], shape)
        if 0 in shape:
            yield update(kind, [2**60, 0], [2**60, *shape], shape)
        for number, (start, stop, step) in list(enumerate(SLICES))[turn % 2 :: 2]:
            axis = number % len(shape)
            part = list(shape)
            part[axis] = slice_length(start, stop, step, shape[axis])
            clauses = f"from [{start}] to [{stop}] step [{step}] axes [{axis}]"
            element = ("f32", "i8", "complex<f64>", "i1")[number % 4]
            yield assign(shaped(kind, part, element), shaped(kind, shape, element), clauses)
        yield assign(shaped(kind, ["?"] * len(shape)), shaped(kind, shape))
    for (start, stop, step), size in itertools.product(SLICES, (7, "?")):
        part = [4, slice_length(start, stop, step, size)]
        clauses = f"from [{start}] to [{stop}] step [{step}] axes [1]"
        yield assign(shaped("tensor", part), shaped("tensor", [4, size]), clauses)
        yield assign(shaped("memref", part), shaped("memref", [4, size]), clauses)
    for layout, shape in itertools.product(LAYOUTS, ([0, 8], ["?", 8], ["?", "?"], [2**62, 0])):
        data = shaped("memref", shape, layout=layout)
        if shape[0] == 0 or shape[1] == "?":
            yield update("memref", [4, 1], [4, shape[1]], data)
            yield assign(shaped("memref", shape), data)
        else:
            yield update("memref", [4, 1], [4, shape[1]], data, "reduction(sum) out_of_bounds(undefined)")
            yield assign(shaped("memref", ["?", "?"]), data, f"from [0] to [{MAX}] step [2]")
    # Many tuples and updates in little memory.
    tuples = shaped("memref", [2**62, 1], "i64", strided([0, 1]))
    yield update("memref", tuples, shaped("memref", [2**62], layout=strided([0])), [16])
    yield update("memref", tuples, shaped("memref", [2**62], layout=strided([0])), [16],
                 "reduction(sum) out_of_bounds(undefined)")
    # The largest that memory could hold.
    for kind in ("tensor", "memref"):
        for element, size in (("i8", MAX), ("f32", 2**61 - 1), ("f16", 2**62 - 1)):
            data = shaped(kind, [size], element)
            yield update(kind, [4, 1], shaped(kind, [4], element), data)
            yield assign(shaped(kind, [1], element), data, f"from [{size - 1}] to [{MAX}]")
            rows = shaped(kind, [2, size // 2], element)
            row = shaped(kind, [1, size // 2], element)
            yield update(kind, [1, 1], row, rows, "reduction(sum)")
            yield assign(row, rows, "from [1] to [2] axes [0]")
            yield assign(rows, rows, f"from [{MAX}] to [{-MAX}] step [-1] axes [1]")
    for element in ("i1", "i65", "i128", "i8192", "complex<i4096>", "vector<256xf32>",
                    "vector<3xi3>", "f80"):
        for kind in ("tensor", "memref"):
            yield update(kind, [4, 1], shaped(kind, [4, 8], element), shaped(kind, [16, 8], element))
            yield assign(shaped(kind, [4], element), shaped(kind, [8], element), "from [0] to [8] step [2]")


# Programs that run on 2^61 and 0: their operands have no elements.
PROGRAMS = {
    "empty tensors": """
func.func @main(%n: index, %zero: index) -> index {
  %i = arith.constant dense<5> : tensor<1x1xi64>
  %u = tensor.empty() : tensor<1x2305843009213693952x0xf32>
  %d = tensor.empty() : tensor<8x2305843009213693952x0xf32>
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<1x1xi64>, tensor<1x2305843009213693952x0xf32>)
      outs(%d : tensor<8x2305843009213693952x0xf32>) -> tensor<8x2305843009213693952x0xf32>
  %c = arith.constant 1 : index
  %m = tensor.dim %r, %c : tensor<8x2305843009213693952x0xf32>
  return %m : index
}
""",
    "nothing to write for each of many tuples": """
func.func @main(%n: index, %zero: index) -> index {
  %eight = arith.constant 8 : index
  %i = memref.alloc(%n, %zero) : memref<?x?xi64>
  %u = memref.alloc(%n, %eight, %zero) : memref<?x?x?xf32>
  %d = memref.alloc(%eight, %zero) : memref<?x?xf32>
  scatter.scatter_nd_update ins(%i, %u : memref<?x?xi64>, memref<?x?x?xf32>) outs(%d : memref<?x?xf32>) reduction(sum)
  return %n : index
}
""",
    "many empty rows": """
func.func @main(%n: index, %zero: index) -> index {
  %u = memref.alloc(%n, %zero) : memref<?x?xf32>
  %d = memref.alloc(%n, %zero) : memref<?x?xf32>
  scatter.slice_scatter ins(%u : memref<?x?xf32>) outs(%d : memref<?x?xf32>)
      from [%n] to [-9223372036854775807] step [-1] axes [0]
  return %n : index
}
""",
}


class Suite:
    def __init__(self, options):
        self.options = options
        self.directory = pathlib.Path(options.directory)
        self.directory.mkdir(parents=True, exist_ok=True)
        self.passed = self.failed = 0

    def check(self, name, problem):
        if problem:
            self.failed += 1
            print(f"FAIL: {name}: {problem}")
        else:
            self.passed += 1

    def run(self, command):
        """The output, and what is wrong."""

        def limit():
            resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES))

        try:
            done = subprocess.run(
                command, capture_output=True, text=True, timeout=SECONDS, preexec_fn=limit
            )
        except subprocess.TimeoutExpired:
            return "", f"took more than {SECONDS} s"
        problem = done.stderr.strip()[:2000] if done.returncode else ""
        if done.returncode and not problem:
            problem = f"status {done.returncode}"
        return done.stdout, problem

    def opt(self, cases, passes):
        path = self.directory / "cases.mlir"
        path.write_text("// -----\n".join(case.text for case in cases))
        return self.run(
            [self.options.scatter_opt, str(path), "-split-input-file", "-verify-diagnostics", *passes]
        )

    def check_pass(self, cases, passes):
        output, problem = self.opt(cases, passes)
        if problem and len(cases) > 1:
            # Which of them?
            half = len(cases) // 2
            return self.check_pass(cases[:half], passes) or self.check_pass(cases[half:], passes)
        if problem:
            return f"{problem}\n{cases[0].text}"
        for case, text in zip(cases, output.split("// -----")):
            if text.count("\n") > LINES:
                return f"{text.count(chr(10))} lines of output\n{case.text}"
        return ""


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--scatter-opt", required=True)
    parser.add_argument("--scatter-run", required=True)
    parser.add_argument("directory")
    suite = Suite(parser.parse_args())

    suite.check("verifier", suite.check_pass(list(large_cases()), []))
    legal = list(legal_cases())
    for passes in PASSES:
        split = ["--" + text for text in passes.split("--") if text]
        split = [text.strip() for text in split]
        suite.check(passes, suite.check_pass(legal, split))
    inputs = []
    for name, value in (("many", 2**61), ("none", 0)):
        numpy.save(suite.directory / name, numpy.int64(value))
        inputs.append(f"--input={suite.directory / name}.npy")
    for name, program in PROGRAMS.items():
        path = suite.directory / "program.mlir"
        path.write_text(program)
        for threads in (1, 2):
            output, problem = suite.run(
                [suite.options.scatter_run, str(path), f"--threads={threads}", *inputs]
            )
            if not problem and str(2**61) not in output:
                problem = f"unexpected output: {output}"
            suite.check(f"{name}, {threads} threads", problem)
    print(f"{suite.passed} passed, {suite.failed} failed")
    return suite.failed != 0


if __name__ == "__main__":
    raise SystemExit(main())
