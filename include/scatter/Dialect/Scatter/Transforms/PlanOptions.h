//===- PlanOptions.h - the options of scatter-plan --------------*- C++ -*-===//
//
// The options as values. PlanOptionSet.h declares them as options of passes and
// pipelines.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_DIALECT_SCATTER_TRANSFORMS_PLANOPTIONS_H
#define SCATTER_DIALECT_SCATTER_TRANSFORMS_PLANOPTIONS_H

#include "scatter/Dialect/Scatter/IR/ScatterEnums.h"
#include "scatter/Dialect/Scatter/Transforms/Machine.h"

#include "llvm/ADT/SmallVector.h"

#include <optional>
#include <utility>

namespace scatter {

/// The options that were set. Everything else follows from the machine
/// description and the ops.
struct PlanOptions {
  /// Entries that replace those of the machine description.
  llvm::SmallVector<std::pair<int64_t Machine::*, int64_t>> machine;
  /// The partition of scatter_nd_update to use if the op allows it.
  std::optional<Partition> partition;

  PlanOptions &set(int64_t Machine::*member, int64_t value) {
    machine.push_back({member, value});
    return *this;
  }

  /// Returns the machine description for `op`, with the entries of these
  /// options. Emits a diagnostic that names the entry, and fails, if a value is
  /// out of range.
  mlir::FailureOr<Machine> getMachine(mlir::Operation *op) const;
};

} // namespace scatter

#endif // SCATTER_DIALECT_SCATTER_TRANSFORMS_PLANOPTIONS_H
