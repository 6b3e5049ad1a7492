# ===- __init__.py - the ops in OpenVINO ----------------------------------===#
"""Scatter updates as operations of OpenVINO's CPU plugin.

A core with the extension reads ScatterNDUpdate and SliceScatter of OpenVINO's
operation sets as operations that call the library.
"""

import ctypes
import io
import pathlib
import tempfile

import openvino

import scatter_mlir  # noqa: F401, loads libscatter.so

__all__ = ["LIBRARY", "add_extension", "rewrite"]

#: The library for `Core.add_extension`, also of other languages.
LIBRARY = str(pathlib.Path(__file__).with_name("libscatter_openvino.so"))

try:
    ctypes.CDLL(LIBRARY)
except OSError as _error:
    raise ImportError(
        "scatter_mlir.openvino needs its extension, which is built for the version "
        f"of openvino that is installed when the package is: {_error}"
    ) from None


#: What makes a call raise that is made by one thread.
_NO_STREAM = {"INFERENCE_NUM_THREADS": 1, "NUM_STREAMS": 0}


def add_extension(core):
    """Adds the operations to an `openvino.Core`, which is returned.

    With one thread in one stream `infer` of OpenVINO loses exceptions, those of its
    own operations too, and returns what an earlier call has left. Models that this
    core compiles or imports like that get no stream (NUM_STREAMS=0), where `infer`
    raises.
    """
    core.add_extension(LIBRARY)
    compile_model, import_model = core.compile_model, core.import_model

    def compile(model, device_name=None, config=None, **options):
        compiled = compile_model(model, device_name, config, **options)
        if not _loses_errors(compiled):
            return compiled
        config = {**(config or {}), **_NO_STREAM}
        return compile_model(model, device_name, config, **options)

    def import_again(model_stream, device_name, config=None):
        if isinstance(model_stream, io.BytesIO):
            model_stream = model_stream.getvalue()
        compiled = import_model(model_stream, device_name, config)
        if not _loses_errors(compiled):
            return compiled
        return import_model(model_stream, device_name, {**(config or {}), **_NO_STREAM})

    core.compile_model, core.import_model = compile, import_again
    return core


def _loses_errors(compiled):
    try:
        return all(
            int(compiled.get_property(name)) == 1
            for name in ("NUM_STREAMS", "INFERENCE_NUM_THREADS")
        )
    except RuntimeError:  # The device does not have these properties.
        return False


def rewrite(model, core):
    """A copy of an `openvino.Model` with the operations of `core`'s extensions.

    For models that are not read from IR files, such as those of `convert_model`: it
    is written to a temporary folder and read again.
    """
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "model.xml")
        openvino.save_model(model, path, compress_to_fp16=False)
        return core.read_model(path)
