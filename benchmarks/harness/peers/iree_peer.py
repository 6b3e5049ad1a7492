# ===- iree_peer.py - IREE's StableHLO scatter ------------------------------===#
"""The compiled function writes to its argument `data` and returns it. It is therefore
compared in place only."""

import iree.compiler
import iree.runtime
import numpy as np

from ..contestant import Contestant, Unsupported

NAME = "IREE"
DISTRIBUTIONS = ("iree-base-compiler", "iree-base-runtime")
CHECKS = "nothing: undefined"
_OPS = {"sum": "add", "sub": "subtract", "prod": "multiply", "min": "minimum",
        "max": "maximum"}  # fmt: skip
_TYPES = {"float16": "f16", "float32": "f32", "float64": "f64", "int32": "i32",
          "int64": "i64"}  # fmt: skip


def setup(threads, folder):
    global device, driver
    driver = "local-sync" if threads == 1 else "local-task"
    device = iree.runtime.get_device(driver)


def _write_module(problem):
    def write_type(array):
        sizes = "".join(f"{size}x" for size in array.shape)
        return f"tensor<{sizes}{_TYPES[array.dtype.name]}>"

    def write_list(begin, end):
        return "[" + ", ".join(map(str, range(begin, end))) + "]"

    k = problem.indices.shape[-1]
    tuple_rank = problem.indices.ndim - 1
    d, i, u = map(write_type, (problem.data, problem.indices, problem.updates))
    element = f"tensor<{_TYPES[problem.data.dtype.name]}>"
    op, value = "", "%b"
    if problem.reduction != "none":
        op = f"%r = stablehlo.{_OPS[problem.reduction]} %a, %b : {element}"
        value = "%r"
    unique = str(not problem.has_duplicates).lower()
    return f"""
func.func @main(%d: {d}, %i: {i}, %u: {u}) -> {d} {{
  %0 = "stablehlo.scatter"(%d, %i, %u) ({{
  ^bb0(%a: {element}, %b: {element}):
    {op}
    stablehlo.return {value} : {element}
  }}) {{scatter_dimension_numbers = #stablehlo.scatter<
         update_window_dims = {write_list(tuple_rank, problem.updates.ndim)},
         inserted_window_dims = {write_list(0, k)},
         scatter_dims_to_operand_dims = {write_list(0, k)},
         index_vector_dim = {tuple_rank}>,
       indices_are_sorted = false, unique_indices = {unique}}}
      : ({d}, {i}, {u}) -> {d}
  return %0 : {d}
}}
"""


def build(problem, mode, threads):
    if problem.is_slice:
        raise Unsupported("StableHLO has no assignment to a strided slice")
    if mode != "in_place":
        raise Unsupported("IREE writes the result into the argument")
    program = iree.compiler.compile_str(
        _write_module(problem),
        target_backends=["llvm-cpu"],
        input_type="stablehlo",
        extra_args=["--iree-llvmcpu-target-cpu=host"],
    )
    module = iree.runtime.load_vm_flatbuffer(program, driver=driver)
    # Copied, because the arrays belong to the device.
    inputs = [
        iree.runtime.asdevicearray(device, np.array(array))
        for array in (problem.data, problem.indices, problem.updates)
    ]
    state = [inputs[0]]

    def run():
        state[0] = module.main(*inputs)

    return [Contestant(f"{NAME} (unchecked)", run, lambda: state[0].to_host())]
