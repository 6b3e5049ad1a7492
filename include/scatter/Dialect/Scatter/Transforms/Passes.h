//===- Passes.h - transformations of scatter ops ----------------*- C++ -*-===//

#ifndef SCATTER_DIALECT_SCATTER_TRANSFORMS_PASSES_H
#define SCATTER_DIALECT_SCATTER_TRANSFORMS_PASSES_H

#include "scatter/Plan/PlanOptions.h"
#include "scatter/Plan/Thresholds.h"

#include "mlir/Pass/Pass.h"

namespace scatter {

/// Creates scatter-set-machine with the entries in `options`.
std::unique_ptr<mlir::Pass>
createScatterSetMachinePass(const PlanOptions &options);

/// Creates scatter-plan with `options`.
std::unique_ptr<mlir::Pass> createScatterPlanPass(const PlanOptions &options);

#define GEN_PASS_DECL
#include "scatter/Dialect/Scatter/Transforms/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "scatter/Dialect/Scatter/Transforms/Passes.h.inc"

} // namespace scatter

#endif // SCATTER_DIALECT_SCATTER_TRANSFORMS_PASSES_H
