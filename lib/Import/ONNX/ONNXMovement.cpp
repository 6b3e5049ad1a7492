//===- ONNXMovement.cpp - ops that move elements
//------------------------------===//

#include "Common/Broadcasting.h"
#include "Common/ElementKinds.h"
#include "Common/Movement.h"
#include "Common/SizeChecks.h"
#include "ONNXConverters.h"
#include "scatter/Import/Utils/Scalars.h"
#include "scatter/Import/Utils/SizedShapes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace scatter;
using namespace scatter::onnx;

LogicalResult onnx::convertTranspose(NodeConversion &c) {
  SmallVector<int64_t> permutation = c.integers("perm");
  if (!c.hasAttribute("perm"))
    permutation = llvm::to_vector(llvm::reverse(llvm::seq(c.rank(0))));
  return replaceByTranspose(c, permutation, "attribute 'perm'");
}

LogicalResult onnx::convertConcat(NodeConversion &c) {
  // Before version 4 there is a default.
  if (c.version >= 4 && !c.hasAttribute("axis"))
    return c.error("attribute 'axis': expected an integer, found none");
  FailureOr<int64_t> axis = c.axis("axis", 1, c.rank(0));
  return succeeded(axis) ? replaceByConcat(c, *axis) : failure();
}

/// Returns the sizes of the parts of a Split.
static FailureOr<Sizes> getSplitSizes(NodeConversion &c, OpFoldResult size) {
  ImplicitLocOpBuilder &b = c.b;
  if (c.hasAttribute("split"))
    return getAsIndexOpFoldResult(b.getContext(), c.integers("split"));
  if (c.hasOperand(1))
    return c.nonNegativeIntegers(1);
  int64_t count = c.integer("num_outputs", c.node.outputs.size());
  if (count < 1 || count > int64_t(c.node.outputs.size()))
    return c.error("expected 1 to " + Twine(c.node.outputs.size()) +
                   " parts, found " + Twine(count));
  // The last part may be smaller.
  OpFoldResult part = ceilDivideSizes(b, size, count), rest = size;
  Sizes sizes;
  for (int64_t i = 0; i < count; ++i) {
    sizes.push_back(minSize(b, part, rest));
    rest = subtractSizes(b, rest, sizes.back());
  }
  return sizes;
}

LogicalResult onnx::convertSplit(NodeConversion &c) {
  FailureOr<int64_t> axis = c.axis("axis", 0, c.rank(0));
  if (failed(axis))
    return failure();
  auto sizes = getSplitSizes(c, c.size(0, *axis));
  return succeeded(sizes) ? replaceBySplit(c, *axis, *sizes) : failure();
}

/// Reads the bounds of a Slice from inputs 1 to 4.
static LogicalResult getSliceInputs(NodeConversion &c, SliceBounds &bounds) {
  for (unsigned i : {1u, 2u}) {
    auto values = c.integers(i);
    if (failed(values))
      return failure();
    (i == 1 ? bounds.starts : bounds.ends) = *values;
  }
  for (unsigned i : {3u, 4u}) {
    if (!c.hasOperand(i))
      continue;
    auto values = c.constantIntegers(i);
    if (failed(values))
      return failure();
    (i == 3 ? bounds.axes : bounds.steps) = *values;
  }
  return success();
}

LogicalResult onnx::convertSlice(NodeConversion &c) {
  SliceBounds bounds;
  auto &[starts, ends, axes, steps] = bounds;
  if (c.version < 10) {
    starts = getAsIndexOpFoldResult(c.b.getContext(), c.integers("starts"));
    ends = getAsIndexOpFoldResult(c.b.getContext(), c.integers("ends"));
    axes = c.integers("axes");
  } else if (failed(getSliceInputs(c, bounds))) {
    return failure();
  }
  if (axes.empty())
    axes = llvm::to_vector(llvm::seq<int64_t>(0, starts.size()));
  if (steps.empty())
    steps.assign(starts.size(), 1);
  return replaceBySlice(c, bounds);
}

//===----------------------------------------------------------------------===//
// Pad
//===----------------------------------------------------------------------===//

