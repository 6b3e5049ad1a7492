//===- ProgramState.h - the shared state of a Program -----------*- C++ -*-===//

#ifndef SCATTER_LIB_EXECUTIONENGINE_PROGRAMSTATE_H
#define SCATTER_LIB_EXECUTIONENGINE_PROGRAMSTATE_H

#include "scatter/ExecutionEngine/Types.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <vector>

namespace scatter::detail {

/// Immutable once built. Elements of `entryPoints` and `adaptors` with the same
/// index belong together.
struct ProgramState {
  std::vector<EntryPoint> entryPoints;
  /// The adaptor of each entry point. Null for one that cannot be called.
  std::vector<void (*)(void **)> adaptors;
  /// Owns the code of the adaptors. Null if the code is part of this library.
  std::shared_ptr<const void> code;
  bool isFromCache = false;
  /// Fails if the OpenMP runtime cannot start the threads of a call. The
  /// maximum is `openMPThreads`, which includes the calling thread. Null
  /// without OpenMP.
  llvm::Error (*checkThreads)(unsigned threads) = nullptr;
  unsigned openMPThreads = 1;
};

} // namespace scatter::detail

#endif // SCATTER_LIB_EXECUTIONENGINE_PROGRAMSTATE_H
