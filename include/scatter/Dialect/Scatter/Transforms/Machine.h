//===- Machine.h - what plans know about the machine ------------*- C++ -*-===//
//
// A machine description is the target device "scatter" of a module's
// `dlti.target_system_spec`. An entry is defined by its member here and its row
// in the table of Machine.cpp: passes, pipelines, engine and tools get their
// options from there.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_DIALECT_SCATTER_TRANSFORMS_MACHINE_H
#define SCATTER_DIALECT_SCATTER_TRANSFORMS_MACHINE_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <string>

namespace mlir {
class ModuleOp;
class Operation;
} // namespace mlir

namespace scatter {

/// What `scatter-plan` knows about the machine. A wrong description costs
/// speed, never results.
struct Machine {
  int64_t threads = 1;
  int64_t vectorBytes = 64;
  int64_t registerBytes = 512;
  int64_t parallelBytes = 128 << 10;
  int64_t coreCacheBytes = 2 << 20;
  int64_t scratchBytes = 64 << 20;
  int64_t nontemporalBytes = 16 << 20;
  int64_t memcpyBytes = 2 << 10;
  int64_t prefetch = 2;
  int64_t openMP = 0;
};

/// An entry of a machine description.
struct MachineEntry {
  /// Its name in options; in a description with '_' for '-'.
  llvm::StringLiteral name;
  int64_t Machine::*member;
  /// The values that it may have.
  int64_t min, max;
  llvm::StringLiteral summary;
  bool isPowerOfTwo = false;

  /// Its name in a description.
  std::string getKey() const;
  /// What is wrong with `value`: the entry's name, what it may be and what was
  /// found. Empty if nothing is.
  std::string getObjection(int64_t value) const;
};

/// All entries.
llvm::ArrayRef<MachineEntry> getMachineEntries();

/// The entry whose value is `member`.
const MachineEntry &getMachineEntry(int64_t Machine::*member);

/// The entry with the name that options give it, null if there is none.
const MachineEntry *findMachineEntry(llvm::StringRef name);

/// The description that holds for `op`: that of the innermost op around it that
/// has one; what it leaves out has the defaults. Fails, with a diagnostic, if a
/// value is not a number or out of range.
mlir::FailureOr<Machine> getMachine(mlir::Operation *op);

/// Adds the entries of `machine` that the description of `module` lacks.
void completeMachine(mlir::ModuleOp module, const Machine &machine);

} // namespace scatter

#endif // SCATTER_DIALECT_SCATTER_TRANSFORMS_MACHINE_H
