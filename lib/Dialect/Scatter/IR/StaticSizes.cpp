//===- StaticSizes.cpp - what static sizes tell ---------------------------===//

#include "scatter/Dialect/Scatter/IR/StaticSizes.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace scatter;

bool scatter::isStaticallyEmpty(ShapedType type) {
  return llvm::is_contained(type.getShape(), 0);
}

bool scatter::hasCertainSizes(Value value) {
  auto type = cast<ShapedType>(value.getType());
  while (
      isa_and_nonnull<tensor::CastOp, memref::CastOp>(value.getDefiningOp())) {
    value = value.getDefiningOp()->getOperand(0);
    auto source = cast<ShapedType>(value.getType());
    for (int64_t dim = 0; dim < type.getRank(); ++dim)
      if (!type.isDynamicDim(dim) &&
          (!source.hasRank() || source.isDynamicDim(dim)))
        return false;
  }
  return true;
}

bool scatter::hasCertainShape(Value value) {
  return cast<ShapedType>(value.getType()).hasStaticShape() &&
         hasCertainSizes(value);
}
