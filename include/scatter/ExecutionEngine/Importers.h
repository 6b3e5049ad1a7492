//===- Importers.h - sources that are not MLIR ------------------*- C++ -*-===//
//
// The engine compiles text and bytecode of MLIR. What reads model files, and
// converts ops of dialects that the pipeline does not lower, is a component
// above the engine, which registers itself here.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_EXECUTIONENGINE_IMPORTERS_H
#define SCATTER_EXECUTIONENGINE_IMPORTERS_H

#include "mlir/IR/OwningOpRef.h"
#include "llvm/ADT/StringRef.h"

namespace llvm {
class MemoryBufferRef;
} // namespace llvm

namespace mlir {
class DialectRegistry;
class MLIRContext;
class ModuleOp;
class OpPassManager;
} // namespace mlir

namespace scatter {

/// The functions of the import component. Each may be null: there is nothing
/// that it would handle. They are called from any thread.
struct Importers {
  /// Whether a source of this name (of a buffer, see ExecutionEngine::compile)
  /// is a model file.
  bool (*isModelFile)(llvm::StringRef name) = nullptr;

  /// Returns the module of a model file, or null after a diagnostic. Sets
  /// `isSelfContained` to false if the model consists of several files.
  mlir::OwningOpRef<mlir::ModuleOp> (*readModel)(
      llvm::MemoryBufferRef source, mlir::MLIRContext *context,
      bool &isSelfContained) = nullptr;

  /// Whether text or bytecode may have ops of dialects that are not registered.
  bool (*mayHaveUnregisteredOps)(llvm::StringRef source) = nullptr;

  /// Registers the names of dialects of which such text has ops.
  void (*registerForeignDialects)(mlir::DialectRegistry &registry) = nullptr;

  /// Whether `module` has ops that the passes of `addImportStage` convert.
  bool (*hasForeignOps)(mlir::ModuleOp module) = nullptr;

  /// Adds the passes that convert these ops.
  void (*addImportStage)(mlir::OpPassManager &pm) = nullptr;
};

/// Sets the import component of the process. Not thread-safe: for the start of
/// a program, before anything is compiled.
void setImporters(const Importers &importers);

/// Returns the import component of the process; all functions are null where
/// there is none.
const Importers &getImporters();

} // namespace scatter

#endif // SCATTER_EXECUTIONENGINE_IMPORTERS_H
