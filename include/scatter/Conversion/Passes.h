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

/// scatter-run-if-present with the passes that `build` adds, for modules with
/// one of `ops`, names of ops and of dialects. Those of `exceptRows` count only
/// with a vector that is not a row of several elements.
std::unique_ptr<mlir::Pass> createScatterRunIfPresentPass(
    llvm::ArrayRef<llvm::StringRef> ops,
    llvm::function_ref<void(mlir::OpPassManager &)> build,
    llvm::ArrayRef<llvm::StringRef> exceptRows = {});

#define GEN_PASS_DECL
#include "scatter/Conversion/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "scatter/Conversion/Passes.h.inc"

} // namespace scatter

#endif // SCATTER_CONVERSION_PASSES_H
