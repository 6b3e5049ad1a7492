//===- CustomCalls.cpp - the calls of JAX -------------------------===//
//
// scatter_mlir.jax lowers its functions to custom calls, whose
// backend_config holds the options as the numbers of the C API. jax.export
// writes checks of sizes.
//
//===----------------------------------------------------------------------===//

#include "Conversion.h"
#include "StableHLOAttributes.h"
#include "scatter/Dialect/Scatter/IR/Scatter.h"
#include "scatter/Import/Utils/Reports.h"
#include "scatter/Import/Utils/SizedShapes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace scatter;

namespace {

/// A custom call and its options.
struct CustomCall {
  /// Sets `value` to the option `name`, an integer.
  LogicalResult read(StringRef name, int64_t &value) const {
    if (std::optional<int64_t> number = parseInteger(options.get(name))) {
      value = *number;
      return success();
    }
    return fail(name, "an integer");
  }

  /// Sets `value` to the option `name`, one of an enumeration.
  template <typename Enum>
  LogicalResult read(StringRef name, Enum &value,
                     std::optional<Enum> (*symbolize)(uint32_t)) const {
    int64_t number = 0;
    if (failed(read(name, number)))
      return failure();
    std::optional<Enum> found;
    if (number >= 0 && number <= UINT32_MAX)
      found = symbolize(uint32_t(number));
    if (!found)
      return fail(name, "a value of its enumeration");
    value = *found;
    return success();
  }

  /// Sets `values` to the option `name`, a list.
  LogicalResult read(StringRef name, SmallVector<int64_t> &values) const {
    if (std::optional<SmallVector<int64_t>> found =
            parseIntegers(options.get(name))) {
      values = *found;
      return success();
    }
    return fail(name, "integers");
  }

  LogicalResult fail(StringRef name, StringRef expected) const {
    return c.error() << "option '" << name << "': expected " << expected
                     << ", found " << options.get(name);
  }

  OpConversion &c;
  DictionaryAttr options;
};

} // namespace

/// Checks that the result has the type of operand 0, and that operand `updates`
/// has the element type of it.
static LogicalResult checkTypes(OpConversion &c, unsigned updates) {
  if (failed(c.checkTensors(updates + 1, 1)) ||
      failed(c.checkResult(c.operandType(0))))
    return failure();
  Type element = c.operandType(0).getElementType();
  if (c.operandType(updates).getElementType() != element)
    return c.error() << "operand " << updates << ": expected elements of type "
                     << element << ", found " << c.operandType(updates);
  return success();
}

static LogicalResult convertNDUpdate(const CustomCall &call) {
  OpConversion &c = call.c;
  if (failed(checkTypes(c, /*updates=*/2)))
    return failure();
  auto reduction = Reduction::none;
  auto outOfBounds = OutOfBounds::error;
  auto negativeIndices = NegativeIndices::wrap;
  int64_t isUnique = 0, isSorted = 0;
  if (failed(call.read("reduction", reduction, symbolizeReduction)) ||
      failed(call.read("out_of_bounds", outOfBounds, symbolizeOutOfBounds)) ||
      failed(call.read("negative_indices", negativeIndices,
                       symbolizeNegativeIndices)) ||
      failed(call.read("unique_indices", isUnique)) ||
      failed(call.read("indices_are_sorted", isSorted)))
    return failure();
  RankedTensorType data = c.operandType(0), indices = c.operandType(1);
  int64_t depth = indices.getRank() ? indices.getShape().back() : -1;
  if (depth < 0 || depth > data.getRank() ||
      !isa<IntegerType>(indices.getElementType()))
    return c.error() << "operand 1: expected tuples of at most "
                     << data.getRank() << " integers, found " << indices;
  SmallVector<int64_t> expected(indices.getShape().drop_back());
  llvm::append_range(expected, data.getShape().drop_front(depth));
  if (c.operandType(2).getShape() != ArrayRef(expected))
    return c.error() << "operand 2: expected " << data.clone(expected)
                     << ", found " << c.operandType(2);
  auto op = ScatterNDUpdateOp::create(
      c.b, c.operand(1), c.operand(2), c.operand(0), reduction, outOfBounds,
      negativeIndices, isUnique != 0, isSorted != 0);
  return c.replace(op.getResult());
}

