//===- ONNXScatter.cpp - ScatterND, ScatterElements, TensorScatter
//------------===//

#include "Common/Scatter.h"

#include "ONNXConverters.h"
#include "scatter/Dialect/Scatter/IR/Scatter.h"
#include "scatter/Import/Utils/Shapes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
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
  int64_t since = name == "none" ? 0 : name == "add" || name == "mul" ? 16 : 18;
  if (!reduction || c.version < since)
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

/// Writes sequences of updates into a cache. Each batch begins at its own
/// position. The tuples consist of the batch, the dimensions between batch and
/// axis, and the position along the axis.
LogicalResult onnx::convertTensorScatter(NodeConversion &c) {
  int64_t rank = c.rank(0);
  std::string mode = c.text("mode", "linear");
  if (mode != "linear" && mode != "circular")
    return c.error(
        "attribute 'mode': expected 'linear' or 'circular', found '" + mode +
        "'");
  FailureOr<int64_t> axis = c.axis("axis", -2, rank);
  if (failed(axis) || failed(c.checkElement(1, c.element(0))))
    return failure();
  ArrayRef<int64_t> cache = c.shape(0), update = c.shape(1);
  bool fits = *axis != 0 && c.rank(1) == rank;
  for (int64_t i = 0; fits && i < rank; ++i)
    fits = i == *axis ? update[i] <= cache[i] : update[i] == cache[i];
  if (!fits)
    return c.error("expected updates of the shape of the cache, at most as "
                   "long along an axis other than 0, found " +
                   str(c.type(1)) + " and " + str(c.type(0)));
  Value starts;
  if (c.hasOperand(2)) {
    if (!c.element(2).isInteger(64) || c.shape(2) != cache.take_front(1))
      return c.error("input 2: expected " + Twine(cache[0]) +
                     " indices of type i64, found " + str(c.type(2)));
    starts = c.operand(2);
  } else {
    starts = makeZeros(
        c.b, RankedTensorType::get(cache.take_front(1), c.b.getI64Type()));
  }
  if (c.type(1).getNumElements() == 0)
    return c.replace(c.imported(0));
  int64_t depth = *axis + 1, size = cache[*axis];
  SmallVector<int64_t> sizes(update.take_front(depth));
  sizes.push_back(depth);
  Type i64 = c.b.getI64Type();
  AffineMap byBatch =
      AffineMap::get(depth + 1, 0, c.b.getAffineDimExpr(0), c.b.getContext());
  Value tuples = mapElements(
      c.b, RankedTensorType::get(sizes, i64), starts, byBatch,
      [&](ImplicitLocOpBuilder &b, ValueRange args) {
        Value component = getLoopIndex(b, depth);
        auto place = [&](int64_t dim) -> Value {
          return arith::IndexCastOp::create(b, i64, getLoopIndex(b, dim));
        };
        Value position = arith::AddIOp::create(b, args[0], place(*axis));
        if (mode == "circular") {
          // An invalid start must remain invalid.
          Value end = arith::ConstantIntOp::create(b, i64, size);
          Value zero = arith::ConstantIntOp::create(b, i64, 0);
          Value isNegative = arith::CmpIOp::create(b, arith::CmpIPredicate::slt,
                                                   args[0], zero);
          Value wrapped = arith::RemUIOp::create(b, position, end);
          position = arith::SelectOp::create(b, isNegative, end, wrapped);
        }
        Value result = position;
        for (int64_t i = 0; i < *axis; ++i) {
          Value isComponent = arith::CmpIOp::create(b, arith::CmpIPredicate::eq,
                                                    component, getIndex(b, i));
          result = arith::SelectOp::create(b, isComponent, place(i), result);
        }
        return result;
      });
  auto op = ScatterNDUpdateOp::create(c.b, tuples, c.operand(1), c.operand(0),
                                      Reduction::none, OutOfBounds::error,
                                      NegativeIndices::reject);
  return c.replace(op.getResult());
}
