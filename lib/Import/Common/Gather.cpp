//===- Gather.cpp - Gather, GatherElements, GatherND ----------------------===//
//
// Indices that are known only at run time are checked as those of scatters are,
// and the call reports an index out of bounds. The gather itself must not read
// out of bounds meanwhile. It therefore clamps indices, or the call ends after
// the report if the data may be empty.
//
//===----------------------------------------------------------------------===//

#include "Gather.h"

#include "SizeChecks.h"
#include "scatter/Dialect/Scatter/IR/Scatter.h"
#include "scatter/Dialect/Scatter/IR/SizeLimits.h"
#include "scatter/Import/Utils/SizedShapes.h"
#include "scatter/Plan/Thresholds.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace scatter;

/// Whether a size may be 0, so that no index is in bounds.
static bool mayBeEmpty(ArrayRef<OpFoldResult> sizes) {
  return llvm::any_of(
      sizes, [](OpFoldResult size) { return getKnown(size).value_or(0) == 0; });
}

void scatter::checkIndicesAtRun(NodeConversionBase &c, Value tuples,
                                ArrayRef<OpFoldResult> sizes,
                                NegativeIndices negative) {
  ImplicitLocOpBuilder &b = c.b;
  Value valid = CheckIndicesOp::create(b, tuples, sizes, negative);
  Value isWrong =
      arith::XOrIOp::create(b, valid, getNumber(b, b.getI1Type(), 1));
  auto branch = scf::IfOp::create(b, isWrong, /*withElseRegion=*/false);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(branch.thenBlock());
  ReportIndicesOp::create(b, tuples, sizes, negative);
  // The first report is kept. The second one ends the call.
  if (mayBeEmpty(sizes))
    reportUnless(b, c.describeInput(1), getNumber(b, b.getI1Type(), 0),
                 SCATTER_OPERAND_EQUAL, 0, b.getIndexAttr(0),
                 b.getIndexAttr(0));
}

/// Checks the element type of operand 1, and constant indices against static
/// `sizes`. Emits a run-time check for other indices. With `areTuples` the
/// indices are tuples along the last dimension. Otherwise they are single
/// indices, and `sizes` has one size.
static LogicalResult checkIndices(NodeConversionBase &c,
                                  ArrayRef<OpFoldResult> sizes, bool areTuples,
                                  NegativeIndices negative) {
  if (failed(c.checkIndexElement(1)))
    return failure();
  SmallVector<int64_t> known = getShape(sizes);
  if (c.imported(1).constant && !ShapedType::isDynamicShape(known)) {
    auto indices = c.constantIntegers(1);
    if (failed(indices))
      return failure();
    for (auto [i, index] : llvm::enumerate(*indices)) {
      int64_t size = known[i % known.size()];
      int64_t least = negative == NegativeIndices::wrap ? -size : 0;
      if (index < least || index >= size)
        return c.error(c.describeInput(1) + ": expected an index from " +
                       Twine(least) + " to " + Twine(size - 1) + ", found " +
                       Twine(index));
    }
    return success();
  }
  if (c.isStatic(1) && c.type(1).getNumElements() == 0)
    return success();
  Sizes shape = c.sizes(1);
  if (!areTuples)
    shape.push_back(c.b.getIndexAttr(1));
  Value tuples = reshapeTo(c.b, c.operand(1), shape);
  checkIndicesAtRun(c, tuples, sizes, negative);
  return success();
}

/// Whether indices need no clamping: `checkIndices` has found all of them in
/// bounds, or ends the call if one is not.
static bool areChecked(NodeConversionBase &c, ArrayRef<OpFoldResult> sizes) {
  return c.imported(1).constant || mayBeEmpty(sizes);
}

/// Converts `index` to an index within `size` elements. Negative indices count
/// from the end. Clamps it unless `isChecked`.
static Value normalizeIndex(ImplicitLocOpBuilder &b, Value index,
                            OpFoldResult size, bool isChecked,
                            NegativeIndices negative) {
  index = arith::IndexCastOp::create(b, b.getIndexType(), index);
  if (negative == NegativeIndices::wrap)
    index = emitFromEnd(b, index, size);
  if (isChecked)
    return index;
  Value raised = arith::MaxSIOp::create(b, index, getIndex(b, 0));
  return arith::MinSIOp::create(b, raised, getIndex(b, *getKnown(size) - 1));
}

