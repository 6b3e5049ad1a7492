//===- SplitChain.h - one branch for a chain of updates ---------*- C++ -*-===//

#ifndef SCATTER_LIB_DIALECT_SCATTER_TRANSFORMS_SPLITCHAIN_H
#define SCATTER_LIB_DIALECT_SCATTER_TRANSFORMS_SPLITCHAIN_H

#include "scatter/Dialect/Scatter/IR/Scatter.h"
#include "scatter/Dialect/Scatter/Utils/SizeConditions.h"

#include "llvm/ADT/MapVector.h"

namespace scatter {

/// The check of one index operand.
struct IndexCheck {
  mlir::OpOperand *indices;
  NegativeIndices negativeIndices;
  /// Where an index out of bounds is reported.
  mlir::Location loc;
  /// The sizes of the indexed dimensions.
  SmallVector<mlir::OpFoldResult> sizes = {};
  /// Whether all indices are in bounds: the result of a check, or a constant.
  Value valid = {};
};

/// An update that may report a violation.
struct CheckedUpdate {
  mlir::Operation *op;
  /// The checks of its index operands under the policy `error`.
  SmallVector<IndexCheck, 1> checks;
  /// What is compared before the indices are read.
  SmallVector<SizeCondition> sizes;
  /// Whether nothing is to be reported. Set where `isSplit` is.
  Value condition;
  /// Whether the update is executed where `condition` holds and needs no check
  /// of its own then.
  bool isSplit = false;
};

using CheckedUpdates = llvm::MapVector<mlir::Operation *, CheckedUpdate>;

/// Emits the report of `update`.
void emitReport(IndexBuilder &b, const CheckedUpdate &update);

/// Moves updates of tensors that are split, and what lies between them, into
/// the `then` branch of an scf.if. The `else` branch makes the reports in the
/// order of the updates and yields `data`. There is one branch for all updates
/// of a block whose conditions are available before the first one, unless an
/// op with side effects is between them: the result of a branch for each one
/// would be `data` or the update, so that One-Shot Bufferize would have to copy
/// for each update of a `data` that it may not write.
///
/// With `withConsumers` ops with TilingInterface that depend on the updates,
/// and what these need of them, move as well. The `else` branch has clones of
/// them.
void branchOnChains(mlir::Block &block, const CheckedUpdates &updates,
                    bool withConsumers);

} // namespace scatter

#endif // SCATTER_LIB_DIALECT_SCATTER_TRANSFORMS_SPLITCHAIN_H
