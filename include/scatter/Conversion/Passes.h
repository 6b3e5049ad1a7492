//===- Passes.h - conversion passes -----------------------------*- C++ -*-===//

#ifndef SCATTER_CONVERSION_PASSES_H
#define SCATTER_CONVERSION_PASSES_H

#include "scatter/Conversion/Patterns.h"

#include "mlir/Pass/Pass.h"

namespace scatter {

/// Creates scatter-run-if-present with the passes that `build` adds. They run
/// on modules that contain one of `ops`, which are names of ops and dialects.
/// Ops named in `exceptRows` count only if they have a vector other than a row
/// of several elements.
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
