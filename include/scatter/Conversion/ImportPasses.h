//===- ImportPasses.h - conversions from other dialects ---------*- C++ -*-===//

#ifndef SCATTER_CONVERSION_IMPORTPASSES_H
#define SCATTER_CONVERSION_IMPORTPASSES_H

#include "mlir/Pass/Pass.h"

namespace mlir {
class RewritePatternSet;
} // namespace mlir

namespace scatter {

#define GEN_PASS_DECL
#include "scatter/Conversion/ImportPasses.h.inc"

#define GEN_PASS_REGISTRATION
#include "scatter/Conversion/ImportPasses.h.inc"

/// Whether `op` belongs to StableHLO or CHLO, dialects that are not registered.
bool isStableHLO(mlir::Operation *op);

/// Adds the pattern that turns `tensor.scatter` into
/// `scatter.scatter_nd_update`.
void populateTensorToScatterPatterns(mlir::RewritePatternSet &patterns);

/// Adds the pattern that turns `tosa.scatter` into `scatter.scatter_nd_update`.
void populateTosaToScatterPatterns(mlir::RewritePatternSet &patterns);

} // namespace scatter

#endif // SCATTER_CONVERSION_IMPORTPASSES_H
