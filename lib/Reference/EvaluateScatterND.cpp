//===- EvaluateScatterND.cpp - reference of scatter_nd_update -------------===//
//
// The defining loop of the op:
//
//   for t in row-major order over indices.shape[:-1]:
//     slot = normalise(indices[t])
//     data[slot] = f(data[slot], updates[t])
//
//===----------------------------------------------------------------------===//

#include "ErrorRecord.h"
#include "MultiIndex.h"
#include "TupleReader.h"
#include "scatter/Reference/Element.h"
#include "scatter/Reference/Evaluate.h"

#include "mlir/IR/BuiltinTypes.h"

#include <cassert>

using namespace mlir;

namespace scatter::reference {

/// k = r + q - 1 - rank(updates).
static int64_t getDepth(const ConstBufferView &indices,
                        const ConstBufferView &updates,
                        const ConstBufferView &data) {
  return data.getRank() + indices.getRank() - 1 - updates.getRank();
}

llvm::Error verifyScatterNDUpdate(const ScatterNDUpdateConfig &config,
                                  const ConstBufferView &indices,
                                  const ConstBufferView &updates,
                                  const ConstBufferView &data) {
  // (ND2) r >= 1.
  if (data.getRank() < 1)
    return makeError("ND2: 'data' has rank 0");
  // (ND3) q >= 1.
  if (indices.getRank() < 1)
    return makeError("ND3: 'indices' has rank 0");
  // (ND4) 0 <= k <= r.
  int64_t depth = getDepth(indices, updates, data);
  if (depth < 0 || depth > data.getRank())
    return makeError("ND4: the ranks give tuples of " + Twine(depth) +
                     " components for 'data' of rank " + Twine(data.getRank()));
  // (ND7) same element type.
  if (updates.elementType != data.elementType)
    return makeError("ND7: 'updates' and 'data' differ in element type");
  // (ND8) the element type supports the reduction.
  if (!supportsReduction(data.elementType, config.reduction))
    return makeError("ND8: the element type does not support the reduction");
  return checkIndexType(indices);
}

/// Checks the part of ND4, ND5 and ND6 that only sizes decide.
static std::optional<ScatterError>
findShapeViolation(const ConstBufferView &indices,
                   const ConstBufferView &updates, const ConstBufferView &data,
                   llvm::StringRef location) {
  int64_t depth = getDepth(indices, updates, data);
  int64_t batchRank = indices.getRank() - 1;
  // (ND4) indices.shape[-1] = k.
  if (indices.shape[batchRank] != depth)
    return makeShapeError(location, SCATTER_OPERAND_INDICES, batchRank,
                          indices.shape[batchRank], depth);
  for (int64_t dim = 0; dim < updates.getRank(); ++dim) {
    // (ND5) updates.shape[:q-1] = indices.shape[:-1].
    // (ND6) updates.shape[q-1:] = data.shape[k:].
    int64_t expected = dim < batchRank ? indices.shape[dim]
                                       : data.shape[depth + dim - batchRank];
    if (updates.shape[dim] != expected)
      return makeShapeError(location, SCATTER_OPERAND_UPDATES, dim,
                            updates.shape[dim], expected);
  }
  return std::nullopt;
}

std::optional<ScatterError>
evaluateScatterNDUpdate(const ScatterNDUpdateConfig &config,
                        const ConstBufferView &indices,
                        const ConstBufferView &updates, const BufferView &data,
                        llvm::StringRef location) {
  assert(!llvm::errorToBool(
             verifyScatterNDUpdate(config, indices, updates, data)) &&
         "the operands break a constraint of the op");
  if (auto violation = findShapeViolation(indices, updates, data, location))
    return violation;
  if (config.outOfBounds == OutOfBounds::error)
    if (auto violation =
            findIndexViolation(config, indices, data.shape, location))
      return violation;

  TupleReader tuples(config, indices, data.shape);
  ElementReducer reduce(data.elementType, config.reduction, data.elementSize);
  ArrayRef<int64_t> sliceShape =
      ArrayRef(data.shape).drop_front(tuples.getDepth());
  forEachIndex(tuples.getBatchShape(), [&](ArrayRef<int64_t> batchIndex) {
    auto slot = tuples.getSlot(batchIndex);
    assert((slot || config.outOfBounds != OutOfBounds::undefined) &&
           "an index is out of bounds although it is promised not to be");
    if (!slot)
      return;
    forEachIndex(sliceShape, [&](ArrayRef<int64_t> sliceIndex) {
      SmallVector<int64_t, 8> dataIndex(*slot);
      llvm::append_range(dataIndex, sliceIndex);
      SmallVector<int64_t, 8> updateIndex(batchIndex);
      llvm::append_range(updateIndex, sliceIndex);
      reduce(data.getAddress(dataIndex), updates.getAddress(updateIndex));
    });
  });
  return std::nullopt;
}

} // namespace scatter::reference
