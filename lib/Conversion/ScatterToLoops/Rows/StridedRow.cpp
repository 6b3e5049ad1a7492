//===- StridedRow.cpp - rows with gaps between their elements -------------===//

#include "StridedRow.h"
#include "Addressing/FlatBuffer.h"
#include "Addressing/IndexMath.h"

#include "scatter/Dialect/Scatter/IR/PlanFacts.h"

#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include <numeric>

using namespace mlir;
using namespace scatter;

int64_t RowWindows::getUpdates() const {
  return vectorLength / std::gcd(getStride(), vectorLength);
}

int64_t RowWindows::getBegin() const {
  return step > 0 ? -lead : lead + 1 - getLength();
}

std::optional<RowWindows> RowWindows::get(const RowWriter &writer,
                                          const LoopDim &dim) {
  std::optional<int64_t> step = getConstantIntValue(dim.strides[0]);
  if (!writer.gaps || !writer.plan.stridedVectors || !step ||
      writer.reduction != Reduction::none || !writer.storage.isVectorizable ||
      writer.storage.parts != 1 || !isConstant(dim.strides[1], 1))
    return std::nullopt;
  RowWindows windows{*step, writer.gaps->lead, writer.vectorLength};
  if (windows.getStride() < 2 || windows.vectorLength < 2 ||
      windows.getVectors() > kMaxStridedVectors)
    return std::nullopt;
  std::optional<int64_t> length = getConstantIntValue(dim.size);
  if (length && *length < windows.getUpdates())
    return std::nullopt;
  return windows;
}

Value scatter::emitRowLength(ImplicitLocOpBuilder &b, const RowGaps &gaps,
                             const LoopDim &dim) {
  Value one = constantIndex(b, 1);
  int64_t stride = std::abs(*getConstantIntValue(dim.strides[0]));
  Value span = mul(b, sub(b, dim.size, one), constantIndex(b, stride));
  return add(b, add(b, span, one), add(b, gaps.before, gaps.after));
}

/// For each lane of vector `number` of a window, the lane of that vector and
/// the updates behind each other that it is taken from.
static SmallVector<int64_t> getMask(const RowWindows &windows, int64_t number) {
  int64_t stride = windows.getStride(), lanes = windows.vectorLength;
  bool isReversed = windows.step < 0;
  int64_t lowest = isReversed ? stride - 1 - windows.lead : windows.lead;
  SmallVector<int64_t> mask;
  for (int64_t lane = 0; lane < lanes; ++lane) {
    int64_t distance = number * lanes + lane - lowest;
    int64_t update = distance / stride;
    if (isReversed)
      update = windows.getUpdates() - 1 - update;
    bool isUpdate = distance >= 0 && distance % stride == 0;
    mask.push_back(isUpdate ? lanes + update : lane);
  }
  return mask;
}

/// Writes the windows of the elements before `end` of a row, in ascending order
/// of `data`.
static void emitWindows(ImplicitLocOpBuilder &b, const RowWriter &writer,
                        const RowWindows &windows, Value end, Value dataOffset,
                        Value updatesOffset) {
  int64_t updatesLength = windows.getUpdates(), lanes = windows.vectorLength;
  int64_t elementBytes = writer.storage.getBytes();
  bool isReversed = windows.step < 0;
  auto fullType = VectorType::get({lanes}, writer.storage.type);
  auto updatesType = VectorType::get({updatesLength}, writer.storage.type);
  SmallVector<int64_t> widen(lanes, -1);
  std::iota(widen.begin(), widen.begin() + updatesLength, 0);
  auto keep = llvm::to_vector(llvm::seq<int64_t>(0, lanes));
  Value source = writer.copiesGaps() ? writer.gaps->source : writer.data;
  Value begin = add(b, dataOffset, constantIndex(b, windows.getBegin()));
  Value last = sub(b, end, constantIndex(b, updatesLength));

  emitLoop(
      b, constantIndex(b, 0), end, updatesLength,
      [&](ImplicitLocOpBuilder &b, Value first) {
        if (isReversed)
          first = sub(b, last, first);
        Value updatesPosition = add(b, updatesOffset, first);
        Value window =
            add(b, begin, mul(b, first, constantIndex(b, windows.step)));
        if (writer.prefetchesWindows)
          emitPrefetchAhead(b, writer.updates, updatesPosition, elementBytes,
                            writer.plan.prefetchBytes, /*isWrite=*/false,
                            /*isDownwards=*/isReversed);
        Value update = vector::LoadOp::create(b, updatesType, writer.updates,
                                              updatesPosition);
        if (updatesLength < lanes)
          update = vector::ShuffleOp::create(b, update, update, widen);
        for (int64_t i = 0; i < windows.getVectors(); ++i) {
          SmallVector<int64_t> mask = getMask(windows, i);
          if (mask == keep && !writer.copiesGaps())
            continue;
          Value position = add(b, window, constantIndex(b, i * lanes));
          if (writer.prefetchesWindows)
            emitPrefetchAhead(b, writer.data, position, elementBytes,
                              writer.plan.prefetchBytes, /*isWrite=*/true);
          Value vector = vector::LoadOp::create(b, fullType, source, position);
          if (mask != keep)
            vector = vector::ShuffleOp::create(b, vector, update, mask);
          writer.emitStore(b, vector, position);
        }
      });
}

/// Copies `length` elements at `offset` from where the gaps come from.
static void emitGap(ImplicitLocOpBuilder &b, RowWriter writer, Value length,
                    Value offset) {
  writer.updates = writer.gaps->source;
  writer.gaps.reset();
  writer.isNontemporal = false;
  emitContiguousRow(b, writer, length, offset, offset);
}

void scatter::emitStridedRow(ImplicitLocOpBuilder &b, const RowWriter &writer,
                             const LoopDim &dim, Value dataOffset,
                             Value updatesOffset) {
  LoopDim rest = dim;
  if (std::optional<RowWindows> windows = RowWindows::get(writer, dim)) {
    const RowGaps &gaps = *writer.gaps;
    Value length = constantIndex(b, windows->getLength());
    Value updatesLength = constantIndex(b, windows->getUpdates());
    Value before = sub(b, gaps.before, constantIndex(b, windows->lead));
    Value available = sub(b, emitRowLength(b, gaps, dim), before);
    Value count = b.createOrFold<arith::MinUIOp>(
        b.createOrFold<arith::DivUIOp>(dim.size, updatesLength),
        b.createOrFold<arith::DivUIOp>(available, length));
    Value done = mul(b, count, updatesLength);
    emitWindows(b, writer, *windows, done, dataOffset, updatesOffset);

    Value first = dataOffset;
    rest.size = sub(b, dim.size, done);
    dataOffset = add(b, dataOffset, mul(b, done, dim.strides[0]));
    updatesOffset = add(b, updatesOffset, done);
    if (writer.copiesGaps()) {
      // The windows are from `lead` before the first element to as much before
      // the first one of the rest.
      Value after = sub(b, available, mul(b, count, length));
      Value lead = constantIndex(b, windows->lead);
      Value above = constantIndex(b, windows->lead + 1);
      bool isReversed = windows->step < 0;
      emitGap(b, writer, before,
              isReversed ? add(b, first, above) : sub(b, first, gaps.before));
      emitGap(b, writer, after,
              isReversed ? sub(b, add(b, dataOffset, above), after)
                         : sub(b, dataOffset, lead));
    }
  }
  emitLoopNest(b, rest, {dataOffset, updatesOffset},
               [&](ImplicitLocOpBuilder &inner, ArrayRef<Value> offsets) {
                 writer.emitElements(inner, 1, offsets[0], offsets[1]);
               });
}
