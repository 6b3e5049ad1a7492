//===- OpenVINOSliceScatter.cpp - updates of slices with bounds
//-------------------===//

#include "Common/Gather.h"
#include "OpenVINOConverters.h"
#include "scatter/Dialect/Scatter/IR/Scatter.h"
#include "scatter/Dialect/Scatter/IR/SliceArithmetic.h"
#include "scatter/Import/Utils/Shapes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace scatter;
using namespace scatter::openvino;

/// Returns element `i` of operand `input`, a list of integers. It is an
/// attribute if it is known at import, else a value of type index.
static OpFoldResult getEntry(LayerConversion &c, unsigned input, int64_t i) {
  if (DenseElementsAttr constant = c.imported(input).constant)
    return c.b.getIndexAttr((*getIntegers(constant))[i]);
  Value scalar = extractElement(c.b, c.operand(input), getIndex(c.b, i));
  return toIndex(c.b, scalar, c.element(input).isUnsignedInteger());
}

static Value toValue(LayerConversion &c, OpFoldResult entry) {
  return getValueOrCreateConstantIndexOp(c.b, c.b.getLoc(), entry);
}

/// Emits whether `axis`, which counts from the end if it is negative, is `dim`.
static Value isDimension(LayerConversion &c, OpFoldResult axis, int64_t dim) {
  Value found = toValue(c, axis);
  auto is = [&](int64_t value) -> Value {
    return arith::CmpIOp::create(c.b, arith::CmpIPredicate::eq, found,
                                 getIndex(c.b, value));
  };
  return arith::OrIOp::create(c.b, is(dim), is(dim - c.rank(0)));
}

/// Makes the program report a dimension that `axes` names twice: the number of
/// times that each dimension is named must be 0 or 1.
static void checkDistinct(LayerConversion &c, ArrayRef<OpFoldResult> axes) {
  if (axes.size() < 2)
    return;
  Type i64 = c.b.getI64Type();
  SmallVector<Value> counts;
  for (int64_t dim = 0; dim < c.rank(0); ++dim) {
    Value count = getNumber(c.b, i64, 0);
    for (OpFoldResult axis : axes)
      count = arith::AddIOp::create(
          c.b, count,
          arith::ExtUIOp::create(c.b, i64, isDimension(c, axis, dim)));
    counts.push_back(count);
  }
  auto type = RankedTensorType::get({c.rank(0), 1}, i64);
  Value tuples = tensor::FromElementsOp::create(c.b, type, counts);
  Location loc = c.b.getLoc();
  if (auto name = dyn_cast<NameLoc>(loc))
    c.b.setLoc(NameLoc::get(c.b.getStringAttr(
        name.getName().getValue() + ": " + c.describeInput(5) +
        ": expected distinct axes, found one twice; how "
        "often it names each dimension")));
  checkIndicesAtRun(c, tuples, getAsIndexOpFoldResult(c.b.getContext(), 2),
                    NegativeIndices::reject);
  c.b.setLoc(loc);
}

/// Returns bounds for all dimensions. A dimension that `axes` names at run time
/// gets the corresponding entry of `given`, others the bound `whole`.
static void placeBounds(LayerConversion &c, ArrayRef<OpFoldResult> axes,
                        ArrayRef<OpFoldResult> given, int64_t whole,
                        SmallVectorImpl<OpFoldResult> &bounds) {
  int64_t rank = c.rank(0);
  for (int64_t dim = 0; dim < rank; ++dim) {
    Value bound = getIndex(c.b, whole);
    for (auto [axis, entry] : llvm::zip_equal(axes, given)) {
      Value isAxis = isDimension(c, axis, dim);
      bound = arith::SelectOp::create(c.b, isAxis, toValue(c, entry), bound);
    }
    bounds.push_back(bound);
  }
}

