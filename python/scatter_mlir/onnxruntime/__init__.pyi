from os import PathLike
from typing import Literal, SupportsIndex

from onnx import ModelProto
from onnxruntime import SessionOptions

__all__ = ["LIBRARY", "register", "rewrite"]

LIBRARY: str

def register(options: SessionOptions | None = None) -> SessionOptions: ...
def rewrite(
    model: ModelProto | bytes | bytearray | memoryview | str | PathLike[str],
    *,
    threads: SupportsIndex | Literal["all"] | None = None,
) -> ModelProto: ...
