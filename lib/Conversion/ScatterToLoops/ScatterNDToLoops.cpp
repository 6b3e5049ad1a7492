//===- ScatterNDToLoops.cpp - scatter_nd_update to loops ------------------===//
//
// The steps of the lowering, in the order of the emitted code: checks of the
// sizes that the types leave open (Check/ShapeChecks), the check of all indices
// (Check/IndexCheck), which may store precomputed offsets, the division among
// threads (Partitions), the loop over tuples (Tuples), and rows (Rows).
//
//===----------------------------------------------------------------------===//

#include "Check/IndexCheck.h"
#include "Check/ShapeChecks.h"
#include "Partitions/Partition.h"
#include "ScatterToLoops.h"
#include "Slices/SliceCopy.h"
#include "Tuples/NDUpdate.h"
#include "Tuples/Runs.h"

#include "scatter/Plan/PlanThresholds.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

#include <limits>

using namespace mlir;
using namespace scatter;

/// Returns the plan for the copy of the source. The thresholds grow with the
/// bytes that the op writes after the copy. If threads divide the copy, the
/// cache lines of these bytes have to move to the thread that updates them. If
/// the stores are non-temporal, the cache lines have to be read from memory
/// again (docs/Performance.md, "Copies by two threads" and "Non-temporal
/// copies").
static CopyPlan emitCopyPlan(IndexBuilder &b, const NDUpdate &update) {
  const Plan &plan = update.plan;
  Value moved = b.product(b.maxu(update.emitSliceBytes(b), kLineBytes),
                          getSizes(update.tupleDims));
  int64_t least = getParallelCopyBytes(plan);
  Value more =
      b.minu(b.mul(moved, kCopiedPerMoved), b.mul(least, kMostPerLeast - 1));
  CopyPlan copyPlan{plan.threads, b.add(least, more)};
  // A plan for several threads already has twice the threshold.
  int64_t cached = getNontemporalCopyBytes(plan);
  if (plan.threads == 1 && cached > 0 &&
      cached <= std::numeric_limits<int64_t>::max() / kMostCachedPerLeast)
    copyPlan.nontemporalBytes = b.maxu(
        b.minu(b.mul(moved, kCachedPerMoved), kMostCachedPerLeast * cached),
        cached);
  else if (cached > 0)
    copyPlan.nontemporalBytes = cached;
  return copyPlan;
}

/// Emits the copy of the source, if the op has one, unless the writes read it.
static void emitSourceCopy(IndexBuilder &b, const NDUpdate &update,
                           Value readsSource) {
  if (!update.source)
    return;
  emitIf(b, b.isNot(readsSource), [&] {
    emitCopyOfAll(b, update.data, *update.source,
                  update.combiner.getElementType(), update.plan,
                  emitCopyPlan(b, update));
  });
}

/// Emits the writes. Tuples of empty slices are only checked.
static void emitWrites(IndexBuilder &b, const NDUpdate &update,
                       Value hasElements) {
  emitSourceCopy(b, update, emitReadsSource(b, update));
  emitIf(b, hasElements, [&] { emitPartitioned(b, update); });
}

/// Returns an i1 that says whether offsets can be precomputed: there are enough
/// tuples to make it pay, the table fits into the scratch memory, and an offset
/// fits into 32 bits.
static Value emitCanPrecompute(IndexBuilder &b, const NDUpdate &update) {
  constexpr int64_t offsetBytes = 4;
  int64_t maxTuples = std::max<int64_t>(
      update.plan.scratchBytes / offsetBytes - update.plan.prefetchTuples, 0);
  Value count = update.tupleDims[0].size;
  int64_t minTuples =
      std::max(kMinOffsetTuples, getMinTableTuples(update.plan));
  return b.allOf({b.uge(count, minTuples), b.ule(count, maxTuples),
                  update.emitHasNarrowOffsets(b)});
}

/// Allocates a table for the offsets of all tuples, and for as many more as are
/// prefetched ahead, if `canPrecompute` holds at run time. Else returns an
/// empty table.
static Value emitAllocOffsets(IndexBuilder &b, const NDUpdate &update,
                              Value canPrecompute) {
  Type offsetType = b.getI32Type();
  auto type = MemRefType::get(ShapedType::kDynamic, offsetType);
  auto emitTable = [&] {
    Value count = update.tupleDims[0].size;
    Value length = b.add(count, update.plan.prefetchTuples);
    Value table = emitAllocScratch(b, length, offsetType);
    return b.createOrFold<memref::CastOp>(type, table);
  };
  auto emitNothing = [&]() -> Value {
    auto emptyType = MemRefType::get(/*shape=*/0, offsetType);
    Value nothing = memref::AllocaOp::create(b, emptyType);
    return memref::CastOp::create(b, type, nothing);
  };
  return emitIfElse(b, canPrecompute, emitTable, emitNothing);
}

