//===- WorkerClient.h - compiles in another process -------------*- C++ -*-===//

#ifndef SCATTER_LIB_EXECUTIONENGINE_WORKERCLIENT_H
#define SCATTER_LIB_EXECUTIONENGINE_WORKERCLIENT_H

#include "CompiledObject.h"
#include "scatter/ExecutionEngine/Options.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBufferRef.h"

namespace llvm {
class raw_pwrite_stream;
} // namespace llvm

namespace scatter {

/// Like compileSource, in a worker process. See EngineOptions::untrusted.
llvm::Expected<CompiledObject> compileInWorker(const EngineOptions &options,
                                               llvm::MemoryBufferRef source,
                                               bool &isCacheable);

/// Like emitSource, in a worker process.
llvm::Error emitInWorker(const EngineOptions &options,
                         llvm::MemoryBufferRef source, EmitKind kind,
                         llvm::raw_pwrite_stream &os);

} // namespace scatter

#endif // SCATTER_LIB_EXECUTIONENGINE_WORKERCLIENT_H
