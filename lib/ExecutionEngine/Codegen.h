//===- Codegen.h - compiles LLVM IR to machine code -------------*- C++ -*-===//

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

/// Returns the triple in `options`, or that of this process. Normalizes it,
/// because users may omit the vendor.
llvm::Triple getTargetTriple(const EngineOptions &options);

/// Makes the target machine for `options`. If there are several levels, it is
/// for the lowest one. Fails with CompileError for an unknown triple, CPU or
/// feature, or a target without 64-bit pointers.
llvm::Expected<std::unique_ptr<llvm::TargetMachine>>
createTargetMachine(const EngineOptions &options);

/// Generates assembly or object files. One object serves several modules, one
/// after the other, because making the passes takes a fifth of the code
/// generation time of a small program.
class CodeGenerator {
public:
  /// Makes a generator for `machine`, which must outlive it. Modules with
  /// `onlyLoweredLoops` (see optimize) get fewer passes. Fails with
  /// CompileError.
  static llvm::Expected<std::unique_ptr<CodeGenerator>>
  create(llvm::TargetMachine &machine, llvm::CodeGenFileType fileType,
         bool onlyLoweredLoops);

  /// Generates the file of `module`. The result is valid until the next call.
  llvm::StringRef generate(llvm::Module &module);

private:
  CodeGenerator() : os(code) {}

  llvm::SmallVector<char, 0> code;
  llvm::raw_svector_ostream os;
  llvm::legacy::PassManager passes;
};

} // namespace scatter

#endif // SCATTER_LIB_EXECUTIONENGINE_CODEGEN_H
