//===- ScatterNDToLoops.cpp - scatter_nd_update to loops ------------------===//
//
// Straight down: the sizes that the types leave open (Check/ShapeChecks), all
// indices (Check/IndexCheck), which may leave precomputed offsets behind, the
// division among threads (Partitions), the loop over tuples (Tuples), rows
// (Rows).
//
//===----------------------------------------------------------------------===//

#include "ScatterNDToLoops.h"
#include "Addressing/IndexMath.h"
#include "Check/IndexCheck.h"
#include "Check/ShapeChecks.h"
#include "Partitions/Partition.h"
#include "Partitions/SliceCopy.h"
#include "Tuples/NDUpdate.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace scatter;

/// Emits the copy of the source, if there is one, and the writes.
static void emitWrites(ImplicitLocOpBuilder &b, const NDUpdate &update) {
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

/// Emits the writes if all indices are `valid`, else the report of the first
/// that is not.
static void emitWritesIf(ImplicitLocOpBuilder &b, Value valid,
                         const NDUpdate &update) {
  emitIf(
      b, valid, [&](ImplicitLocOpBuilder &b) { emitWrites(b, update); },
      [&](ImplicitLocOpBuilder &b) {
        emitReport(b, update.indices, emitFirstInvalid(b, update.indices));
      });
}

/// Whether there are enough tuples for precomputed offsets, few enough for the
/// scratch memory, and offsets of 32 bits.
static Value emitCanPrecompute(ImplicitLocOpBuilder &b,
                               const NDUpdate &update) {
  constexpr int64_t offsetBytes = 4;
  Value count = update.tupleDims[0].size;
  auto isAtMost = [&](Value value, int64_t limit) {
    return compare(b, arith::CmpIPredicate::ule, value,
                   constantIndex(b, limit));
  };
  Value length =
      b.createOrFold<memref::DimOp>(update.data.flat, constantIndex(b, 0));
  return allOf(b, {compare(b, arith::CmpIPredicate::uge, count,
                           constantIndex(b, update.plan.minOffsetTuples)),
                   isAtMost(count, update.plan.scratchBytes / offsetBytes),
                   isAtMost(length, int64_t(1) << 32)});
}

static void emitCheckAndWrites(ImplicitLocOpBuilder &b,
                               const NDUpdate &update) {
  if (update.indices.getDepth() == 0)
    // Memory of no bytes can have any number of tuples without components.
    return emitIf(b, emitHasElements(b, update.sliceDims),
                  [&](ImplicitLocOpBuilder &b) { emitWrites(b, update); });
  if (update.policy != OutOfBounds::error)
    return emitWrites(b, update);
  auto emitPlain = [&](ImplicitLocOpBuilder &b) {
    emitWritesIf(b, emitAllValid(b, update.indices, update.plan), update);
  };
  if (update.plan.offsets != SlotOffsets::precomputed)
    return emitPlain(b);
  auto emitPrecomputing = [&](ImplicitLocOpBuilder &b) {
    NDUpdate precomputed = update;
    precomputed.precomputedOffsets =
        emitAllocScratch(b, update.tupleDims[0].size, b.getI32Type());
    OffsetTable table{update.getSlots(), precomputed.precomputedOffsets};
    Value valid = emitAllValid(b, update.indices, update.plan, &table);
    emitWritesIf(b, valid, precomputed);
    memref::DeallocOp::create(b, precomputed.precomputedOffsets);
  };
  emitIf(b, emitCanPrecompute(b, update), emitPrecomputing, emitPlain);
}

void scatter::lowerScatterND(ImplicitLocOpBuilder &b, ScatterNDUpdateOp op) {
  NDUpdate update = NDUpdate::create(b, op);
  RuntimeChecks checks(b);
  checks.requireShapes(update.indices.buffer, update.updates, update.data,
                       op.getIndexDepth());
  checks.emitGuarded([&](ImplicitLocOpBuilder &b) {
    int64_t batchRank = op.getBatchRank(), depth = op.getIndexDepth();
    update.tupleDims =
        zipDims(b, update.indices.buffer, 0, update.updates, 0, batchRank);
    update.sliceDims = zipDims(b, update.data, depth, update.updates, batchRank,
                               op.getSliceRank(), update.writer.storage.parts);
    emitCheckAndWrites(b, update);
  });
}
