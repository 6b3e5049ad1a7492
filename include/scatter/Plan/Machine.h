//===- Machine.h - the machine description ----------------------*- C++ -*-===//
//
// A machine description is the target device "scatter" of the
// `dlti.target_system_spec` of a module. An entry is defined by its member here
// and its row in the table of Machine.cpp. The options of passes, pipelines,
// engine and tools are derived from these.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_PLAN_MACHINE_H
#define SCATTER_PLAN_MACHINE_H

#include "scatter/Plan/Thresholds.h"

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <string>
#include <utility>

namespace mlir {
class ModuleOp;
class Operation;
} // namespace mlir

namespace scatter {

/// The description of the machine that `scatter-plan` uses. A wrong description
/// makes code slower but never changes results.
struct Machine {
  int64_t threads = 1;
  int64_t cores = 0;
  int64_t vectorBytes = 64;
  int64_t parallelBytes = kParallelBytes;
  int64_t coreCacheBytes = 2 << 20;
  int64_t elementDataBytes = 8 << 20;
  int64_t bucketDataBytes = 64 << 20;
  int64_t scratchBytes = 64 << 20;
  int64_t nontemporalBytes = 16 << 20;
  int64_t memcpyBytes = 2 << 10;
  int64_t prefetch = 2;
  int64_t prefetchRowBytes = 4 << 10;
  int64_t prefetchTotalBytes = 2 << 20;
  int64_t openMP = 0;
};

/// An entry of a machine description.
struct MachineEntry {
  /// The name in options. In a description, '-' is replaced by '_'.
  llvm::StringLiteral name;
  int64_t Machine::*member;
  /// The smallest and the largest value that are allowed.
  int64_t min, max;
  llvm::StringLiteral summary;
  bool isPowerOfTwo = false;

  /// Returns the name in a description.
  std::string getKey() const;
  /// Returns what is wrong with `value`: the name of the entry, the allowed
  /// values and the value found. Returns an empty string if it is valid.
  std::string getObjection(int64_t value) const;
};

/// Returns all entries.
llvm::ArrayRef<MachineEntry> getMachineEntries();

/// Returns the entry for `member`.
const MachineEntry &getMachineEntry(int64_t Machine::*member);

/// Returns the entry that has `name` in options, or null if there is none.
const MachineEntry *findMachineEntry(llvm::StringRef name);

/// Returns the machine description for `op`: that of the innermost enclosing op
/// that has one. Entries that it does not set have their defaults. Emits a
/// diagnostic and fails if a value is not an integer or out of range.
mlir::FailureOr<Machine> getMachine(mlir::Operation *op);

/// Values of some entries.
using MachineValues = llvm::SmallVector<std::pair<int64_t Machine::*, int64_t>>;

/// Sets entries of the description of `module`. Emits a diagnostic that names
/// the entry, and fails, if a value is out of range.
mlir::LogicalResult setMachine(mlir::ModuleOp module,
                               const MachineValues &values);

/// Removes the description of `module`. Other target devices stay.
void eraseMachine(mlir::ModuleOp module);

/// Adds the entries of `machine` that the description of `module` does not set.
void completeMachine(mlir::ModuleOp module, const Machine &machine);

} // namespace scatter

#endif // SCATTER_PLAN_MACHINE_H