static LogicalResult convertGatherND(const CustomCall &call) {
  OpConversion &c = call.c;
  if (failed(c.checkTensors(3, 1)))
    return failure();
  auto outOfBounds = OutOfBounds::error;
  auto negativeIndices = NegativeIndices::wrap;
  int64_t batch = 0;
  if (failed(call.read("out_of_bounds", outOfBounds, symbolizeOutOfBounds)) ||
      failed(call.read("negative_indices", negativeIndices,
                       symbolizeNegativeIndices)) ||
      failed(call.read("batch_dims", batch)))
    return failure();
  RankedTensorType data = c.operandType(0), indices = c.operandType(1);
  int64_t most = std::min(data.getRank(), indices.getRank() - 1);
  if (batch < 0 || batch > most)
    return call.fail("batch_dims", "0 to the common rank of data and tuples");
  int64_t depth = indices.getShape().back();
  if (depth < 0 || depth > data.getRank() - batch ||
      !isa<IntegerType>(indices.getElementType()))
    return c.error() << "operand 1: expected tuples of at most "
                     << data.getRank() - batch << " integers, found "
                     << indices;
  if (data.getShape().take_front(batch) != indices.getShape().take_front(batch))
    return c.error() << "operand 1: expected the " << batch
                     << " batch dimensions of " << data << ", found "
                     << indices;
  auto scalar = RankedTensorType::get({}, data.getElementType());
  if (c.operandType(2) != scalar)
    return c.error() << "operand 2: expected " << scalar << ", found "
                     << c.operandType(2);
  SmallVector<int64_t> shape(indices.getShape().drop_back());
  llvm::append_range(shape, data.getShape().drop_front(batch + depth));
  if (failed(c.checkResult(data.clone(shape))))
    return failure();
  Location loc = c.b.getLoc();
  Sizes sizes = tensor::getMixedSizes(c.b, loc, c.operand(1));
  sizes.pop_back();
  llvm::append_range(sizes,
                     ArrayRef(tensor::getMixedSizes(c.b, loc, c.operand(0)))
                         .drop_front(batch + depth));
  Value out = makeEmptyOf(c.b, sizes, data.getElementType());
  Value fill = tensor::ExtractOp::create(c.b, c.operand(2), ValueRange());
  auto op = GatherNDOp::create(c.b, c.operand(1), c.operand(0), out,
                               outOfBounds, negativeIndices, batch, fill);
  return c.replace(op.getResult());
}

static LogicalResult convertSliceUpdate(const CustomCall &call) {
  OpConversion &c = call.c;
  if (failed(checkTypes(c, /*updates=*/1)))
    return failure();
  SmallVector<int64_t> start, stop, step, axes;
  if (failed(call.read("start", start)) || failed(call.read("stop", stop)) ||
      failed(call.read("step", step)) || failed(call.read("axes", axes)))
    return failure();
  int64_t rank = c.operandType(0).getRank();
  if (start.size() != axes.size() || stop.size() != axes.size() ||
      step.size() != axes.size() || !areDistinctDims(axes, rank) ||
      llvm::is_contained(step, 0))
    return c.error() << "expected as many bounds as distinct axes of " << rank
                     << " and steps other than 0, found " << call.options;
  // Of no axis, it replaces all of the data.
  if (axes.empty()) {
    if (c.operandType(1) != c.operandType(0))
      return c.error() << "operand 1: expected " << c.operandType(0)
                       << ", found " << c.operandType(1);
    return c.replace(c.operand(1));
  }
  auto fold = [&](ArrayRef<int64_t> bounds) {
    return getAsIndexOpFoldResult(c.b.getContext(), bounds);
  };
  auto op = SliceScatterOp::create(c.b, c.operand(1), c.operand(0), fold(start),
                                   fold(stop), fold(step), axes);
  return c.replace(op.getResult());
}

