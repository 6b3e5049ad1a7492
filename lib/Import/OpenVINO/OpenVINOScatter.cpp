//===- OpenVINOScatter.cpp - ScatterNDUpdate and updates along an axis
//------------===//

#include "Common/Broadcasting.h"
#include "Common/Reduction.h"
#include "Common/Scatter.h"
#include "Common/SizeChecks.h"
#include "OpenVINOConverters.h"
#include "scatter/Dialect/Scatter/IR/Scatter.h"
#include "scatter/Import/Utils/SizedShapes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace scatter;
using namespace scatter::openvino;

/// Returns the reduction for a name that the dialect also has.
static Reduction getReduction(StringRef name) {
  return llvm::StringSwitch<Reduction>(name)
      .Case("sum", Reduction::sum)
      .Case("sub", Reduction::sub)
      .Case("prod", Reduction::prod)
      .Case("min", Reduction::min)
      .Case("max", Reduction::max)
      .Default(Reduction::none);
}

/// Returns the reduction in attribute `reduction`, which exists in operation
/// sets from `since` on. Earlier sets have no reduction.
static std::string getReductionName(LayerConversion &c, int64_t since,
                                    ArrayRef<StringRef> choices) {
  return c.choice("reduction", c.layer.opset >= since
                                   ? choices
                                   : ArrayRef<StringRef>("none"));
}

LogicalResult openvino::convertScatterNDUpdate(LayerConversion &c) {
  std::string name =
      getReductionName(c, 15, {"none", "sum", "sub", "prod", "min", "max"});
  return replaceByScatterND(c, getReduction(name));
}

//===----------------------------------------------------------------------===//
// ScatterElementsUpdate
//===----------------------------------------------------------------------===//

/// Makes a constant of type `element` and rank 0.
static Value makeNumber(LayerConversion &c, Type element, double value) {
  if (element.isInteger(1))
    return makeScalarConstant(c, c.b.getBoolAttr(value != 0), element);
  return makeScalarConstant(c, getNumberAttr(element, value), element);
}

/// Makes the neutral element of `reduction`, with which updates begin if the
/// data does not count.
static Value makeNeutral(LayerConversion &c, Type element,
                         StringRef reduction) {
  if (reduction == "min" || reduction == "max")
    return makeScalarConstant(c, getExtreme(element, reduction == "max"),
                              element);
  return makeNumber(c, element, reduction == "prod");
}

/// Scatters `updates` into `data` at the tuples of `update`.
static Value scatterInto(LayerConversion &c, const ElementsUpdate &update,
                         Value updates, Value data, Reduction reduction) {
  return ScatterNDUpdateOp::create(c.b, update.tuples, updates, data, reduction)
      .getResult();
}

/// Returns sums divided by the number of their terms. With `countsData` each
/// element of `data` is also a term.
static Value makeMean(LayerConversion &c, const ElementsUpdate &update,
                      Value data, bool countsData) {
  auto type = cast<RankedTensorType>(data.getType());
  Type element = type.getElementType(), i64 = c.b.getI64Type();
  Value one = makeNumber(c, i64, 1);
  Value counts =
      fillTo(c.b, c.sizes(0), countsData ? one : makeNumber(c, i64, 0));
  Value ones = fillTo(c.b, c.sizes(2), one);
  counts = scatterInto(c, update, ones, counts, Reduction::sum);
  Value sums = scatterInto(c, update, update.updates, data, Reduction::sum);
  return mapBroadcast(
      c.b, type, {sums, counts, one},
      [&](ImplicitLocOpBuilder &b, ValueRange args) -> Value {
        // Elements that no update names have a count of 0, which must not
        // divide.
        Value count = arith::MaxSIOp::create(b, args[1], args[2]);
        Value divisor = emitConvert(ScalarOp(b, count, i64, element));
        return emitDivide(
            ScalarOp(b, ValueRange{args[0], divisor}, element, element));
      });
}

LogicalResult openvino::convertScatterElementsUpdate(LayerConversion &c) {
  FailureOr<int64_t> axis = c.axis(3, c.rank(0));
  std::string name =
      getReductionName(c, 12, {"none", "sum", "prod", "min", "max", "mean"});
  bool usesData = c.boolean("use_init_val", true);
  if (failed(axis) || c.hasFailed())
    return failure();
  if (name == "none" || (usesData && name != "mean"))
    return replaceByScatterElements(c, *axis, getReduction(name));
  Type element = c.element(0);
  if (name == "mean" && element.isInteger(1))
    return c.error("attribute 'reduction': expected another one for " +
                   str(element) + ", found 'mean'");
  FailureOr<ElementsUpdate> update = makeElementsUpdate(c, *axis);
  if (failed(update))
    return failure();
  if (c.isStatic(2) && c.type(2).getNumElements() == 0)
    return c.replace(c.imported(0));
  Value data = c.operand(0);
  if (!usesData) {
    Value neutral = fillTo(c.b, c.sizes(2), makeNeutral(c, element, name));
    data = scatterInto(c, *update, neutral, data, Reduction::none);
  }
  if (name == "mean")
    return c.replace(makeMean(c, *update, data, usesData));
  return c.replace(
      scatterInto(c, *update, update->updates, data, getReduction(name)));
}

//===----------------------------------------------------------------------===//
// ScatterUpdate
//===----------------------------------------------------------------------===//

/// Fails unless the updates have sizes `expected`. The program checks dynamic
/// sizes.
static LogicalResult requireUpdates(LayerConversion &c,
                                    ArrayRef<OpFoldResult> expected) {
  if (c.rank(2) == int64_t(expected.size()) &&
      succeeded(requireSizes(c, 2, expected)))
    return success();
  return c.error(c.describeInput(2) + ": expected shape " + str(expected) +
                 ", found " + str(c.type(2)));
}

/// Scatters slices along an axis. Indices have any shape. Negative indices are
/// out of bounds.
LogicalResult openvino::convertScatterUpdate(LayerConversion &c) {
  FailureOr<int64_t> axis = c.axis(3, c.rank(0));
  if (failed(axis) || failed(c.checkIndexElement(1)) ||
      failed(c.checkElement(2, c.element(0))))
    return failure();
  Sizes data = c.sizes(0), indices = c.sizes(1);
  ArrayRef<OpFoldResult> before = ArrayRef(data).take_front(*axis);
  ArrayRef<OpFoldResult> after = ArrayRef(data).drop_front(*axis + 1);
  Sizes expected = llvm::to_vector(before);
  llvm::append_range(expected, indices);
  llvm::append_range(expected, after);
  if (failed(requireUpdates(c, expected)))
    return failure();
  if (llvm::any_of(expected, [](auto size) { return isKnown(size, 0); }))
    return c.replace(c.imported(0));
  OpFoldResult count = SizeProduct::get(indices).emit(c.b);
  Sizes row(*axis, c.b.getIndexAttr(1)), places = llvm::to_vector(before);
  row.push_back(count);
  places.push_back(count);
  Sizes shape = places;
  llvm::append_range(shape, after);
  Value tuples =
      makeTuples(c, reshapeTo(c.b, c.operand(1), row), places, *axis);
  Value updates = reshapeTo(c.b, withSizes(c.b, c.operand(2), expected), shape);
  auto op = ScatterNDUpdateOp::create(c.b, tuples, updates, c.operand(0),
                                      Reduction::none, OutOfBounds::error,
                                      NegativeIndices::reject);
  return c.replace(op.getResult());
}
