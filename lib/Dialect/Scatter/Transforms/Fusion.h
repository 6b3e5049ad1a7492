//===- Fusion.h - how a producer becomes a part of a region -----*- C++ -*-===//

#ifndef SCATTER_LIB_DIALECT_SCATTER_TRANSFORMS_FUSION_H
#define SCATTER_LIB_DIALECT_SCATTER_TRANSFORMS_FUSION_H

#include "scatter/Dialect/Scatter/IR/Scatter.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"

#include <functional>

namespace scatter {

/// A tensor that becomes an input. `exprs` are the results of its map; 0 stands
/// for a dimension of size 1 that is to be dropped.
struct NewInput {
  mlir::Value tensor;
  llvm::SmallVector<mlir::AffineExpr> exprs;
};

/// A tensor that becomes an index operand. Without a dimension for components
/// it has one index for each tuple.
struct NewIndices {
  mlir::Value tensor;
  bool hasComponents = false;
  OutOfBounds policy = OutOfBounds::undefined;
  NegativeIndices negative = NegativeIndices::reject;
  /// The op whose indices they are for the caller, null if it reports none.
  mlir::LocationAttr loc = nullptr;

  int64_t countComponents() const {
    return hasComponents ? llvm::cast<mlir::RankedTensorType>(tensor.getType())
                               .getShape()
                               .back()
                         : 1;
  }
};

/// How the elements of an input are computed from those of other tensors.
/// Symbols from `numComponents` on are the components of `indices`.
struct Fusion {
  llvm::SmallVector<NewInput> inputs;
  llvm::SmallVector<NewIndices> indices;
  /// Emits the element from those of `inputs`.
  std::function<mlir::Value(mlir::OpBuilder &, mlir::Location,
                            mlir::ValueRange)>
      emit;
};

/// Returns how to compute result number `result` of `op` at `exprs`, positions
/// in the dimensions of the tuples and the slice, if all loops are parallel. A
/// tensor.extract at an index that there is one of for each tuple becomes an
/// input that is read by tuples.
std::optional<Fusion> fuseLinalg(mlir::linalg::GenericOp op, unsigned result,
                                 llvm::ArrayRef<mlir::AffineExpr> exprs,
                                 int64_t batchRank, int64_t numComponents);

} // namespace scatter

#endif // SCATTER_LIB_DIALECT_SCATTER_TRANSFORMS_FUSION_H
