# ===- check-wheel.py - what utils/build-wheel.sh runs on a new wheel -----===#
"""Runs an installed scatter_mlir beside Intel's OpenMP runtime or alone.

The argument says when that is loaded: none, before or after; `shared` is none, for
a package that uses the shared libraries of LLVM and MLIR.
"""

import ctypes
import glob
import os
import sys
import time


def load_intel_openmp():
    """Loads the runtime and starts threads of it."""
    [path] = glob.glob(os.path.join(sys.prefix, "lib", "libiomp5.so"))
    library = ctypes.CDLL(path, mode=ctypes.RTLD_GLOBAL)
    assert library.omp_get_max_threads() >= 1


def get_libraries():
    with open("/proc/self/maps", encoding="utf-8") as maps:
        return {os.path.basename(line.split()[-1]) for line in maps if ".so" in line}


def load_libraries(folder):
    """Loads the libraries of the package for frameworks, all symbols at once.

    But for OpenVINO's, which needs OpenVINO.
    """
    for path in glob.glob(os.path.join(folder, "*", "libscatter_*.so")):
        if os.path.basename(path) != "libscatter_openvino.so":
            ctypes.CDLL(path, mode=os.RTLD_NOW)


def main():
    order = sys.argv[1]
    if order == "before":
        load_intel_openmp()
    start = time.perf_counter()
    import scatter_mlir

    imported = time.perf_counter() - start
    if order == "after":
        load_intel_openmp()
    import numpy as np

    load_libraries(os.path.dirname(scatter_mlir.__file__))
    random = np.random.default_rng(1)
    data = random.random((20000, 128), dtype=np.float32)
    indices = random.integers(0, 20000, (30000, 1))
    updates = random.random((30000, 128), dtype=np.float32)
    start = time.perf_counter()
    one = scatter_mlir.scatter_nd_update(
        data, indices, updates, reduction="sum", threads=1
    )
    first = time.perf_counter() - start
    two = scatter_mlir.scatter_nd_update(
        data, indices, updates, reduction="sum", threads=2
    )
    expected = data.copy()
    np.add.at(expected, indices[:, 0], updates)
    assert one.tobytes() == two.tobytes() == expected.tobytes()

    source = """
      func.func @f(%d: tensor<8xf32>, %i: tensor<2x1xi64>, %u: tensor<2xf32>)
          -> tensor<8xf32> {
        %r = scatter.scatter_nd_update
          ins(%i, %u : tensor<2x1xi64>, tensor<2xf32>)
          outs(%d : tensor<8xf32>) -> tensor<8xf32>
        return %r : tensor<8xf32>
      }"""
    values = np.zeros(8, np.float32), np.array([[1], [2]]), np.ones(2, np.float32)
    for untrusted in (False, True):
        program = scatter_mlir.compile(source, threads=2, untrusted=untrusted)
        assert np.asarray(program(*values)).sum() == 2
    try:
        scatter_mlir.scatter_nd_update(data, indices + 20000, updates)
    except IndexError:
        pass
    else:
        raise AssertionError("expected an IndexError")

    foreign = ("libLLVM", "libMLIR", "libomp", "libprotobuf")
    if order == "shared":
        foreign = ("libomp",)
    found = {name for name in get_libraries() if name.startswith(foreign)}
    assert not found, found
    print(
        f"OpenMP of Intel: {order}; import {imported * 1e3:.0f} ms,"
        f" first call {first * 1e3:.0f} ms, two threads ok"
    )


main()
