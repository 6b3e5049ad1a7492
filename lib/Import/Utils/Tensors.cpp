//===- Tensors.cpp - linalg ops over tensors of any integers --------------===//

#include "scatter/Import/Utils/Tensors.h"

#include "scatter/Dialect/Scatter/IR/SizeLimits.h"
#include "scatter/Import/Utils/Sizes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/ReshapeOpsUtils.h"
#include "mlir/Support/DebugStringHelper.h"

using namespace mlir;
using namespace scatter;

std::string scatter::findModelViolation(RankedTensorType type) {
  // The type is not printed, because it may be long.
  if (type.getRank() > kMaxModelRank)
    return ("rank " + Twine(kMaxModelRank) + " or less, found " +
            Twine(type.getRank()))
        .str();
  std::optional<StringRef> violation = findSizeViolation(type);
  return violation ? (*violation + ", found " + debugString(type)).str() : "";
}

Type scatter::getSignless(Type type) {
  auto integer = dyn_cast<IntegerType>(type);
  if (!integer || integer.isSignless())
    return type;
  return IntegerType::get(type.getContext(), integer.getWidth());
}

Value scatter::fromSignless(ImplicitLocOpBuilder &b, Value scalar, Type type) {
  if (scalar.getType() == type)
    return scalar;
  return UnrealizedConversionCastOp::create(b, type, scalar).getResult(0);
}

Value scatter::toSignless(ImplicitLocOpBuilder &b, Value scalar) {
  return fromSignless(b, scalar, getSignless(scalar.getType()));
}

Value scatter::extractElement(ImplicitLocOpBuilder &b, Value tensor,
                              ValueRange indices) {
  return toSignless(b, tensor::ExtractOp::create(b, tensor, indices));
}

Value scatter::getIndex(ImplicitLocOpBuilder &b, int64_t value) {
  return arith::ConstantIndexOp::create(b, value);
}

Value scatter::getNumber(ImplicitLocOpBuilder &b, Type type, double value) {
  if (isa<FloatType>(type))
    return arith::ConstantOp::create(b, b.getFloatAttr(type, value));
  return arith::ConstantOp::create(
      b, b.getIntegerAttr(type, static_cast<int64_t>(value)));
}

Value scatter::toIndex(ImplicitLocOpBuilder &b, Value scalar, bool isUnsigned) {
  Type type = scalar.getType();
  if (type.isIndex())
    return scalar;
  if (!isUnsigned)
    return arith::IndexCastOp::create(b, b.getIndexType(), scalar);
  if (type.getIntOrFloatBitWidth() >= 64) {
    Value limit = arith::ConstantOp::create(
        b, b.getIntegerAttr(type, std::numeric_limits<int64_t>::max()));
    scalar = arith::MinUIOp::create(b, scalar, limit);
  }
  return arith::IndexCastUIOp::create(b, b.getIndexType(), scalar);
}

Value scatter::getLoopIndex(ImplicitLocOpBuilder &b, int64_t dimension) {
  return linalg::IndexOp::create(b, dimension);
}

SmallVector<Value> scatter::getLoopIndices(ImplicitLocOpBuilder &b,
                                           int64_t first, int64_t count) {
  return llvm::map_to_vector(llvm::seq(first, first + count),
                             [&](int64_t dim) { return getLoopIndex(b, dim); });
}

DenseElementsAttr scatter::getConstant(Value tensor) {
  auto constant = tensor.getDefiningOp<arith::ConstantOp>();
  return constant ? dyn_cast<DenseElementsAttr>(constant.getValue())
                  : DenseElementsAttr();
}

Value scatter::makeScalar(ImplicitLocOpBuilder &b, Value scalar,
                          RankedTensorType type) {
  return tensor::FromElementsOp::create(
      b, type, fromSignless(b, scalar, type.getElementType()));
}

Value scatter::makeZeros(ImplicitLocOpBuilder &b, RankedTensorType type) {
  if (auto complex = dyn_cast<ComplexType>(type.getElementType())) {
    APFloat zero(cast<FloatType>(complex.getElementType()).getFloatSemantics());
    return arith::ConstantOp::create(
        b, DenseElementsAttr::get(type, std::complex<APFloat>(zero, zero)));
  }
  return arith::ConstantOp::create(
      b, DenseElementsAttr::get(type, b.getZeroAttr(type.getElementType())));
}

Value scatter::makeEmpty(ImplicitLocOpBuilder &b, RankedTensorType type) {
  return tensor::EmptyOp::create(b, type.getShape(), type.getElementType());
}

/// Creates an empty tensor of `type`. Dynamic sizes are `given`, or are taken
/// from the dimensions of the inputs that `maps` indexes by the same loop.
static Value makeEmptyFor(ImplicitLocOpBuilder &b, RankedTensorType type,
                          ValueRange inputs, ArrayRef<AffineMap> maps,
                          ArrayRef<OpFoldResult> given) {
  if (!given.empty() && !type.hasStaticShape())
    return tensor::EmptyOp::create(b, given, type.getElementType());
  SmallVector<Value> sizes;
  for (int64_t dim = 0; dim < type.getRank(); ++dim) {
    if (!type.isDynamicDim(dim))
      continue;
    for (auto [input, map] : llvm::zip_equal(inputs, maps)) {
      auto from = cast<RankedTensorType>(input.getType());
      auto position = map.getResultPosition(b.getAffineDimExpr(dim));
      if (!position || !from.isDynamicDim(*position))
        continue;
      sizes.push_back(toValue(b, getSize(b, input, *position)));
      break;
    }
  }
  return tensor::EmptyOp::create(b, type, sizes);
}

