//===- CPULevels.h - code for several x86-64 levels -------------*- C++ -*-===//

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

/// An x86-64 level, see scatter/Runtime/CPULevel.h.
struct CPULevel {
  llvm::StringRef name;
  int number;
};

/// Returns the levels that `cpu` (EngineOptions::cpu) lists, lowest first.
/// Empty if `cpu` is a single CPU. Fails with CompileError if a list contains a
/// name that is not a level or that occurs twice, or if the target is not
/// x86-64.
llvm::Expected<llvm::SmallVector<CPULevel, 4>>
parseCPULevels(llvm::StringRef cpu, const llvm::Triple &triple);

/// Copies the functions of `module` for each of `levels`, which must be in the
/// order of parseCPULevels. A function with external linkage becomes a
/// dispatcher: it calls its copy for the best level that the CPU supports, or
/// for the lowest level. Globals are shared. Fails with CompileError if such a
/// function has vectors as arguments or results, because levels pass these in
/// different registers.
llvm::Error addCPULevels(llvm::Module &module, llvm::ArrayRef<CPULevel> levels);

} // namespace scatter

#endif // SCATTER_LIB_EXECUTIONENGINE_CPULEVELS_H
