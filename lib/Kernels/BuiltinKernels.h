//===- BuiltinKernels.h - kernels compiled ahead of time --------*- C++ -*-===//
//
// The kernels that are part of a library. The build compiles the kernels that
// BuiltinKernels.json lists (tools/scatter-kernels-gen), each for several
// levels of the instruction set. A library that is not linked with them has no
// built-in kernels.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_LIB_KERNELS_BUILTINKERNELS_H
#define SCATTER_LIB_KERNELS_BUILTINKERNELS_H

#include "KernelKey.h"

#include "scatter/ExecutionEngine/Program.h"
#include <optional>

namespace scatter::kernels {

/// The thread count that multi-threaded kernels are compiled for. A call that
/// asks for fewer threads uses fewer. A call that asks for more uses this many.
inline constexpr uint16_t kBuiltinThreads = 8;

/// The maximum number of instruction set levels.
inline constexpr size_t kMaxLevels = 3;

/// A kernel: the bytes of its key, and its code for each level.
/// scatter-kernels-gen writes these structures as C source.
struct BuiltinKernel {
  uint64_t key[sizeof(KernelKey) / sizeof(uint64_t)];
  void (*code[kMaxLevels])(void **);
};

/// The kernels of a library, ordered by the bytes of their keys.
struct BuiltinKernelTable {
  const BuiltinKernel *kernels;
  size_t size;
  /// The names of the levels, best first, as `--target-cpu` of scatter-run
  /// spells them. A machine that supports a level supports all later ones.
  const char *levels[kMaxLevels];
};

/// Returns the code of the kernel `key` for this machine, or null if the
/// library has none.
void (*findBuiltinKernel(const KernelKey &key))(void **);

/// Returns the key of a built-in kernel that computes the same results for
/// calls of `key`. That kernel may have fewer static sizes, rely on fewer
/// promises, accept more general layouts, or have another number of threads.
/// Returns std::nullopt if there is none.
std::optional<KernelKey> findBuiltinKey(const KernelKey &key);

/// Makes a program from `code`, a built-in kernel.
Program makeBuiltinProgram(const KernelKey &key, void (*code)(void **));

} // namespace scatter::kernels

/// The table of the library. Its name is that of a C symbol.
// NOLINTNEXTLINE(readability-identifier-naming)
extern "C" const scatter::kernels::BuiltinKernelTable scatter_builtin_kernels;

#endif // SCATTER_LIB_KERNELS_BUILTINKERNELS_H
