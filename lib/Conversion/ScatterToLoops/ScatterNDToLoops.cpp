//===- ScatterNDToLoops.cpp - scatter_nd_update to loops ------------------===//
//
// Straight down: the sizes that the types leave open (Check/ShapeChecks), all
// indices (Check/IndexCheck), which may leave precomputed offsets behind, the
// division among threads (Partitions), the loop over tuples (Tuples), rows
// (Rows).
//
//===----------------------------------------------------------------------===//

#include "Check/IndexCheck.h"
#include "Check/ShapeChecks.h"
#include "Partitions/Partition.h"
#include "Partitions/SliceCopy.h"
#include "ScatterToLoops.h"
#include "Tuples/NDUpdate.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace scatter;

/// Emits the copy of the source, if there is one, and the writes.
static void emitWrites(IndexBuilder &b, const NDUpdate &update) {
  if (update.source) {
    Plan plan = update.plan;
    plan.partition = plan.threads > 1 && plan.parallelCopyBytes > 0
                         ? Partition::slice
                         : Partition::serial;
    plan.parallelBytes = plan.parallelCopyBytes;
    plan.nontemporalBytes = plan.nontemporalCopyBytes;
    emitCopyOfAll(b, update.data, *update.source, update.writer.elementType,
                  plan);
  }
  emitPartitioned(b, update);
}

/// Emits the check, which fills the `table` if there is one, and the writes;
/// if an index is not valid, the report instead of them.
static void emitCheckedWrites(IndexBuilder &b, const NDUpdate &update,
                              const OffsetTable *table = nullptr) {
  emitIf(
      b, emitAllValid(b, update.indices, update.plan, table),
      [&] { emitWrites(b, update); },
      [&] { emitReportInvalid(b, update.indices); });
}

/// Whether there are enough tuples for precomputed offsets, few enough for the
/// scratch memory, and offsets of 32 bits.
static Value emitCanPrecompute(IndexBuilder &b, const NDUpdate &update) {
  constexpr int64_t offsetBytes = 4;
  Value count = update.tupleDims[0].size;
  Value length = b.createOrFold<memref::DimOp>(update.data.flat, b.index(0));
  return b.allOf({b.uge(count, update.plan.minOffsetTuples),
                  b.ule(count, update.plan.scratchBytes / offsetBytes),
                  b.ule(length, int64_t(1) << 32)});
}

static void emitCheckAndWrites(IndexBuilder &b, const NDUpdate &update) {
  if (update.indices.getDepth() == 0)
    // Memory of no bytes can have any number of tuples without components.
    return emitIf(b, emitHasElements(b, update.sliceDims),
                  [&] { emitWrites(b, update); });
  if (update.policy != OutOfBounds::error)
    return emitWrites(b, update);
  auto emitPlain = [&] { emitCheckedWrites(b, update); };
  if (update.plan.offsets != SlotOffsets::precomputed)
    return emitPlain();
  auto emitPrecomputing = [&] {
    NDUpdate precomputed = update;
    precomputed.precomputedOffsets =
        emitAllocScratch(b, update.tupleDims[0].size, b.getI32Type());
    OffsetTable table{update.getSlots(), precomputed.precomputedOffsets};
    emitCheckedWrites(b, precomputed, &table);
    memref::DeallocOp::create(b, precomputed.precomputedOffsets);
  };
  emitIf(b, emitCanPrecompute(b, update), emitPrecomputing, emitPlain);
}

void scatter::lowerScatterND(IndexBuilder &b, ScatterNDUpdateOp op) {
  NDUpdate update = NDUpdate::create(b, op);
  RuntimeChecks checks(b);
  checks.requireShapes(update.indices.buffer, update.updates, update.data,
                       op.getIndexDepth());
  checks.emitGuarded([&] {
    int64_t batchRank = op.getBatchRank(), depth = op.getIndexDepth();
    update.tupleDims =
        zipDims(b, update.indices.buffer, 0, update.updates, 0, batchRank);
    update.sliceDims = zipDims(b, update.data, depth, update.updates, batchRank,
                               op.getSliceRank(), update.writer.storage.parts);
    emitCheckAndWrites(b, update);
  });
}
