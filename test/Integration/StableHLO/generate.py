# ===- generate.py - stores what JAX lowers and computes ------------------===#
#
# usage: generate.py [--check] FOLDER
#
# Writes a file for each function of programs.py, or compares: results have to
# be equal, the text of a program may differ from one version of JAX to another.
# Needs JAX (pip install jax).
#
# ===----------------------------------------------------------------------===#

import os
import sys

import jax
import numpy as np
from jax import export
from jax.interpreters import mlir as jax_mlir
from jaxlib.mlir import ir

from cases import Case, equals
from programs import PROGRAMS, SHAPES


def to_storable(array):
    """The pair of an array of a type that NumPy has and the type's name."""
    array = np.asarray(array)
    dtype = array.dtype.name
    return (array.astype(np.float32) if dtype == "bfloat16" else array), dtype


def lower(function, arguments, shapes):
    """The module of a function as JAX lowers it, or exports it with symbolic sizes."""
    # Arguments that are not used would be dropped.
    jitted = jax.jit(function, keep_unused=True)
    if not shapes:
        return jitted.lower(*arguments).compiler_ir("stablehlo")
    scope = export.SymbolicScope()
    symbolic = [
        jax.ShapeDtypeStruct(export.symbolic_shape(shape, scope=scope), argument.dtype)
        for shape, argument in zip(shapes, arguments, strict=True)
    ]
    exported = export.export(jitted)(*symbolic)
    with jax_mlir.make_ir_context():
        return ir.Module.parse(exported.mlir_module())


def make_case(name):
    function, arguments = PROGRAMS[name]
    module = lower(function, arguments, SHAPES.get(name))
    text = module.operation.get_asm(print_generic_op_form=True)
    results = jax.tree.leaves(jax.jit(function)(*arguments))
    return Case(
        text.rstrip("\n") + "\n", list(map(to_storable, arguments)), list(map(to_storable, results))
    )


def main():
    arguments = sys.argv[1:]
    check = "--check" in arguments
    (folder,) = [a for a in arguments if a != "--check"]
    files = {f"{name}.mlir" for name in PROGRAMS}
    if stale := sorted(set(os.listdir(folder)) - files):
        sys.exit(f"files without a function: {stale}")
    failures = 0
    for name in PROGRAMS:
        path = os.path.join(folder, f"{name}.mlir")
        case = make_case(name)
        if not check:
            with open(path, "w", encoding="utf-8") as file:
                file.write(case.format())
            continue
        stored = Case.read(path)
        pairs = [
            *zip(case.arguments, stored.arguments, strict=True),
            *zip(case.results, stored.results, strict=True),
        ]
        if not all(t == s and equals(a, b, 1e-5) for (a, t), (b, s) in pairs):
            print(f"{name}: differs from what JAX {jax.__version__} computes")
            failures += 1
    print(f"{len(PROGRAMS)} programs, {failures} differ" if check else f"{len(PROGRAMS)} written")
    sys.exit(failures > 0)


main()
