# ===- batch.py - many calls in one run of scatter-run --------------------===#
"""A module whose function makes one call per case, and its run.

A process and a compilation cost more than a case: cases of the same ranks and
types share one function with dynamic shapes. A case is the operands of one op
as arrays, what NumPy makes of them, and for static shapes an op of its own.
"""

import subprocess

import numpy as np

TIMEOUT_SECONDS = 120

# MLIR element type -> dtype of its arrays.
DTYPES = {
    "i1": np.bool_,
    "i8": np.int8,
    "i16": np.int16,
    "i32": np.int32,
    "i64": np.int64,
    "si32": np.int32,
    "ui8": np.uint8,
    "ui16": np.uint16,
    "ui32": np.uint32,
    "ui64": np.uint64,
    "index": np.int64,
    "f16": np.float16,
    "f32": np.float32,
    "f64": np.float64,
    "complex<f32>": np.complex64,
    "complex<f64>": np.complex128,
}


class Case:
    """One op. `shaped` holds (array, element type) of data first, then of the
    op's other tensors or memrefs; `scalars` the run-time bounds. `clauses` is
    what follows the operands, with {0}, {1}, ... for the scalars."""

    def __init__(self, shaped, scalars, clauses, expected):
        self.shaped = shaped
        self.scalars = [np.array(scalar, np.int64) for scalar in scalars]
        self.clauses = clauses
        self.expected = expected

    def types(self, kind, is_static):
        for array, element in self.shaped:
            sizes = map(str, array.shape) if is_static else "?" * array.ndim
            yield f"{kind}<{'x'.join([*sizes, element])}>"
        for _ in self.scalars:
            yield "index"

    def arrays(self):
        return [array for array, _ in self.shaped] + self.scalars


def write_op(op, case, kind, is_static, names):
    """The op on the SSA values `names`; ends with its result, if there is one."""
    types = list(case.types(kind, is_static))
    inputs = range(1, len(case.shaped))
    text = f"scatter.{op} ins({', '.join(names[i] for i in inputs)} : "
    text += f"{', '.join(types[i] for i in inputs)}) outs({names[0]} : {types[0]}) "
    text += case.clauses.format(*names[len(case.shaped) :])
    return text + (f" -> {types[0]}" if kind == "tensor" else "")


def write_module(op, cases, kind, is_static):
    """The function `main`; it calls `one` for each case if shapes are dynamic."""
    parameters, body, results = [], [], []
    for number, case in enumerate(cases):
        types = list(case.types(kind, is_static))
        names = [f"%c{number}_{i}" for i in range(len(types))]
        parameters += map("{}: {}".format, names, types)
        line = write_op(op, case, kind, is_static, names)
        if not is_static:
            outcome = types[0] if kind == "tensor" else "()"
            line = f"func.call @one({', '.join(names)}) : "
            line += f"({', '.join(types)}) -> {outcome}"
        if kind == "tensor":
            line = f"%r{number} = {line}"
            results.append((f"%r{number}", types[0]))
        body.append(f"  {line}")
    values = ", ".join(value for value, _ in results)
    returned = ", ".join(result for _, result in results)
    end = f"  return {values} : {returned}" if results else "  return"
    text = f"func.func @main({', '.join(parameters)}) -> ({returned}) {{\n"
    text += "\n".join(body + [end]) + "\n}\n"
    if not is_static:
        types = list(cases[0].types(kind, False))
        names = [f"%a{i}" for i in range(len(types))]
        head = ", ".join(map("{}: {}".format, names, types))
        line = write_op(op, cases[0], kind, False, names)
        if kind == "tensor":
            text += f"func.func private @one({head}) -> {types[0]} {{\n"
            text += f"  %r = {line}\n  return %r : {types[0]}\n}}\n"
        else:
            text += f"func.func private @one({head}) {{\n  {line}\n  return\n}}\n"
    return text


def differs(found, expected):
    """Whether two arrays differ in a bit, NaN aside."""
    if found.shape != expected.shape or found.dtype != expected.dtype:
        return True
    if found.dtype.kind in "fc":
        parts = found.real.dtype
        found, expected = (
            np.ascontiguousarray(array).reshape(-1).view(parts)
            for array in (found, expected)
        )
        same = np.isnan(found) & np.isnan(expected)
        found, expected = np.where(same, 0, found), np.where(same, 0, expected)
    return found.tobytes() != expected.tobytes()


class Batch:
    """Writes files to the folder `work`."""

    def __init__(self, scatter_run, work):
        self.scatter_run = scatter_run
        self.work = work

    def run(self, name, op, cases, kind, is_static):
        """Returns scatter-run's exit status, its message, and the results or
        None for each case."""
        source = self.work / f"{name}.mlir"
        source.write_text(write_module(op, cases, kind, is_static))
        command = [self.scatter_run, source, "--entry=main"]
        outputs = []
        for number, case in enumerate(cases):
            for i, array in enumerate(case.arrays()):
                path = self.work / f"c{number}_{i}.npy"
                np.save(path, array)
                command.append(f"--input={path}")
            outputs.append(self.work / f"r{number}.npy")
            outputs[-1].unlink(missing_ok=True)
            target = "" if kind == "tensor" else f"c{number}_0="
            command.append(f"--output={target}{outputs[-1]}")
        run = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=TIMEOUT_SECONDS,
        )
        results = [np.load(path) if path.exists() else None for path in outputs]
        return run.returncode, run.stderr + run.stdout, results
