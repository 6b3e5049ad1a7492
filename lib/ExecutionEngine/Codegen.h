//===- Codegen.h - LLVM IR to machine code ----------------------*- C++ -*-===//

#ifndef SCATTER_LIB_EXECUTIONENGINE_CODEGEN_H
#define SCATTER_LIB_EXECUTIONENGINE_CODEGEN_H

#include "scatter/ExecutionEngine/Options.h"
#include "llvm/Support/CodeGen.h"
#include "llvm/Support/Error.h"
#include "llvm/TargetParser/Triple.h"
#include <memory>

namespace llvm {
class Module;
class TargetMachine;
class raw_pwrite_stream;
} // namespace llvm

namespace scatter {

/// The triple that `options` name or that of this process, in LLVM's form:
/// users may leave the vendor out.
llvm::Triple getTargetTriple(const EngineOptions &options);

/// Makes the target that `options` describe, of several levels the lowest one.
/// Fails with CompileError for an unknown triple, CPU or feature, or a target
/// without 64-bit pointers.
llvm::Expected<std::unique_ptr<llvm::TargetMachine>>
createTargetMachine(const EngineOptions &options);

/// Writes assembly or an object file.
llvm::Error emitMachineCode(llvm::Module &module, llvm::TargetMachine &machine,
                            llvm::CodeGenFileType fileType,
                            llvm::raw_pwrite_stream &os);

} // namespace scatter

#endif // SCATTER_LIB_EXECUTIONENGINE_CODEGEN_H
