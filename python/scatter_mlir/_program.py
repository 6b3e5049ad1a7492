# ===- _program.py - compiled modules as callables ------------------------===#

import errno
import inspect
import os
import stat

import numpy as np

from . import _core, _stablehlo
from ._arrays import (
    check_writable,
    from_numpy,
    is_array,
    to_numpy,
    to_usable,
)
from ._donations import (
    check_positions,
    find_pairs,
    get_outputs,
    to_donated,
    to_donations,
    write_outputs,
)
from ._errors import CompileError
from ._frameworks import is_immutable, record_write
from ._numbers import convert_numbers
from ._threads import check_threads

_SCALAR, _TENSOR, _MEMREF = range(3)


class Program(_core.Program):
    """A function of a compiled module; made by `compile`.

    Calling it takes one array per argument, by position or by name, and returns
    nothing, one result or a tuple of results, which have the kind of the first
    array. Arguments of type tensor are only read, except that donated ones (see
    `donated`) hold a result afterwards, which is then the same array; memrefs may
    be updated in place. Both must be writable, and donated ones contiguous and
    apart from the memory of other arguments. Scalars are numbers or arrays of rank
    0. May be called from many threads at once; the GIL is released while running. A
    pickle holds the source, which is compiled, or loaded from the cache, where it is
    read. It needs no file: of a model that keeps constants in other files, it holds
    the IR with these constants, which are read again when the pickle is written.

    `program(..., out=array)`, or a tuple with an array or None for each result,
    writes results to arrays of the same type and shape and returns these. If an
    array is also an argument and the program can compute the result there, nothing
    is copied (the program is compiled for that on the first such call). Otherwise
    the result is copied at the end, so that nothing is written after an error.

    After an error in an update, that update has written nothing. Updates before it
    in the same call may have changed donated arguments and memrefs.
    """

    def __init__(self, source, name, entry, threads, untrusted=False, donate=()):
        self._source = source
        self._file = name
        self._threads = threads
        self._entry = entry
        self._untrusted = untrusted
        self._donate = tuple(donate)
        super().__init__(*self._get_options(), None, untrusted, self._donate)
        self.__signature__ = inspect.signature(self._call_general)
        self._stages = None
        self._arguments = super().arguments
        self._results = super().results
        self._donor_of = self._donors
        self._variants = {}
        for kind, values in ("argument", self._arguments), ("result", self._results):
            for name, type, _, dtype in values:
                if dtype is None:
                    raise TypeError(
                        f"function '{self.name}', {kind} '{name}': expected elements "
                        f"of a NumPy dtype, found {type}"
                    )

    def _get_options(self):
        name = os.fsencode(self._file)
        return self._source, name, self._threads or 0, self._entry

    def __reduce__(self):
        source, file = self._source, self._file
        if _has_files(source, file):
            source, file = self._get_stages()["input"].encode(), f"{file}.mlir"
        arguments = source, file, self._entry, self._threads
        return Program, (*arguments, self._untrusted, self._donate)

    def _get_stages(self):
        stages = {}
        _core.Program(*self._get_options(), stages, self._untrusted, self._donate)
        return stages

    @property
    def arguments(self):
        """Pairs (name, MLIR type) of the arguments."""
        return [(name, type) for name, type, _, _ in self._arguments]

    @property
    def results(self):
        """Pairs (name, MLIR type) of the results."""
        return [(name, type) for name, type, _, _ in self._results]

    @property
    def donated(self):
        """The donated arguments: a dict from their names to those of the results that they hold."""
        return {
            self._arguments[donor][0]: name
            for donor, (name, *_) in zip(self._donor_of, self._results)
            if donor >= 0
        }

    def __repr__(self):
        arguments = ", ".join(f"{name}: {type}" for name, type in self.arguments)
        results = ", ".join(type for _, type in self.results)
        arrow = f" -> {results}" if results else ""
        return f"<scatter_mlir.Program {self.name}({arguments}){arrow}>"

    def mlir(self, stage="input"):
        """The IR after a stage of the compilation.

        Stages are "input", "machine", "simplify", "checks", "bufferize", "plan", "loops",
        "llvm", "llvm-ir" and "optimized-llvm-ir". Compiles the module again on the first use.
        """
        if self._stages is None:
            self._stages = self._get_stages()
        if stage not in self._stages:
            expected = ", ".join(map(repr, self._stages))
            raise ValueError(f"'stage': expected one of {expected}, found {stage!r}")
        return self._stages[stage]

    def _call_general(self, *args, **kwargs):
        """Handles the calls that the base class does not."""
        out = None
        if "out" in kwargs and all(name != "out" for name, *_ in self._arguments):
            out = kwargs.pop("out")
            if out is not None:
                out = get_outputs(out, [name for name, *_ in self._results])
        values = self._bind(args, kwargs)
        program = self if out is None else self._find_variant(values, out)
        results = program._call(values)
        if out is not None:
            results = write_outputs(results, out)
        if len(results) == 1:
            return results[0]
        return results or None

    def _call(self, values):
        """Returns a tuple of results."""
        arrays = [
            self._convert(i, value, *argument)
            for i, (value, argument) in enumerate(zip(values, self._arguments))
        ]
        try:
            results = self._run(tuple(arrays))
        finally:
            # A failed program may have written before the error.
            for i, (value, (_, _, kind, _)) in enumerate(zip(values, self._arguments)):
                if kind == _MEMREF or i in self._donor_of:
                    record_write(value)
        like = next(filter(is_array, values), None)

        def convert(result, donor):
            if donor >= 0 and is_array(values[donor]) and not is_immutable(values[donor]):
                return values[donor]
            return from_numpy(result, like)

        return tuple(map(convert, results, self._donor_of))

    def _find_variant(self, values, out):
        """Returns this program, or one that computes results in the arguments that `out` names."""
        pairs = find_pairs(values, out, self._donor_of)
        pairs = tuple((i, j) for i, j in pairs if self._arguments[i][2] == _TENSOR)
        if not pairs:
            return self
        if pairs not in self._variants:
            names = [(self._arguments[i][0], self._results[j][0]) for i, j in pairs]
            donate = (*self._donate, *map("=".join, names))
            variant = None
            try:
                made = Program(
                    self._source, self._file, self._entry, self._threads, self._untrusted, donate
                )
                # A name may hold a "*".
                if all(made._donor_of[j] == i for i, j in pairs):
                    variant = made
            except CompileError:
                pass
            self._variants[pairs] = variant
        return self._variants[pairs] or self

    def _bind(self, args, kwargs):
        names = [name for name, *_ in self._arguments]
        for name in kwargs:
            if name not in names[len(args) :]:
                problem = "several values for" if name in names else "no"
                raise TypeError(f"{self.name}() has {problem} argument '{name}'")
        if len(args) + len(kwargs) != len(names):
            raise TypeError(
                f"{self.name}() expected {len(names)} arguments, "
                f"found {len(args) + len(kwargs)}"
            )
        values = list(args)
        for name in names[len(args) :]:
            if name not in kwargs:
                raise TypeError(f"{self.name}() missing argument '{name}'")
            values.append(kwargs[name])
        return values

    def _convert(self, position, value, name, _, kind, dtype):
        if kind == _SCALAR and not is_array(value):
            return convert_numbers(value, dtype, name)
        array = to_numpy(value, name)
        if position in self._donor_of:
            return to_donated(array, value, name, bool(self._donate))
        if kind == _MEMREF:
            check_writable(array, value, name)
            if to_usable(array) is not array:
                raise ValueError(
                    f"'{name}': expected an aligned array in native byte order "
                    "with strides of whole elements"
                )
            return array
        return np.ascontiguousarray(to_usable(array)).reshape(array.shape)


