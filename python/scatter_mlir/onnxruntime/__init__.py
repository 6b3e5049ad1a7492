# ===- __init__.py - the ops in ONNX Runtime ------------------------------===#
"""Scatter updates as custom ops of ONNX Runtime.

`rewrite` replaces the updates of a model by ops of the domain scatter_mlir,
which sessions made with the options of `register` run.
"""

import pathlib

import onnxruntime

import scatter_mlir  # noqa: F401, loads libscatter.so

from ._rewrite import rewrite

__all__ = ["LIBRARY", "register", "rewrite"]

#: The library for `register_custom_ops_library`, also of other languages.
LIBRARY = str(pathlib.Path(__file__).with_name("libscatter_onnxruntime.so"))


def register(options=None):
    """Registers the ops with `options` of a session, which are returned.

    Makes `onnxruntime.SessionOptions` if there are none. Options of several
    sessions may be registered; ONNX Runtime raises `Fail` if it is older than 1.18.
    """
    options = onnxruntime.SessionOptions() if options is None else options
    options.register_custom_ops_library(LIBRARY)
    return options
