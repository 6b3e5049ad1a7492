//===- Passes.h - conversion passes -----------------------------*- C++ -*-===//

#ifndef SCATTER_CONVERSION_PASSES_H
#define SCATTER_CONVERSION_PASSES_H

#include "scatter/Conversion/Patterns.h"

#include "mlir/Pass/Pass.h"

namespace scatter {

struct PlanOptions;

/// scatter-vectorize-contractions with the entries of a machine description
/// that are given in `options`.
std::unique_ptr<mlir::Pass>
createScatterVectorizeContractionsPass(const PlanOptions &options);

#define GEN_PASS_DECL
#include "scatter/Conversion/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "scatter/Conversion/Passes.h.inc"

} // namespace scatter

#endif // SCATTER_CONVERSION_PASSES_H