def compile(source_or_path, entry=None, threads=None, *, untrusted=False, donate=()):
    """Compile a module of MLIR for this process.

    Args:
        source_or_path: MLIR as text or as bytecode (bytes), or the path of a
            file with either or, if its name ends in .onnx, .xml or .pb, with a
            model of ONNX, OpenVINO or TensorFlow, or the folder of a
            SavedModel of TensorFlow. Or an ONNX model as bytes or `ModelProto`. A str is a path unless it holds a line
            break or a parenthesis and names no file. MLIR may hold StableHLO, also
            as a portable artifact; jaxlib reads it unless it is in generic form. Or
            a function that JAX has lowered or exported, `jax.jit(f).lower(...)` or
            `jax.export.export(jax.jit(f))(...)`; the arguments of the program are the arrays that f uses, its results
            the arrays that f returns, both in the order of `jax.tree.leaves`.
        entry: the name of a public function; not needed if there is one only.
        threads: the number of threads that may be used, or "all" for one per CPU
            of the process; if not given, the default of `set_num_threads`.
        untrusted: compile in a process of its own with bounds on memory and
            time, so that no source can crash or stall this one. Calling the
            program still runs what the source says.
        donate: the tensor arguments whose memory the caller gives up, so that a
            call returns a result there without allocating or copying it: a name,
            a position, several of them, or a dict from these to the name or
            position of the result (None for any). One `*` in a name stands for any
            text, and for the same text in the name of the result:
            `donate={"past_key_values.*": "present.*"}`. The attribute
            `scatter.donated` of an argument has the same effect. What JAX donates
            (`donate_argnums`) is donated where the program computes a result in
            the memory of the argument; an immutable array of JAX is then copied.

    Returns:
        A `Program`.

    Raises:
        FileNotFoundError: there is no such file.
        CompileError: the source is wrong; the attribute diagnostics has all
            messages. Also if there is no argument or result that `donate` names,
            or if the program computes the result elsewhere.
        ValueError: there is no such function, or `untrusted` with StableHLO that is
            not in generic form.
        ImportError: StableHLO that is not in generic form, without jaxlib.

    Example:
        >>> import numpy as np, scatter_mlir
        >>> program = scatter_mlir.compile('''
        ...   func.func @update(%d: tensor<4xf32>, %i: tensor<?x1xi64>,
        ...                     %u: tensor<?xf32>) -> tensor<4xf32> {
        ...     %r = scatter.scatter_nd_update
        ...         ins(%i, %u : tensor<?x1xi64>, tensor<?xf32>)
        ...         outs(%d : tensor<4xf32>) -> tensor<4xf32>
        ...     return %r : tensor<4xf32>
        ...   }''')
        >>> program
        <scatter_mlir.Program update(d: tensor<4xf32>, i: tensor<?x1xi64>, u: tensor<?xf32>) -> tensor<4xf32>>
        >>> program(np.zeros(4, "f4"), np.array([[1], [-1]]), np.ones(2, "f4"))
        array([0., 1., 0., 1.], dtype=float32)
    """
    threads = check_threads(threads)
    if not isinstance(entry, (str, type(None))):
        raise TypeError(f"'entry': expected a str or None, found {entry!r}")
    if entry and "\0" in entry:
        raise ValueError(f"'entry': expected the name of a function, found {entry!r}")
    source, name = _load(source_or_path, untrusted)
    donations = to_donations(donate)
    program = Program(source, name, entry, threads, bool(untrusted), donations)
    check_positions(donate, program._donor_of)
    return program


