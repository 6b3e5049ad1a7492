//===- SliceRanges.cpp - a range of the slice for each thread -------------===//

#include "Partition.h"
#include "Tuples/TupleSource.h"

using namespace mlir;
using namespace scatter;

void scatter::emitSliceRanges(IndexBuilder &b, const NDUpdate &update) {
  int64_t threads = update.plan.threads;
  emitParallel(b, threads, [&](Value thread) {
    NDUpdate own = update;
    Value &size = own.sliceDims[0].size;
    // Non-temporal stores need whole cache lines.
    int64_t grain =
        std::max(update.writer.vectorLength, update.writer.getLineLength());
    Chunk range = emitChunk(b, size, thread, threads, grain);
    size = b.sub(range.end, range.begin);
    own.data.origin = b.add(update.data.origin, range.begin);
    own.updates.origin = b.add(update.updates.origin, range.begin);
    emitTuples(b, own);
  });
}
