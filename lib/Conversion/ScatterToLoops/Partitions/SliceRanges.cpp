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
    Chunk range =
        emitChunk(b, size, thread, threads, update.writer.vectorLength);
    size = b.sub(range.end, range.begin);
    own.data.origin = b.add(update.data.origin, range.begin);
    own.updates.origin = b.add(update.updates.origin, range.begin);
    emitTuples(b, own);
  });
}
