//===- SourceCompilation.h - compilation of text and bytecode ---*- C++ -*-===//
//
// The same two functions twice: in this process, for sources that the host
// trusts, and by a worker, for others.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_LIB_EXECUTIONENGINE_SOURCECOMPILATION_H
#define SCATTER_LIB_EXECUTIONENGINE_SOURCECOMPILATION_H

#include "CompiledObject.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "scatter/ExecutionEngine/Options.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBufferRef.h"

namespace llvm {
class raw_pwrite_stream;
} // namespace llvm

namespace scatter {

/// Compiles the module that `build` makes in a context of its own. Clears
/// `isCacheable` when there were diagnostics, which a program from the cache
/// would not give.
llvm::Expected<CompiledObject> compileInNewContext(
    const EngineOptions &options,
    llvm::function_ref<mlir::OwningOpRef<mlir::ModuleOp>(mlir::MLIRContext *)>
        build,
    bool &isCacheable);

/// The same for the module that `source` holds.
llvm::Expected<CompiledObject> compileSource(const EngineOptions &options,
                                             llvm::MemoryBufferRef source,
                                             bool &isCacheable);

/// Parses `source` and writes the form `kind`.
llvm::Error emitSource(const EngineOptions &options,
                       llvm::MemoryBufferRef source, EmitKind kind,
                       llvm::raw_pwrite_stream &os);

/// compileSource in a worker process, see EngineOptions::untrusted.
llvm::Expected<CompiledObject> compileInWorker(const EngineOptions &options,
                                               llvm::MemoryBufferRef source,
                                               bool &isCacheable);

/// emitSource in a worker process.
llvm::Error emitInWorker(const EngineOptions &options,
                         llvm::MemoryBufferRef source, EmitKind kind,
                         llvm::raw_pwrite_stream &os);

} // namespace scatter

#endif // SCATTER_LIB_EXECUTIONENGINE_SOURCECOMPILATION_H