/// Returns the position in the input of an element of the padded result. `mode`
/// defines how the input is continued beyond its ends.
static Value getPaddedIndex(ImplicitLocOpBuilder &b, StringRef mode,
                            Value index, int64_t low, int64_t size) {
  Value place = arith::SubIOp::create(b, index, getIndex(b, low));
  Value zero = getIndex(b, 0), last = getIndex(b, size - 1);
  auto clamp = [&](Value value) {
    Value raised = arith::MaxSIOp::create(b, value, zero);
    return arith::MinSIOp::create(b, raised, last);
  };
  if (mode == "edge" || size == 1)
    return clamp(place);
  // Adds periods to make the dividend non-negative.
  int64_t period = mode == "wrap" ? size : 2 * (size - 1);
  int64_t shift = (low + period - 1) / period * period;
  Value shifted = arith::AddIOp::create(b, place, getIndex(b, shift));
  Value rest = arith::RemSIOp::create(b, shifted, getIndex(b, period));
  if (mode == "wrap")
    return rest;
  Value mirrored = arith::SubIOp::create(b, getIndex(b, period), rest);
  return arith::MinSIOp::create(b, rest, mirrored);
}

/// Returns the element that fills the padding.
static FailureOr<Value> getPadding(NodeConversion &c) {
  Type element = c.element(0);
  auto scalar = RankedTensorType::get({}, element);
  if (c.version < 11) {
    return Value(arith::ConstantOp::create(
        c.b, DenseElementsAttr::get(
                 scalar, c.b.getFloatAttr(element, c.number("value", 0)))));
  }
  if (!c.hasOperand(2))
    return makeZeros(c.b, scalar);
  if (failed(c.checkElement(2, element)))
    return failure();
  if (c.type(2).getNumElements() != 1)
    return c.error("input 2: expected a scalar, found " + str(c.type(2)));
  return reshape(c.b, c.operand(2), {});
}

LogicalResult onnx::convertPad(NodeConversion &c) {
  int64_t rank = c.rank(0);
  std::string mode = c.text("mode", "constant");
  if (mode != "constant" && mode != "edge" && mode != "reflect" &&
      mode != "wrap")
    return c.error("attribute 'mode': expected 'constant', 'edge', 'reflect' "
                   "or 'wrap', found '" +
                   mode + "'");
  SmallVector<int64_t> pads = c.integers("pads");
  if (c.version >= 11) {
    auto values = c.constantIntegers(1);
    if (failed(values))
      return failure();
    pads = *values;
  }
  SmallVector<int64_t> given = llvm::to_vector(llvm::seq(rank));
  if (c.hasOperand(3)) {
    auto values = c.constantIntegers(3);
    if (failed(values))
      return failure();
    given = *values;
  }
  auto axes = c.normalizeAxes(given, rank);
  if (failed(axes))
    return failure();
  size_t count = axes->size();
  if (pads.size() != 2 * count)
    return c.error("pads: expected " + Twine(2 * count) + " numbers, found " +
                   str(pads));
  SmallVector<int64_t> low(rank, 0), shape(c.shape(0));
  for (auto [i, axis] : llvm::enumerate(*axes)) {
    int64_t before = pads[i], after = pads[count + i];
    constexpr int64_t limit = int64_t(1) << 40;
    if (before <= -limit || before >= limit || after <= -limit ||
        after >= limit || shape[axis] >= limit)
      return c.error("pads: expected numbers below 2^40, found " + str(pads));
    low[axis] = before;
    shape[axis] += before + after;
  }
  auto type = c.makeType(shape, c.element(0));
  if (failed(type))
    return failure();
  if (type->getNumElements() == 0)
    return c.replace(makeEmpty(c.b, *type));
  if (mode == "constant") {
    FailureOr<Value> element = getPadding(c);
    if (failed(element))
      return failure();
    return c.replace(pad(c.b, c.operand(0), low, shape, *element));
  }
  if (c.type(0).getNumElements() == 0)
    return c.error("expected an input with elements, found " + str(c.type(0)));
  Value input = c.operand(0);
  ArrayRef<int64_t> from = c.shape(0);
  return c.replace(
      mapElements(c.b, *type, {}, {}, [&](ImplicitLocOpBuilder &b, ValueRange) {
        SmallVector<Value> place;
        for (int64_t i = 0; i < rank; ++i)
          place.push_back(
              getPaddedIndex(b, mode, getLoopIndex(b, i), low[i], from[i]));
        return extractElement(b, input, place);
      }));
}