/// Replaces the node by a tensor of `sizes`. `locate` returns the position in
/// operand 0 of each element.
static LogicalResult replaceByReads(
    NodeConversionBase &c, RankedTensorType type, ArrayRef<OpFoldResult> sizes,
    llvm::function_ref<SmallVector<Value>(ImplicitLocOpBuilder &)> locate) {
  if (type.hasStaticShape() && type.getNumElements() == 0)
    return c.replace(makeEmpty(c.b, type));
  Value data = c.operand(0);
  return c.replace(mapElements(
      c.b, type, {}, {},
      [&](ImplicitLocOpBuilder &b, ValueRange) {
        return extractElement(b, data, locate(b));
      },
      sizes));
}

bool scatter::prefersGatherND(NodeConversionBase &c,
                              ArrayRef<OpFoldResult> slice) {
  if (!isa<FloatType>(c.element(0)) ||
      (c.imported(0).constant && c.imported(1).constant))
    return false;
  SmallVector<int64_t> shape = getShape(slice);
  if (ShapedType::isDynamicShape(shape))
    return false;
  int64_t bytes =
      llvm::divideCeil(c.element(0).getIntOrFloatBitWidth(), int64_t(8));
  return countBytes(countElements(shape), bytes) >= kMinGatheredSliceBytes;
}

LogicalResult scatter::replaceByGatherNDOp(NodeConversionBase &c,
                                           RankedTensorType type,
                                           ArrayRef<OpFoldResult> sizes,
                                           Value tuples, int64_t batch,
                                           NegativeIndices negative,
                                           OutOfBounds outOfBounds) {
  ImplicitLocOpBuilder &b = c.b;
  Value out = makeEmptyOf(b, sizes, c.element(0));
  if (out.getType() != type)
    out = tensor::CastOp::create(b, type, out);
  auto op = GatherNDOp::create(b, tuples, c.operand(0), out, outOfBounds,
                               negative, batch);
  // The sizes of `out` are those of the operands, whose batch dimensions have
  // been compared.
  op.setSizesMatch(true);
  return c.replace(op.getResult());
}

static OutOfBounds getPolicy(bool isChecked) {
  return isChecked ? OutOfBounds::undefined : OutOfBounds::clamp;
}

LogicalResult scatter::replaceByGather(NodeConversionBase &c, int64_t axis,
                                       int64_t batch,
                                       NegativeIndices negative) {
  int64_t rank = c.rank(0), indicesRank = c.rank(1) - batch;
  Sizes data = c.sizes(0), from = c.sizes(1);
  if (indicesRank < 0 ||
      failed(requireSizes(c, 1, ArrayRef(data).take_front(batch))))
    return c.error("expected data and indices with " + Twine(batch) +
                   " equal dimensions at the front, found " + str(c.type(0)) +
                   " and " + str(c.type(1)));
  OpFoldResult size = data[axis];
  Sizes shape = llvm::to_vector(ArrayRef(data).take_front(axis));
  llvm::append_range(shape, ArrayRef(from).drop_front(batch));
  llvm::append_range(shape, ArrayRef(data).drop_front(axis + 1));
  auto type = c.makeSizedType(shape, c.element(0));
  if (failed(type) ||
      failed(checkIndices(c, size, /*areTuples=*/false, negative)))
    return failure();
  Value indices = c.operand(1);
  bool isChecked = areChecked(c, size);
  if (axis == batch &&
      prefersGatherND(c, ArrayRef(data).drop_front(axis + 1))) {
    Sizes tuples = from;
    tuples.push_back(c.b.getIndexAttr(1));
    return replaceByGatherNDOp(c, *type, shape, reshapeTo(c.b, indices, tuples),
                               batch, negative, getPolicy(isChecked));
  }
  return replaceByReads(c, *type, shape, [&](ImplicitLocOpBuilder &b) {
    SmallVector<Value> place = getLoopIndices(b, 0, axis);
    SmallVector<Value> from = getLoopIndices(b, 0, batch);
    llvm::append_range(from, getLoopIndices(b, axis, indicesRank));
    Value index = extractElement(b, indices, from);
    place.push_back(normalizeIndex(b, index, size, isChecked, negative));
    llvm::append_range(place,
                       getLoopIndices(b, axis + indicesRank, rank - axis - 1));
    return place;
  });
}

