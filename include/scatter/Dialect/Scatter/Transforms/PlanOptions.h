//===- PlanOptions.h - the options of scatter-plan --------------*- C++ -*-===//
//
// As values; PlanOptionSet.h has them as options of passes and pipelines.
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

/// What was given; the rest follows from the machine description and the ops.
struct PlanOptions {
  /// Entries that replace those of the machine description.
  llvm::SmallVector<std::pair<int64_t Machine::*, int64_t>> machine;
  /// How threads divide scatter_nd_update where the op allows it.
  std::optional<Partition> partition;

  PlanOptions &set(int64_t Machine::*member, int64_t value) {
    machine.push_back({member, value});
    return *this;
  }

  /// The machine description that holds for `op`, with the entries given here.
  /// Fails, with a diagnostic that names the entry, if one is out of range.
  mlir::FailureOr<Machine> getMachine(mlir::Operation *op) const;
};

} // namespace scatter

#endif // SCATTER_DIALECT_SCATTER_TRANSFORMS_PLANOPTIONS_H