Value scatter::mapElements(ImplicitLocOpBuilder &b, RankedTensorType type,
                           ValueRange inputs, ArrayRef<AffineMap> maps,
                           ScalarBody body, ArrayRef<OpFoldResult> sizes) {
  Type elementType = type.getElementType();
  if (type.getRank() == 0) {
    SmallVector<Value> scalars;
    for (auto [input, map] : llvm::zip_equal(inputs, maps)) {
      SmallVector<Value> indices;
      for (AffineExpr expr : map.getResults())
        indices.push_back(
            getIndex(b, cast<AffineConstantExpr>(expr).getValue()));
      scalars.push_back(extractElement(b, input, indices));
    }
    Value result = body(b, scalars);
    if (!result)
      return nullptr;
    return makeScalar(b, result, type);
  }
  SmallVector<AffineMap> allMaps(maps);
  allMaps.push_back(b.getMultiDimIdentityMap(type.getRank()));
  SmallVector<utils::IteratorType> iterators(type.getRank(),
                                             utils::IteratorType::parallel);
  bool isValid = true;
  auto generic = linalg::GenericOp::create(
      b, type, inputs, makeEmptyFor(b, type, inputs, maps, sizes), allMaps,
      iterators, [&](OpBuilder &nested, Location loc, ValueRange args) {
        ImplicitLocOpBuilder inner(loc, nested);
        SmallVector<Value> scalars;
        for (Value arg : args.drop_back())
          scalars.push_back(toSignless(inner, arg));
        Value result = body(inner, scalars);
        isValid = static_cast<bool>(result);
        linalg::YieldOp::create(
            inner,
            isValid ? fromSignless(inner, result, elementType) : args.back());
      });
  return isValid ? generic.getResult(0) : nullptr;
}

Value scatter::reshape(ImplicitLocOpBuilder &b, Value tensor,
                       ArrayRef<int64_t> shape) {
  auto type = cast<RankedTensorType>(tensor.getType());
  if (type.getShape() == shape)
    return tensor;
  auto target = RankedTensorType::get(shape, type.getElementType());
  if (DenseElementsAttr constant = getConstant(tensor))
    return arith::ConstantOp::create(b, constant.reshape(target));
  if (target.getNumElements() == 0)
    return makeEmpty(b, target);
  if (std::optional<SmallVector<ReassociationIndices>> groups =
          getReassociationIndicesForReshape(type, target)) {
    if (type.getRank() > target.getRank())
      return tensor::CollapseShapeOp::create(b, target, tensor, *groups);
    return tensor::ExpandShapeOp::create(b, target, tensor, *groups);
  }
  // Neither shape is a collapsed form of the other, so the reshape goes through
  // rank 1.
  ReassociationIndices from = llvm::to_vector(llvm::seq(type.getRank()));
  ReassociationIndices to = llvm::to_vector(llvm::seq(target.getRank()));
  auto flat =
      RankedTensorType::get(type.getNumElements(), type.getElementType());
  if (type.getRank() > 1)
    tensor = tensor::CollapseShapeOp::create(
        b, flat, tensor, ArrayRef<ReassociationIndices>(from));
  else if (type.getRank() == 0)
    tensor = tensor::ExpandShapeOp::create(b, flat, tensor,
                                           ArrayRef<ReassociationIndices>());
  if (target.getRank() > 1)
    return tensor::ExpandShapeOp::create(b, target, tensor,
                                         ArrayRef<ReassociationIndices>(to));
  if (target.getRank() == 0)
    return tensor::CollapseShapeOp::create(b, target, tensor,
                                           ArrayRef<ReassociationIndices>());
  return tensor;
}

Value scatter::transpose(ImplicitLocOpBuilder &b, Value tensor,
                         ArrayRef<int64_t> permutation) {
  auto type = cast<RankedTensorType>(tensor.getType());
  SmallVector<int64_t> shape;
  for (int64_t dimension : permutation)
    shape.push_back(type.getDimSize(dimension));
  if (llvm::equal(permutation, llvm::seq(type.getRank())))
    return tensor;
  SmallVector<unsigned> order(permutation.begin(), permutation.end());
  AffineMap map =
      inversePermutation(AffineMap::getPermutationMap(order, b.getContext()));
  return mapElements(b, RankedTensorType::get(shape, type.getElementType()),
                     tensor, map, takeFirst);
}

Value scatter::makeFilled(ImplicitLocOpBuilder &b, RankedTensorType type,
                          Value element) {
  if (DenseElementsAttr constant = getConstant(element))
    return arith::ConstantOp::create(b, constant.resizeSplat(type));
  if (type.getRank() == 0)
    return element;
  Value scalar = tensor::ExtractOp::create(b, element, ValueRange());
  return linalg::FillOp::create(b, scalar, makeEmpty(b, type)).getResult(0);
}
