//===- StaticSizes.h - do the static sizes of an op agree? ------*- C++ -*-===//
//
// The verifier rejects ops whose static sizes contradict each other. Folds and
// patterns see such ops all the same: upstream's folding of tensor.cast into
// destination-style ops makes sizes static, and what it makes is folded and
// rewritten before it is verified.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_LIB_DIALECT_SCATTER_IR_STATICSIZES_H
#define SCATTER_LIB_DIALECT_SCATTER_IR_STATICSIZES_H

namespace mlir {
class Value;
} // namespace mlir

namespace scatter {

class ScatterNDUpdateOp;
class SliceScatterOp;

/// Whether `value` has a static shape that no tensor.cast asserts. A cast to a
/// static size, such as scatter-refine-shapes makes, is no proof: the sizes are
/// compared at run time, and an op that is rewritten must have nothing to
/// report.
bool hasCertainShape(mlir::Value value);

/// Whether no two static sizes contradict each other in (ND4), (ND5), (ND6).
/// The ranks must be right.
bool hasConsistentSizes(ScatterNDUpdateOp op);

/// Whether no two static sizes contradict each other in (S7). All else must be
/// right.
bool hasConsistentSizes(SliceScatterOp op);

} // namespace scatter

#endif // SCATTER_LIB_DIALECT_SCATTER_IR_STATICSIZES_H
