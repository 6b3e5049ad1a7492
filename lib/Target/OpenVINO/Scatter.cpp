//===- Scatter.cpp - ScatterNDUpdate and updates along an axis ------------===//

#include "Common/Scatter.h"
#include "Common/Broadcasting.h"
#include "Common/Reduction.h"
#include "Converters.h"
#include "scatter/Conversion/ImportUtils/Shapes.h"
#include "scatter/Dialect/Scatter/IR/Scatter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace scatter;
using namespace scatter::openvino;

/// The reduction of a name that the dialect has too.
static Reduction getReduction(StringRef name) {
  return llvm::StringSwitch<Reduction>(name)
      .Case("sum", Reduction::sum)
      .Case("sub", Reduction::sub)
      .Case("prod", Reduction::prod)
      .Case("min", Reduction::min)
      .Case("max", Reduction::max)
      .Default(Reduction::none);
}

/// The name that attribute `reduction` gives, in operation sets from `since`
/// on; before there is no such attribute.
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

/// A constant of type `element` and rank 0.
static Value makeNumber(LayerConversion &c, Type element, double value) {
  if (element.isInteger(1))
    return makeScalarConstant(c, c.b.getBoolAttr(value != 0), element);
  return makeScalarConstant(c, getNumberAttr(element, value), element);
}

/// What an update of an element by `reduction` begins with where the data is
/// not to count.
static Value makeNeutral(LayerConversion &c, Type element,
                         StringRef reduction) {
  if (reduction == "min" || reduction == "max")
    return makeScalarConstant(c, getExtreme(element, reduction == "max"),
                              element);
  return makeNumber(c, element, reduction == "prod");
}

/// `tuples` as scatter of `updates`, or of one element everywhere.
static Value scatterInto(LayerConversion &c, const ElementsUpdate &update,
                         Value updates, Value data, Reduction reduction) {
  return ScatterNDUpdateOp::create(c.b, update.tuples, updates, data, reduction)
      .getResult();
}

/// Sums divided by the numbers of their terms, which each element of `data`
/// counts as one of if `countsData`.
static Value makeMean(LayerConversion &c, const ElementsUpdate &update,
                      Value data, bool countsData) {
  auto type = cast<RankedTensorType>(data.getType());
  auto updatesType = cast<RankedTensorType>(update.updates.getType());
  Type element = type.getElementType(), i64 = c.b.getI64Type();
  Value one = makeNumber(c, i64, 1);
  Value counts = makeFilled(c.b, RankedTensorType::get(type.getShape(), i64),
                            countsData ? one : makeNumber(c, i64, 0));
  Value ones =
      makeFilled(c.b, RankedTensorType::get(updatesType.getShape(), i64), one);
  counts = scatterInto(c, update, ones, counts, Reduction::sum);
  Value sums = scatterInto(c, update, update.updates, data, Reduction::sum);
  return mapBroadcast(
      c.b, type, {sums, counts, one},
      [&](ImplicitLocOpBuilder &b, ValueRange args) -> Value {
        // Elements that no update names have no terms.
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
  if (c.type(2).getNumElements() == 0)
    return c.replace(c.imported(0));
  Value data = c.operand(0);
  if (!usesData) {
    Value neutral =
        makeFilled(c.b, cast<RankedTensorType>(update->updates.getType()),
                   makeNeutral(c, element, name));
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

/// Slices along an axis, which indices of any shape name. Negative indices are
/// out of bounds.
LogicalResult openvino::convertScatterUpdate(LayerConversion &c) {
  FailureOr<int64_t> axis = c.axis(3, c.rank(0));
  if (failed(axis) || failed(c.checkIndexElement(1)) ||
      failed(c.checkElement(2, c.element(0))))
    return failure();
  ArrayRef<int64_t> data = c.shape(0), indices = c.shape(1);
  SmallVector<int64_t> expected(data.take_front(*axis));
  llvm::append_range(expected, indices);
  llvm::append_range(expected, data.drop_front(*axis + 1));
  if (c.shape(2) != ArrayRef(expected))
    return c.error(c.describeInput(2) + ": expected shape " + str(expected) +
                   ", found " + str(c.type(2)));
  if (c.type(2).getNumElements() == 0)
    return c.replace(c.imported(0));
  int64_t count = c.type(1).getNumElements();
  SmallVector<int64_t> row(*axis, 1), places(data.take_front(*axis));
  row.push_back(count);
  places.push_back(count);
  SmallVector<int64_t> shape(places);
  llvm::append_range(shape, data.drop_front(*axis + 1));
  Value tuples = makeTuples(c, reshape(c.b, c.operand(1), row),
                            makeSizes(c.b.getContext(), places), *axis);
  Value updates = reshape(c.b, c.operand(2), shape);
  auto op = ScatterNDUpdateOp::create(c.b, tuples, updates, c.operand(0),
                                      Reduction::none, OutOfBounds::error,
                                      NegativeIndices::reject);
  return c.replace(op.getResult());
}
