//===- KernelCache.h - compiled kernels -------------------------*- C++ -*-===//

#ifndef SCATTER_LIB_KERNELS_KERNELCACHE_H
#define SCATTER_LIB_KERNELS_KERNELCACHE_H

#include "KernelKey.h"

#include "scatter/ExecutionEngine/Program.h"
#include <atomic>
#include <memory>

namespace scatter::kernels {

/// A compiled kernel. Immutable but for `lastUse`.
struct Kernel {
  Kernel(Program program, const EntryPoint &entry)
      : program(std::move(program)), entry(entry) {}

  Program program;
  /// Owned by the program.
  const EntryPoint &entry;
  /// When the kernel was last used, see markUsed.
  mutable std::atomic<uint64_t> lastUse = 0;
};

using KernelRef = std::shared_ptr<const Kernel>;

/// The kernel for `key`, which is compiled or loaded on its first use. Fails
/// with CompileError. Thread-safe, also in a forked process.
llvm::Expected<KernelRef> getKernel(const KernelKey &key);

/// Tells the cache that a kernel that a thread has kept was used again.
void markUsed(const Kernel &kernel);

} // namespace scatter::kernels

#endif // SCATTER_LIB_KERNELS_KERNELCACHE_H
