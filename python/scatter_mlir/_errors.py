# ===- _errors.py - errors of the library as exceptions --------------------===#


class CompileError(Exception):
    """The source cannot be compiled.

    The message is the first error; `diagnostics` is the list of all
    messages of the compiler.
    """

    diagnostics = ()


CompileError.__module__ = "scatter_mlir"

#: The exception for each ScatterStatusCode. ValueError for other codes.
_CLASSES = {
    1: FileNotFoundError,
    2: CompileError,
    4: TypeError,
    5: TypeError,
    7: IndexError,
    10: MemoryError,
}
_FIELDS = ("location", "tuple", "component", "value", "size")


def make_exception(code, message, report, diagnostics, is_function):
    """Returns the exception for an error with a report (or None) and diagnostics.

    The location of an error of a function is the name of the function, and left out.
    """
    error = _CLASSES.get(code, ValueError)(message)
    for name, value in zip(_FIELDS, report or ()):
        if name != "location" or not is_function:
            setattr(error, name, value)
    if diagnostics:
        error.diagnostics = diagnostics
    return error
