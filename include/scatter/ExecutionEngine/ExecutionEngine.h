//===- ExecutionEngine.h - compiles IR to programs --------------*- C++ -*-===//
//
// Compiles modules of the scatter dialect and upstream dialects, for this
// process or ahead of time. The library does not print. Every failure is an
// llvm::Error.
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

/// Compiles programs. Immutable and cheap to copy. All functions are
/// thread-safe, except that a module must not be used by several threads, see
/// below.
///
/// The entry points of a module are its public functions (`func.func` with a
/// body). Their tensor arguments are not written unless the argument has the
/// attribute `bufferization.writable = true`. Their results are allocated by
/// malloc and owned by the caller. If an allocation fails, the call frees all
/// memory that it has allocated. Functions of the host that a program calls
/// must therefore neither free nor keep memory of the program.
class ExecutionEngine {
public:
  explicit ExecutionEngine(EngineOptions options = {});

  /// Compiles a text or bytecode source for this process. The identifier of the
  /// buffer is its name in diagnostics. Fails with CompileError.
  llvm::Expected<Program> compile(llvm::MemoryBufferRef source) const;

  /// Compiles a copy of `module` in the context of `module`. Loads the dialects
  /// of the pipeline into the context. Only one thread may use the context
  /// during the call. Fails with CompileError.
  llvm::Expected<Program> compile(mlir::ModuleOp module) const;

  /// Compiles the module that `build` makes. `build` gets a context in which
  /// the dialects of the pipeline are registered. `key` identifies the module
  /// in the object cache: equal keys must stand for equal modules. If the cache
  /// has the program, `build` is not called. Fails with CompileError.
  llvm::Expected<Program>
  compile(llvm::StringRef key,
          llvm::function_ref<
              mlir::OwningOpRef<mlir::ModuleOp>(mlir::MLIRContext *context)>
              build) const;

  /// Whether a compilation of this process has succeeded without the cache.
  static bool hasCompiled();

  /// Compiles ahead of time and writes the form `kind` to `os`. For each entry
  /// point NAME, the object defines `_mlir_ciface_NAME`, which takes pointers
  /// to memref descriptors. It defines no other external symbol. It refers to
  /// functions of the runtime and of the C library. If the entry `openmp` of
  /// the plan is 1, it also refers to LLVM's OpenMP runtime. In the form MLIR
  /// all functions keep their visibility, so that other tools can process the
  /// module further.
  ///
  /// Fails with CompileError. The contents of `os` are then unspecified.
  llvm::Error emit(llvm::MemoryBufferRef source, EmitKind kind,
                   llvm::raw_pwrite_stream &os) const;

  /// Compiles a copy of `module` ahead of time.
  llvm::Error emit(mlir::ModuleOp module, EmitKind kind,
                   llvm::raw_pwrite_stream &os) const;

private:
  EngineOptions options;
};

} // namespace scatter

#endif // SCATTER_EXECUTIONENGINE_EXECUTIONENGINE_H
