//===- CPULevels.h - code for several levels of x86-64 ----------*- C++ -*-===//

#ifndef SCATTER_LIB_EXECUTIONENGINE_CPULEVELS_H
#define SCATTER_LIB_EXECUTIONENGINE_CPULEVELS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace llvm {
class Module;
class Triple;
} // namespace llvm

namespace scatter {

/// A level of x86-64, see scatter/Runtime/CPULevel.h.
struct CPULevel {
  llvm::StringRef name;
  int number;
};

/// The levels that `cpu` lists (EngineOptions::cpu), the lowest one first; none
/// if it names a single CPU. Fails with CompileError for a list that is not one
/// of distinct levels, or whose target is not x86-64.
llvm::Expected<llvm::SmallVector<CPULevel, 4>>
parseCPULevels(llvm::StringRef cpu, const llvm::Triple &triple);

/// Copies the functions of `module` for each of `levels`, which are in the
/// order of parseCPULevels. A function that other objects see becomes a call of
/// its copy for the best level that the CPU has, or for the lowest one. Globals
/// are shared. Fails with CompileError if such a function has vectors as
/// arguments or results, which code for different levels passes in different
/// registers.
llvm::Error addCPULevels(llvm::Module &module, llvm::ArrayRef<CPULevel> levels);

} // namespace scatter

#endif // SCATTER_LIB_EXECUTIONENGINE_CPULEVELS_H
