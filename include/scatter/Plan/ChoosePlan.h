//===- ChoosePlan.h - choose the plan of an op ------------------*- C++ -*-===//
//
// The only place that decides how ops are lowered.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_PLAN_CHOOSEPLAN_H
#define SCATTER_PLAN_CHOOSEPLAN_H

#include "scatter/Dialect/Scatter/IR/PlanFacts.h"
#include "scatter/Plan/Machine.h"

#include <optional>

namespace scatter {

/// Returns the plan of a scatter_nd_update. `preferred` is the partition to use
/// if the op allows it and there is more than one thread.
Plan choosePlan(const ScatterNDFacts &facts, const Machine &machine,
                std::optional<Partition> preferred = std::nullopt);

/// Returns the plan of a gather_nd.
Plan choosePlan(const GatherFacts &facts, const Machine &machine);

/// Returns the plan of a slice_scatter.
Plan choosePlan(const SliceFacts &facts, const Machine &machine);

/// Returns the plan of a check_indices.
Plan chooseCheckPlan(const Machine &machine);

/// Why an op has its partition: a keyword for programs, a text for people.
struct PlanReason {
  llvm::StringRef key, text;
};

/// Returns the reason why threads divide the work by `partition`, for remarks.
PlanReason getReason(Partition partition, const ScatterNDFacts &facts,
                     const Machine &machine,
                     std::optional<Partition> preferred = std::nullopt);

} // namespace scatter

#endif // SCATTER_PLAN_CHOOSEPLAN_H
