//===- SizedShapes.cpp - ops on tensors of dynamic sizes ------------------===//

#include "scatter/Import/Utils/SizedShapes.h"
#include "scatter/Dialect/Scatter/IR/StaticSizes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/ReshapeOpsUtils.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace scatter;

static bool areStatic(ArrayRef<OpFoldResult> sizes) {
  return llvm::all_of(
      sizes, [](OpFoldResult size) { return getKnown(size).has_value(); });
}

/// Whether both are static, so that the functions of Shapes.h apply.
static bool areStatic(Value tensor, ArrayRef<OpFoldResult> sizes) {
  return cast<RankedTensorType>(tensor.getType()).hasStaticShape() &&
         areStatic(sizes);
}

/// The type of `tensor` with `sizes` instead of its own.
static RankedTensorType getResizedType(Value tensor,
                                       ArrayRef<OpFoldResult> sizes) {
  return makeTensorType(sizes, getElementTypeOrSelf(tensor.getType()));
}

Value scatter::makeEmptyOf(ImplicitLocOpBuilder &b,
                           ArrayRef<OpFoldResult> sizes, Type element) {
  return tensor::EmptyOp::create(b, sizes, element);
}

Value scatter::fillTo(ImplicitLocOpBuilder &b, ArrayRef<OpFoldResult> sizes,
                      Value element) {
  Type type = getElementTypeOrSelf(element.getType());
  if (areStatic(sizes))
    return makeFilled(b, makeTensorType(sizes, type), element);
  DenseElementsAttr constant = getConstant(element);
  Value scalar;
  if (constant && type.isSignlessIntOrFloat())
    scalar = arith::ConstantOp::create(
        b, cast<TypedAttr>(constant.getSplatValue<Attribute>()));
  else
    scalar = tensor::ExtractOp::create(b, element, ValueRange());
  return linalg::FillOp::create(b, scalar, makeEmptyOf(b, sizes, type))
      .getResult(0);
}

//===----------------------------------------------------------------------===//
// Reshapes
//===----------------------------------------------------------------------===//

/// Returns which dimensions of `large` to collapse into each dimension of
/// `small`. `large` may have additional dimensions of size 1. Returns none if
/// they differ otherwise.
static std::optional<SmallVector<ReassociationIndices>>
groupUnitDims(ArrayRef<OpFoldResult> large, ArrayRef<OpFoldResult> small) {
  SmallVector<ReassociationIndices> groups;
  ReassociationIndices leading;
  for (auto [i, size] : llvm::enumerate(large)) {
    if (groups.size() < small.size() &&
        isSameSize(size, small[groups.size()])) {
      groups.push_back(leading);
      leading.clear();
    } else if (!isKnown(size, 1)) {
      return std::nullopt;
    }
    (groups.empty() ? leading : groups.back()).push_back(i);
  }
  if (groups.size() != small.size())
    return std::nullopt;
  return groups;
}

Value scatter::reshapeTo(ImplicitLocOpBuilder &b, Value tensor,
                         ArrayRef<OpFoldResult> sizes) {
  if (areStatic(tensor, sizes))
    return reshape(b, tensor, getShape(sizes));
  Sizes from = getSizes(b, tensor);
  if (areSameSizes(from, sizes))
    return tensor;
  RankedTensorType type = getResizedType(tensor, sizes);
  if (from.size() > sizes.size())
    if (auto groups = groupUnitDims(from, sizes))
      return tensor::CollapseShapeOp::create(b, type, tensor, *groups);
  if (from.size() < sizes.size())
    if (auto groups = groupUnitDims(sizes, from))
      return tensor::ExpandShapeOp::create(b, type, tensor, *groups, sizes);
  // Reshapes by memref.reshape: upstream does not lower expand_shape with two
  // dynamic sizes in a group.
  SmallVector<Value> shape;
  for (OpFoldResult size : sizes)
    shape.push_back(toValue(b, size));
  auto shapeType =
      RankedTensorType::get(int64_t(shape.size()), b.getIndexType());
  Value shapeTensor = tensor::FromElementsOp::create(b, shapeType, shape);
  return tensor::ReshapeOp::create(b, type, tensor, shapeTensor);
}

//===----------------------------------------------------------------------===//
// Broadcasts
//===----------------------------------------------------------------------===//

