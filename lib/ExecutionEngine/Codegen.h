//===- Codegen.h - LLVM IR to machine code ----------------------*- C++ -*-===//

#ifndef SCATTER_LIB_EXECUTIONENGINE_CODEGEN_H
#define SCATTER_LIB_EXECUTIONENGINE_CODEGEN_H

#include "scatter/ExecutionEngine/Options.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/Support/CodeGen.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TargetParser/Triple.h"
#include <memory>

namespace llvm {
class Module;
class TargetMachine;
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

/// Generates assembly or object files, of one module after the other. To make
/// the passes takes a fifth of the code generation of a small program.
class CodeGenerator {
public:
  /// For `machine`, which lives as long as this object. Modules with
  /// `onlyLoweredLoops` (see optimize) get fewer passes. Fails with
  /// CompileError.
  static llvm::Expected<std::unique_ptr<CodeGenerator>>
  create(llvm::TargetMachine &machine, llvm::CodeGenFileType fileType,
         bool onlyLoweredLoops);

  /// The file of `module`, valid until the next call.
  llvm::StringRef generate(llvm::Module &module);

private:
  CodeGenerator() : os(code) {}

  llvm::SmallVector<char, 0> code;
  llvm::raw_svector_ostream os;
  llvm::legacy::PassManager passes;
};

} // namespace scatter

#endif // SCATTER_LIB_EXECUTIONENGINE_CODEGEN_H
