//===- SelectAndScatter.cpp - stablehlo.select_and_scatter ----------------===//
//
// Selects one element of each window and scatters an element of the source to
// the position of the selected one. This is the gradient of max pooling.
//
//===----------------------------------------------------------------------===//

#include "ScalarRegion.h"
#include "ScatterComputation.h"
#include "Windows.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "scatter/Dialect/Scatter/IR/Scatter.h"
#include "scatter/Dialect/Scatter/IR/StaticSizes.h"

using namespace mlir;
using namespace scatter;

/// Checks the operands, the result and the regions.
static LogicalResult checkTypes(OpConversion &c, const Windows &windows) {
  Type element = c.operandType(0).getElementType();
  auto scalar = RankedTensorType::get({}, element);
  RankedTensorType source = makeTensorType(windows.counts, element);
  if (c.operandType(1).getElementType() != element ||
      failed(verifyCompatibleShape(c.operandType(1), source)))
    return c.error() << "operand 1: expected one element for each window, "
                     << source << ", found " << c.operandType(1);
  if (c.operandType(2) != scalar)
    return c.error() << "operand 2: expected a scalar of the type of "
                     << c.operandType(0) << ", found " << c.operandType(2);
  if (c.op->getNumRegions() != 2)
    return c.error() << "expected two regions, found " << c.op->getNumRegions();
  for (auto [dim, size] : llvm::enumerate(c.sizes(1)))
    if (failed(c.requireSize(1, dim, size, windows.counts[dim])))
      return failure();
  Type condition =
      RankedTensorType::get({}, IntegerType::get(element.getContext(), 1));
  return success(succeeded(c.checkResult(c.operandType(0))) &&
                 succeeded(checkScalarRegion(c, c.op->getRegion(0), "select",
                                             {scalar, scalar}, condition)) &&
                 succeeded(checkScalarRegion(c, c.op->getRegion(1), "scatter",
                                             {scalar, scalar}, scalar)));
}

namespace {

/// The position in the operand of an element of a window.
struct Place {
  /// The position in row-major order.
  Value index;
  /// Null if all windows are in bounds.
  Value isInBounds;
};

} // namespace

/// Returns the position of the current element of the loops of reduceWindows.
static Place locateElement(ImplicitLocOpBuilder &b, const Windows &windows,
                           ArrayRef<OpFoldResult> sizes) {
  auto multiply = [&](Value value, OpFoldResult factor) -> Value {
    return isKnown(factor, 1)
               ? value
               : arith::MulIOp::create(b, value, toValue(b, factor));
  };
  Place place;
  place.index = getIndex(b, 0);
  for (auto [i, size] : llvm::enumerate(sizes)) {
    Value position = arith::AddIOp::create(
        b,
        multiply(getLoopIndex(b, i), b.getIndexAttr(windows.dims.strides[i])),
        getLoopIndex(b, sizes.size() + i));
    if (int64_t low = windows.low[i])
      position = arith::SubIOp::create(b, position, getIndex(b, low));
    place.index =
        arith::AddIOp::create(b, multiply(place.index, size), position);
    if (windows.low[i] <= 0 && windows.high[i] <= 0)
      continue;
    Value isInBounds = arith::CmpIOp::create(b, arith::CmpIPredicate::ult,
                                             position, toValue(b, size));
    place.isInBounds =
        place.isInBounds
            ? arith::AndIOp::create(b, place.isInBounds, isInBounds).getResult()
            : isInBounds;
  }
  return place;
}

/// Returns, for each window, the position in operand 0 of the selected element
/// in row-major order. Positions are i64, and -1 if the window has no element.
/// Returns null after a diagnostic.
static Value selectElements(OpConversion &c, const Windows &windows) {
  RankedTensorType type = c.operandType(0);
  Type element = type.getElementType(), i64 = c.b.getI64Type();
  Value zero = makeZeros(c.b, RankedTensorType::get({}, element));
  Value padded = windows.padOperand(c.b, c.operand(0), zero);
  Value none = arith::ConstantOp::create(
      c.b, DenseElementsAttr::get(RankedTensorType::get({}, i64),
                                  c.b.getI64IntegerAttr(-1)));
  SmallVector<Value> inits = {fillTo(c.b, windows.counts, zero),
                              fillTo(c.b, windows.counts, none)};
  Sizes sizes = c.sizes(0);
  auto emit = [&](ImplicitLocOpBuilder &b, ValueRange selected,
                  ValueRange elements,
                  SmallVectorImpl<Value> &results) -> LogicalResult {
    Value candidate = elements.front();
    SmallVector<Value> isKept;
    if (failed(emitScalarRegion(b, c.op->getRegion(0), {selected[0], candidate},
                                isKept)))
      return failure();
    Value isFirst = arith::CmpIOp::create(b, arith::CmpIPredicate::slt,
                                          selected[1], getNumber(b, i64, 0));
    Value isRejected = arith::XOrIOp::create(b, isKept.front(),
                                             getNumber(b, b.getI1Type(), 1));
    Value isTaken = arith::OrIOp::create(b, isFirst, isRejected);
    Place place = locateElement(b, windows, sizes);
    if (place.isInBounds)
      isTaken = arith::AndIOp::create(b, isTaken, place.isInBounds);
    Value index = arith::IndexCastOp::create(b, i64, place.index);
    results.push_back(
        arith::SelectOp::create(b, isTaken, candidate, selected[0]));
    results.push_back(arith::SelectOp::create(b, isTaken, index, selected[1]));
    return success();
  };
  SmallVector<Value> results =
      reduceWindows(c.b, padded, inits, windows.dims, emit);
  return results.empty() ? nullptr : results[1];
}

LogicalResult scatter::convertSelectAndScatter(OpConversion &c) {
  if (failed(c.checkRanked(3, 1)))
    return failure();
  for (StringRef name : {"base_dilations", "window_dilations"})
    if (c.attribute(name))
      return c.error() << "expected no attribute '" << name << "'";
  FailureOr<Windows> windows = Windows::get(c);
  if (failed(windows) || failed(checkTypes(c, *windows)))
    return failure();
  FailureOr<ScatterComputation> computation =
      matchComputation(c, "scatter", c.op->getRegion(1).front(), 0, 1);
  if (failed(computation))
    return failure();
  RankedTensorType type = c.operandType(0);
  Sizes sizes = c.sizes(0);
  bool isEmpty = isStaticallyEmpty(c.operandType(1)) || isStaticallyEmpty(type);
  if (!computation->reduction || isEmpty)
    return c.replace(fillTo(c.b, sizes, c.operand(2)));
  Value places = selectElements(c, *windows);
  if (!places)
    return failure();
  auto multiply = [&](ArrayRef<OpFoldResult> factors) {
    return SizeProduct::get(factors).emit(c.b);
  };
  OpFoldResult count = multiply(windows->counts);
  Value data = fillTo(c.b, multiply(sizes), c.operand(2));
  auto op = ScatterNDUpdateOp::create(
      c.b, reshapeTo(c.b, places, {count, c.b.getIndexAttr(1)}),
      reshapeTo(c.b, c.operand(1), count), data, *computation->reduction,
      OutOfBounds::drop, NegativeIndices::reject,
      /*uniqueIndices=*/false,
      /*indicesAreSorted=*/false);
  return c.replace(reshapeTo(c.b, op.getResult(), sizes));
}