/// Fails unless all operands from 2 on are lists of integers of the same
/// length.
static FailureOr<int64_t> getCount(LayerConversion &c) {
  for (unsigned i = 2; i < c.getNumOperands(); ++i) {
    RankedTensorType type = c.type(i);
    auto integer = dyn_cast<IntegerType>(type.getElementType());
    if (!integer || integer.getWidth() == 1 || type.getRank() != 1 ||
        !type.hasStaticShape() || type.getShape() != c.shape(2))
      return c.error(c.describeInput(i) +
                     ": expected a list of integers as long as the others, "
                     "found " +
                     str(type));
  }
  if (c.shape(2)[0] > c.rank(0))
    return c.error(c.describeInput(2) + ": expected at most " +
                   Twine(c.rank(0)) + " bounds, found " + str(c.type(2)));
  return c.shape(2)[0];
}

/// Fails if static sizes of the updates do not match those of the slice.
static LogicalResult checkUpdates(LayerConversion &c, ArrayRef<int64_t> axes,
                                  ArrayRef<OpFoldResult> start,
                                  ArrayRef<OpFoldResult> stop,
                                  ArrayRef<OpFoldResult> step) {
  SmallVector<int64_t> expected(c.shape(0));
  for (auto [i, axis] : llvm::enumerate(axes)) {
    std::optional<int64_t> begin = getConstantIntValue(start[i]),
                           end = getConstantIntValue(stop[i]),
                           stride = getConstantIntValue(step[i]);
    int64_t &size = expected[axis];
    if (ShapedType::isDynamic(size) || !begin || !end || !stride)
      size = ShapedType::kDynamic;
    else
      size = resolveSlice(*begin, *end, *stride, size).length;
  }
  for (auto [size, found] : llvm::zip_equal(expected, c.shape(1)))
    if (!ShapedType::isDynamic(size) && !ShapedType::isDynamic(found) &&
        size != found)
      return c.error(c.describeInput(1) +
                     ": expected the shape of the slice, "
                     "with size " +
                     Twine(size) + ", found " + str(c.type(1)));
  return success();
}

LogicalResult openvino::convertSliceScatter(LayerConversion &c) {
  if (failed(c.checkElement(1, c.element(0))))
    return failure();
  if (c.rank(0) == 0 || c.rank(1) != c.rank(0))
    return c.error("expected data and updates of one rank, 1 or more, found " +
                   str(c.type(0)) + " and " + str(c.type(1)));
  FailureOr<int64_t> count = getCount(c);
  if (failed(count))
    return failure();
  SmallVector<OpFoldResult> start, stop, step, axisEntries;
  for (int64_t i = 0; i < *count; ++i) {
    start.push_back(getEntry(c, 2, i));
    stop.push_back(getEntry(c, 3, i));
    step.push_back(getEntry(c, 4, i));
    if (getConstantIntValue(step.back()) == 0)
      return c.error(c.describeInput(4) + ": expected steps other than 0");
  }
  SmallVector<int64_t> axes = llvm::to_vector(llvm::seq(*count));
  if (c.hasOperand(5) && c.imported(5).constant) {
    auto normalized = c.axes(5, c.rank(0));
    if (failed(normalized))
      return failure();
    axes = *normalized;
  } else if (c.hasOperand(5) && *count > 0) {
    if (failed(c.checkIndexElement(5)))
      return failure();
    checkIndicesAtRun(c, reshape(c.b, c.operand(5), {*count, 1}),
                      getAsIndexOpFoldResult(c.b.getContext(), c.rank(0)));
    for (int64_t i = 0; i < *count; ++i)
      axisEntries.push_back(getEntry(c, 5, i));
    checkDistinct(c, axisEntries);
    SmallVector<OpFoldResult> starts, stops, steps;
    // Dimensions without bounds are taken whole.
    placeBounds(c, axisEntries, start, 0, starts);
    placeBounds(c, axisEntries, stop, INT64_MAX, stops);
    placeBounds(c, axisEntries, step, 1, steps);
    start = starts, stop = stops, step = steps;
    axes = llvm::to_vector(llvm::seq(c.rank(0)));
  }
  if (failed(checkUpdates(c, axes, start, stop, step)))
    return failure();
  auto op = SliceScatterOp::create(c.b, c.operand(1), c.operand(0), start, stop,
                                   step, axes);
  return c.replace(op.getResult());
}