Value scatter::broadcastTo(ImplicitLocOpBuilder &b, Value tensor,
                           ArrayRef<OpFoldResult> sizes) {
  if (areStatic(tensor, sizes))
    return broadcast(b, tensor, getShape(sizes));
  Sizes from = getSizes(b, tensor);
  if (areSameSizes(from, sizes))
    return tensor;
  RankedTensorType type = getResizedType(tensor, sizes);
  size_t offset = sizes.size() - from.size();
  SmallVector<AffineExpr> exprs;
  bool isKnownAtImport = true;
  for (auto [i, size] : llvm::enumerate(from)) {
    bool isSame = isSameSize(size, sizes[offset + i]);
    exprs.push_back(isSame ? b.getAffineDimExpr(offset + i)
                           : b.getAffineConstantExpr(0));
    isKnownAtImport &= isSame || isKnown(size, 1);
  }
  if (isKnownAtImport)
    return mapElements(b, type, tensor,
                       AffineMap::get(sizes.size(), 0, exprs, b.getContext()),
                       takeFirst, sizes);
  // If it is not known at import whether a dimension has size 1, the generated
  // code selects the position.
  SmallVector<Value> isUnit(from.size());
  for (auto [i, size] : llvm::enumerate(from))
    if (!isSameSize(size, sizes[offset + i]) && !isKnown(size, 1))
      isUnit[i] = emitIsEqual(b, size, b.getIndexAttr(1));
  return mapElements(
      b, type, {}, {},
      [&](ImplicitLocOpBuilder &b, ValueRange) {
        SmallVector<Value> place;
        for (auto [i, size] : llvm::enumerate(from)) {
          if (!isUnit[i] && !isSameSize(size, sizes[offset + i])) {
            place.push_back(getIndex(b, 0));
            continue;
          }
          place.push_back(getLoopIndex(b, offset + i));
          if (isUnit[i])
            place.back() = arith::SelectOp::create(b, isUnit[i], getIndex(b, 0),
                                                   place.back());
        }
        return extractElement(b, tensor, place);
      },
      sizes);
}

//===----------------------------------------------------------------------===//
// Slices
//===----------------------------------------------------------------------===//

/// Reads a slice element by element.
static Value readSlice(ImplicitLocOpBuilder &b, Value tensor,
                       RankedTensorType type, ArrayRef<OpFoldResult> offsets,
                       ArrayRef<OpFoldResult> sizes,
                       ArrayRef<int64_t> strides) {
  SmallVector<Value> first;
  for (OpFoldResult offset : offsets)
    first.push_back(toValue(b, offset));
  return mapElements(
      b, type, {}, {},
      [&](ImplicitLocOpBuilder &b, ValueRange) {
        SmallVector<Value> place;
        for (auto [i, stride] : llvm::enumerate(strides)) {
          Value step =
              arith::MulIOp::create(b, getLoopIndex(b, i), getIndex(b, stride));
          place.push_back(arith::AddIOp::create(b, first[i], step));
        }
        return extractElement(b, tensor, place);
      },
      sizes);
}

Value scatter::sliceTo(ImplicitLocOpBuilder &b, Value tensor,
                       ArrayRef<OpFoldResult> offsets,
                       ArrayRef<OpFoldResult> sizes,
                       ArrayRef<int64_t> strides) {
  if (areStatic(tensor, sizes) && areStatic(offsets))
    return extractSlice(b, tensor, getShape(offsets), getShape(sizes), strides);
  auto from = cast<RankedTensorType>(tensor.getType());
  RankedTensorType type = getResizedType(tensor, sizes);
  bool isWhole = areSameSizes(getSizes(b, tensor), sizes);
  SmallVector<OpFoldResult> steps, begins(offsets);
  bool isReversed = false;
  for (auto [i, stride] : llvm::enumerate(strides)) {
    isWhole &= isKnown(offsets[i], 0) && stride == 1;
    bool isSingle = isKnown(sizes[i], 1);
    isReversed |= stride < 0 && !isSingle;
    steps.push_back(b.getIndexAttr(isSingle ? 1 : stride));
    // Such a slice has no elements, and MLIR rejects its offset.
    int64_t size = from.getDimSize(i);
    if (ShapedType::isStatic(size) && getKnown(offsets[i]).value_or(0) >= size)
      begins[i] = b.getIndexAttr(0);
  }
  if (isWhole)
    return tensor;
  if (isStaticallyEmpty(from) || isStaticallyEmpty(type))
    return makeEmptyOf(b, sizes, type.getElementType());
  if (isReversed)
    return readSlice(b, tensor, type, begins, sizes, strides);
  return tensor::ExtractSliceOp::create(b, type, tensor, begins, sizes, steps);
}

Value scatter::withSizes(ImplicitLocOpBuilder &b, Value tensor,
                         ArrayRef<OpFoldResult> sizes) {
  SmallVector<OpFoldResult> zeros(sizes.size(), b.getIndexAttr(0));
  return sliceTo(b, tensor, zeros, sizes,
                 SmallVector<int64_t>(sizes.size(), 1));
}

Value scatter::padTo(ImplicitLocOpBuilder &b, Value tensor,
                     ArrayRef<OpFoldResult> low, ArrayRef<OpFoldResult> sizes,
                     Value element) {
  if (areStatic(tensor, sizes) && areStatic(low))
    return pad(b, tensor, getShape(low), getShape(sizes), element);
  Sizes from = getSizes(b, tensor);
  if (areSameSizes(from, sizes))
    return tensor;
  Value filled = fillTo(b, sizes, element);
  if (isStaticallyEmpty(cast<RankedTensorType>(tensor.getType())))
    return filled;
  Sizes ones(sizes.size(), b.getIndexAttr(1));
  return tensor::InsertSliceOp::create(b, tensor, filled, low, from, ones);
}
