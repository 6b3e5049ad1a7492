//===- Source.h - compilation of text and bytecode --------------*- C++ -*-===//
//
// In this process, for sources that the host trusts; WorkerClient.h has the
// same functions for others.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_LIB_EXECUTIONENGINE_SOURCE_H
#define SCATTER_LIB_EXECUTIONENGINE_SOURCE_H

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

/// Parses text or bytecode, or imports a model of a format that the name of
/// `source` tells. Arguments of functions get the names that they have in the
/// text as `scatter.name` attributes, unless they have one. Clears
/// `isSelfContained` if other files were read. Returns null after an error was
/// emitted.
mlir::OwningOpRef<mlir::ModuleOp> parseSource(llvm::MemoryBufferRef source,
                                              mlir::MLIRContext *context,
                                              bool &isSelfContained);

/// Compiles the module that `build` makes in a context of its own. Clears
/// `isCacheable` if there were diagnostics, which a program from the cache
/// would not repeat.
llvm::Expected<CompiledObject> compileModule(
    const EngineOptions &options,
    llvm::function_ref<mlir::OwningOpRef<mlir::ModuleOp>(mlir::MLIRContext *)>
        build,
    bool &isCacheable);

/// The same for an object that a library of ours is linked with, see
/// Compilation::compileForLibrary.
llvm::Expected<CompiledObject> compileForLibrary(
    const EngineOptions &options,
    llvm::function_ref<mlir::OwningOpRef<mlir::ModuleOp>(mlir::MLIRContext *)>
        build);

/// Compiles the module that `source` holds.
llvm::Expected<CompiledObject> compileSource(const EngineOptions &options,
                                             llvm::MemoryBufferRef source,
                                             bool &isCacheable);

/// Parses `source` and writes the form `kind`.
llvm::Error emitSource(const EngineOptions &options,
                       llvm::MemoryBufferRef source, EmitKind kind,
                       llvm::raw_pwrite_stream &os);

} // namespace scatter

#endif // SCATTER_LIB_EXECUTIONENGINE_SOURCE_H
