//===- Patterns.h - patterns between scatter and tensor ops -----*- C++ -*-===//

#ifndef SCATTER_DIALECT_SCATTER_TRANSFORMS_PATTERNS_H
#define SCATTER_DIALECT_SCATTER_TRANSFORMS_PATTERNS_H

#include "mlir/Support/LLVM.h"

namespace mlir {
class RewritePatternSet;
class RewriterBase;
} // namespace mlir

namespace scatter {

class SliceScatterOp;

/// Replaces `op` by a `tensor.insert_slice` at the resolved start. `op` must be
/// on tensors, have nothing to report and no `source`, and its steps must be
/// positive constants; fails otherwise.
mlir::LogicalResult replaceByInsertSlice(mlir::RewriterBase &rewriter,
                                         SliceScatterOp op);

/// Adds the pattern that applies replaceByInsertSlice.
void populateSliceScatterToInsertSlicePatterns(
    mlir::RewritePatternSet &patterns);

} // namespace scatter

#endif // SCATTER_DIALECT_SCATTER_TRANSFORMS_PATTERNS_H
