# ===- _stablehlo.py - StableHLO in the forms in which it is printed --------===#
"""Reads StableHLO by the user's jaxlib and prints it in generic form.

The library reads the generic form of ops only. jaxlib has the dialect, whose syntax
and portable artifacts it reads.
"""

import re

import numpy as np

from ._errors import CompileError

#: An op in the syntax of its dialect, at the begin of a line or after "=".
_OP = re.compile(rb"(?:^|=)[ \t]*(?:stablehlo|chlo)\.\w", re.MULTILINE)

#: A tensor of a size that is not known.
_UNKNOWN_SIZE = re.compile(r"tensor<(\d+x)*\?")


def _is_artifact(source):
    """Whether bytes are a portable artifact: bytecode that StableHLO has written."""
    return source[:4] == b"ML\xefR" and b"StableHLO_v" in source[:64]


def get_generic_form(source):
    """Returns text in generic form for an object of JAX, otherwise None.

    Does not import a framework: if the object is of JAX, JAX has been imported.
    """
    if callable(compiler_ir := getattr(source, "compiler_ir", None)):
        return _print(compiler_ir("stablehlo"), _find_dropped(source))
    artifact = getattr(source, "mlir_module_serialized", None)
    if isinstance(artifact, bytes):
        return read(artifact, _find_dropped(source))
    return None


def _find_dropped(source):
    """The arguments of a lowered or exported function that its module lacks, as JAX
    drops what is not used: a dict from their positions to their abstract values."""
    kept = getattr(source, "module_kept_var_idx", None)
    if kept is None:
        lowering = getattr(source, "_lowering", None)
        arguments = getattr(lowering, "compile_args", None) or {}
        # Constants that have become arguments come first.
        kept = None if arguments.get("const_args") else arguments.get("kept_var_idx")
    if kept is None:
        return {}
    import jax

    values = enumerate(jax.tree.leaves(source.in_avals))
    dropped = {position: aval for position, aval in values if position not in kept}
    # Keys of random numbers are no arrays that a call could take.
    is_plain = all(isinstance(aval.dtype, np.dtype) for aval in dropped.values())
    return dropped if is_plain else {}


def needs_jaxlib(source):
    """Whether bytes are StableHLO that the library does not read."""
    return _is_artifact(source) or _OP.search(source) is not None


def read(source, dropped=None):
    """Returns the generic form of a portable artifact or of text, whose function takes
    the `dropped` arguments as well.

    Raises ImportError without JAX, CompileError if jaxlib cannot read it.
    """
    try:
        # A context with the dialects that JAX prints.
        from jax._src.interpreters.mlir import make_ir_context
        from jaxlib.mlir import ir
        from jaxlib.mlir.dialects import stablehlo
    except ImportError as error:
        raise ImportError(
            "StableHLO that is not in generic form is read by JAX, which cannot be "
            f"imported: {error}. Install jax, or print the generic form: "
            "lowered.compiler_ir('stablehlo').operation.get_asm(print_generic_op_form=True)"
        ) from None
    with make_ir_context() as context:
        try:
            if _is_artifact(source):
                module = stablehlo.deserialize_portable_artifact(context, source)
            else:
                module = ir.Module.parse(source)
        except (ir.MLIRError, ValueError) as error:
            raise CompileError(f"StableHLO, read by jaxlib: {error}") from None
        return _print(module, dropped)


def _print(module, dropped=None):
    if dropped:
        module = _copy(module)
        _add_arguments(module, dropped)
    text = module.operation.get_asm(print_generic_op_form=True)
    if _UNKNOWN_SIZE.search(text) is None:
        return text
    refined = _refine(module)
    return refined.operation.get_asm(print_generic_op_form=True) if refined else text


def _copy(module):
    """Returns a copy of a module that belongs to a function of JAX."""
    from jax._src.interpreters.mlir import module_to_bytecode
    from jaxlib.mlir import ir

    with module.context:
        return ir.Module.parse(module_to_bytecode(module))


def _add_arguments(module, dropped):
    """Gives the main function arguments at further positions, which nothing uses: a
    function of all arguments calls it."""
    from jax._src.interpreters.mlir import dtype_to_ir_type
    from jaxlib.mlir import ir
    from jaxlib.mlir.dialects import func

    def get_type(aval):
        unknown = ir.ShapedType.get_dynamic_size()
        sizes = [size if isinstance(size, int) else unknown for size in aval.shape]
        return ir.RankedTensorType.get(sizes, dtype_to_ir_type(aval.dtype))

    symbols = ir.SymbolTable(module.operation)
    main = symbols["main"]
    name = "inner"
    while name in symbols:
        name += "_"
    inner = list(zip(main.type.inputs, main.arg_attrs))
    with module.context, ir.Location.unknown():
        without = ir.DictAttr.get({})
        kept = iter(inner)
        arguments = [
            (get_type(dropped[position]), without) if position in dropped else next(kept)
            for position in range(len(inner) + len(dropped))
        ]
        types, attributes = zip(*arguments)
        symbols.set_symbol_name(main, name)
        with ir.InsertionPoint(module.body):
            outer = func.FuncOp("main", (types, main.type.results))
        outer.arg_attrs = list(attributes)
        outer.result_attrs = main.result_attrs
        symbols.set_visibility(main, "private")
        main.arg_attrs = [without for _ in inner]
        passed = [a for i, a in enumerate(outer.add_entry_block().arguments) if i not in dropped]
        with ir.InsertionPoint(outer.entry_block):
            func.ReturnOp(func.CallOp(main, passed).results)


def _refine(module):
    """Returns the module with the sizes that follow from those of the arguments, or
    None if these are symbolic."""
    from jax._src.interpreters.mlir import module_to_bytecode
    from jaxlib import _jax
    from jaxlib.mlir import ir

    try:
        refined = _jax.mlir.refine_polymorphic_shapes(
            module_to_bytecode(module),
            enable_shape_assertions=True,
            validate_static_shapes=True,
        )
    except Exception:
        return None
    with module.context:
        return ir.Module.parse(refined)
