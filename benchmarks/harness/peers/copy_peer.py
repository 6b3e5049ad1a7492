# ===- copy_peer.py - what a copy costs on this machine --------------------===#
"""Copies of as many bytes as the workload has to write, by memcpy and by non-temporal
stores. They do no workload: a limit, not a peer."""

import ctypes
import pathlib
import shutil
import subprocess

from .. import cases
from ..contestant import Contestant

NAME = "copy"
DISTRIBUTIONS = ()
CHECKS = "-"
_SOURCE = pathlib.Path(__file__).resolve().parents[2] / "copy_limit.c"
_COMPILERS = ("/usr/lib/llvm-22/bin/clang", "clang-22", "clang")


def setup(threads, folder):
    global copy
    library = pathlib.Path(folder) / "libcopy_limit.so"
    compiler = next(filter(None, map(shutil.which, _COMPILERS)), None)
    if compiler is None:
        raise RuntimeError("the copy limit needs clang")
    if not library.exists() or library.stat().st_mtime < _SOURCE.stat().st_mtime:
        subprocess.run(
            [compiler, "-O3", "-march=native", "-fopenmp", "-shared", "-fPIC",
             str(_SOURCE), "-o", str(library)],
            check=True,
        )  # fmt: skip
    copy = ctypes.CDLL(str(library)).copy_limit
    copy.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t]
    copy.argtypes += [ctypes.c_int, ctypes.c_int]
    copy.restype = None


def build(problem, mode, threads):
    like = problem.updates if mode == "in_place" else problem.data
    source = cases.copy_array(like)
    target = cases.copy_array(like)

    def make(name, nontemporal):
        arguments = (target.ctypes.data, source.ctypes.data, like.nbytes, threads)

        def run(keep=(source, target)):
            copy(*arguments, nontemporal)

        return Contestant(name, run, None)

    return [make("copy cached", 0), make("copy nontemporal", 1)]
