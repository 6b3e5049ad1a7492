//===- StridedRow.cpp - rows with gaps between their elements -------------===//

#include "StridedRow.h"

#include "scatter/Dialect/Scatter/IR/PlanFacts.h"
#include "scatter/Plan/Thresholds.h"

#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include <numeric>

using namespace mlir;
using namespace scatter;

int64_t StridedBlocks::getUpdates() const {
  return vectorLength / std::gcd(getStride(), vectorLength);
}

int64_t StridedBlocks::getVectors() const {
  // The length of a block may overflow: a step of 2^62 elements is legal.
  return getStride() / std::gcd(getStride(), vectorLength);
}

int64_t StridedBlocks::getBegin() const {
  return step > 0 ? -lead : lead + 1 - getLength();
}

SmallVector<StridedBlocks, 2> StridedBlocks::get(const RowWriter &writer,
                                                 const LoopDim &dim) {
  std::optional<int64_t> step = getConstantIntValue(dim.strides[0]);
  if (!writer.gaps || !writer.plan.stridedVectors || !step ||
      !writer.combiner.isOverwrite() || !writer.storage.isVectorizable ||
      writer.storage.parts != 1 || !isConstantIntValue(dim.strides[1], 1))
    return {};
  std::optional<int64_t> length = getConstantIntValue(dim.size);
  SmallVector<StridedBlocks, 2> result;
  auto addBlocks = [&](int64_t lanes, int64_t minUpdates) {
    StridedBlocks blocks{*step, writer.gaps->lead, lanes};
    if (blocks.getStride() >= 2 && lanes >= 2 &&
        blocks.getVectors() <= kMaxStridedVectors &&
        blocks.getUpdates() >= minUpdates &&
        (!length || *length >= blocks.getUpdates()))
      result.push_back(blocks);
  };
  addBlocks(writer.vectorLength, /*minUpdates=*/1);
  int64_t shortLanes = std::max(
      writer.storage.getVectorLength(kShortVectorBytes), kMinShortLanes);
  if (shortLanes < writer.vectorLength)
    addBlocks(shortLanes, kMinShortUpdates);
  return result;
}

/// Returns the shuffle mask of vector `number` of a block. The operands of the
/// shuffle are that vector and the vector of updates; the mask takes each lane
/// from one of them.
static SmallVector<int64_t> getMask(const StridedBlocks &blocks,
                                    int64_t number) {
  int64_t stride = blocks.getStride(), lanes = blocks.vectorLength;
  bool isReversed = blocks.step < 0;
  int64_t lowest = isReversed ? stride - 1 - blocks.lead : blocks.lead;
  SmallVector<int64_t> mask;
  for (int64_t lane = 0; lane < lanes; ++lane) {
    int64_t distance = number * lanes + lane - lowest;
    int64_t update = distance / stride;
    if (isReversed)
      update = blocks.getUpdates() - 1 - update;
    bool isUpdate = distance >= 0 && distance % stride == 0;
    mask.push_back(isUpdate ? lanes + update : lane);
  }
  return mask;
}

/// Writes the blocks of the first `end` elements of a row, in ascending order
/// of `data`.
static void emitBlocks(IndexBuilder &b, const RowWriter &writer,
                       const StridedBlocks &blocks, Value end, Value dataOffset,
                       Value updatesOffset) {
  int64_t updatesLength = blocks.getUpdates(), lanes = blocks.vectorLength;
  bool isReversed = blocks.step < 0;
  auto fullType = VectorType::get({lanes}, writer.storage.type);
  auto updatesType = VectorType::get({updatesLength}, writer.storage.type);
  SmallVector<int64_t> widen(lanes, -1);
  std::iota(widen.begin(), widen.begin() + updatesLength, 0);
  auto keep = llvm::to_vector(llvm::seq<int64_t>(0, lanes));
  Value source = writer.copiesGaps() ? writer.gaps->source : writer.data;
  Value begin = b.add(dataOffset, blocks.getBegin());
  Value last = b.sub(end, updatesLength);

  emitLoop(b, 0, end, updatesLength, [&](Value first) {
    if (isReversed)
      first = b.sub(last, first);
    Value updatesPosition = b.add(updatesOffset, first);
    Value block = b.add(begin, b.mul(first, blocks.step));
    Value update =
        vector::LoadOp::create(b, updatesType, writer.updates, updatesPosition);
    if (updatesLength < lanes)
      update = vector::ShuffleOp::create(b, update, update, widen);
    for (int64_t i = 0; i < blocks.getVectors(); ++i) {
      SmallVector<int64_t> mask = getMask(blocks, i);
      if (mask == keep && !writer.copiesGaps())
        continue;
      Value position = b.add(block, i * lanes);
      Value vector = vector::LoadOp::create(b, fullType, source, position);
      if (mask != keep)
        vector = vector::ShuffleOp::create(b, vector, update, mask);
      writer.emitStore(b, vector, position);
    }
  });
}

