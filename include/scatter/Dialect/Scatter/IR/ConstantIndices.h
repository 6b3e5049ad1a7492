//===- ConstantIndices.h - indices known at compile time --------*- C++ -*-===//

#ifndef SCATTER_DIALECT_SCATTER_IR_CONSTANTINDICES_H
#define SCATTER_DIALECT_SCATTER_IR_CONSTANTINDICES_H

#include "scatter/Dialect/Scatter/IR/SizeLimits.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/BuiltinAttributes.h"

namespace scatter {

/// Returns the value of `indices` if it is a constant, else null.
inline mlir::DenseIntElementsAttr getConstantIndices(mlir::Value indices) {
  // m_Constant cannot be used: it queries an op trait, to which g++ and clang
  // give different TypeIDs.
  auto constant = indices.getDefiningOp<mlir::arith::ConstantOp>();
  if (!constant)
    return {};
  return llvm::dyn_cast<mlir::DenseIntElementsAttr>(constant.getValue());
}

/// Whether there are few enough indices to look at each of them at compile
/// time. Generated code checks more of them in microseconds.
inline bool hasFewIndices(mlir::DenseIntElementsAttr indices) {
  constexpr int64_t maxComponents = 1 << 16;
  std::optional<int64_t> count = countElements(indices.getType().getShape());
  return count && *count <= maxComponents;
}

} // namespace scatter

#endif // SCATTER_DIALECT_SCATTER_IR_CONSTANTINDICES_H
