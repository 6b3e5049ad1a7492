"""Installs each component by itself and compares the files with what it needs.

usage: components.py CMAKE BUILD PREFIX
"""

import os
import re
import subprocess
import sys

cmake, build, prefix = sys.argv[1:]
EXPECTED = {
    "scatter-runtime": [
        "lib/libscatter_runtime.so",
        "lib/libscatter_runtime.a",
        "include/scatter/Runtime/Runtime.h",
        "lib/cmake/Scatter/ScatterRuntimeTargets.cmake",
    ],
    "scatter-core": [
        "bin/scatter-opt",
        "bin/scatter-run",
        "lib/libScatterPlugin.so",
        "libexec/scatter/scatter-worker",
        "include/scatter/InitAllPasses.h",
        "include/scatter/Dialect/Scatter/IR/ScatterOps.td",
        "include/scatter/Dialect/Scatter/IR/ScatterOps.h.inc",
        "lib/cmake/Scatter/ScatterTargets.cmake",
    ],
    "scatter-import": [
        "lib/libScatterImport.a",
        "include/scatter/InitAllImporters.h",
        "include/scatter/Import/Passes.h.inc",
        "lib/cmake/Scatter/ScatterImportTargets.cmake",
    ],
    "scatter-c": [
        "lib/libscatter.so",
        "libexec/scatter/scatter-worker",
        "include/scatter-c/Engine.h",
        "lib/pkgconfig/scatter.pc",
        "lib/cmake/Scatter/ScatterCTargets.cmake",
    ],
    "scatter-kernels": [
        "lib/libscatter_kernels.so",
        "lib/libscatter_kernels.a",
        "include/scatter-c/Kernels.h",
        "lib/pkgconfig/scatter_kernels.pc",
        "lib/cmake/Scatter/ScatterKernelsTargets.cmake",
    ],
}


def install(target, *options):
    subprocess.run(
        [cmake, "--install", build, "--prefix", target, *options],
        check=True,
        stdout=subprocess.DEVNULL,
    )
    return {
        os.path.relpath(os.path.join(folder, name), target)
        for folder, _, names in os.walk(target)
        for name in names
    }


problems = []
parts = set()
for component, expected in EXPECTED.items():
    files = install(os.path.join(prefix, component), "--component", component)
    parts |= files
    expected = expected + ["lib/cmake/Scatter/ScatterConfig.cmake"]
    problems += [f"{component}: no file {name}" for name in expected if name not in files]
    # Headers of a component include only headers that it or the core installs.
    for name in files:
        if not name.endswith(".h"):
            continue
        with open(os.path.join(prefix, component, name), encoding="utf-8") as file:
            included = set(re.findall(r'#include "(scatter[-/][^"]+)"', file.read()))
        if component in ("scatter-c", "scatter-kernels", "scatter-runtime"):
            problems += [
                f"{component}: {name} includes {header}"
                for header in included
                if "include/" + header not in files
            ]
for name in install(os.path.join(prefix, "all")) - parts:
    problems.append(f"no component installs {name}")
print("\n".join(problems) or "5 components")
sys.exit(bool(problems))
