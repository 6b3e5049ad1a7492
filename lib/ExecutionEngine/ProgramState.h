//===- ProgramState.h - what a Program shares -------------------*- C++ -*-===//

#ifndef SCATTER_LIB_EXECUTIONENGINE_PROGRAMSTATE_H
#define SCATTER_LIB_EXECUTIONENGINE_PROGRAMSTATE_H

#include "scatter/ExecutionEngine/Types.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <vector>

namespace scatter::detail {

/// Immutable once built. Element i of `entryPoints` and of `adaptors` belong
/// together.
struct ProgramState {
  std::vector<EntryPoint> entryPoints;
  /// The adaptor of each entry point, null for one that cannot be called.
  std::vector<void (*)(void **)> adaptors;
  /// Keeps what the adaptors belong to; null for code of this library.
  std::shared_ptr<const void> code;
  bool isFromCache = false;
  /// Fails if the OpenMP runtime cannot start the threads of a call, the most
  /// of which are `openMPThreads`, itself included; null without OpenMP.
  llvm::Error (*checkThreads)(unsigned threads) = nullptr;
  unsigned openMPThreads = 1;
};

} // namespace scatter::detail

#endif // SCATTER_LIB_EXECUTIONENGINE_PROGRAMSTATE_H