/// Emits the check, and after it the writes, or the report if an index is not
/// valid. If `canPrecompute` holds at run time, the check stores the offsets,
/// and the writes load them.
static void emitCheckedWrites(IndexBuilder &b, const NDUpdate &update,
                              Value hasElements, Value canPrecompute) {
  CheckPlan checkPlan = CheckPlan::get(update.plan);
  if (!dividesCheck(update.facts, update.plan.threads))
    checkPlan.threads = 1;
  auto emitReport = [&] { emitReportInvalid(b, update.indices); };
  auto emitCheck = [&] { return emitAllValid(b, update.indices, checkPlan); };
  if (isFalse(canPrecompute))
    return emitIf(
        b, emitCheck(), [&] { emitWrites(b, update, hasElements); },
        emitReport);

  Value table = emitAllocOffsets(b, update, canPrecompute);
  NDUpdate fromTable = update.withPrecomputedOffsets(table);
  auto emitStoringCheck = [&] {
    OffsetTable offsets{update.getSlots(), table};
    return emitAllValid(b, update.indices, checkPlan, &offsets);
  };
  Value valid = emitIfElse(b, canPrecompute, emitStoringCheck, emitCheck);
  auto emitBySource = [&] {
    emitSourceCopy(b, update,
                   b.allOf({canPrecompute, emitReadsSource(b, fromTable)}));
    emitIf(
        b, canPrecompute, [&] { emitPartitioned(b, fromTable); },
        // Offsets are usually not precomputed because there are few tuples.
        // Neither threads nor prefetches make few tuples faster.
        [&] {
          emitIf(b, hasElements,
                 [&] { emitByOneThread(b, update.withoutPrefetches()); });
        });
  };
  emitIf(b, valid, emitBySource, emitReport);
  emitIf(b, canPrecompute, [&] { memref::DeallocOp::create(b, table); });
}

/// Emits the check and the writes of an update whose tuples are in long runs.
static void emitCheckedRuns(IndexBuilder &b, const NDUpdate &update) {
  auto emitAll = [&] {
    emitSourceCopy(b, update, b.boolean(false));
    emitRuns(b, update);
  };
  if (update.policy != OutOfBounds::error)
    return emitAll();
  // All of them, since the promise that they are sorted may be broken.
  Value valid = emitAllValid(b, update.indices, CheckPlan::get(update.plan));
  emitIf(b, valid, emitAll, [&] { emitReportInvalid(b, update.indices); });
}

static void emitWholeUpdate(IndexBuilder &b, const NDUpdate &update) {
  Value hasElements = emitHasElements(b, update.sliceDims);
  if (update.indices.getDepth() == 0)
    // Memory of zero bytes can have any number of tuples without components.
    return emitIf(b, hasElements,
                  [&] { emitWrites(b, update, b.boolean(true)); });
  if (update.policy != OutOfBounds::error)
    return emitWrites(b, update, b.boolean(true));
  Value canPrecompute =
      update.plan.offsets == SlotOffsets::precomputed
          ? b.allOf({hasElements, emitCanPrecompute(b, update)})
          : b.boolean(false);
  emitCheckedWrites(b, update, hasElements, canPrecompute);
}

static void emitCheckAndWrites(IndexBuilder &b, const NDUpdate &update) {
  auto emitWhole = [&] { emitWholeUpdate(b, update); };
  if (!canHaveRuns(update))
    return emitWhole();
  emitIf(
      b, emitHasLongRuns(b, update), [&] { emitCheckedRuns(b, update); },
      emitWhole);
}

void scatter::lowerScatterND(IndexBuilder &b, ScatterNDUpdateOp op) {
  NDOperands operands(b, op);
  FlatBuffer *buffers[] = {&operands.indices.buffer, &operands.updates,
                           &operands.data};
  emitIfSizesMatch(b, op, buffers,
                   [&] { emitCheckAndWrites(b, NDUpdate(b, op, operands)); });
}
