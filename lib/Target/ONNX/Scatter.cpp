//===- Scatter.cpp - ScatterND, ScatterElements, TensorScatter ------------===//

#include "scatter/Dialect/Scatter/IR/Scatter.h"
#include "Converters.h"
#include "scatter/Conversion/ImportUtils/Shapes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace scatter;
using namespace scatter::onnx;

/// The reduction that attribute `reduction` names.
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

static LogicalResult checkIndices(NodeConversion &c, unsigned i) {
  Type element = c.element(i);
  if (element.isInteger(64) || element.isInteger(32))
    return success();
  return c.error("input " + Twine(i) + " '" + c.node.inputs[i] +
                 "': expected elements of type i32 or i64, found " +
                 str(c.type(i)));
}

//===----------------------------------------------------------------------===//
// ScatterND
//===----------------------------------------------------------------------===//

LogicalResult onnx::convertScatterND(NodeConversion &c) {
  FailureOr<Reduction> reduction = getReduction(c);
  if (failed(reduction) || failed(checkIndices(c, 1)) ||
      failed(c.checkElement(2, c.element(0))))
    return failure();
  ArrayRef<int64_t> data = c.shape(0), indices = c.shape(1);
  if (data.empty() || indices.empty() || ShapedType::isDynamic(indices.back()))
    return c.error("expected data and indices of rank 1 or more with a static "
                   "last dimension of indices, found " +
                   str(c.type(0)) + " and " + str(c.type(1)));
  int64_t depth = indices.back();
  if (depth > int64_t(data.size()))
    return c.error("input 1: expected tuples of at most " + Twine(data.size()) +
                   " indices, found " + str(c.type(1)));
  SmallVector<int64_t> expected(indices.drop_back());
  llvm::append_range(expected, data.drop_front(depth));
  Value updates = c.operand(2);
  bool fits = c.rank(2) == int64_t(expected.size());
  for (auto [found, size] : llvm::zip(c.shape(2), expected))
    fits = fits && (found == size || ShapedType::isDynamic(found) ||
                    ShapedType::isDynamic(size));
  if (!fits && expected.empty() && c.type(2).hasStaticShape() &&
      c.type(2).getNumElements() == 1) {
    // One element of a higher rank stands for a scalar.
    updates = reshape(c.b, updates, {});
    fits = true;
  }
  if (!fits)
    return c.error("input 2: expected shape " + str(expected) + ", found " +
                   str(c.type(2)));
  auto op = ScatterNDUpdateOp::create(c.b, c.operand(1), updates, c.operand(0),
                                      *reduction);
  return c.replace(op.getResult());
}

//===----------------------------------------------------------------------===//
// ScatterElements
//===----------------------------------------------------------------------===//

/// How many dimensions at the end of `indices` repeat one index, where the
/// updates cover those of the data: a tuple then names a slice.
static int64_t countSliceDims(NodeConversion &c, int64_t axis, Value &indices) {
  Value repeated = c.imported(1).repeated;
  DenseElementsAttr constant = c.imported(1).constant;
  ArrayRef<int64_t> data = c.shape(0), shape = c.shape(1);
  int64_t rank = data.size(), count = 0;
  if (constant && constant.isSplat() && !shape.empty()) {
    while (rank - count - 1 > axis &&
           shape[rank - count - 1] == data[rank - count - 1])
      ++count;
    return count;
  }
  if (!repeated)
    return 0;
  ArrayRef<int64_t> source =
      cast<RankedTensorType>(repeated.getType()).getShape();
  while (rank - count - 1 > axis && source[rank - count - 1] == 1 &&
         shape[rank - count - 1] == data[rank - count - 1])
    ++count;
  if (count)
    indices = repeated;
  return count;
}

/// The tuples of the slots that an index along `axis` names: the positions in
/// the dimensions before and after it, up to `depth`, are those of the updates.
static Value makeTuples(NodeConversion &c, Value indices,
                        ArrayRef<int64_t> shape, int64_t axis) {
  int64_t depth = shape.size();
  auto from = cast<RankedTensorType>(indices.getType());
  Type element = from.getElementType();
  if (depth == 1)
    return reshape(c.b, broadcast(c.b, indices, shape), {shape[0], 1});
  SmallVector<int64_t> sizes(shape);
  sizes.push_back(depth);
  SmallVector<AffineExpr> exprs;
  for (auto [i, size] : llvm::enumerate(from.getShape()))
    exprs.push_back(size == 1 ? c.b.getAffineConstantExpr(0)
                              : c.b.getAffineDimExpr(i));
  return mapElements(
      c.b, RankedTensorType::get(sizes, element), indices,
      AffineMap::get(depth + 1, 0, exprs, c.b.getContext()),
      [&](ImplicitLocOpBuilder &b, ValueRange args) {
        Value component = getLoopIndex(b, depth);
        Value result = args.front();
        for (int64_t i = 0; i < depth; ++i) {
          if (i == axis)
            continue;
          Value isComponent = arith::CmpIOp::create(b, arith::CmpIPredicate::eq,
                                                    component, getIndex(b, i));
          Value place =
              arith::IndexCastOp::create(b, element, getLoopIndex(b, i));
          result = arith::SelectOp::create(b, isComponent, place, result);
        }
        return result;
      });
}

LogicalResult onnx::convertScatterElements(NodeConversion &c) {
  FailureOr<Reduction> reduction = getReduction(c);
  if (failed(reduction) || failed(checkIndices(c, 1)) ||
      failed(c.checkElement(2, c.element(0))))
    return failure();
  int64_t rank = c.rank(0);
  FailureOr<int64_t> axis = c.axis("axis", 0, rank);
  if (failed(axis))
    return failure();
  if (c.rank(1) != rank || c.shape(1) != c.shape(2))
    return c.error("expected indices and updates of one shape of rank " +
                   Twine(rank) + ", found " + str(c.type(1)) + " and " +
                   str(c.type(2)));
  for (int64_t i = 0; i < rank; ++i)
    if (i != *axis && c.shape(1)[i] > c.shape(0)[i])
      return c.error("input 1: expected at most the sizes of " +
                     str(c.type(0)) + " beside the axis, found " +
                     str(c.type(1)));
  if (c.type(2).getNumElements() == 0)
    return c.replace(c.imported(0));
  Value indices = c.operand(1);
  int64_t slices = countSliceDims(c, *axis, indices);
  int64_t depth = rank - slices;
  if (slices) {
    // One index for each slice: the dimensions of the slices fall away.
    auto from = cast<RankedTensorType>(indices.getType());
    SmallVector<int64_t> zeros(rank, 0), ones(rank, 1), sizes(from.getShape());
    for (int64_t i = depth; i < rank; ++i)
      sizes[i] = 1;
    indices = extractSlice(c.b, indices, zeros, sizes, ones);
    indices = reshape(c.b, indices, ArrayRef(sizes).take_front(depth));
  }
  Value tuples = makeTuples(c, indices, c.shape(1).take_front(depth), *axis);
  Value updates = c.operand(2);
  auto op =
      ScatterNDUpdateOp::create(c.b, tuples, updates, c.operand(0), *reduction);
  return c.replace(op.getResult());
}

//===----------------------------------------------------------------------===//
// TensorScatter
//===----------------------------------------------------------------------===//

/// Writes sequences of updates into a cache, each batch from a position of its
/// own on: tuples (batch, position) of slices, those of the dimensions between
/// them included.
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
          // An invalid start stays invalid.
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
