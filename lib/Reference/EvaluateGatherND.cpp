//===- EvaluateGatherND.cpp - reference of gather_nd ----------------------===//
//
// The defining loop of the op:
//
//   for t in row-major order over indices.shape[:-1]:
//     slot = normalise(indices[t])
//     out[t] = data[t[:b] ++ slot]
//
//===----------------------------------------------------------------------===//

#include "ErrorRecord.h"
#include "MultiIndex.h"
#include "TupleReader.h"
#include "scatter/Reference/Element.h"
#include "scatter/Reference/Evaluate.h"

#include "mlir/IR/BuiltinTypes.h"

#include <cassert>
#include <cstring>

using namespace mlir;

namespace scatter::reference {

/// k = q - 1 + r - b - rank(out).
static int64_t getGatherDepth(const GatherNDConfig &config,
                              const ConstBufferView &indices,
                              const ConstBufferView &data,
                              const ConstBufferView &out) {
  return indices.getRank() - 1 + data.getRank() - config.batchDims -
         out.getRank();
}

llvm::Error verifyGatherND(const GatherNDConfig &config,
                           const ConstBufferView &indices,
                           const ConstBufferView &data,
                           const ConstBufferView &out) {
  // (GN2) r >= 1, q >= 1 and 0 <= b <= min(q - 1, r).
  int64_t b = config.batchDims;
  if (data.getRank() < 1 || indices.getRank() < 1)
    return makeError("GN2: 'data' or 'indices' has rank 0");
  if (b < 0 || b > indices.getRank() - 1 || b > data.getRank())
    return makeError("GN2: 'batch_dims' is " + Twine(b));
  // (GN3) 0 <= k <= r - b.
  int64_t depth = getGatherDepth(config, indices, data, out);
  if (depth < 0 || depth > data.getRank() - b)
    return makeError("GN3: the ranks give tuples of " + Twine(depth) +
                     " components");
  // (GN7) same element type.
  if (out.elementType != data.elementType)
    return makeError("GN7: 'out' and 'data' differ in element type");
  return checkIndexType(indices);
}

/// Checks the part of GN3 to GN6 that only sizes decide.
static std::optional<ScatterError>
findGatherShapeViolation(const GatherNDConfig &config,
                         const ConstBufferView &indices,
                         const ConstBufferView &data,
                         const ConstBufferView &out, llvm::StringRef location) {
  int64_t depth = getGatherDepth(config, indices, data, out);
  int64_t tupleRank = indices.getRank() - 1;
  // (GN3) indices.shape[-1] = k.
  if (indices.shape[tupleRank] != depth)
    return makeShapeError(location, SCATTER_OPERAND_INDICES, tupleRank,
                          indices.shape[tupleRank], depth);
  // (GN4) indices.shape[:b] = data.shape[:b].
  for (int64_t dim = 0; dim < config.batchDims; ++dim)
    if (indices.shape[dim] != data.shape[dim])
      return makeShapeError(location, SCATTER_OPERAND_INDICES, dim,
                            indices.shape[dim], data.shape[dim]);
  for (int64_t dim = 0; dim < out.getRank(); ++dim) {
    // (GN5) out.shape[:q-1] = indices.shape[:-1].
    // (GN6) out.shape[q-1:] = data.shape[b+k:].
    int64_t expected =
        dim < tupleRank
            ? indices.shape[dim]
            : data.shape[config.batchDims + depth + dim - tupleRank];
    if (out.shape[dim] != expected)
      return makeShapeError(location, SCATTER_OPERAND_OUT, dim, out.shape[dim],
                            expected);
  }
  return std::nullopt;
}

std::optional<ScatterError> evaluateGatherND(const GatherNDConfig &config,
                                             const ConstBufferView &indices,
                                             const ConstBufferView &data,
                                             const BufferView &out,
                                             llvm::StringRef location) {
  assert(!llvm::errorToBool(verifyGatherND(config, indices, data, out)) &&
         "the operands break a constraint of the op");
  if (auto violation =
          findGatherShapeViolation(config, indices, data, out, location))
    return violation;
  ScatterNDUpdateConfig policies;
  policies.outOfBounds = config.outOfBounds;
  policies.negativeIndices = config.negativeIndices;
  ArrayRef<int64_t> indexed = ArrayRef(data.shape).drop_front(config.batchDims);
  if (config.outOfBounds == OutOfBounds::error)
    if (auto violation =
            findIndexViolation(policies, indices, indexed, location))
      return violation;

  TupleReader tuples(policies, indices, indexed);
  ArrayRef<int64_t> sliceShape = indexed.drop_front(tuples.getDepth());
  SmallVector<char> zeros(data.elementSize, 0);
  const void *fill = config.fill ? config.fill : zeros.data();
  forEachIndex(tuples.getBatchShape(), [&](ArrayRef<int64_t> tuple) {
    auto slot = tuples.getSlot(tuple);
    assert((slot || config.outOfBounds != OutOfBounds::undefined) &&
           "an index is out of bounds although it is promised not to be");
    forEachIndex(sliceShape, [&](ArrayRef<int64_t> sliceIndex) {
      const void *source = fill;
      SmallVector<int64_t, 8> dataIndex(tuple.take_front(config.batchDims));
      if (slot) {
        llvm::append_range(dataIndex, *slot);
        llvm::append_range(dataIndex, sliceIndex);
        source = data.getAddress(dataIndex);
      }
      SmallVector<int64_t, 8> outIndex(tuple);
      llvm::append_range(outIndex, sliceIndex);
      std::memcpy(out.getAddress(outIndex), source, data.elementSize);
    });
  });
  return std::nullopt;
}

} // namespace scatter::reference
