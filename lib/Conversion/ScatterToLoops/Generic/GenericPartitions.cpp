//===- GenericPartitions.cpp - how threads divide a scatter.generic -------===//

#include "GenericUpdate.h"

#include "scatter/Dialect/Scatter/IR/PlanFacts.h"
#include "scatter/Plan/Thresholds.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace scatter;

/// Emits loops over the dimensions of the tuples but the last, and calls `emit`
/// with their positions.
static void emitOuterLoops(IndexBuilder &b, const GenericUpdate &update,
                           function_ref<void(const GenericPosition &)> emit) {
  GenericPosition position;
  position.dims.assign(update.getNumDims(), Value());
  auto dims = llvm::to_vector(
      llvm::seq<int64_t>(0, std::max<int64_t>(update.batchRank - 1, 0)));
  update.emitNest(b, dims, position, emit);
}

/// Emits the tuple at `position` unless it is dropped.
static void emitTuple(IndexBuilder &b, const GenericUpdate &update,
                      GenericPosition position) {
  Value isWritten = update.emitComponents(b, position);
  emitIf(b, isWritten, [&] { update.emitSlice(b, position); });
}

/// Emits prefetches for the tuple at `position`. A dropped tuple has no place
/// in memory.
static void emitPrefetches(IndexBuilder &b, const GenericUpdate &update,
                           GenericPosition position) {
  Value isWritten = update.emitComponents(b, position);
  emitIf(b, isWritten, [&] { update.emitPrefetch(b, position); });
}

/// Emits all tuples in their order.
static void emitSerial(IndexBuilder &b, const GenericUpdate &update) {
  int64_t distance = update.plan.prefetchTuples;
  Value isFar = distance > 0 ? update.emitIsFar(b) : b.boolean(false);
  emitOuterLoops(b, update, [&](const GenericPosition &outer) {
    int64_t last = update.batchRank - 1;
    if (last < 0)
      return emitTuple(b, update, outer);
    Value size = update.dimSizes[last], begin = update.dimBegins[last];
    auto emitRange = [&](Value from, Value to, bool prefetches) {
      emitLoop(b, from, to, 1, [&](Value offset) {
        GenericPosition position = outer;
        position.dims[last] = b.add(begin, offset);
        if (prefetches) {
          GenericPosition ahead = outer;
          ahead.dims[last] = b.add(position.dims[last], distance);
          emitPrefetches(b, update, ahead);
        }
        emitTuple(b, update, position);
      });
    };
    // A second loop, without prefetches, applies the last tuples, or all.
    Value prefetched = b.select(isFar, b.sub(size, b.minu(size, distance)), 0);
    if (distance > 0)
      emitRange(b.index(0), prefetched, /*prefetches=*/true);
    emitRange(prefetched, size, /*prefetches=*/false);
  });
}

/// Emits the tuples at the positions of `dim` that `thread` has.
static void emitRangeOf(IndexBuilder &b, const GenericUpdate &update,
                        int64_t dim, Value thread, int64_t grain) {
  emitSerial(b, update.onRange(b, dim,
                               emitChunk(b, update.dimSizes[dim], thread,
                                         update.plan.threads, grain)));
}

/// Returns the logarithm of the number of slots that have one owner: those of a
/// cache line.
static Value emitOwnedSlots(IndexBuilder &b, const GenericUpdate &update) {
  Value out = update.operands[update.getNumInputs()];
  Type element = cast<MemRefType>(out.getType()).getElementType();
  Value bytes =
      b.product(ElementStorage::get(element).getBytes(),
                ArrayRef(update.dimSizes).drop_front(update.batchRank));
  Value log = b.index(0);
  for (int64_t half = kLineBytes / 2; half > 0; half /= 2)
    log = b.add(log, b.select(b.ule(bytes, half), 1, 0));
  return log;
}

