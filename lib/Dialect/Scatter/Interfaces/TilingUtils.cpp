//===- TilingUtils.cpp - tiles of iteration spaces and operands -----------===//

#include "TilingUtils.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace scatter;

bool scatter::isWholeDim(OpFoldResult size, Value value, int64_t dim) {
  auto type = cast<ShapedType>(value.getType());
  if (!type.isDynamicDim(dim))
    return getConstantIntValue(size) == type.getDimSize(dim);
  auto sizeValue = dyn_cast<Value>(size);
  Operation *query = sizeValue ? sizeValue.getDefiningOp() : nullptr;
  return isa_and_nonnull<tensor::DimOp, memref::DimOp>(query) &&
         query->getOperand(0) == value &&
         getConstantIntValue(query->getOperand(1)) == dim;
}

bool Tile::isWholeIn(Value value, int64_t dim) const {
  return isConstantIntValue(offsets[dim], 0) &&
         isWholeDim(sizes[dim], value, dim);
}

bool Tile::isEqual(const Tile &other) const {
  return llvm::equal(offsets, other.offsets, isEqualConstantIntOrValue) &&
         llvm::equal(sizes, other.sizes, isEqualConstantIntOrValue);
}

SmallVector<OpFoldResult> scatter::getSizesOf(OpBuilder &b, Location loc,
                                              Value value) {
  return isa<TensorType>(value.getType())
             ? tensor::getMixedSizes(b, loc, value)
             : memref::getMixedSizes(b, loc, value);
}

Tile scatter::getWhole(OpBuilder &b, Location loc, Value value) {
  SmallVector<OpFoldResult> sizes = getSizesOf(b, loc, value);
  SmallVector<OpFoldResult> offsets(sizes.size(), b.getIndexAttr(0));
  return Tile(offsets, sizes);
}

Operation *scatter::createSlice(OpBuilder &b, Location loc, Value value,
                                ArrayRef<OpFoldResult> offsets,
                                ArrayRef<OpFoldResult> sizes) {
  SmallVector<OpFoldResult> steps(offsets.size(), b.getIndexAttr(1));
  if (isa<TensorType>(value.getType()))
    return tensor::ExtractSliceOp::create(b, loc, value, offsets, sizes, steps);
  return memref::SubViewOp::create(b, loc, value, offsets, sizes, steps);
}