/// What an assertion of JAX says: the first sentences of its message, without
/// the places of numbers.
static std::string getAssertion(StringRef message) {
  std::string text = message.split(" Using the following").first.str();
  for (size_t at; (at = text.find(" (= {")) != std::string::npos;)
    text.erase(at, text.find('}', at) + 2 - at);
  return text;
}

/// The dimension that such a message names: of an inconsistency the first one,
/// of a variable the last one that it is made of.
static int64_t getDimension(StringRef message, bool isFirst) {
  constexpr llvm::StringLiteral mark = ".shape[";
  size_t at = isFirst ? message.find(mark) : message.rfind(mark);
  int64_t dim = 0;
  if (at == StringRef::npos ||
      message.drop_front(at + mark.size()).consumeInteger(10, dim) || dim < 0)
    return 0;
  return dim;
}

/// Converts a check of sizes that jax.export writes: operand 0 holds unless the
/// arguments have other sizes than the function was exported for.
static LogicalResult convertAssertion(OpConversion &c) {
  if (failed(c.checkTensors(std::max(c.op->getNumOperands(), 1u), 0)))
    return failure();
  if (c.operandType(0) != RankedTensorType::get({}, c.b.getI1Type()))
    return c.error() << "operand 0: expected tensor<i1>, found "
                     << c.operandType(0);
  auto attr = dyn_cast_or_null<StringAttr>(c.attribute("error_message"));
  StringRef message = attr ? attr.getValue() : "'stablehlo.custom_call'";
  Value holds = readElement(c.b, c.operand(0), 0);
  if (isKnown(OpFoldResult(holds), -1))
    return c.replace({});
  ScatterErrorOperand expectation = SCATTER_OPERAND_VALUE;
  OpFoldResult found = c.b.getIndexAttr(0), expected = c.b.getIndexAttr(1);
  int64_t at = 0;
  auto compare = holds.getDefiningOp<arith::CmpIOp>();
  bool isEqual = compare && compare.getPredicate() == arith::CmpIPredicate::eq;
  bool isAtLeast =
      compare && compare.getPredicate() == arith::CmpIPredicate::sge;
  if (isEqual || isAtLeast) {
    expectation = isEqual ? SCATTER_OPERAND_EQUAL : SCATTER_OPERAND_AT_LEAST;
    at = getDimension(message, isEqual);
    found = toIndexSize(c.b, foldConstant(compare.getLhs()), false);
    expected = toIndexSize(c.b, foldConstant(compare.getRhs()), false);
  }
  reportUnless(c.b, getAssertion(message), holds, expectation, at, found,
               expected);
  return c.replace({});
}

LogicalResult scatter::convertCustomCall(OpConversion &c) {
  auto target = dyn_cast_or_null<StringAttr>(c.attribute("call_target_name"));
  if (target && target.getValue() == "shape_assertion")
    return convertAssertion(c);
  // Named by the version of the API, but JAX writes the first always.
  auto options =
      dyn_cast_or_null<DictionaryAttr>(c.attribute("mhlo.backend_config"));
  if (!options)
    options = dyn_cast_or_null<DictionaryAttr>(c.attribute("backend_config"));
  if (!options)
    options = DictionaryAttr::get(c.b.getContext());
  CustomCall call{c, options};
  if (target && target.getValue() == "scatter_mlir.nd_update")
    return convertNDUpdate(call);
  if (target && target.getValue() == "scatter_mlir.slice_update")
    return convertSliceUpdate(call);
  if (target && target.getValue() == "scatter_mlir.gather_nd")
    return convertGatherND(call);
  return c.error() << "call_target_name: expected scatter_mlir.nd_update, "
                      "scatter_mlir.slice_update, scatter_mlir.gather_nd or "
                      "shape_assertion, found "
                   << c.attribute("call_target_name");
}
