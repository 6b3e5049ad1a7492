//===- Gather.cpp - Gather, GatherElements, GatherND ----------------------===//
//
// Indices of a run are checked as those of scatters are. Where one is out of
// bounds the call reports it; what is read meanwhile is within the data.
//
//===----------------------------------------------------------------------===//

#include "Gather.h"
#include "scatter/Conversion/ImportUtils/Shapes.h"
#include "scatter/Dialect/Scatter/IR/Scatter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace scatter;

void scatter::checkIndicesAtRun(NodeConversionBase &c, Value tuples,
                                ArrayRef<int64_t> sizes,
                                NegativeIndices negative) {
  ArrayRef<int64_t> shape = cast<RankedTensorType>(tuples.getType()).getShape();
  Value valid = CheckIndicesOp::create(
      c.b, tuples, getAsIndexOpFoldResult(c.b.getContext(), sizes), negative);
  Value isWrong =
      arith::XOrIOp::create(c.b, valid, getNumber(c.b, c.b.getI1Type(), 1));
  auto branch = scf::IfOp::create(c.b, isWrong, /*withElseRegion=*/false);
  OpBuilder::InsertionGuard guard(c.b);
  c.b.setInsertionPointToStart(branch.thenBlock());
  // The report needs no more of the operands than their sizes.
  Type byte = c.b.getI8Type();
  Value data = makeEmpty(c.b, RankedTensorType::get(sizes, byte));
  Value updates =
      makeEmpty(c.b, RankedTensorType::get(shape.drop_back(), byte));
  ReportIndicesOp::create(c.b, tuples, updates, data, negative);
}

/// Checks that operand 1 has indices, and those that are constant: tuples along
/// the last dimension for `sizes`, or single ones for one size. Others are
/// checked when the program runs.
static LogicalResult checkIndices(NodeConversionBase &c,
                                  ArrayRef<int64_t> sizes, bool areTuples,
                                  NegativeIndices negative) {
  if (failed(c.checkIndexElement(1)))
    return failure();
  if (c.imported(1).constant) {
    auto indices = c.constantIntegers(1);
    if (failed(indices))
      return failure();
    for (auto [i, index] : llvm::enumerate(*indices)) {
      int64_t size = sizes[i % sizes.size()];
      int64_t least = negative == NegativeIndices::wrap ? -size : 0;
      if (index < least || index >= size)
        return c.error(c.describeInput(1) + ": expected an index from " +
                       Twine(least) + " to " + Twine(size - 1) + ", found " +
                       Twine(index));
    }
    return success();
  }
  if (c.type(1).getNumElements() == 0)
    return success();
  SmallVector<int64_t> shape(c.shape(1));
  if (!areTuples)
    shape.push_back(1);
  Value tuples = reshape(c.b, c.operand(1), shape);
  checkIndicesAtRun(c, tuples, sizes, negative);
  return success();
}

/// `index`, counted from the end if it is negative, as an index within `size`
/// elements.
static Value normalizeIndex(ImplicitLocOpBuilder &b, Value index, int64_t size,
                            bool isChecked, NegativeIndices negative) {
  index = arith::IndexCastOp::create(b, b.getIndexType(), index);
  Value zero = getIndex(b, 0);
  if (negative == NegativeIndices::wrap) {
    Value isNegative =
        arith::CmpIOp::create(b, arith::CmpIPredicate::slt, index, zero);
    Value wrapped = arith::AddIOp::create(b, index, getIndex(b, size));
    index = arith::SelectOp::create(b, isNegative, wrapped, index);
  }
  if (isChecked)
    return index;
  Value raised = arith::MaxSIOp::create(b, index, zero);
  return arith::MinSIOp::create(b, raised, getIndex(b, size - 1));
}

/// A tensor of `type`, of which `locate` gives the place of each element in
/// operand 0.
static LogicalResult replaceByReads(
    NodeConversionBase &c, RankedTensorType type,
    llvm::function_ref<SmallVector<Value>(ImplicitLocOpBuilder &)> locate) {
  if (type.getNumElements() == 0)
    return c.replace(makeEmpty(c.b, type));
  if (c.type(0).getNumElements() == 0)
    return c.error(c.describeInput(0) + ": expected elements, found " +
                   str(c.type(0)));
  Value data = c.operand(0);
  return c.replace(
      mapElements(c.b, type, {}, {}, [&](ImplicitLocOpBuilder &b, ValueRange) {
        return extractElement(b, data, locate(b));
      }));
}

/// The loop indices `first` to `first + count - 1`.
static SmallVector<Value> getLoopIndices(ImplicitLocOpBuilder &b, int64_t first,
                                         int64_t count) {
  SmallVector<Value> indices;
  for (int64_t i = 0; i < count; ++i)
    indices.push_back(getLoopIndex(b, first + i));
  return indices;
}

LogicalResult scatter::replaceByGather(NodeConversionBase &c, int64_t axis,
                                       int64_t batch,
                                       NegativeIndices negative) {
  int64_t rank = c.rank(0), indicesRank = c.rank(1) - batch;
  if (indicesRank < 0 ||
      c.shape(0).take_front(batch) != c.shape(1).take_front(batch))
    return c.error("expected data and indices with " + Twine(batch) +
                   " equal dimensions at the front, found " + str(c.type(0)) +
                   " and " + str(c.type(1)));
  int64_t size = c.shape(0)[axis];
  SmallVector<int64_t> shape(c.shape(0).take_front(axis));
  llvm::append_range(shape, c.shape(1).drop_front(batch));
  llvm::append_range(shape, c.shape(0).drop_front(axis + 1));
  auto type = c.makeType(shape, c.element(0));
  if (failed(type) ||
      failed(checkIndices(c, size, /*areTuples=*/false, negative)))
    return failure();
  Value indices = c.operand(1);
  bool isChecked = bool(c.imported(1).constant);
  return replaceByReads(c, *type, [&](ImplicitLocOpBuilder &b) {
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
    fits = i == axis || c.shape(1)[i] <= c.shape(0)[i];
  if (!fits)
    return c.error(c.describeInput(1) + ": expected at most the sizes of " +
                   str(c.type(0)) + " beside the axis, found " +
                   str(c.type(1)));
  int64_t size = c.shape(0)[axis];
  auto type = c.makeType(c.shape(1), c.element(0));
  if (failed(type) ||
      failed(checkIndices(c, size, /*areTuples=*/false, NegativeIndices::wrap)))
    return failure();
  Value indices = c.operand(1);
  bool isChecked = bool(c.imported(1).constant);
  return replaceByReads(c, *type, [&](ImplicitLocOpBuilder &b) {
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
  bool fits = batch >= 0 && indicesRank > batch && batch + depth <= rank &&
              rank > 0 && depth > 0;
  for (int64_t i = 0; fits && i < batch; ++i)
    fits = c.shape(0)[i] == c.shape(1)[i];
  if (!fits)
    return c.error("expected indices of data with " + Twine(batch) +
                   " batch dimensions, found " + str(c.type(1)) + " and " +
                   str(c.type(0)));
  ArrayRef<int64_t> sizes = c.shape(0).slice(batch, depth);
  SmallVector<int64_t> shape(c.shape(1).drop_back());
  llvm::append_range(shape, c.shape(0).drop_front(batch + depth));
  auto type = c.makeType(shape, c.element(0));
  if (failed(type) ||
      failed(checkIndices(c, sizes, /*areTuples=*/true, negative)))
    return failure();
  Value indices = c.operand(1);
  bool isChecked = bool(c.imported(1).constant);
  return replaceByReads(c, *type, [&](ImplicitLocOpBuilder &b) {
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
