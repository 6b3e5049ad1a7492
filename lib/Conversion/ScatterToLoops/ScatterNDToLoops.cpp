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

/// From how many bytes on threads divide the copy of the source. The cache
/// lines that one thread updates next have to move to it from those that copied
/// them.
static Value emitParallelCopyBytes(IndexBuilder &b, const NDUpdate &update) {
  constexpr int64_t kCopiedPerMoved = 2, kMostPerLeast = 4;
  int64_t least = update.plan.parallelCopyBytes;
  Value sliceBytes =
      b.product(update.writer.storage.getBytes(), getSizes(update.sliceDims));
  Value moved =
      b.product(b.maxu(sliceBytes, kLineBytes), getSizes(update.tupleDims));
  Value more =
      b.minu(b.mul(moved, kCopiedPerMoved), b.mul(least, kMostPerLeast - 1));
  return b.add(least, more);
}

/// Emits the copy of the source, if there is one.
static void emitSourceCopy(IndexBuilder &b, const NDUpdate &update) {
  if (!update.source)
    return;
  Plan plan = update.plan;
  plan.partition = plan.threads > 1 && plan.parallelCopyBytes > 0
                       ? Partition::slice
                       : Partition::serial;
  plan.nontemporalBytes = plan.nontemporalCopyBytes;
  emitCopyOfAll(b, update.data, *update.source, update.writer.elementType, plan,
                emitParallelCopyBytes(b, update));
}

static void emitWrites(IndexBuilder &b, const NDUpdate &update) {
  emitSourceCopy(b, update);
  emitPartitioned(b, update);
}

/// Whether there are enough tuples for precomputed offsets, few enough for the
/// scratch memory, and offsets of 32 bits.
static Value emitCanPrecompute(IndexBuilder &b, const NDUpdate &update) {
  constexpr int64_t offsetBytes = 4;
  Value count = update.tupleDims[0].size;
  Value length = b.createOrFold<memref::DimOp>(update.data.flat, b.index(0));
  int64_t minTuples =
      std::max(update.plan.minOffsetTuples, getMinTableTuples(update.plan));
  return b.allOf({b.uge(count, minTuples),
                  b.ule(count, update.plan.scratchBytes / offsetBytes),
                  b.ule(length, int64_t(1) << 32)});
}

/// A table for the offsets of all tuples if the condition holds, else one
/// without entries.
static Value emitAllocOffsets(IndexBuilder &b, const NDUpdate &update,
                              Value canPrecompute) {
  Type offsetType = b.getI32Type();
  auto type = MemRefType::get(ShapedType::kDynamic, offsetType);
  auto emitTable = [&] {
    Value count = update.tupleDims[0].size;
    Value table = emitAllocScratch(b, count, offsetType);
    return b.createOrFold<memref::CastOp>(type, table);
  };
  auto emitNothing = [&]() -> Value {
    auto emptyType = MemRefType::get(/*shape=*/0, offsetType);
    Value nothing = memref::AllocaOp::create(b, emptyType);
    return memref::CastOp::create(b, type, nothing);
  };
  return emitIfElse(b, canPrecompute, emitTable, emitNothing);
}

/// Emits the check, by which offsets are precomputed if the condition holds,
/// and the writes; if an index is not valid, the report instead of them.
static void emitCheckedWrites(IndexBuilder &b, const NDUpdate &update,
                              Value canPrecompute) {
  auto emitReport = [&] { emitReportInvalid(b, update.indices); };
  auto emitCheck = [&] { return emitAllValid(b, update.indices, update.plan); };
  if (isFalse(canPrecompute))
    return emitIf(b, emitCheck(), [&] { emitWrites(b, update); }, emitReport);

  NDUpdate fromTable = update, fromComponents = update;
  Value table = emitAllocOffsets(b, update, canPrecompute);
  fromTable.precomputedOffsets = table;
  // As a rule there are few tuples, which neither threads nor prefetches make
  // faster.
  fromComponents.plan.partition = Partition::serial;
  fromComponents.plan.prefetchTuples = 0;
  auto emitStoringCheck = [&] {
    OffsetTable offsets{update.getSlots(), table};
    return emitAllValid(b, update.indices, update.plan, &offsets);
  };
  Value valid = emitIfElse(b, canPrecompute, emitStoringCheck, emitCheck);
  auto emitBySource = [&] {
    emitSourceCopy(b, update);
    emitIf(
        b, canPrecompute, [&] { emitPartitioned(b, fromTable); },
        [&] { emitPartitioned(b, fromComponents); });
  };
  emitIf(b, valid, emitBySource, emitReport);
  emitIf(b, canPrecompute, [&] { memref::DeallocOp::create(b, table); });
}

static void emitCheckAndWrites(IndexBuilder &b, const NDUpdate &update) {
  if (update.indices.getDepth() == 0)
    // Memory of no bytes can have any number of tuples without components.
    return emitIf(b, emitHasElements(b, update.sliceDims),
                  [&] { emitWrites(b, update); });
  if (update.policy != OutOfBounds::error)
    return emitWrites(b, update);
  emitCheckedWrites(b, update,
                    update.plan.offsets == SlotOffsets::precomputed
                        ? emitCanPrecompute(b, update)
                        : b.boolean(false));
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
