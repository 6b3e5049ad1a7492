from os import PathLike
from typing import (
    Any,
    Callable,
    Iterable,
    Literal,
    Mapping,
    Protocol,
    Sequence,
    SupportsIndex,
    TypeVar,
    overload,
)

from numpy.typing import NDArray

__all__ = [
    "CompileError",
    "Prepared",
    "Program",
    "compile",
    "gather_nd",
    "gather_scatter",
    "prepare",
    "scatter_elements",
    "scatter_nd_update",
    "set_num_threads",
    "set_result_pool_bytes",
    "slice_scatter",
    "warm_up",
]
__version__: str

class _Exporter(Protocol):
    def __dlpack__(self, *args: Any, **kwargs: Any) -> Any: ...

# Type checkers do not see `__dlpack__` in arrays of ml_dtypes.
_Array = _Exporter | NDArray[Any]
_A = TypeVar("_A", bound=_Array)
_Nested = SupportsIndex | Sequence["_Nested"]
_Integers = SupportsIndex | Sequence[SupportsIndex] | _Array
_Bounds = SupportsIndex | Sequence[SupportsIndex | None] | _Array | None

_Reduction = Literal["none", "sum", "sub", "prod", "min", "max"]
_MessageReduction = Literal["sum", "mean", "min", "max", "prod"]
_OutOfBounds = Literal["error", "drop", "clamp", "undefined"]
_NegativeIndices = Literal["wrap", "reject"]
_Threads = SupportsIndex | Literal["all"] | None

class _Model(Protocol):
    @property
    def opset_import(self) -> Any: ...
    def SerializeToString(self) -> bytes: ...

class _Lowered(Protocol):
    def compiler_ir(self, dialect: str | None = None) -> Any: ...

class CompileError(Exception):
    diagnostics: list[str]

class Program:
    @property
    def name(self) -> str: ...
    @property
    def arguments(self) -> list[tuple[str, str]]: ...
    @property
    def results(self) -> list[tuple[str, str]]: ...
    @property
    def donated(self) -> dict[str, str]: ...
    def mlir(self, stage: str = "input") -> str: ...
    def __call__(self, *args: Any, **kwargs: Any) -> Any: ...

def compile(
    source_or_path: str | bytes | PathLike[str] | _Model | _Lowered,
    entry: str | None = None,
    threads: _Threads = None,
    *,
    untrusted: bool = False,
    donate: str | int | Iterable[str | int] | Mapping[str | int, str | int | None] = (),
) -> Program: ...

class Prepared:
    @property
    def num_indices(self) -> int: ...
    @property
    def size(self) -> int: ...

def prepare(dst: _Array | _Nested, size: SupportsIndex) -> Prepared: ...
@overload
def gather_scatter(
    x: _A,
    src: _Array | _Nested,
    dst: _Array | _Nested | Prepared,
    weight: Any = None,
    *,
    out: _A | None = None,
    size: SupportsIndex | None = None,
    reduction: _MessageReduction = "sum",
    threads: _Threads = None,
    return_args: Literal[False] = False,
) -> _A: ...
@overload
def gather_scatter(
    x: Sequence[Any],
    src: _Array | _Nested,
    dst: _Array | _Nested | Prepared,
    weight: Any = None,
    *,
    out: None = None,
    size: SupportsIndex | None = None,
    reduction: _MessageReduction = "sum",
    threads: _Threads = None,
    return_args: Literal[False] = False,
) -> NDArray[Any]: ...
@overload
def gather_scatter(
    x: _A,
    src: _Array | _Nested,
    dst: _Array | _Nested | Prepared,
    weight: Any = None,
    *,
    out: _A | None = None,
    size: SupportsIndex | None = None,
    reduction: Literal["min", "max"],
    threads: _Threads = None,
    return_args: Literal[True],
) -> tuple[_A, _A]: ...
@overload
def gather_scatter(
    x: Sequence[Any],
    src: _Array | _Nested,
    dst: _Array | _Nested | Prepared,
    weight: Any = None,
    *,
    out: None = None,
    size: SupportsIndex | None = None,
    reduction: Literal["min", "max"],
    threads: _Threads = None,
    return_args: Literal[True],
) -> tuple[NDArray[Any], NDArray[Any]]: ...
@overload
def gather_nd(
    data: _A,
    indices: _Array | _Nested,
    *,
    batch_dims: SupportsIndex = 0,
    out_of_bounds: _OutOfBounds = "error",
    negative_indices: _NegativeIndices = "wrap",
    fill: Any = 0,
    out: _A | None = None,
    threads: _Threads = None,
) -> _A: ...
@overload
def gather_nd(
    data: Sequence[Any],
    indices: _Array | _Nested,
    *,
    batch_dims: SupportsIndex = 0,
    out_of_bounds: _OutOfBounds = "error",
    negative_indices: _NegativeIndices = "wrap",
    fill: Any = 0,
    out: None = None,
    threads: _Threads = None,
) -> NDArray[Any]: ...
@overload
def scatter_elements(
    data: _A,
    indices: _Array | _Nested,
    updates: Any,
    axis: SupportsIndex = 0,
    *,
    reduction: _Reduction = "none",
    out_of_bounds: _OutOfBounds = "error",
    negative_indices: _NegativeIndices = "wrap",
    out: _A | None = None,
    threads: _Threads = None,
) -> _A: ...
@overload
def scatter_elements(
    data: Sequence[Any],
    indices: _Array | _Nested,
    updates: Any,
    axis: SupportsIndex = 0,
    *,
    reduction: _Reduction = "none",
    out_of_bounds: _OutOfBounds = "error",
    negative_indices: _NegativeIndices = "wrap",
    out: None = None,
    threads: _Threads = None,
) -> NDArray[Any]: ...
@overload
def scatter_nd_update(
    data: _A,
    indices: _Array | _Nested | Prepared,
    updates: Any,
    *,
    reduction: _Reduction = "none",
    out_of_bounds: _OutOfBounds = "error",
    negative_indices: _NegativeIndices = "wrap",
    unique_indices: bool = False,
    indices_are_sorted: bool = False,
    out: _A | None = None,
    threads: _Threads = None,
) -> _A: ...
@overload
def scatter_nd_update(
    data: Sequence[Any],
    indices: _Array | _Nested | Prepared,
    updates: Any,
    *,
    reduction: _Reduction = "none",
    out_of_bounds: _OutOfBounds = "error",
    negative_indices: _NegativeIndices = "wrap",
    unique_indices: bool = False,
    indices_are_sorted: bool = False,
    out: None = None,
    threads: _Threads = None,
) -> NDArray[Any]: ...
@overload
def slice_scatter(
    data: _A,
    updates: Any,
    start: _Bounds = None,
    stop: _Bounds = None,
    step: _Bounds = None,
    axes: _Integers | None = None,
    *,
    out: _A | None = None,
    threads: _Threads = None,
) -> _A: ...
@overload
def slice_scatter(
    data: Sequence[Any],
    updates: Any,
    start: _Bounds = None,
    stop: _Bounds = None,
    step: _Bounds = None,
    axes: _Integers | None = None,
    *,
    out: None = None,
    threads: _Threads = None,
) -> NDArray[Any]: ...
def set_num_threads(threads: _Threads) -> int | None: ...
def set_result_pool_bytes(limit: SupportsIndex) -> int: ...
def warm_up(function: Callable[..., Any], *arguments: Any, **keywords: Any) -> None: ...
