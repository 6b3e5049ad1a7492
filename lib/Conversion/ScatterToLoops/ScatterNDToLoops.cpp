//===- ScatterNDToLoops.cpp - scatter_nd_update to loops ------------------===//

#include "FlatBuffer.h"
#include "IndexMath.h"
#include "Lowerings.h"
#include "ShapeChecks.h"
#include "TupleIndices.h"
#include "WritePhase.h"

#include "scatter/Dialect/Scatter/IR/PlanFacts.h"
#include "scatter/Runtime/Runtime.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace scatter;

namespace {

/// The operands of one op and what follows from them.
class ScatterNDEmitter {
public:
  ScatterNDEmitter(ImplicitLocOpBuilder &b, ScatterNDUpdateOp op)
      : op(op), plan(ScatterNDFacts::get(op).restrict(op.getPlanOrDefault())),
        depth(op.getIndexDepth()), batchRank(op.getBatchRank()),
        storage(ElementStorage::get(op.getElementType())),
        data(FlatBuffer::create(b, op.getData(), storage)),
        updates(FlatBuffer::create(b, op.getUpdates(), storage)),
        indices(createIndices(b)) {}

  void emit(ImplicitLocOpBuilder &b);

private:
  TupleIndices createIndices(ImplicitLocOpBuilder &b);
  void requireShapes(RuntimeChecks &checks);
  SmallVector<LoopDim> getTupleDims() const;
  SmallVector<LoopDim> getSliceDims(ImplicitLocOpBuilder &b);
  void emitCheckedWrite(ImplicitLocOpBuilder &b);
  void emitWriteIf(ImplicitLocOpBuilder &b, Value valid,
                   const WritePhase &write);

  ScatterNDUpdateOp op;
  Plan plan;
  int64_t depth, batchRank;
  ElementStorage storage;
  FlatBuffer data, updates;
  TupleIndices indices;
};

} // namespace

/// Of two sizes that are equal at run time, the one that is a constant.
static Value preferConstant(Value x, Value y) {
  return getConstantIntValue(x) ? x : y;
}

TupleIndices ScatterNDEmitter::createIndices(ImplicitLocOpBuilder &b) {
  TupleIndices result;
  Type type = op.getIndicesType().getElementType();
  ElementStorage storage = ElementStorage::get(type);
  result.buffer = FlatBuffer::create(b, op.getIndices(), storage);
  result.type = storage.type;
  result.isUnsigned = type.isUnsignedInteger();
  result.wraps =
      !result.isUnsigned && op.getNegativeIndices() == NegativeIndices::wrap;
  result.componentStride = result.buffer.strides.back();
  result.dataSizes.assign(data.sizes.begin(), data.sizes.begin() + depth);
  return result;
}

void ScatterNDEmitter::requireShapes(RuntimeChecks &checks) {
  FlatBuffer &tuples = indices.buffer;
  checks.requireDepth(SCATTER_OPERAND_INDICES, batchRank,
                      tuples.uncheckedSizes.back(), depth);
  for (auto [dim, size] : llvm::enumerate(updates.uncheckedSizes))
    checks.requireSize(SCATTER_OPERAND_UPDATES, dim, size,
                       int64_t(dim) < batchRank
                           ? tuples.uncheckedSizes[dim]
                           : data.uncheckedSizes[depth + dim - batchRank]);
  // From here on equal sizes are one value.
  for (auto [dim, size] : llvm::enumerate(updates.sizes)) {
    Value &other = int64_t(dim) < batchRank
                       ? tuples.sizes[dim]
                       : data.sizes[depth + dim - batchRank];
    size = other = preferConstant(size, other);
  }
}

/// The tuples' dimensions with strides in `indices` and `updates`.
SmallVector<LoopDim> ScatterNDEmitter::getTupleDims() const {
  SmallVector<LoopDim> dims;
  for (int64_t dim = 0; dim < batchRank; ++dim) {
    const FlatBuffer &tuples = indices.buffer;
    bool isLast = dim + 1 == batchRank;
    dims.push_back({updates.sizes[dim],
                    {tuples.strides[dim], updates.strides[dim]},
                    !isLast && tuples.packed[dim] && updates.packed[dim]});
  }
  return dims;
}

/// The dimensions of a slice with strides in `data` and `updates`.
SmallVector<LoopDim> ScatterNDEmitter::getSliceDims(ImplicitLocOpBuilder &b) {
  SmallVector<LoopDim> dims;
  for (int64_t dim = depth, rank = op.getDataRank(); dim < rank; ++dim) {
    int64_t updatesDim = dim - depth + batchRank;
    bool isLast = dim + 1 == rank;
    dims.push_back({data.sizes[dim],
                    {data.strides[dim], updates.strides[updatesDim]},
                    !isLast && data.packed[dim] && updates.packed[updatesDim]});
  }
  appendParts(b, storage, dims);
  return mergeDims(b, dims);
}

void ScatterNDEmitter::emit(ImplicitLocOpBuilder &b) {
  RuntimeChecks checks(b);
  requireShapes(checks);
  checks.emitGuarded([&](ImplicitLocOpBuilder &inner) {
    indices.tupleDims = mergeDims(inner, getTupleDims());
    emitCheckedWrite(inner);
  });
}

void ScatterNDEmitter::emitCheckedWrite(ImplicitLocOpBuilder &b) {
  SmallVector<LoopDim> sliceDims = getSliceDims(b);
  WritePhase write(op, indices, data, updates, sliceDims, plan);
  if (depth == 0)
    // Memory of no bytes can have any number of tuples without components.
    return emitIf(b, emitHasElements(b, sliceDims),
                  [&](ImplicitLocOpBuilder &b) { write.emit(b); });
  if (op.getOutOfBounds() != OutOfBounds::error)
    return write.emit(b);
  if (!write.takesOffsetsOfCheck())
    return emitWriteIf(b, emitAllValid(b, indices, plan), write);
  Value canKeep = write.emitCanKeepOffsets(b);
  auto emitKeeping = [&](ImplicitLocOpBuilder &b) {
    Value kept = emitAllocScratch(b, indices.tupleDims[0].size, b.getI32Type());
    Value valid =
        emitAllValid(b, indices, plan,
                     [&](ImplicitLocOpBuilder &b, Value tuple, int64_t tuples) {
                       write.emitKeepOffsets(b, kept, tuple, tuples);
                     });
    emitWriteIf(b, valid, write.withOffsets(kept));
    memref::DeallocOp::create(b, kept);
  };
  emitIf(b, canKeep, emitKeeping, [&](ImplicitLocOpBuilder &b) {
    emitWriteIf(b, emitAllValid(b, indices, plan), write);
  });
}

/// Writes if all indices are `valid`, else reports the first that is not.
void ScatterNDEmitter::emitWriteIf(ImplicitLocOpBuilder &b, Value valid,
                                   const WritePhase &write) {
  emitIf(
      b, valid, [&](ImplicitLocOpBuilder &inner) { write.emit(inner); },
      [&](ImplicitLocOpBuilder &inner) {
        emitReportFirstInvalid(inner, indices);
      });
}

void scatter::lowerScatterND(ImplicitLocOpBuilder &b, ScatterNDUpdateOp op) {
  ScatterNDEmitter(b, op).emit(b);
}