LogicalResult onnx::convertTrilu(NodeConversion &c) {
  int64_t rank = c.rank(0), diagonal = 0;
  if (rank < 2)
    return c.error("expected an input of rank 2 or more, found " +
                   str(c.type(0)));
  bool isUpper = c.integer("upper", 1) != 0;
  if (c.hasOperand(1)) {
    FailureOr<int64_t> value = c.constantInteger(1);
    if (failed(value))
      return failure();
    // All sizes are smaller.
    constexpr int64_t limit = int64_t(1) << 62;
    diagonal = std::clamp(*value, -limit, limit);
  }
  RankedTensorType type = c.type(0);
  auto scalar = RankedTensorType::get({}, type.getElementType());
  Value zero = makeZeros(c.b, scalar);
  AffineMap all = c.b.getMultiDimIdentityMap(rank);
  AffineMap none = AffineMap::get(rank, 0, c.b.getContext());
  return c.replace(mapElements(
      c.b, type, {c.operand(0), zero}, {all, none},
      [&](ImplicitLocOpBuilder &b, ValueRange args) -> Value {
        Value row = getLoopIndex(b, rank - 2),
              column = getLoopIndex(b, rank - 1);
        Value end = arith::AddIOp::create(b, row, getIndex(b, diagonal));
        Value isKept = arith::CmpIOp::create(
            b, isUpper ? arith::CmpIPredicate::sge : arith::CmpIPredicate::sle,
            column, end);
        return arith::SelectOp::create(b, isKept, args[0], args[1]);
      }));
}

//===----------------------------------------------------------------------===//
// OneHot
//===----------------------------------------------------------------------===//

/// Returns the number of positions along the axis of a OneHot.
static FailureOr<OpFoldResult> getDepth(NodeConversion &c) {
  if (!c.isStatic(1) || c.type(1).getNumElements() != 1)
    return c.error(c.describeInput(1) + ": expected one number, found " +
                   str(c.type(1)));
  if (!isa<FloatType>(c.element(1))) {
    auto values = c.nonNegativeIntegers(1);
    if (failed(values))
      return failure();
    return values->front();
  }
  DenseElementsAttr constant = c.imported(1).constant;
  if (!constant)
    return c.error(c.describeInput(1) +
                   ": expected integers, or floats that are known at import, "
                   "found " +
                   str(c.type(1)));
  APSInt depth(64, /*isUnsigned=*/false);
  bool isExact;
  APFloat number = *constant.value_begin<APFloat>();
  if (number.convertToInteger(depth, APFloat::rmTowardZero, &isExact) ==
          APFloat::opInvalidOp ||
      depth.isNegative())
    return c.error(c.describeInput(1) +
                   ": expected a size, found a number out of its range");
  return OpFoldResult(c.b.getIndexAttr(depth.getExtValue()));
}

/// Writes the second of the two values at the position that an index names, and
/// the first elsewhere. Of an index out of bounds there is no such position.
LogicalResult onnx::convertOneHot(NodeConversion &c) {
  FailureOr<int64_t> axis = c.axis("axis", -1, c.rank(0) + 1);
  if (failed(axis) || failed(checkKind(c, 1, Numbers)))
    return failure();
  FailureOr<OpFoldResult> depth = getDepth(c);
  if (failed(depth))
    return failure();
  if (c.rank(2) != 1 ||
      failed(requireSize(c, 2, 0, c.size(2, 0), c.b.getIndexAttr(2))))
    return c.error(c.describeInput(2) + ": expected two elements, found " +
                   str(c.type(2)));
  Sizes sizes = c.sizes(0);
  sizes.insert(sizes.begin() + *axis, *depth);
  auto type = c.makeSizedType(sizes, c.element(2));
  if (failed(type))
    return failure();
  int64_t rank = type->getRank();
  SmallVector<AffineExpr> exprs;
  for (int64_t i = 0; i < rank; ++i)
    if (i != *axis)
      exprs.push_back(c.b.getAffineDimExpr(i));
  AffineMap scalar = AffineMap::get(rank, 0, c.b.getContext());
  SmallVector<Value> inputs = {c.operand(0)};
  SmallVector<AffineMap> maps = {
      AffineMap::get(rank, 0, exprs, c.b.getContext()), scalar, scalar};
  OpFoldResult one = c.b.getIndexAttr(1);
  for (int64_t i : {0, 1}) {
    OpFoldResult offset = c.b.getIndexAttr(i);
    Value value = sliceTo(c.b, c.operand(2), offset, one, {1});
    inputs.push_back(reshapeTo(c.b, value, {}));
  }
  Type from = c.element(0);
  return c.replace(mapElements(
      c.b, *type, inputs, maps,
      [&](ImplicitLocOpBuilder &b, ValueRange args) -> Value {
        Value index = args[0];
        bool isFloat = isa<FloatType>(from);
        if (isFloat)
          index = emitConvert(ScalarOp(b, index, from, b.getI64Type()));
        index = toIndex(b, index, !isFloat && from.isUnsignedInteger());
        Value isHot = arith::CmpIOp::create(b, arith::CmpIPredicate::eq,
                                            emitFromEnd(b, index, *depth),
                                            getLoopIndex(b, *axis));
        return arith::SelectOp::create(b, isHot, args[2], args[1]);
      },
      sizes));
}
