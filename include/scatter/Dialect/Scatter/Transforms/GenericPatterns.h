//===- GenericPatterns.h - patterns of scatter.generic ----------*- C++ -*-===//

#ifndef SCATTER_DIALECT_SCATTER_TRANSFORMS_GENERICPATTERNS_H
#define SCATTER_DIALECT_SCATTER_TRANSFORMS_GENERICPATTERNS_H

#include "scatter/Dialect/Scatter/IR/Scatter.h"

namespace mlir {
class RewritePatternSet;
class RewriterBase;
} // namespace mlir

namespace scatter {

/// Replaces `op` by a scatter.generic with the same meaning. Fails for an op
/// with a `source` and for elements whose reduction has no ops in arith.
mlir::FailureOr<GenericOp> generalizeNamedOp(mlir::RewriterBase &rewriter,
                                             ScatterNDUpdateOp op);

/// The same for a gather. Its `out` is filled where tuples may be dropped.
mlir::FailureOr<GenericOp> generalizeNamedOp(mlir::RewriterBase &rewriter,
                                             GatherNDOp op);

/// Replaces `op` by the scatter_nd_update or gather_nd that has the same
/// meaning. Fails if there is none.
mlir::FailureOr<mlir::Operation *>
specializeGeneric(mlir::RewriterBase &rewriter, GenericOp op);

/// Adds generalizeNamedOp and specializeGeneric as patterns.
void populateGeneralizeNamedOpsPatterns(mlir::RewritePatternSet &patterns);
void populateSpecializeGenericPatterns(mlir::RewritePatternSet &patterns);

/// Adds patterns that move the producers of `updates` and of the inputs of
/// scatter.generic into its region, see --scatter-fuse-producers. With
/// `rowsOnly` only updates of which fusesIntoRegion says so.
void populateFuseProducersPatterns(mlir::RewritePatternSet &patterns,
                                   bool rowsOnly = false);

} // namespace scatter

#endif // SCATTER_DIALECT_SCATTER_TRANSFORMS_GENERICPATTERNS_H
