//===- Passes.h - import of other dialects and models -----------*- C++ -*-===//

#ifndef SCATTER_IMPORT_PASSES_H
#define SCATTER_IMPORT_PASSES_H

#include "mlir/Pass/Pass.h"

namespace mlir {
class RewritePatternSet;
} // namespace mlir

namespace scatter {

#define GEN_PASS_DECL
#include "scatter/Import/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "scatter/Import/Passes.h.inc"

/// Whether `op` belongs to StableHLO, CHLO or Shardy (sdy), dialects that are
/// not registered.
bool isStableHLO(mlir::Operation *op);

/// Adds the pattern that turns `tensor.scatter` into
/// `scatter.scatter_nd_update`.
void populateTensorToScatterPatterns(mlir::RewritePatternSet &patterns);

/// Adds the pattern that turns `tosa.scatter` into `scatter.scatter_nd_update`.
void populateTosaToScatterPatterns(mlir::RewritePatternSet &patterns);

} // namespace scatter

#endif // SCATTER_IMPORT_PASSES_H
