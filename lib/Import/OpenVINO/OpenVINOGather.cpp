//===- OpenVINOGather.cpp - Gather, GatherElements, GatherND
//----------------------===//

#include "Common/Gather.h"
#include "Common/SizeChecks.h"
#include "OpenVINOConverters.h"
#include "scatter/Import/Utils/SizedShapes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace scatter;
using namespace scatter::openvino;

/// Reads the element of `data` at `place`, or returns 0 unless `isInBounds`. If
/// `size` may be 0, the read is guarded by a branch.
static Value readOrZero(ImplicitLocOpBuilder &b, Value data,
                        ArrayRef<Value> place, Value isInBounds,
                        OpFoldResult size) {
  Type type = getElementTypeOrSelf(data.getType());
  Value zero = getNumber(b, getSignless(type), 0);
  if (getKnown(size))
    return arith::SelectOp::create(b, isInBounds,
                                   extractElement(b, data, place), zero);
  auto yieldElement = [&](OpBuilder &nested, Location loc) {
    ImplicitLocOpBuilder inner(loc, nested);
    scf::YieldOp::create(inner, extractElement(inner, data, place));
  };
  auto yieldZero = [&](OpBuilder &nested, Location loc) {
    scf::YieldOp::create(nested, loc, zero);
  };
  return scf::IfOp::create(b, isInBounds, yieldElement, yieldZero).getResult(0);
}

/// Reads along `axis` at `index`. Negative indices count from the end. The
/// result is 0 for an index out of bounds. `place` has the position along the
/// other axes.
static Value gatherElement(ImplicitLocOpBuilder &b, Value data, Value index,
                           int64_t axis, OpFoldResult size,
                           SmallVectorImpl<Value> &place) {
  index = arith::IndexCastOp::create(b, b.getIndexType(), index);
  index = emitFromEnd(b, index, size);
  Value isInBounds = arith::CmpIOp::create(b, arith::CmpIPredicate::ult, index,
                                           toValue(b, size));
  place.insert(place.begin() + axis,
               arith::SelectOp::create(b, isInBounds, index, getIndex(b, 0)));
  return readOrZero(b, data, place, isInBounds, size);
}

LogicalResult openvino::convertGather(LayerConversion &c) {
  int64_t rank = c.rank(0), indicesRank = c.rank(1);
  FailureOr<int64_t> axis = c.axis(2, rank);
  int64_t batch = c.layer.opset >= 7 ? c.integer("batch_dims", 0) : 0;
  if (failed(axis) || failed(c.checkIndexElement(1)))
    return failure();
  if (batch < 0)
    batch += indicesRank;
  Sizes data = c.sizes(0), from = c.sizes(1);
  if (batch < 0 || batch > *axis || batch > indicesRank ||
      failed(requireSizes(c, 1, ArrayRef(data).take_front(batch))))
    return c.error("expected data and indices with " + Twine(batch) +
                   " batch dimensions, found " + str(c.type(0)) + " and " +
                   str(c.type(1)));
  OpFoldResult size = data[*axis];
  Sizes shape = llvm::to_vector(ArrayRef(data).take_front(*axis));
  llvm::append_range(shape, ArrayRef(from).drop_front(batch));
  llvm::append_range(shape, ArrayRef(data).drop_front(*axis + 1));
  auto type = c.makeSizedType(shape, c.element(0));
  if (failed(type))
    return failure();
  bool isEmpty =
      llvm::any_of(shape, [](auto each) { return isKnown(each, 0); });
  if (isEmpty)
    return c.replace(makeEmptyOf(c.b, shape, c.element(0)));
  if (isKnown(size, 0))
    return c.replace(fillTo(
        c.b, shape, makeZeros(c.b, RankedTensorType::get({}, c.element(0)))));
  Value tensor = c.operand(0), indices = c.operand(1);
  if (prefersGatherND(c, ArrayRef(data).drop_front(*axis + 1))) {
    // The dimensions before the axis are batch dimensions.
    Sizes tuples = llvm::to_vector(
        ArrayRef(shape).take_front(*axis + indicesRank - batch));
    if (*axis > batch) {
      Sizes spread = from;
      spread.insert(spread.begin() + batch, *axis - batch, c.b.getIndexAttr(1));
      indices = broadcastTo(c.b, reshapeTo(c.b, indices, spread), tuples);
    }
    tuples.push_back(c.b.getIndexAttr(1));
    return replaceByGatherNDOp(c, *type, shape, reshapeTo(c.b, indices, tuples),
                               *axis, NegativeIndices::wrap, OutOfBounds::drop);
  }
  return c.replace(mapElements(
      c.b, *type, {}, {},
      [&](ImplicitLocOpBuilder &b, ValueRange) {
        int64_t inner = indicesRank - batch;
        SmallVector<Value> place = getLoopIndices(b, 0, *axis);
        SmallVector<Value> at = getLoopIndices(b, 0, batch);
        llvm::append_range(at, getLoopIndices(b, *axis, inner));
        llvm::append_range(place,
                           getLoopIndices(b, *axis + inner, rank - *axis - 1));
        return gatherElement(b, tensor, extractElement(b, indices, at), *axis,
                             size, place);
      },
      shape));
}

LogicalResult openvino::convertGatherElements(LayerConversion &c) {
  FailureOr<int64_t> axis =
      c.normalizeAxis(c.integer("axis", std::nullopt), c.rank(0));
  return succeeded(axis) ? replaceByGatherElements(c, *axis) : failure();
}

LogicalResult openvino::convertGatherND(LayerConversion &c) {
  int64_t batch = c.integer("batch_dims", 0);
  // The first version merges the batch dimensions into one.
  if (c.layer.opset < 8 && batch > 1)
    return c.error("attribute 'batch_dims': expected 0 or 1 before opset8, "
                   "found " +
                   Twine(batch));
  return replaceByGatherND(c, batch);
}
