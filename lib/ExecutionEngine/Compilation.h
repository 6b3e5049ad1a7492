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

/// The compilation of one module. Call either compile or emit, once. Both
/// consume the module. While the object exists, diagnostics of the context go
/// to the callback of the options and into errors.
class Compilation {
public:
  /// `toolchain` must serve only one compilation in `context` at a time.
  Compilation(const EngineOptions &options, mlir::MLIRContext *context,
              Toolchain &toolchain);
  ~Compilation();

  /// Compiles for this process. Clears `isCacheable` if there was any
  /// diagnostic, including remarks, because a program from the cache would not
  /// repeat it.
  llvm::Expected<CompiledObject> compile(mlir::ModuleOp module,
                                         bool &isCacheable);

  /// Compiles to an object to be linked into one of our libraries. Its code
  /// calls GeneratedCode by symbols.
  llvm::Expected<CompiledObject> compileForLibrary(mlir::ModuleOp module);

  /// Compiles ahead of time.
  llvm::Error emit(mlir::ModuleOp module, EmitKind kind,
                   llvm::raw_pwrite_stream &os);

  /// Returns the diagnostics as an error, or an error with the text `fallback`.
  llvm::Error takeError(llvm::StringRef fallback) {
    return diagnostics.takeError(fallback);
  }

private:
  llvm::Expected<CompiledObject> makeObject(mlir::ModuleOp module,
                                            bool isForLibrary);
  llvm::Error lower(mlir::ModuleOp module, bool cInterface);
  llvm::Error translate(mlir::ModuleOp module);
  /// Gives internal linkage to everything except `_mlir_ciface_NAME` of each
  /// entry point.
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
  /// Whether all loops of `llvmModule` come from the lowering, see optimize.
  bool onlyLoweredLoops = false;
};

} // namespace scatter

#endif // SCATTER_LIB_EXECUTIONENGINE_COMPILATION_H