/// Copies `length` elements at `offset` from the source of the gaps.
static void emitGap(IndexBuilder &b, const RowWriter &writer, Value length,
                    Value offset) {
  emitContiguousRow(b, writer.forGaps(), length, offset, offset);
}

/// Copies the gaps around and between the `rest` elements after the blocks.
/// They are the `length` elements of `data` from `begin` on, in the direction
/// of the step; `begin` is the one that a block would begin with.
static void emitGapsOfRest(IndexBuilder &b, const RowWriter &writer, Value rest,
                           Value length, Value begin) {
  bool ascends = writer.gaps->step > 0;
  auto emit = [&](const RowWriter &part, Value size, Value position) {
    Value lowest = ascends ? b.add(begin, position)
                           : b.sub(b.add(begin, 1), b.add(position, size));
    emitGap(b, part, size, lowest);
  };
  if (!writer.isNontemporal())
    return emit(writer, length, b.index(0));
  // The elements of the rest are stored to cache lines between these gaps. That
  // is slow if a non-temporal store has just moved the line to memory.
  RowWriter ordinary = writer.withStores(StoreMethod::Ordinary);
  Value span = b.minu(b.mul(rest, writer.gaps->getStride()), length);
  emit(ordinary, span, b.index(0));
  emit(writer, b.sub(length, span), span);
}

/// Emits a loop over elements. The offsets are loop-carried: if they were
/// products of the induction variable, code generation would leave the
/// multiplications in the loop (docs/Performance.md, "Strided rows").
static scf::ForOp emitElementLoop(IndexBuilder &b, const RowWriter &writer,
                                  const LoopDim &dim, ArrayRef<Value> offsets) {
  return emitLoop(b, 0, dim.size, 1, offsets,
                  [&](Value, ValueRange current) -> SmallVector<Value> {
                    writer.emitElements(b, 1, current[0], current[1]);
                    return {b.add(current[0], dim.strides[0]),
                            b.add(current[1], dim.strides[1])};
                  });
}

void scatter::emitStridedRow(IndexBuilder &b, const RowWriter &writer,
                             const LoopDim &dim, ArrayRef<Value> offsets) {
  SmallVector<StridedBlocks, 2> kinds = StridedBlocks::get(writer, dim);
  if (kinds.empty())
    return setUnrollCount(emitElementLoop(b, writer, dim, offsets),
                          kElementLoopUnrollCount);
  const RowGaps &gaps = *writer.gaps;
  int64_t lead = gaps.lead;
  Value before = b.sub(gaps.before, lead);
  Value available = b.sub(gaps.length, before);
  LoopDim rest = dim;
  SmallVector<Value> current(offsets);
  for (const StridedBlocks &blocks : kinds) {
    int64_t updatesLength = blocks.getUpdates(), length = blocks.getLength();
    Value count =
        b.minu(b.divu(rest.size, updatesLength), b.divu(available, length));
    Value done = b.mul(count, updatesLength);
    // Shorter vectors do not cover cache lines.
    bool isFull = blocks.vectorLength == writer.vectorLength;
    emitBlocks(b, isFull ? writer : writer.withStores(StoreMethod::Ordinary),
               blocks, done, current[0], current[1]);
    available = b.sub(available, b.mul(count, length));
    LoopDim next = rest.onRange(b, {done, rest.size});
    current = rest.advance(b, current, done);
    rest = next;
  }
  if (writer.copiesGaps()) {
    // The blocks span the elements from `lead` elements before the first one of
    // the row to `lead` elements before the first one of the rest.
    bool ascends = gaps.step > 0;
    emitGap(b, writer, before,
            ascends ? b.sub(offsets[0], gaps.before)
                    : b.add(offsets[0], lead + 1));
    emitGapsOfRest(b, writer, rest.size, available,
                   ascends ? b.sub(current[0], lead) : b.add(current[0], lead));
  }
  emitElementLoop(b, writer, rest, current);
}
