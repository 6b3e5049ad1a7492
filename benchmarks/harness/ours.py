# ===- ours.py - scatter_mlir as a contestant -----------------------------===#
"""Two variants: the functions of the package, whose kernels are compiled for dynamic
sizes, and `scatter_mlir.compile` of a module with static sizes."""

from .contestant import Contestant

NAME = "scatter_mlir"
NAMES = ("scatter_mlir function", "scatter_mlir program")
_MLIR_TYPES = {"float16": "f16", "bfloat16": "bf16", "float32": "f32",
               "float64": "f64", "int8": "i8", "uint8": "ui8", "int16": "i16",
               "uint16": "ui16", "int32": "i32", "uint32": "ui32", "int64": "i64"}  # fmt: skip


def _type(kind, array):
    sizes = "".join(f"{size}x" for size in array.shape)
    return f"{kind}<{sizes}{_MLIR_TYPES[array.dtype.name]}>"


def write_op(problem, kind, data):
    """Returns the op of a workload as MLIR on tensors or memrefs, without its result."""
    d, u = _type(kind, problem.data), _type(kind, problem.updates)
    if problem.is_slice:
        bounds = problem.case["slice"]
        return (
            f"scatter.slice_scatter ins(%updates : {u}) outs({data} : {d}) "
            f"from {bounds['start']} to {bounds['stop']} "
            f"step {bounds['step']} axes {bounds['axes']}"
        )
    i = _type(kind, problem.indices)
    return (
        f"scatter.scatter_nd_update ins(%indices, %updates : {i}, {u}) "
        f"outs({data} : {d}) reduction({problem.reduction})"
    )


def get_kind(mode):
    """Returns the kind of the arrays of a module in this mode."""
    return "tensor" if mode == "fresh" else "memref"


def compose_module(mode, types, write):
    """Returns a module with the function @update(data, ...[, out]) of these `types`.

    `write(target)` returns the op on that argument, without its result.
    """
    data = types["data"]
    if mode == "existing":
        types = {**types, "out": data}
    arguments = ", ".join(f"%{name}: {type}" for name, type in types.items())
    if mode == "fresh":
        return (
            f"func.func @update({arguments}) -> {data} {{\n"
            f"  %result = {write('%data')} -> {data}\n"
            f"  return %result : {data}\n}}\n"
        )
    copy, target = "", "%data"
    if mode == "existing":
        copy, target = f"  memref.copy %data, %out : {data} to {data}\n", "%out"
    return f"func.func @update({arguments}) {{\n{copy}  {write(target)}\n  return\n}}\n"


def write_module(problem, mode):
    """Returns a module with the function @update(data, [indices,] updates[, out])."""
    kind = get_kind(mode)
    names = ["data", "updates"] if problem.is_slice else ["data", "indices", "updates"]
    types = {name: _type(kind, getattr(problem, name)) for name in names}
    return compose_module(mode, types, lambda target: write_op(problem, kind, target))


def build_function(problem, mode, threads):
    import scatter_mlir

    data = problem.out if mode == "in_place" else problem.data
    out = None if mode == "fresh" else problem.out
    state = [out]
    updates = problem.updates
    if problem.is_slice:
        bounds = problem.case["slice"]
        start, stop, step, axes = (
            bounds[name] for name in ("start", "stop", "step", "axes")
        )
        function = scatter_mlir.slice_scatter

        def run():
            if out is None:
                state[0] = None
            state[0] = function(
                data, updates, start, stop, step, axes, out=out, threads=threads
            )
    else:
        function = scatter_mlir.scatter_nd_update
        indices, reduction = problem.indices, problem.reduction

        def run():
            if out is None:
                state[0] = None
            state[0] = function(
                data, indices, updates, reduction=reduction, out=out, threads=threads
            )

    return Contestant(NAMES[0], run, lambda: state[0])


def build_program(problem, mode, threads):
    import scatter_mlir

    program = scatter_mlir.compile(write_module(problem, mode), threads=threads)
    data = problem.out if mode == "in_place" else problem.data
    inputs = () if problem.is_slice else (problem.indices,)
    arguments = [data, *inputs, problem.updates]
    state = [data]
    if mode == "existing":
        state = [problem.out]
        arguments.append(state[0])
    if mode != "fresh":
        return Contestant(NAMES[1], lambda: program(*arguments), lambda: state[0])

    def run():
        state[0] = None
        state[0] = program(*arguments)

    return Contestant(NAMES[1], run, lambda: state[0])


_BUILDERS = {"function": build_function, "program": build_program}


def build(problem, mode, threads, ways=tuple(_BUILDERS)):
    return [_BUILDERS[way](problem, mode, threads) for way in ways]
