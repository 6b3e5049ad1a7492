//===- Evaluator.h - values of ops on constants -----------------*- C++ -*-===//
//
// Nodes that compute shapes, indices and bounds have to be known at import, or
// be sizes that are known at run time. They are converted as all nodes are;
// what the ops compute is found by the folders of their scalar ops, which are
// copied where an operand is known at run time.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_LIB_TARGET_COMMON_EVALUATOR_H
#define SCATTER_LIB_TARGET_COMMON_EVALUATOR_H

#include "scatter/Conversion/ImportUtils/Sizes.h"

#include "mlir/IR/Block.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/ValueRange.h"

namespace scatter {

/// A tensor whose elements are known: attributes, or signless scalars.
struct EvaluatedTensor {
  mlir::RankedTensorType type;
  llvm::SmallVector<mlir::OpFoldResult> values;

  /// Null if an element is known at run time only.
  mlir::DenseElementsAttr getConstant() const;
};

/// Computes `values` from `ops`, which use nothing else but tensors of `known`
/// elements. None for a value that an op without a known result goes into, or
/// once `budget` scalar ops have been used up. What is computed at run time is
/// where `b` is.
llvm::SmallVector<std::optional<EvaluatedTensor>> evaluate(
    mlir::ImplicitLocOpBuilder &b,
    llvm::iterator_range<mlir::Block::iterator> ops,
    llvm::ArrayRef<std::pair<mlir::Value, llvm::ArrayRef<mlir::OpFoldResult>>>
        known,
    mlir::ValueRange values, int64_t &budget);

/// A tensor of `type` of integers with `elements`, signless scalars or
/// attributes of either sign.
mlir::Value makeFromElements(mlir::ImplicitLocOpBuilder &b,
                             mlir::RankedTensorType type,
                             llvm::ArrayRef<mlir::OpFoldResult> elements);

} // namespace scatter

#endif // SCATTER_LIB_TARGET_COMMON_EVALUATOR_H
