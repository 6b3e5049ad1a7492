//===- Evaluator.h - evaluates ops on constants -----------------*- C++ -*-===//
//
// Results of nodes that compute shapes, indices and bounds must be known at
// import, or must be sizes at run time. These nodes are converted as all nodes
// are. The evaluator then folds the scalar ops in the converted ops. It copies
// a scalar op if an operand is known only at run time.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_LIB_IMPORT_COMMON_EVALUATOR_H
#define SCATTER_LIB_IMPORT_COMMON_EVALUATOR_H

#include "scatter/Import/Utils/Sizes.h"

#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/IR/Block.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/ValueRange.h"

namespace scatter {

/// A tensor whose elements are known as attributes or as signless scalars.
struct EvaluatedTensor {
  mlir::RankedTensorType type;
  llvm::SmallVector<mlir::OpFoldResult> values;

  /// Returns the number of the element at `place` in `values`.
  int64_t getNumber(llvm::ArrayRef<int64_t> place) const {
    return mlir::linearize(place, mlir::computeStrides(type.getShape()));
  }

  /// Returns the constant, or null if an element is known only at run time.
  mlir::DenseElementsAttr getConstant() const;
};

/// Evaluates `values`, which `ops` compute. `ops` may use only tensors in
/// `known`. The result has std::nullopt for a value that depends on an op that
/// cannot be evaluated, and after `budget` scalar ops have been used up. Scalar
/// ops for run-time values are inserted at `b`.
llvm::SmallVector<std::optional<EvaluatedTensor>> evaluate(
    mlir::ImplicitLocOpBuilder &b,
    llvm::iterator_range<mlir::Block::iterator> ops,
    llvm::ArrayRef<std::pair<mlir::Value, llvm::ArrayRef<mlir::OpFoldResult>>>
        known,
    mlir::ValueRange values, int64_t &budget);

/// Makes a tensor of integers of `type` from `elements`. These are signless
/// scalars, or attributes of any signedness.
mlir::Value makeFromElements(mlir::ImplicitLocOpBuilder &b,
                             mlir::RankedTensorType type,
                             llvm::ArrayRef<mlir::OpFoldResult> elements);

} // namespace scatter

#endif // SCATTER_LIB_IMPORT_COMMON_EVALUATOR_H
