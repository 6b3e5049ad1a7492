//===- Compilation.h - one compilation --------------------------*- C++ -*-===//

#ifndef SCATTER_LIB_EXECUTIONENGINE_COMPILATION_H
#define SCATTER_LIB_EXECUTIONENGINE_COMPILATION_H

#include "CompiledObject.h"
#include "DiagnosticCollector.h"
#include "scatter/ExecutionEngine/Options.h"

#include "mlir/Support/LLVM.h"
#include "llvm/Support/CodeGen.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <vector>

namespace llvm {
class LLVMContext;
class Module;
class TargetMachine;
class raw_ostream;
class raw_pwrite_stream;
} // namespace llvm

namespace mlir {
class MLIRContext;
class ModuleOp;
} // namespace mlir

namespace scatter {

class Toolchain;

/// The compilation of one module. Either compile or emit is called, once; both
/// consume the module. Diagnostics of the context go to the
/// options' callback and into errors while the object lives.
class Compilation {
public:
  /// `toolchain` serves one compilation in `context` at a time.
  Compilation(const EngineOptions &options, mlir::MLIRContext *context,
              Toolchain &toolchain);
  ~Compilation();

  /// Compiles for this process. Clears `isCacheable` if there was any
  /// diagnostic, a remark included: a program from the cache would not repeat
  /// it.
  llvm::Expected<CompiledObject> compile(mlir::ModuleOp module,
                                         bool &isCacheable);

  /// Compiles to an object that a library of ours is linked with: its code
  /// calls GeneratedCode by symbols.
  llvm::Expected<CompiledObject> compileForLibrary(mlir::ModuleOp module);

  /// Compiles ahead of time.
  llvm::Error emit(mlir::ModuleOp module, EmitKind kind,
                   llvm::raw_pwrite_stream &os);

  /// The diagnostics as an error, or one with the text `fallback`.
  llvm::Error takeError(llvm::StringRef fallback) {
    return diagnostics.takeError(fallback);
  }

private:
  llvm::Expected<CompiledObject> makeObject(mlir::ModuleOp module,
                                            bool isForLibrary);
  llvm::Error lower(mlir::ModuleOp module, bool cInterface);
  llvm::Error translate(mlir::ModuleOp module);
  /// Leaves `_mlir_ciface_NAME` of each entry point visible to other objects,
  /// and nothing else.
  llvm::Error hideInternals();
  void optimizeAndReport();
  llvm::Error generate(llvm::CodeGenFileType fileType, llvm::raw_ostream &os);

  const EngineOptions &options;
  Toolchain &toolchain;
  DiagnosticCollector diagnostics;
  llvm::TargetMachine *machine = nullptr;
  std::vector<EntryPoint> entryPoints;
  std::unique_ptr<llvm::LLVMContext> llvmContext;
  std::unique_ptr<llvm::Module> llvmModule;
  /// Whether all loops of `llvmModule` came from the lowering, see optimize.
  bool onlyLoweredLoops = false;
};

} // namespace scatter

#endif // SCATTER_LIB_EXECUTIONENGINE_COMPILATION_H
