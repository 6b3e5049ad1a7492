//===- Source.h - compiles text and bytecode --------------------*- C++ -*-===//
//
// Compiles in this process, for sources that the host trusts. WorkerClient.h
// has the same functions for untrusted sources.
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

/// Parses text or bytecode, or imports a model whose format follows from the
/// name of `source`. Arguments of functions get the names that they have in the
/// text as `scatter.name` attributes, unless they have this attribute. Clears
/// `isSelfContained` if other files were read. On failure, emits an error and
/// returns null.
mlir::OwningOpRef<mlir::ModuleOp> parseSource(llvm::MemoryBufferRef source,
                                              mlir::MLIRContext *context,
                                              bool &isSelfContained);

/// Compiles the module that `build` makes in its own context. Clears
/// `isCacheable` if there were diagnostics, because a program from the cache
/// would not repeat them.
llvm::Expected<CompiledObject> compileModule(
    const EngineOptions &options,
    llvm::function_ref<mlir::OwningOpRef<mlir::ModuleOp>(mlir::MLIRContext *)>
        build,
    bool &isCacheable);

/// Compiles an object to be linked into one of our libraries, see
/// Compilation::compileForLibrary.
llvm::Expected<CompiledObject> compileForLibrary(
    const EngineOptions &options,
    llvm::function_ref<mlir::OwningOpRef<mlir::ModuleOp>(mlir::MLIRContext *)>
        build);

/// Parses and compiles `source`.
llvm::Expected<CompiledObject> compileSource(const EngineOptions &options,
                                             llvm::MemoryBufferRef source,
                                             bool &isCacheable);

/// Parses `source` and writes the form `kind`.
llvm::Error emitSource(const EngineOptions &options,
                       llvm::MemoryBufferRef source, EmitKind kind,
                       llvm::raw_pwrite_stream &os);

} // namespace scatter

#endif // SCATTER_LIB_EXECUTIONENGINE_SOURCE_H
