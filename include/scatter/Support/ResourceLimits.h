//===- ResourceLimits.h - bounds on what a process may use ------*- C++ -*-===//

#ifndef SCATTER_SUPPORT_RESOURCELIMITS_H
#define SCATTER_SUPPORT_RESOURCELIMITS_H

#include <cstddef>
#include <cstdint>

namespace scatter {

/// Bounds on a process that reads and compiles a source. Zero: no bound.
struct ResourceLimits {
  /// Bytes of private memory that is mapped, stacks included. Not applied under
  /// sanitizers, which reserve much more than they use.
  uint64_t memoryBytes = 0;
  /// Seconds of CPU time of all threads together; ten times as many under
  /// sanitizers.
  unsigned cpuSeconds = 0;
};

/// The bounds for a source of `sourceBytes` bytes: 2 GiB and 8 s for a small
/// one. They grow by 64 bytes for a byte and by a second for 4 KiB, so that
/// what is large but harmless still compiles.
ResourceLimits getSourceLimits(uint64_t sourceBytes);

/// Applies `limits` to this process from now on, instead of those before.
/// Memory beyond them is refused; when the time is over, the process gets the
/// signal SIGXCPU, and again each second.
void limitResources(const ResourceLimits &limits);

/// The same for the time alone. May be called by a signal handler, once
/// limitResources was called.
void limitCPUTime(unsigned seconds);

/// Whether `bytes` bytes of memory can be mapped now. Libraries that are built
/// without exceptions do not survive a lack of memory, so that they are called
/// only if there is enough.
bool isMemoryAvailable(size_t bytes);

} // namespace scatter

#endif // SCATTER_SUPPORT_RESOURCELIMITS_H