/// Returns which thread writes the elements of the tuple at `position`.
/// `ownedSlots` is what emitOwnedSlots returns.
static Value emitOwner(IndexBuilder &b, const GenericUpdate &update,
                       const GenericPosition &position, Value ownedSlots) {
  int64_t operand = update.getNumInputs();
  Value out = update.operands[operand], slot = b.index(0);
  SmallVector<AffineExpr> exprs = update.op.getSlotExprs();
  SmallVector<Value> place = update.getPlace(b, operand, position);
  AffineMap map = update.op.getOutMap(0);
  for (auto [dim, expr] : llvm::enumerate(map.getResults()))
    if (llvm::is_contained(exprs, expr))
      slot = b.add(b.mul(slot, b.createOrFold<memref::DimOp>(out, dim)),
                   place[dim]);
  return b.remu(b.shru(slot, ownedSlots), update.plan.threads);
}

/// Each thread searches all tuples, a block at a time, for those whose elements
/// it owns, and applies these in their order.
static void emitOwners(IndexBuilder &b, const GenericUpdate &update,
                       Value thread) {
  int64_t last = update.batchRank - 1, distance = update.plan.prefetchTuples;
  Value isFar = distance > 0 ? update.emitIsFar(b) : b.boolean(false);
  Value selected = emitAllocScratch(b, kSelectedTuples, b.getIndexType());
  Value ownedSlots = emitOwnedSlots(b, update);
  emitOuterLoops(b, update, [&](const GenericPosition &outer) {
    auto at = [&](Value number) {
      GenericPosition position = outer;
      position.dims[last] = number;
      return position;
    };
    Value size = update.dimSizes[last];
    emitLoop(b, 0, size, kSelectedTuples, [&](Value begin) {
      Value end = b.minu(b.add(begin, kSelectedTuples), size);
      auto emitSelect = [&](Value number,
                            ValueRange carried) -> SmallVector<Value> {
        GenericPosition position = at(number);
        Value isWritten = update.emitComponents(b, position);
        // The components of a dropped tuple may be any numbers: its owner is
        // computed, but the tuple is not selected.
        Value isOwn = b.eq(emitOwner(b, update, position, ownedSlots), thread);
        memref::StoreOp::create(b, number, selected, carried[0]);
        Value isSelected = b.allOf({isWritten, isOwn});
        return {b.add(carried[0], b.select(isSelected, 1, 0))};
      };
      Value count =
          emitLoop(b, begin, end, 1, {b.index(0)}, emitSelect).getResult(0);
      auto load = [&](Value i) -> Value {
        return memref::LoadOp::create(b, selected, i);
      };
      emitLoop(b, 0, count, 1, [&](Value i) {
        emitIf(b, isFar, [&] {
          Value ahead = b.minu(b.add(i, distance), b.sub(count, 1));
          GenericPosition next = at(load(ahead));
          update.emitComponents(b, next);
          update.emitPrefetch(b, next);
        });
        GenericPosition position = at(load(i));
        update.emitComponents(b, position);
        update.emitSlice(b, position);
      });
    });
  });
  memref::DeallocOp::create(b, selected);
}

void scatter::emitGenericWrites(IndexBuilder &b, const GenericUpdate &update) {
  const Plan &plan = update.plan;
  GenericOp op = update.op;
  auto emitAlone = [&] { emitSerial(b, update); };
  if (plan.partition == Partition::serial || plan.threads == 1 ||
      update.batchRank == 0)
    return emitAlone();
  Value isLarge = b.uge(update.emitTotalBytes(b), plan.parallelBytes);
  auto emitByThreads = [&] {
    emitParallel(b, plan.threads, [&](Value thread) {
      switch (plan.partition) {
      case Partition::chunks:
        return emitRangeOf(b, update, op.getParallelBatchDims().front(), thread,
                           /*grain=*/1);
      case Partition::slice:
        return emitRangeOf(b, update, update.rowDim, thread, update.lanes);
      default:
        return emitOwners(b, update, thread);
      }
    });
  };
  emitIf(b, isLarge, emitByThreads, emitAlone);
}
