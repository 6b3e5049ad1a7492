//===- ExecutionEngine.h - from IR to a program -----------------*- C++ -*-===//
//
// Compiles modules of scatter and upstream dialects, for this process or ahead
// of time. The library prints nothing: every failure is an llvm::Error.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_EXECUTIONENGINE_EXECUTIONENGINE_H
#define SCATTER_EXECUTIONENGINE_EXECUTIONENGINE_H

#include "scatter/ExecutionEngine/Errors.h"
#include "scatter/ExecutionEngine/Options.h"
#include "scatter/ExecutionEngine/Program.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBufferRef.h"

namespace llvm {
class raw_pwrite_stream;
} // namespace llvm

namespace mlir {
class MLIRContext;
class ModuleOp;
template <typename OpTy>
class OwningOpRef;
} // namespace mlir

namespace scatter {

/// Compiles programs. Immutable and cheap to copy; all functions may be called
/// from many threads at once, see the notes on modules below.
///
/// The public functions (`func.func` with a body) of a module are its entry
/// points. Their tensor arguments are never written unless the argument has the
/// attribute `bufferization.writable = true`; their results are allocated by
/// malloc and owned by the caller. A call in which an allocation fails frees
/// all that it has allocated; functions of the host that a program calls must
/// neither free nor keep its memory.
class ExecutionEngine {
public:
  explicit ExecutionEngine(EngineOptions options = {});

  const EngineOptions &getOptions() const { return options; }

  /// Compiles a text or bytecode source for this process. The buffer's
  /// identifier names it in diagnostics. Fails with CompileError.
  llvm::Expected<Program> compile(llvm::MemoryBufferRef source) const;

  /// Compiles a copy of `module` in its own context, into which the dialects of
  /// the pipeline are loaded. A context is used by one thread at a time.
  /// Fails with CompileError.
  llvm::Expected<Program> compile(mlir::ModuleOp module) const;

  /// Compiles the module that `build` makes in the context that it is given,
  /// which has the dialects of the pipeline registered. `key` stands for the
  /// module in the object cache: equal keys must stand for equal modules, and
  /// where the cache has the program `build` is not called. Fails with
  /// CompileError.
  llvm::Expected<Program>
  compile(llvm::StringRef key,
          llvm::function_ref<
              mlir::OwningOpRef<mlir::ModuleOp>(mlir::MLIRContext *context)>
              build) const;

  /// Compiles ahead of time and writes the form `kind` to `os`. The object
  /// defines each entry point NAME as `_mlir_ciface_NAME`, which takes pointers
  /// to memref descriptors, and no other external symbol. It refers to
  /// functions of the runtime and of the C library; where the entry openmp of
  /// the plan is 1 also to LLVM's OpenMP runtime. In the form MLIR, for tools
  /// that go on with it, all functions keep their visibility. Fails with
  /// CompileError; what `os` received is then unspecified.
  llvm::Error emit(llvm::MemoryBufferRef source, EmitKind kind,
                   llvm::raw_pwrite_stream &os) const;

  /// The same for a copy of `module`.
  llvm::Error emit(mlir::ModuleOp module, EmitKind kind,
                   llvm::raw_pwrite_stream &os) const;

private:
  EngineOptions options;
};

} // namespace scatter

#endif // SCATTER_EXECUTIONENGINE_EXECUTIONENGINE_H
