# -*- Python -*-
# ===- lit.cfg.py - the lit suite of the project --------------------------===#
#
# Parameters (lit -D name=value):
#   scatter_opt_flags  options for every scatter-opt of the suite, such as
#                      --verify-roundtrip
#   fuzz_seconds       time for random cases, 5 unless given
#   fuzz_cases         number of random cases, instead of a time
#   fuzz_seed          seed of random cases, 1 unless given
#
# ===----------------------------------------------------------------------===#

import os
import shlex
import shutil

import lit.formats

# Without a site configuration lit was called on the source tree; the default
# build tree is the one that is meant.
if not hasattr(config, "scatter_obj_root"):
    site = os.path.join(os.path.dirname(__file__), "../build/test/lit.site.cfg.py")
    if not os.path.exists(site):
        lit_config.fatal("run lit on <build>/test: there is no build/")
    lit_config.load_config(config, site)
    raise SystemExit

from lit.llvm import llvm_config
from lit.llvm.subst import ToolSubst

config.name = "Scatter"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".test"]
config.excludes = ["Inputs"]
# Folders that test one component.
for component, folders in (
    ("import", ["Import", "Contractions", "StableHLO"]),
    ("capi", ["CAPI", "Embedding", "KernelLibrary", "Python"]),
):
    if component not in config.components:
        config.excludes += folders
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.scatter_obj_root, "test")

llvm_config.use_default_substitutions()
llvm_config.with_environment("PATH", config.llvm_tools_dir, append_path=True)
llvm_config.with_environment("PATH", config.scatter_tools_dir, append_path=True)
llvm_config.with_system_environment(["HOME", "TMPDIR", "CCACHE_DIR"])
# Kernels of the functions are kept in the build tree, not in the user's folder.
llvm_config.with_environment(
    "SCATTER_CACHE_DIR", os.path.join(config.scatter_obj_root, "test", "kernel-cache")
)
# A variable captured below one CHECK-LABEL must not be used below the next.
llvm_config.with_environment("FILECHECK_OPTS", "-enable-var-scope")

scatter_opt_flags = shlex.split(lit_config.params.get("scatter_opt_flags", ""))
llvm_config.add_tool_substitutions(
    [
        ToolSubst("scatter-opt", extra_args=scatter_opt_flags, unresolved="ignore"),
        ToolSubst("scatter-run", unresolved="ignore"),
        ToolSubst("scatter-translate", unresolved="ignore"),
        ToolSubst("scatter-tune", unresolved="ignore"),
        ToolSubst("scatter-lsp-server", unresolved="ignore"),
        ToolSubst("scatter-fuzz", unresolved="ignore"),
    ],
    [config.scatter_tools_dir],
)
# The stock tools go by the names that Debian gives them.
llvm_config.add_tool_substitutions(
    [
        ToolSubst(
            f"{name}-22", command=os.path.join(config.llvm_tools_dir, name)
        )
        for name in ("mlir-opt", "mlir-runner", "mlir-translate")
    ]
    + ["mlir-tblgen", "split-file", "llc"],
    [config.llvm_tools_dir],
)


def fuzz_limit():
    if cases := lit_config.params.get("fuzz_cases"):
        return f"--cases={cases}"
    return "--seconds=" + lit_config.params.get("fuzz_seconds", "5")


def library(name):
    return os.path.join(config.scatter_lib_dir, "lib" + name + config.shlibext)


def llvm_library(name):
    return os.path.join(config.llvm_lib_dir, "lib" + name + config.shlibext)


config.substitutions += [
    ("%scatter_test_patterns", os.path.join(config.scatter_obj_root, "test", "lib", "scatter-test-patterns")),
    ("%scatter_plugin", library("ScatterPlugin")),
    ("%scatter_runtime", library("scatter_runtime")),
    ("%mlir_runner_utils", llvm_library("mlir_runner_utils")),
    ("%mlir_c_runner_utils", llvm_library("mlir_c_runner_utils")),
    ("%libomp", llvm_library("omp")),
    ("%scatter_src_root", config.scatter_src_root),
    ("%scatter_obj_root", config.scatter_obj_root),
    ("%scatter_tools_dir", config.scatter_tools_dir),
    ("%llvm_tools_dir", config.llvm_tools_dir),
    ("%cmake", config.cmake),
    ("%fuzz_limit", fuzz_limit()),
    ("%fuzz_seed", lit_config.params.get("fuzz_seed", "1")),
    ("%python", config.python_executable),
]

# Features, for REQUIRES and UNSUPPORTED lines.
features = config.available_features
features.update(config.components)
for sanitizer, feature in (
    ("address", "asan"),
    ("undefined", "ubsan"),
    ("thread", "tsan"),
):
    if sanitizer in config.sanitizers.split(","):
        features.add(feature)
if os.path.exists(os.path.join(config.llvm_tools_dir, "clang++")):
    features.add("clang")
if shutil.which("shellcheck"):
    features.add("shellcheck")
