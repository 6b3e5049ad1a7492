//===- StaticComponents.h - index tuples of static length -------*- C++ -*-===//

#ifndef SCATTER_LIB_DIALECT_SCATTER_TRANSFORMS_STATICCOMPONENTS_H
#define SCATTER_LIB_DIALECT_SCATTER_TRANSFORMS_STATICCOMPONENTS_H

#include "SizeTable.h"

#include "scatter/Dialect/Scatter/IR/Scatter.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace scatter {

/// Whether the number of components of `op`, a scatter_nd_update or gather_nd,
/// is known, or a cast of its indices tells where it is compared.
template <typename OpT>
bool hasComparedComponents(OpT op) {
  return op.getSizesMatch() || !op.getResult() ||
         op.getIndicesType().getShape().back() == op.getIndexDepth() ||
         keepsCast(op.getIndices());
}

/// Returns the indices of `op` with a static number of components, for ops of
/// which hasComparedComponents holds.
template <typename OpT>
mlir::Value castComponents(mlir::OpBuilder &b, OpT op) {
  auto type = op.getIndicesType();
  llvm::SmallVector<int64_t> shape(type.getShape());
  if (shape.back() == op.getIndexDepth())
    return op.getIndices();
  shape.back() = op.getIndexDepth();
  if (op.getResult())
    return mlir::tensor::CastOp::create(
        b, op.getLoc(), llvm::cast<mlir::RankedTensorType>(type).clone(shape),
        op.getIndices());
  return mlir::memref::CastOp::create(
      b, op.getLoc(), llvm::cast<mlir::MemRefType>(type).clone(shape),
      op.getIndices());
}

} // namespace scatter

#endif // SCATTER_LIB_DIALECT_SCATTER_TRANSFORMS_STATICCOMPONENTS_H
