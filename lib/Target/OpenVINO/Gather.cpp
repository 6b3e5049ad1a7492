//===- Gather.cpp - Gather, GatherElements, GatherND ----------------------===//

#include "Common/Gather.h"
#include "Converters.h"
#include "scatter/Conversion/ImportUtils/Shapes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace scatter;
using namespace scatter::openvino;

/// The loop indices `first` to `first + count - 1`.
static SmallVector<Value> getLoopIndices(ImplicitLocOpBuilder &b, int64_t first,
                                         int64_t count) {
  SmallVector<Value> indices;
  for (int64_t i = 0; i < count; ++i)
    indices.push_back(getLoopIndex(b, first + i));
  return indices;
}

/// Indices count from the end if they are negative; for one that is out of
/// bounds the result is 0.
LogicalResult openvino::convertGather(LayerConversion &c) {
  int64_t rank = c.rank(0), indicesRank = c.rank(1);
  FailureOr<int64_t> axis = c.axis(2, rank);
  int64_t batch = c.layer.opset >= 7 ? c.integer("batch_dims", 0) : 0;
  if (failed(axis) || failed(c.checkIndexElement(1)))
    return failure();
  if (batch < 0)
    batch += indicesRank;
  bool fits = batch >= 0 && batch <= *axis && batch <= indicesRank;
  for (int64_t i = 0; fits && i < batch; ++i)
    fits = c.shape(0)[i] == c.shape(1)[i];
  if (!fits)
    return c.error("expected data and indices with " + Twine(batch) +
                   " batch dimensions, found " + str(c.type(0)) + " and " +
                   str(c.type(1)));
  SmallVector<int64_t> shape(c.shape(0).take_front(*axis));
  llvm::append_range(shape, c.shape(1).drop_front(batch));
  llvm::append_range(shape, c.shape(0).drop_front(*axis + 1));
  auto type = c.makeType(shape, c.element(0));
  if (failed(type))
    return failure();
  int64_t size = c.shape(0)[*axis];
  if (size == 0 || type->getNumElements() == 0)
    return c.replace(makeZeros(c.b, *type));
  Value data = c.operand(0), indices = c.operand(1);
  Type element = getSignless(c.element(0));
  return c.replace(mapElements(
      c.b, *type, {}, {}, [&](ImplicitLocOpBuilder &b, ValueRange) -> Value {
        int64_t inner = indicesRank - batch;
        SmallVector<Value> place = getLoopIndices(b, 0, *axis);
        SmallVector<Value> from = getLoopIndices(b, 0, batch);
        llvm::append_range(from, getLoopIndices(b, *axis, inner));
        Value index = arith::IndexCastOp::create(
            b, b.getIndexType(), extractElement(b, indices, from));
        Value zero = getIndex(b, 0), end = getIndex(b, size);
        Value isNegative =
            arith::CmpIOp::create(b, arith::CmpIPredicate::slt, index, zero);
        Value wrapped = arith::AddIOp::create(b, index, end);
        index = arith::SelectOp::create(b, isNegative, wrapped, index);
        Value isInBounds =
            arith::CmpIOp::create(b, arith::CmpIPredicate::ult, index, end);
        place.push_back(arith::SelectOp::create(b, isInBounds, index, zero));
        llvm::append_range(place,
                           getLoopIndices(b, *axis + inner, rank - *axis - 1));
        return arith::SelectOp::create(b, isInBounds,
                                       extractElement(b, data, place),
                                       getNumber(b, element, 0));
      }));
}

LogicalResult openvino::convertGatherElements(LayerConversion &c) {
  FailureOr<int64_t> axis =
      c.normalizeAxis(c.integer("axis", std::nullopt), c.rank(0));
  return succeeded(axis) ? replaceByGatherElements(c, *axis) : failure();
}

LogicalResult openvino::convertGatherND(LayerConversion &c) {
  int64_t batch = c.integer("batch_dims", 0);
  // The first version merges batch dimensions into one.
  if (c.layer.opset < 8 && batch > 1)
    return c.error("attribute 'batch_dims': expected 0 or 1 before opset8, "
                   "found " +
                   Twine(batch));
  return replaceByGatherND(c, batch);
}
