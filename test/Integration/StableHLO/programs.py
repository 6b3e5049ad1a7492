# ===- programs.py - functions that JAX lowers to StableHLO ---------------===#
#
# What the folder JAX holds: each function as JAX lowers it, its arguments and
# the results that JAX computes. generate.py writes and compares the folder; the
# tests of the suite read it without JAX.
#
# ===----------------------------------------------------------------------===#

import at_programs  # noqa: F401
import lax_programs  # noqa: F401
import library_programs  # noqa: F401
import sorting_programs  # noqa: F401
import symbolic_programs  # noqa: F401
import window_programs  # noqa: F401
from registry import PROGRAMS, SHAPES

__all__ = ["PROGRAMS", "SHAPES"]