# The limit of the library for files.
_MAX_SOURCE_BYTES = 2 << 30


def _open_without_waiting(path, flags):
    return os.open(path, flags | os.O_NONBLOCK)


def _has_files(source, name):
    """Whether the model `name` may keep constants in other files."""
    if name.endswith(".onnx"):
        # A pair whose key is "location" in the entries of ONNX's external data.
        return b"\n\x08location\x12" in source
    return name.endswith(".xml") or os.path.basename(name) == "saved_model.pb"


def _read(path):
    """Returns the bytes of a regular file. Pipes and devices may never end."""
    with open(path, "rb", opener=_open_without_waiting) as file:
        status = os.fstat(file.fileno())
        if not stat.S_ISREG(status.st_mode):
            raise OSError(errno.EINVAL, "expected a regular file", path)
        if status.st_size > _MAX_SOURCE_BYTES:
            message = f"expected at most {_MAX_SOURCE_BYTES} bytes"
            raise OSError(errno.EFBIG, message, path)
        return file.read()


def _load(source, untrusted):
    """Returns the MLIR text or the contents of the file, and its name for locations."""
    content, name = _read_source(source)
    if isinstance(content, str):
        return content.encode(), name
    if not _stablehlo.needs_jaxlib(content):
        return content, name
    if untrusted:
        raise ValueError(
            "expected StableHLO in generic form where 'untrusted' is given: jaxlib would "
            "read another form in this process"
        )
    return _stablehlo.read(content).encode(), name


def _read_source(source):
    """Returns bytes, or text in generic form, and the name for locations."""
    if (text := _stablehlo.get_generic_form(source)) is not None:
        return text, "<lowered by JAX>"
    # An object of the package onnx, whose classes are those of protobuf.
    if hasattr(source, "opset_import") and hasattr(source, "SerializeToString"):
        source = source.SerializeToString()
    if isinstance(source, (bytes, bytearray, memoryview)):
        # No text and no bytecode begins with this byte, the tag of ONNX's version.
        is_model = bytes(source[:1]) == b"\x08"
        return bytes(source), "<model>.onnx" if is_model else "<source>"
    if isinstance(source, str) and ("\n" in source or "(" in source):
        # A str that may be a path is a path only if the file exists.
        if len(source) >= 4096 or not os.path.exists(source):
            return source.encode(), "<source>"
    if not isinstance(source, (str, os.PathLike)):
        raise TypeError(
            "expected MLIR text, bytecode, a path, an ONNX model or a function that JAX "
            f"has lowered, found {type(source).__name__}"
        )
    name = os.fsdecode(source)
    # A TensorFlow SavedModel is a folder.
    if os.path.isfile(graph := os.path.join(name, "saved_model.pb")):
        name = graph
    content = _read(name)
    return content, name
