//===- SliceRanges.cpp - a range of the slice for each thread -------------===//

#include "Partition.h"
#include "Tuples/TupleSource.h"

using namespace mlir;
using namespace scatter;

void scatter::emitSliceRanges(IndexBuilder &b, const NDUpdate &update,
                              Value isDivided) {
  if (isFalse(isDivided) || update.plan.threads == 1)
    return emitTuples(b, update);
  Value size = update.sliceDims[0].size;
  // Code for a static length is shorter than that for ranges of any length.
  if (getConstantIntValue(size) && !isTrue(isDivided))
    return emitIf(
        b, isDivided, [&] { emitSliceRanges(b, update, b.boolean(true)); },
        [&] { emitTuples(b, update); });
  auto emitRange = [&](const std::optional<Chunk> &range) {
    // There always is a range, because there are several threads.
    NDUpdate own = update.onSliceRange(b, *range);
    // If it is known to be divided, there are few tuples, which do not exceed
    // the cache.
    if (isTrue(isDivided))
      own = own.withoutPrefetches().withStores(StoreMethod::Ordinary);
    emitTuples(b, own);
  };
  emitDividedIf(b, isDivided, update.plan.threads, size,
                update.getWriter().vectorLength, emitRange);
}
