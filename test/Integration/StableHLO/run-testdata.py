# ===- run-testdata.py - the test modules of StableHLO --------------------===#
#
# usage: run-testdata.py --scatter-run=PROGRAM [--filter=TEXT] FOLDER WORK
#
# Runs the modules of FOLDER, the folder stablehlo/testdata of a checkout of
# StableHLO, whose functions `main` compare what they compute with what is
# expected. Each is read with the parser of JAX (pip install jax), its function
# made to return both sides of its comparisons, and written in generic form.
# Only files with TEXT in their names are run, "scatter" unless given.
#
# ===----------------------------------------------------------------------===#

import os
import subprocess

import numpy as np
from jax.interpreters import mlir as jax_mlir
from jaxlib.mlir import ir

from cases import load_result, run_files

TIMEOUT_SECONDS = 120


def rewrite(text):
    """The generic form of a module that returns the operands of its checks, and
    their element types."""
    with jax_mlir.make_ir_context():
        module = ir.Module.parse(text)
        main = next(
            op
            for op in module.body.operations
            if op.operation.name == "func.func" and op.attributes["sym_name"].value == "main"
        )
        block = main.regions[0].blocks[0]
        compared = []
        for op in list(block.operations):
            if op.operation.name != "stablehlo.custom_call":
                continue
            target = op.attributes["call_target_name"].value
            if not target.startswith("check."):
                raise ValueError(f"custom_call @{target}")
            compared += list(op.operands)
            op.operation.erase()
        list(block.operations)[-1].operation.erase()
        with ir.InsertionPoint(block), ir.Location.unknown():
            ir.Operation.create("func.return", operands=compared)
        types = [value.type for value in compared]
        main.attributes["function_type"] = ir.TypeAttr.get(ir.FunctionType.get([], types))
        for name in ("res_attrs",):
            if name in main.attributes:
                del main.attributes[name]
        assert module.operation.verify()
        elements = [str(ir.ShapedType(type).element_type) for type in types]
        return module.operation.get_asm(print_generic_op_form=True), elements


def are_close(found, expected, element):
    if found.dtype.kind not in "fc":
        return np.array_equal(found, expected)
    tolerance = {"bf16": 1e-2, "f16": 1e-3}.get(element, 1e-5)
    return np.allclose(found, expected, tolerance, tolerance, equal_nan=True)


def run(scatter_run, path, work):
    """What is wrong, or None."""
    name = os.path.splitext(os.path.basename(path))[0]
    prefix = os.path.join(work, name)
    with open(path, encoding="utf-8") as file:
        try:
            text, elements = rewrite(file.read())
        except ValueError as error:
            return f"not read: {error}"
    with open(f"{prefix}.mlir", "w", encoding="utf-8") as file:
        file.write(text)
    outputs = [f"{prefix}.{i}.npy" for i in range(len(elements))]
    result = subprocess.run(
        [scatter_run, f"{prefix}.mlir", "--entry=main"] + [f"--output={o}" for o in outputs],
        capture_output=True,
        text=True,
        timeout=TIMEOUT_SECONDS,
        check=False,
    )
    if result.returncode:
        return f"exit status {result.returncode}: {result.stderr.strip()}"
    for i in range(0, len(outputs), 2):
        found, expected = (load_result(o, elements[i]) for o in outputs[i : i + 2])
        if not are_close(found, expected, elements[i]):
            return f"result {i // 2} differs"
    for output in outputs:
        os.remove(output)
    return None


run_files("modules", run, "scatter")
