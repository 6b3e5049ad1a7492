//===- CustomCalls.cpp - the calls of scatter_mlir.jax --------------------===//
//
// scatter_mlir.jax lowers its two functions to custom calls, whose
// backend_config holds the options as the numbers of the C API.
//
//===----------------------------------------------------------------------===//

#include "Conversion.h"
#include "StableHLOAttributes.h"
#include "scatter/Dialect/Scatter/IR/Scatter.h"

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

LogicalResult scatter::convertCustomCall(OpConversion &c) {
  auto target = dyn_cast_or_null<StringAttr>(c.attribute("call_target_name"));
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
  return c.error() << "call_target_name: expected a function of "
                      "scatter_mlir.jax, scatter_mlir.nd_update or "
                      "scatter_mlir.slice_update, found "
                   << c.attribute("call_target_name");
}
