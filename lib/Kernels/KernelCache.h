//===- KernelCache.h - compiled kernels -------------------------*- C++ -*-===//

#ifndef SCATTER_LIB_KERNELS_KERNELCACHE_H
#define SCATTER_LIB_KERNELS_KERNELCACHE_H

#include "KernelKey.h"

#include "scatter/ExecutionEngine/Program.h"
#include <atomic>
#include <memory>

namespace scatter::kernels {

/// A compiled kernel. Immutable except for `lastUse`.
struct Kernel {
  Kernel(Program program, const EntryPoint &entry)
      : program(std::move(program)), entry(entry) {}

  Program program;
  /// Owned by the program.
  const EntryPoint &entry;
  /// The clock of the cache at the last use, see markUsed.
  mutable std::atomic<uint64_t> lastUse = 0;
};

using KernelRef = std::shared_ptr<const Kernel>;

/// Returns the kernel for `key`. It is compiled or loaded on its first use.
/// Fails with CompileError, or with std::errc::not_enough_memory. Thread-safe,
/// also in a forked process. A thread waits only for the compilation of the
/// kernel that it asks for.
llvm::Expected<KernelRef> getKernel(const KernelKey &key);

/// Returns the kernel for `key` if it is in memory, otherwise null.
KernelRef findKernel(const KernelKey &key);

/// Counts the kernels that this thread compiles or loads from now on as those
/// of the background.
void setBackgroundThread();

/// Marks a kernel as recently used. For threads that run a kernel without a
/// lookup.
void markUsed(const Kernel &kernel);

} // namespace scatter::kernels

#endif // SCATTER_LIB_KERNELS_KERNELCACHE_H
