//===- Codegen.h - LLVM IR to machine code ----------------------*- C++ -*-===//

#ifndef SCATTER_LIB_EXECUTIONENGINE_CODEGEN_H
#define SCATTER_LIB_EXECUTIONENGINE_CODEGEN_H

#include "scatter/ExecutionEngine/Options.h"
#include "llvm/Support/CodeGen.h"
#include "llvm/Support/Error.h"
#include "llvm/TargetParser/Triple.h"
#include <memory>
#include <string>

namespace llvm {
class Module;
class TargetMachine;
class raw_pwrite_stream;
} // namespace llvm

namespace scatter {

/// The CPU that this process runs on, as LLVM spells it.
struct HostCPU {
  std::string name;
  /// Every feature that LLVM knows, "+NAME" or "-NAME", separated by commas.
  std::string features;
};

/// Asked for once per process.
const HostCPU &getHostCPU();

/// The triple that `options` name or that of this process, in LLVM's form:
/// users may leave the vendor out.
llvm::Triple getTargetTriple(const EngineOptions &options);

/// Makes the target that `options` describe. Fails with CompileError for an
/// unknown triple, CPU or feature, or a target without 64-bit pointers.
llvm::Expected<std::unique_ptr<llvm::TargetMachine>>
createTargetMachine(const EngineOptions &options);

/// Sets the attributes that all generated code has and runs LLVM's optimisation
/// pipeline. The module has the target's triple and data layout.
void optimize(llvm::Module &module, llvm::TargetMachine &machine,
              unsigned level);

/// Writes assembly or an object file.
llvm::Error emitMachineCode(llvm::Module &module, llvm::TargetMachine &machine,
                            llvm::CodeGenFileType fileType,
                            llvm::raw_pwrite_stream &os);

} // namespace scatter

#endif // SCATTER_LIB_EXECUTIONENGINE_CODEGEN_H
