# ===- _load.py - loads the compiled part ----------------------------------===#
"""Loads the compiled part, independent of other libraries in the process."""

import ctypes
import importlib
import os
import sys

#: llvm::PassRegistry::getPassRegistry().
_LLVM_SYMBOL = "_ZN4llvm12PassRegistry15getPassRegistryEv"


def _is_self_contained():
    """Whether the library contains an LLVM whose symbols are hidden."""
    try:
        from ._linkage import SELF_CONTAINED
    except ImportError:
        return False
    return SELF_CONTAINED


def load_core():
    """Imports `_core`, bound to the LLVM that it was built with.

    Some libraries, such as TensorFlow, export the symbols of the LLVM inside them to
    all libraries that are loaded later. In that case `_core` and its dependencies look
    up symbols in each other before they search the process.
    """
    if _is_self_contained() or not hasattr(ctypes.CDLL(None), _LLVM_SYMBOL):
        return
    flags = sys.getdlopenflags()
    sys.setdlopenflags(os.RTLD_NOW | os.RTLD_LOCAL | os.RTLD_DEEPBIND)
    try:
        importlib.import_module("._core", __package__)
    finally:
        sys.setdlopenflags(flags)
