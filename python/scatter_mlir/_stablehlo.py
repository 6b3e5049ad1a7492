# ===- _stablehlo.py - StableHLO in the forms in which it is printed --------===#
"""Reads StableHLO by the user's jaxlib and prints it in generic form.

The library reads the generic form of ops only. jaxlib has the dialect, whose syntax
and portable artifacts it reads.
"""

import re

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
        return _print(compiler_ir("stablehlo"))
    artifact = getattr(source, "mlir_module_serialized", None)
    if isinstance(artifact, bytes):
        return read(artifact)
    return None


def needs_jaxlib(source):
    """Whether bytes are StableHLO that the library does not read."""
    return _is_artifact(source) or _OP.search(source) is not None


def read(source):
    """Returns the generic form of a portable artifact or of text.

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
        return _print(module)


def _print(module):
    text = module.operation.get_asm(print_generic_op_form=True)
    if _UNKNOWN_SIZE.search(text) is None:
        return text
    refined = _refine(module)
    return refined.operation.get_asm(print_generic_op_form=True) if refined else text


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
