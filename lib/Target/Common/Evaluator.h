//===- Evaluator.h - values of ops on constants -----------------*- C++ -*-===//
//
// Nodes that compute shapes, indices and bounds have to be known at import.
// They are converted as all nodes are; what the ops compute from constants is
// found by the folders of their scalar ops.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_LIB_TARGET_COMMON_EVALUATOR_H
#define SCATTER_LIB_TARGET_COMMON_EVALUATOR_H

#include "mlir/IR/Block.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/ValueRange.h"

namespace scatter {

/// Computes `values` from the ops between `begin` and the end of `block`, which
/// use nothing else. Null for a value that an op without a known result goes
/// into, or once `budget` scalar ops have been used up.
llvm::SmallVector<mlir::DenseElementsAttr> evaluate(mlir::Block &block,
                                                    mlir::Block::iterator begin,
                                                    mlir::ValueRange values,
                                                    int64_t &budget);

} // namespace scatter

#endif // SCATTER_LIB_TARGET_COMMON_EVALUATOR_H
