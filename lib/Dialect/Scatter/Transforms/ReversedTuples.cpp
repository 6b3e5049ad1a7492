//===- ReversedTuples.cpp - tuples from the last to the first -------------===//

#include "ReversedTuples.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace scatter;

Value scatter::emitFlipped(ImplicitLocOpBuilder &b, OpFoldResult size,
                           Value position) {
  Value last = arith::SubIOp::create(
      b, getValueOrCreateConstantIndexOp(b, b.getLoc(), size),
      arith::ConstantIndexOp::create(b, 1));
  return arith::SubIOp::create(b, last, position);
}

/// Emits the tensor of `sizes` whose element at each position is what `fn`
/// emits of it.
static Value
emitPositions(ImplicitLocOpBuilder &b, ArrayRef<OpFoldResult> sizes, Type type,
              function_ref<Value(ImplicitLocOpBuilder &, ArrayRef<Value>)> fn) {
  Value empty = tensor::EmptyOp::create(b, sizes, type);
  SmallVector<utils::IteratorType> iterators(sizes.size(),
                                             utils::IteratorType::parallel);
  return linalg::GenericOp::create(
             b, empty.getType(), ValueRange(), empty,
             b.getMultiDimIdentityMap(sizes.size()), iterators,
             [&](OpBuilder &nested, Location loc, ValueRange) {
               ImplicitLocOpBuilder inner(loc, nested);
               SmallVector<Value> position;
               for (size_t dim = 0; dim < sizes.size(); ++dim)
                 position.push_back(linalg::IndexOp::create(inner, dim));
               linalg::YieldOp::create(inner, fn(inner, position));
             })
      .getResult(0);
}

SmallVector<Value>
scatter::emitReversedIndices(ImplicitLocOpBuilder &b, GenericOp op,
                             ArrayRef<OpFoldResult> dimSizes) {
  int64_t batchRank = op.getBatchRank();
  SmallVector<Value> reversed;
  if (batchRank == 0)
    return SmallVector<Value>(op.getIndices());
  for (Value indices : op.getIndices()) {
    SmallVector<OpFoldResult> sizes =
        tensor::getMixedSizes(b, b.getLoc(), indices);
    auto type = cast<RankedTensorType>(indices.getType());
    Value flipped = emitPositions(
        b, sizes, type.getElementType(),
        [&](ImplicitLocOpBuilder &inner, ArrayRef<Value> at) -> Value {
          SmallVector<Value> from(at);
          for (int64_t dim = 0; dim < batchRank; ++dim)
            from[dim] = emitFlipped(inner, sizes[dim], at[dim]);
          return tensor::ExtractOp::create(inner, indices, from);
        });
    reversed.push_back(b.createOrFold<tensor::CastOp>(type, flipped));
  }
  SmallVector<OpFoldResult> sizes(dimSizes.take_front(batchRank));
  sizes.push_back(b.getIndexAttr(batchRank));
  reversed.push_back(emitPositions(
      b, sizes, b.getI64Type(),
      [&](ImplicitLocOpBuilder &inner, ArrayRef<Value> at) -> Value {
        Value position;
        for (int64_t dim = 0; dim < batchRank; ++dim) {
          Value flipped = emitFlipped(inner, sizes[dim], at[dim]);
          Value isDim = arith::CmpIOp::create(
              inner, arith::CmpIPredicate::eq, at[batchRank],
              arith::ConstantIndexOp::create(inner, dim));
          position = position ? arith::SelectOp::create(inner, isDim, flipped,
                                                        position)
                              : flipped;
        }
        return arith::IndexCastOp::create(inner, inner.getI64Type(), position);
      }));
  return reversed;
}
