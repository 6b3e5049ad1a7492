//===- PlanOptions.h - the options of scatter-plan --------------*- C++ -*-===//
//
// The options as values. PlanOptionSet.h declares them as options of passes and
// pipelines.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_PLAN_PLANOPTIONS_H
#define SCATTER_PLAN_PLANOPTIONS_H

#include "scatter/Dialect/Scatter/IR/ScatterEnums.h"
#include "scatter/Plan/Machine.h"

#include <optional>

namespace scatter {

/// Stands for no partition where a Partition must have a value.
inline constexpr Partition kAutoPartition = static_cast<Partition>(-1);

/// The options that were set. Everything else follows from the machine
/// description and the ops.
struct PlanOptions {
  /// Entries that replace those of the machine description.
  MachineValues machine;
  /// The partition of scatter_nd_update to use if the op allows it.
  std::optional<Partition> partition;

  /// Sets an entry, which has one value: the last one that was set.
  PlanOptions &set(int64_t Machine::*member, int64_t value) {
    for (auto &[known, current] : machine)
      if (known == member) {
        current = value;
        return *this;
      }
    machine.push_back({member, value});
    return *this;
  }

  /// Returns the machine description for `op`, with the entries of these
  /// options. Emits a diagnostic that names the entry, and fails, if a value is
  /// out of range.
  mlir::FailureOr<Machine> getMachine(mlir::Operation *op) const;

  bool operator==(const PlanOptions &other) const {
    return machine == other.machine && partition == other.partition;
  }
};

} // namespace scatter

#endif // SCATTER_PLAN_PLANOPTIONS_H
