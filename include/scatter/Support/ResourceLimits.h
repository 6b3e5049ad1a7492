//===- ResourceLimits.h - limits on what a process may use ------*- C++ -*-===//

#ifndef SCATTER_SUPPORT_RESOURCELIMITS_H
#define SCATTER_SUPPORT_RESOURCELIMITS_H

#include <cstddef>
#include <cstdint>

namespace scatter {

/// Limits for a process that reads and compiles a source. Zero means no limit.
struct ResourceLimits {
  /// Private mapped memory in bytes, stacks included. Not applied under
  /// sanitizers, which reserve much more memory than they use.
  uint64_t memoryBytes = 0;
  /// CPU time of all threads together, in seconds. Multiplied by ten under
  /// sanitizers.
  unsigned cpuSeconds = 0;
};

/// Returns the limits for a source of `sourceBytes` bytes: 2 GiB plus 64 bytes
/// per byte of the source, and 8 s plus one second per 4 KiB. They grow with
/// the source so that large valid sources compile.
ResourceLimits getSourceLimits(uint64_t sourceBytes);

/// Applies `limits` to this process instead of the former ones. Memory
/// allocations beyond the limit fail. When the time is over, the process gets
/// the signal SIGXCPU, and then again each second.
void limitResources(const ResourceLimits &limits);

/// Applies the time limit only. A signal handler may call it after
/// limitResources was called once.
void limitCPUTime(unsigned seconds);

/// Whether `bytes` bytes of memory can be mapped now. Libraries that are built
/// without exceptions abort if an allocation fails. Check before calling them.
bool isMemoryAvailable(size_t bytes);

} // namespace scatter

#endif // SCATTER_SUPPORT_RESOURCELIMITS_H
