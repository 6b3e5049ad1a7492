# ===- compiled.py - C and C++ of the harness as a library -----------------===#

import ctypes
import pathlib
import shutil
import subprocess

_SOURCES = pathlib.Path(__file__).resolve().parents[1]
_COMPILERS = ("/usr/lib/llvm-22/bin/clang++", "clang++-22", "clang++")


def load(source, folder):
    """Compiles `source`, a file of benchmarks/, to a library in `folder` and loads it.
    The compiler is clang, so that the OpenMP runtime is that of generated code."""
    source = _SOURCES / source
    library = pathlib.Path(folder) / f"lib{source.stem}.so"
    compiler = next(filter(None, map(shutil.which, _COMPILERS)), None)
    if compiler is None:
        raise RuntimeError(f"{source.name} needs clang")
    if not library.exists() or library.stat().st_mtime < source.stat().st_mtime:
        subprocess.run(
            [compiler, "-std=c++20", "-O3", "-march=native", "-fopenmp", "-shared",
             "-fPIC", str(source), "-o", str(library)],
            check=True,
        )  # fmt: skip
    return ctypes.CDLL(str(library))
