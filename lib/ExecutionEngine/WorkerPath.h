//===- WorkerPath.h - where the worker program is ---------------*- C++ -*-===//

#ifndef SCATTER_LIB_EXECUTIONENGINE_WORKERPATH_H
#define SCATTER_LIB_EXECUTIONENGINE_WORKERPATH_H

#include "scatter/ExecutionEngine/Options.h"
#include "llvm/Support/Error.h"
#include <string>

namespace scatter {

/// The path of the program scatter-worker, see EngineOptions::workerPath. Fails
/// with CompileError if there is none.
llvm::Expected<std::string> findWorker(const EngineOptions &options);

} // namespace scatter

#endif // SCATTER_LIB_EXECUTIONENGINE_WORKERPATH_H
