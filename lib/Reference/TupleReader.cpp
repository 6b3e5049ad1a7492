//===- TupleReader.cpp - tuples of indices --------------------------------===//
//
// Negative indices, bounds and the policies for indices out of bounds.
//
//===----------------------------------------------------------------------===//

#include "TupleReader.h"

#include "ErrorRecord.h"
#include "MultiIndex.h"
#include "scatter/Reference/Element.h"

#include <algorithm>
#include <cassert>
#include <set>
#include <vector>

using namespace mlir;

namespace scatter::reference {

llvm::Error checkIndexType(const ConstBufferView &indices) {
  Type type = indices.elementType;
  if (!isa<IndexType>(type) && !type.isInteger(32) && !type.isInteger(64))
    return makeError("'indices' has an element type that is no index type");
  return llvm::Error::success();
}

TupleReader::Wide TupleReader::getComponent(ArrayRef<int64_t> batchIndex,
                                            int64_t component) const {
  SmallVector<int64_t, 8> index(batchIndex);
  index.push_back(component);
  int64_t value = readInteger(indices.elementType, indices.getAddress(index));
  if (isUnsignedInteger(indices.elementType))
    return static_cast<uint64_t>(value);
  return value;
}

TupleReader::Wide TupleReader::wrap(Wide value, int64_t size) const {
  if (value < 0 && config.negativeIndices == NegativeIndices::wrap)
    return value + size;
  return value;
}

static bool isInBounds(TupleReader::Wide value, int64_t size) {
  return value >= 0 && value < size;
}

std::optional<int64_t>
TupleReader::findBadComponent(ArrayRef<int64_t> batchIndex) const {
  for (int64_t j = 0; j < getDepth(); ++j) {
    int64_t size = dataShape[j];
    if (!isInBounds(wrap(getComponent(batchIndex, j), size), size))
      return j;
  }
  return std::nullopt;
}

std::optional<SmallVector<int64_t, 8>>
TupleReader::getSlot(ArrayRef<int64_t> batchIndex) const {
  SmallVector<int64_t, 8> slot;
  for (int64_t j = 0; j < getDepth(); ++j) {
    int64_t size = dataShape[j];
    Wide value = wrap(getComponent(batchIndex, j), size);
    if (!isInBounds(value, size)) {
      if (config.outOfBounds != OutOfBounds::clamp || size == 0)
        return std::nullopt;
      value = std::clamp<Wide>(value, 0, size - 1);
    }
    slot.push_back(static_cast<int64_t>(value));
  }
  return slot;
}

std::optional<ScatterError> findIndexViolation(
    const ScatterNDUpdateConfig &config, const ConstBufferView &indices,
    llvm::ArrayRef<int64_t> dataShape, llvm::StringRef location) {
  ScatterErrorKind kind = SCATTER_ERROR_INDEX;
  if (isUnsignedInteger(indices.elementType))
    kind = SCATTER_ERROR_INDEX_UNSIGNED;
  else if (config.negativeIndices == NegativeIndices::reject)
    kind = SCATTER_ERROR_INDEX_REJECT;

  TupleReader tuples(config, indices, dataShape);
  std::optional<ScatterError> violation;
  int64_t position = 0;
  forEachIndex(tuples.getBatchShape(), [&](ArrayRef<int64_t> batchIndex) {
    std::optional<int64_t> bad;
    if (!violation)
      bad = tuples.findBadComponent(batchIndex);
    if (bad)
      violation = makeErrorRecord(
          location, kind, position, *bad,
          static_cast<int64_t>(tuples.getComponent(batchIndex, *bad)),
          dataShape[*bad]);
    ++position;
  });
  return violation;
}

TupleFacts analyzeTuples(const ScatterNDUpdateConfig &config,
                         const ConstBufferView &indices,
                         const ConstBufferView &data) {
  TupleReader tuples(config, indices, data.shape);
  assert(tuples.getDepth() <= data.getRank() && "(ND4)");
  TupleFacts facts;
  std::set<std::vector<int64_t>> seen;
  std::vector<int64_t> previous;
  forEachIndex(tuples.getBatchShape(), [&](ArrayRef<int64_t> batchIndex) {
    if (tuples.findBadComponent(batchIndex))
      facts.inBounds = false;
    auto slot = tuples.getSlot(batchIndex);
    if (!slot)
      return;
    std::vector<int64_t> current(slot->begin(), slot->end());
    if (!seen.empty() && current < previous)
      facts.sorted = false;
    if (!seen.insert(current).second)
      facts.unique = false;
    previous = std::move(current);
  });
  return facts;
}

} // namespace scatter::reference