LogicalResult scatter::replaceByGatherElements(NodeConversionBase &c,
                                               int64_t axis) {
  int64_t rank = c.rank(0);
  bool fits = c.rank(1) == rank;
  for (int64_t i = 0; fits && i < rank; ++i)
    fits = i == axis || c.type(0).isDynamicDim(i) ||
           c.type(1).isDynamicDim(i) || c.shape(1)[i] <= c.shape(0)[i];
  if (!fits)
    return c.error(c.describeInput(1) + ": expected at most the sizes of " +
                   str(c.type(0)) + " beside the axis, found " +
                   str(c.type(1)));
  Sizes shape = c.sizes(1);
  for (int64_t i = 0; i < rank; ++i)
    if (i != axis)
      requireAtMost(c, 1, i, shape[i], c.size(0, i));
  OpFoldResult size = c.size(0, axis);
  auto type = c.makeSizedType(shape, c.element(0));
  if (failed(type) ||
      failed(checkIndices(c, size, /*areTuples=*/false, NegativeIndices::wrap)))
    return failure();
  Value indices = c.operand(1);
  bool isChecked = areChecked(c, size);
  return replaceByReads(c, *type, shape, [&](ImplicitLocOpBuilder &b) {
    SmallVector<Value> place = getLoopIndices(b, 0, rank);
    Value index = extractElement(b, indices, place);
    place[axis] =
        normalizeIndex(b, index, size, isChecked, NegativeIndices::wrap);
    return place;
  });
}

LogicalResult scatter::replaceByGatherND(NodeConversionBase &c, int64_t batch,
                                         NegativeIndices negative) {
  int64_t rank = c.rank(0), indicesRank = c.rank(1);
  int64_t depth = indicesRank > 0 ? c.shape(1).back() : 0;
  if (ShapedType::isDynamic(depth))
    return c.error(c.describeInput(1) +
                   ": expected a static last dimension, found " +
                   str(c.type(1)));
  Sizes data = c.sizes(0), shape = c.sizes(1);
  bool fits = batch >= 0 && indicesRank > batch && batch + depth <= rank &&
              rank > 0 && depth > 0;
  if (!fits || failed(requireSizes(c, 1, ArrayRef(data).take_front(batch))))
    return c.error("expected indices of data with " + Twine(batch) +
                   " batch dimensions, found " + str(c.type(1)) + " and " +
                   str(c.type(0)));
  ArrayRef<OpFoldResult> sizes = ArrayRef(data).slice(batch, depth);
  shape.pop_back();
  llvm::append_range(shape, ArrayRef(data).drop_front(batch + depth));
  auto type = c.makeSizedType(shape, c.element(0));
  if (failed(type) ||
      failed(checkIndices(c, sizes, /*areTuples=*/true, negative)))
    return failure();
  Value indices = c.operand(1);
  bool isChecked = areChecked(c, sizes);
  if (prefersGatherND(c, ArrayRef(data).drop_front(batch + depth)))
    return replaceByGatherNDOp(c, *type, shape, indices, batch, negative,
                               getPolicy(isChecked));
  return replaceByReads(c, *type, shape, [&](ImplicitLocOpBuilder &b) {
    SmallVector<Value> place = getLoopIndices(b, 0, batch);
    SmallVector<Value> from = getLoopIndices(b, 0, indicesRank - 1);
    from.push_back(nullptr);
    for (int64_t i = 0; i < depth; ++i) {
      from.back() = getIndex(b, i);
      Value index = extractElement(b, indices, from);
      place.push_back(normalizeIndex(b, index, sizes[i], isChecked, negative));
    }
    llvm::append_range(
        place, getLoopIndices(b, indicesRank - 1, rank - batch - depth));
    return place;
  });
}
