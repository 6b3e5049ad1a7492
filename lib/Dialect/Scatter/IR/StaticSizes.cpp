//===- StaticSizes.cpp - what static sizes tell ---------------------------===//

#include "scatter/Dialect/Scatter/IR/StaticSizes.h"

#include "VerifyUtils.h"

#include "scatter/Dialect/Scatter/IR/Scatter.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace scatter;

bool scatter::isStaticallyEmpty(ShapedType type) {
  return llvm::is_contained(type.getShape(), 0);
}

bool scatter::hasCertainSizes(Value value) {
  auto type = cast<ShapedType>(value.getType());
  while (
      isa_and_nonnull<tensor::CastOp, memref::CastOp>(value.getDefiningOp())) {
    value = value.getDefiningOp()->getOperand(0);
    auto source = cast<ShapedType>(value.getType());
    for (int64_t dim = 0; dim < type.getRank(); ++dim)
      if (!type.isDynamicDim(dim) &&
          (!source.hasRank() || source.isDynamicDim(dim)))
        return false;
  }
  return true;
}

bool scatter::hasCertainShape(Value value) {
  return cast<ShapedType>(value.getType()).hasStaticShape() &&
         hasCertainSizes(value);
}

/// The matches of `tuples`, the operand with the dimensions of the tuples and
/// of the slice.
template <typename OpT>
static SmallVector<SizeMatch> getTupleMatches(OpT op, OpOperand &tuples) {
  unsigned indices = op.getIndicesMutable().getOperandNumber();
  unsigned data = op.getDataMutable().getOperandNumber();
  SmallVector<SizeMatch> matches;
  for (int64_t dim = 0; dim < op.getFirstIndexedDim(); ++dim)
    matches.push_back({indices, dim, data, dim});
  int64_t tupleRank = op.getBatchRank();
  int64_t firstSliceDim = op.getFirstIndexedDim() + op.getIndexDepth();
  int64_t rank = cast<ShapedType>(tuples.get().getType()).getRank();
  for (int64_t dim = 0; dim < rank; ++dim) {
    bool isTuple = dim < tupleRank;
    matches.push_back({tuples.getOperandNumber(), dim, isTuple ? indices : data,
                       isTuple ? dim : firstSliceDim + dim - tupleRank});
  }
  return matches;
}

SmallVector<SizeMatch> scatter::getSizeMatches(ScatterNDUpdateOp op) {
  return getTupleMatches(op, op.getUpdatesMutable());
}

SmallVector<SizeMatch> scatter::getSizeMatches(GatherNDOp op) {
  return getTupleMatches(op, op.getOutMutable());
}

template <typename OpT>
static bool hasConsistentTuples(OpT op) {
  return !conflict(op.getIndicesType().getShape().back(), op.getIndexDepth()) &&
         !findSizeConflict(op, getSizeMatches(op));
}

bool scatter::hasConsistentSizes(ScatterNDUpdateOp op) {
  return hasConsistentTuples(op);
}

bool scatter::hasConsistentSizes(GatherNDOp op) {
  return hasConsistentTuples(op);
}

/// Whether the sizes of `op` are known to match: those of the indices and of
/// `tuples`, and those of `data` that are compared with them.
template <typename OpT>
static bool hasKnownTuples(OpT op, Value tuples) {
  ArrayRef<int64_t> sizes = op.getDataType().getShape();
  int64_t firstSliceDim = op.getFirstIndexedDim() + op.getIndexDepth();
  return op.getSizesMatch() ||
         (hasCertainShape(op.getIndices()) && hasCertainShape(tuples) &&
          hasCertainSizes(op.getData()) &&
          ShapedType::isStaticShape(
              sizes.take_front(op.getFirstIndexedDim())) &&
          ShapedType::isStaticShape(sizes.drop_front(firstSliceDim)) &&
          hasConsistentSizes(op));
}

bool scatter::hasKnownSizes(ScatterNDUpdateOp op) {
  return hasKnownTuples(op, op.getUpdates());
}

bool scatter::hasKnownSizes(GatherNDOp op) {
  return hasKnownTuples(op, op.getOut());
}

bool scatter::hasKnownSizes(GenericOp op) {
  return op.getSizesMatch() || llvm::all_of(op.getOperands(), hasCertainShape);
}

bool scatter::hasKnownSizes(SliceScatterOp op) {
  bool hasKnownBounds =
      op.getStart().empty() && op.getStop().empty() && op.getStep().empty();
  return op.getSizesMatch() ||
         (hasKnownBounds && hasCertainShape(op.getUpdates()) &&
          hasCertainShape(op.getData()) && hasConsistentSizes(op));
}

bool scatter::checksIndices(ScatterNDUpdateOp op) {
  return op.getOutOfBounds() == OutOfBounds::error;
}

bool scatter::checksIndices(GatherNDOp op) {
  return op.getOutOfBounds() == OutOfBounds::error;
}

bool scatter::checksIndices(GenericOp op) {
  return llvm::any_of(
      llvm::seq<int64_t>(0, op.getIndices().size()),
      [&](int64_t i) { return op.getPolicy(i) == OutOfBounds::error; });
}

bool scatter::checksIndices(SliceScatterOp) { return false; }

std::optional<SliceRange> scatter::resolveStatic(SliceScatterOp op, unsigned i,
                                                 int64_t size) {
  int64_t start = op.getStaticStart()[i], stop = op.getStaticStop()[i];
  int64_t step = op.getStaticStep()[i];
  if (!ShapedType::isStaticShape({start, stop, step, size}) || step == 0)
    return std::nullopt;
  return resolveSlice(start, stop, step, size);
}

bool scatter::isTileable(ScatterNDUpdateOp op) {
  // The first tile would be written before all indices and sizes are checked.
  // scatter-split-checks gives an op that can be tiled.
  if (checksIndices(op) || !hasKnownSizes(op))
    return false;
  // A tile would not copy the rest of `source`.
  if (op.getSource())
    return false;
  // A slice of a dimension of size 0 has no valid offset.
  return op.getIndexDepth() > 0 && !isStaticallyEmpty(op.getIndicesType()) &&
         !isStaticallyEmpty(op.getUpdatesType()) &&
         !isStaticallyEmpty(op.getDataType());
}
