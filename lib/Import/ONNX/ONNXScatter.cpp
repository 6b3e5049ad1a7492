//===- ONNXScatter.cpp - ScatterND, ScatterElements, TensorScatter
//------------===//

#include "Common/Scatter.h"

#include "Common/SizeChecks.h"
#include "ONNXConverters.h"
#include "scatter/Dialect/Scatter/IR/Scatter.h"
#include "scatter/Import/Utils/SizedShapes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace scatter;
using namespace scatter::onnx;

/// Returns the reduction that attribute `reduction` names.
static FailureOr<Reduction> getReduction(NodeConversion &c) {
  std::string name = c.text("reduction", "none");
  auto reduction = llvm::StringSwitch<std::optional<Reduction>>(name)
                       .Case("none", Reduction::none)
                       .Case("add", Reduction::sum)
                       .Case("mul", Reduction::prod)
                       .Case("min", Reduction::min)
                       .Case("max", Reduction::max)
                       .Default(std::nullopt);
  // PyTorch writes min and max into models of opset 16, and ONNX Runtime runs
  // them, although ONNX defines them from opset 18 on.
  if (!reduction || (name != "none" && c.version < 16))
    return c.error("attribute 'reduction': expected one that opset " +
                   Twine(c.version) + " has, found '" + name + "'");
  Type element = c.element(0);
  bool isOrdered = *reduction == Reduction::min || *reduction == Reduction::max;
  if (isOrdered && isa<ComplexType>(element))
    return c.error("attribute 'reduction': expected none, add or mul for " +
                   str(element) + ", found '" + name + "'");
  return *reduction;
}

LogicalResult onnx::convertScatterND(NodeConversion &c) {
  FailureOr<Reduction> reduction = getReduction(c);
  return succeeded(reduction) ? replaceByScatterND(c, *reduction) : failure();
}

LogicalResult onnx::convertScatterElements(NodeConversion &c) {
  FailureOr<Reduction> reduction = getReduction(c);
  FailureOr<int64_t> axis = c.axis("axis", 0, c.rank(0));
  if (failed(reduction) || failed(axis))
    return failure();
  return replaceByScatterElements(c, *axis, *reduction);
}

//===----------------------------------------------------------------------===//
// TensorScatter
//===----------------------------------------------------------------------===//

/// Checks that the updates have the sizes of the cache, and at most its size
/// along `axis`.
static LogicalResult checkSizes(NodeConversion &c, int64_t axis) {
  int64_t rank = c.rank(0);
  bool fits = axis != 0 && c.rank(1) == rank;
  for (int64_t i = 0; fits && i < rank; ++i) {
    OpFoldResult cache = c.size(0, i), update = c.size(1, i);
    if (i != axis) {
      fits = succeeded(requireSize(c, 1, i, update, cache));
      continue;
    }
    fits = !getKnown(cache) || !getKnown(update) ||
           *getKnown(update) <= *getKnown(cache);
    if (fits)
      requireAtMost(c, 1, i, update, cache);
  }
  if (fits)
    return success();
  return c.error("expected updates of the shape of the cache, at most as long "
                 "along an axis other than 0, found " +
                 str(c.type(1)) + " and " + str(c.type(0)));
}

/// Makes the program check that input 2 holds one index per batch, none of
/// which is negative or, if there is a `limit`, above that.
static void checkStarts(NodeConversion &c, OpFoldResult limit) {
  ImplicitLocOpBuilder &b = c.b;
  OpFoldResult zero = b.getIndexAttr(0);
  Value begin = getIndex(b, 0), step = getIndex(b, 1);
  Value starts = c.operand(2), end = toValue(b, c.size(2, 0));
  if (limit)
    limit = toValue(b, limit);
  auto loop = scf::ForOp::create(b, begin, end, step);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  Value batch = loop.getInductionVar();
  Value start = toIndex(b, extractElement(b, starts, batch),
                        /*isUnsigned=*/false);
  reportUnless(b, c.describeInput(2), emitIsAtMost(b, zero, start),
               SCATTER_OPERAND_VALUE, batch, start, zero);
  if (limit)
    reportUnless(b, c.describeInput(2), emitIsAtMost(b, start, limit),
                 SCATTER_OPERAND_VALUE_AT_MOST, batch, start, limit);
}

/// Returns the index tuples of the updates: the batch, the dimensions between
/// batch and axis, and the position along the axis.
static Value makeCacheTuples(NodeConversion &c, Value starts, int64_t axis,
                             bool isCircular) {
  int64_t depth = axis + 1;
  Sizes sizes = c.sizes(1);
  sizes.resize(depth);
  sizes.push_back(c.b.getIndexAttr(depth));
  Value length = toValue(c.b, c.size(0, axis));
  Type i64 = c.b.getI64Type();
  AffineMap byBatch =
      AffineMap::get(depth + 1, 0, c.b.getAffineDimExpr(0), c.b.getContext());
  return mapElements(
      c.b, makeTensorType(sizes, i64), starts, byBatch,
      [&](ImplicitLocOpBuilder &b, ValueRange args) {
        Value component = getLoopIndex(b, depth);
        auto place = [&](int64_t dim) -> Value {
          return arith::IndexCastOp::create(b, i64, getLoopIndex(b, dim));
        };
        Value position = arith::AddIOp::create(b, args[0], place(axis));
        if (isCircular)
          position = arith::RemUIOp::create(
              b, position, arith::IndexCastOp::create(b, i64, length));
        Value result = position;
        for (int64_t i = 0; i < axis; ++i) {
          Value isComponent = arith::CmpIOp::create(b, arith::CmpIPredicate::eq,
                                                    component, getIndex(b, i));
          result = arith::SelectOp::create(b, isComponent, place(i), result);
        }
        return result;
      },
      sizes);
}

/// Writes sequences of updates into a cache. Each batch begins at its own
/// position.
LogicalResult onnx::convertTensorScatter(NodeConversion &c) {
  std::string mode = c.text("mode", "linear");
  if (mode != "linear" && mode != "circular")
    return c.error(
        "attribute 'mode': expected 'linear' or 'circular', found '" + mode +
        "'");
  FailureOr<int64_t> axis = c.axis("axis", -2, c.rank(0));
  if (failed(axis) || failed(c.checkElement(1, c.element(0))) ||
      failed(checkSizes(c, *axis)))
    return failure();
  bool isCircular = mode == "circular";
  bool hasStarts = c.hasOperand(2);
  OpFoldResult batches = c.size(0, 0);
  if (hasStarts && (!c.element(2).isInteger(64) || c.rank(2) != 1 ||
                    failed(requireSize(c, 2, 0, c.size(2, 0), batches))))
    return c.error("input 2: expected " + str(batches) +
                   " indices of type i64, found " + str(c.type(2)));
  // The batches count even if there are no updates.
  if (hasStarts)
    checkStarts(
        c, isCircular ? OpFoldResult()
                      : subtractSizes(c.b, c.size(0, *axis), c.size(1, *axis)));
  if (c.isStatic(1) && c.type(1).getNumElements() == 0)
    return c.replace(c.imported(0));
  Value starts =
      hasStarts
          ? c.operand(2)
          : fillTo(c.b, batches,
                   makeZeros(c.b, RankedTensorType::get({}, c.b.getI64Type())));
  auto op = ScatterNDUpdateOp::create(
      c.b, makeCacheTuples(c, starts, *axis, isCircular), c.operand(1),
      c.operand(0), Reduction::none, OutOfBounds::error,
      NegativeIndices::reject);
  return c.replace(op.getResult());
}
