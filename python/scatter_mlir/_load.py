# ===- _load.py - the compiled part beside another LLVM -------------------===#
"""Loads the compiled part, whatever else the process has loaded."""

import ctypes
import importlib
import os
import sys

#: llvm::PassRegistry::getPassRegistry().
_LLVM_SYMBOL = "_ZN4llvm12PassRegistry15getPassRegistryEv"


def _is_self_contained():
    """Whether the library has an LLVM inside that nobody else sees."""
    try:
        from ._linkage import SELF_CONTAINED
    except ImportError:
        return False
    return SELF_CONTAINED


def load_core():
    """Imports `_core`, bound to the LLVM that it was built with.

    Some libraries, TensorFlow for one, make the LLVM inside them visible to
    all that are loaded later. Where that is so, `_core` and what it depends on
    look at each other before they look at the process.
    """
    if _is_self_contained() or not hasattr(ctypes.CDLL(None), _LLVM_SYMBOL):
        return
    flags = sys.getdlopenflags()
    sys.setdlopenflags(os.RTLD_NOW | os.RTLD_LOCAL | os.RTLD_DEEPBIND)
    try:
        importlib.import_module("._core", __package__)
    finally:
        sys.setdlopenflags(flags)
