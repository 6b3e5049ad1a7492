//===- Host.h - the CPU that this process runs on ---------------*- C++ -*-===//

#ifndef SCATTER_LIB_EXECUTIONENGINE_HOST_H
#define SCATTER_LIB_EXECUTIONENGINE_HOST_H

#include <string>

namespace scatter {

/// The CPU that this process runs on, as LLVM spells it.
struct HostCPU {
  std::string name;
  /// Every feature that LLVM knows, "+NAME" or "-NAME", separated by commas.
  std::string features;
};

/// Queried once per process.
const HostCPU &getHostCPU();

/// Returns the size of the last-level cache that the first core shares with its
/// neighbours, or 0 or less if the system does not say. Reads a file.
int64_t getLastLevelCacheBytes();

} // namespace scatter

#endif // SCATTER_LIB_EXECUTIONENGINE_HOST_H
