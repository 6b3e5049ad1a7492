//===- SliceRanges.cpp - a range of the slice for each thread -------------===//

#include "SliceRanges.h"
#include "Addressing/IndexMath.h"
#include "Tuples/TupleSource.h"

using namespace mlir;
using namespace scatter;

void scatter::emitSliceRanges(ImplicitLocOpBuilder &b, const NDUpdate &update,
                              Value isLarge) {
  auto emitRange = [&](ImplicitLocOpBuilder &b, Value thread) {
    SmallVector<LoopDim> dims(update.sliceDims);
    Value begin = constantIndex(b, 0);
    if (thread) {
      Chunk range = emitChunk(b, dims[0].size, thread, update.plan.threads,
                              update.writer.vectorLength);
      dims[0].size = sub(b, range.end, range.begin);
      begin = range.begin;
    }
    emitLoopNest(b, update.tupleDims,
                 {update.indices.buffer.origin, update.updates.origin},
                 [&](ImplicitLocOpBuilder &b, ArrayRef<Value> offsets) {
                   Slot slot = update.getSlots().emitSlot(b, offsets[0]);
                   slot.offset = add(b, slot.offset, begin);
                   emitTuple(b, update, dims, slot, add(b, offsets[1], begin));
                 });
  };
  emitDividedIf(b, isLarge, update.plan, emitRange);
}
