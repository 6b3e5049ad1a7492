//===- BuiltinKernels.h - kernels compiled ahead of time --------*- C++ -*-===//
//
// The kernels that are part of a library. The build compiles those that
// BuiltinKernels.json lists (tools/scatter-kernels-gen), for each of some
// levels of the instruction set; a library that is not linked with them has
// none.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_LIB_KERNELS_BUILTINKERNELS_H
#define SCATTER_LIB_KERNELS_BUILTINKERNELS_H

#include "KernelKey.h"

#include "scatter/ExecutionEngine/Program.h"
#include <optional>

namespace scatter::kernels {

/// The threads that the kernels with threads are compiled for. Calls with fewer
/// use fewer, those with more use these.
inline constexpr uint16_t kBuiltinThreads = 8;

/// The most levels of an instruction set.
inline constexpr size_t kMaxLevels = 3;

/// A kernel: the bytes of its key, and its code for each level. The tool writes
/// these structures in C.
struct BuiltinKernel {
  uint64_t key[sizeof(KernelKey) / sizeof(uint64_t)];
  void (*code[kMaxLevels])(void **);
};

/// The kernels of a library, ordered by the bytes of their keys.
struct BuiltinKernelTable {
  const BuiltinKernel *kernels;
  size_t size;
  /// The names of the levels, the best one first, as the `--target-cpu` of
  /// scatter-run has them; each runs what later ones run.
  const char *levels[kMaxLevels];
};

/// The code of the kernel `key` for this machine; null if there is none.
void (*findBuiltinKernel(const KernelKey &key))(void **);

/// The key of the kernel of the library that serves calls of `key` with the
/// same results: it may know fewer sizes, rely on fewer promises, take more
/// layouts, or have another number of threads. Nothing if there is none.
std::optional<KernelKey> findBuiltinKey(const KernelKey &key);

/// The program of `code`, a kernel of the library.
Program makeBuiltinProgram(const KernelKey &key, void (*code)(void **));

} // namespace scatter::kernels

/// The table of the library.
extern "C" const scatter::kernels::BuiltinKernelTable scatter_builtin_kernels;

#endif // SCATTER_LIB_KERNELS_BUILTINKERNELS_H
