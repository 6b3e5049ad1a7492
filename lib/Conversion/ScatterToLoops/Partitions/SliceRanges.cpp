//===- SliceRanges.cpp - a range of the slice for each thread -------------===//

#include "Partition.h"
#include "Tuples/TupleSource.h"

using namespace mlir;
using namespace scatter;

void scatter::emitSliceRanges(IndexBuilder &b, const NDUpdate &update,
                              Value isDivided) {
  if (isFalse(isDivided))
    return emitTuples(b, update);
  Value size = update.sliceDims[0].size;
  // Code for a static length is shorter than that for ranges of any length.
  if (getConstantIntValue(size) && !isTrue(isDivided))
    return emitIf(
        b, isDivided, [&] { emitSliceRanges(b, update, b.boolean(true)); },
        [&] { emitTuples(b, update); });
  auto emitRange = [&](const std::optional<Chunk> &range) {
    // There always is a range, because the plan is not serial.
    NDUpdate own = update;
    own.sliceDims[0].size = b.sub(range->end, range->begin);
    own.data.origin = b.add(update.data.origin, range->begin);
    own.updates.origin = b.add(update.updates.origin, range->begin);
    if (isTrue(isDivided)) {
      // There are few tuples, which do not exceed the cache.
      own.plan.prefetchTuples = 0;
      own.writer.exceedsCache = nullptr;
      own.writer.isNontemporal = false;
    }
    emitTuples(b, own);
  };
  emitDividedIf(b, isDivided, update.plan, size, update.writer.vectorLength,
                emitRange);
}
