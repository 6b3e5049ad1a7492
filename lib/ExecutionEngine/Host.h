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

} // namespace scatter

#endif // SCATTER_LIB_EXECUTIONENGINE_HOST_H
