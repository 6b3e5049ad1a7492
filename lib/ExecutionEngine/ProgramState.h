//===- ProgramState.h - what a Program shares -------------------*- C++ -*-===//

#ifndef SCATTER_LIB_EXECUTIONENGINE_PROGRAMSTATE_H
#define SCATTER_LIB_EXECUTIONENGINE_PROGRAMSTATE_H

#include "Linker.h"
#include "scatter/ExecutionEngine/Types.h"
#include <memory>
#include <vector>

namespace scatter::detail {

/// Immutable once built. Element i of `entryPoints` and of `adaptors` belong
/// together.
struct ProgramState {
  std::vector<EntryPoint> entryPoints;
  /// The adaptor of each entry point, null for one that cannot be called.
  std::vector<void (*)(void **)> adaptors;
  std::unique_ptr<LinkedCode> code;
  bool isFromCache = false;
  /// The most threads that a call takes of the OpenMP runtime, itself included.
  unsigned openMPThreads = 1;
};

} // namespace scatter::detail

#endif // SCATTER_LIB_EXECUTIONENGINE_PROGRAMSTATE_H
