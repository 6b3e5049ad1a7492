//===- GatherNDToLoops.cpp - gather_nd to loops ---------------------------===//
//
// The steps of the lowering, in the order of the emitted code: checks of the
// sizes that the types leave open (Check/ShapeChecks), the check of all indices
// (Check/IndexCheck), the division among threads, and the loops over tuples
// (Gather). No two tuples write the same elements, so that threads divide the
// tuples.
//
//===----------------------------------------------------------------------===//

#include "Check/IndexCheck.h"
#include "Check/ShapeChecks.h"
#include "Gather/NDGather.h"
#include "ScatterToLoops.h"

#include "scatter/Plan/Thresholds.h"

using namespace mlir;
using namespace scatter;

/// Returns `gather` with non-temporal stores if it writes enough for them.
static NDGather chooseStores(IndexBuilder &b, const NDGather &gather) {
  if (gather.plan.nontemporalBytes == 0)
    return gather;
  Value bytes = b.mul(gather.emitSliceBytes(b), gather.emitTuples(b));
  Value isEnough = b.uge(bytes, gather.plan.nontemporalBytes);
  Value isAligned = gather.getWriter().emitIsAligned(b, gather.out.origin,
                                                     gather.emitSliceBytes(b));
  return gather.withStores(StoreMethod::Nontemporal,
                           b.allOf({isEnough, isAligned}));
}

/// Whether there is enough work for several threads.
static Value emitIsLarge(IndexBuilder &b, const NDGather &gather) {
  Value tupleBytes = b.maxu(gather.emitSliceBytes(b), kChunkedTupleBytes);
  return b.uge(b.mul(gather.emitTuples(b), tupleBytes),
               gather.plan.parallelBytes);
}

static void emitReads(IndexBuilder &b, const NDGather &op) {
  NDGather gather = chooseStores(b, op);
  const Plan &plan = gather.plan;
  switch (plan.partition) {
  case Partition::chunks: {
    auto emitChunks = [&](const std::optional<Chunk> &chunk) {
      emitGather(b, gather, chunk);
    };
    return emitDividedIf(b, emitIsLarge(b, gather), plan.threads,
                         gather.emitTuples(b), /*grain=*/1, emitChunks);
  }
  case Partition::slice: {
    auto emitRange = [&](const std::optional<Chunk> &range) {
      emitGather(b, range ? gather.onSliceRange(b, *range) : gather);
    };
    return emitDividedIf(b, emitIsLarge(b, gather), plan.threads,
                         gather.sliceDims[0].size,
                         gather.getWriter().getLineLength(), emitRange);
  }
  default:
    return emitGather(b, gather);
  }
}

static void emitCheckAndReads(IndexBuilder &b, const NDGather &gather) {
  if (gather.indices.getDepth() == 0)
    // Memory of zero bytes can have any number of tuples without components.
    return emitIf(b, emitHasElements(b, gather.sliceDims),
                  [&] { emitReads(b, gather); });
  if (gather.policy != OutOfBounds::error)
    return emitReads(b, gather);
  Value valid = emitAllValid(b, gather.indices, CheckPlan::get(gather.plan));
  emitIf(
      b, valid, [&] { emitReads(b, gather); },
      [&] { emitReportInvalid(b, gather.indices); });
}

void scatter::lowerGatherND(IndexBuilder &b, GatherNDOp op) {
  GatherOperands operands(b, op);
  FlatBuffer *buffers[] = {&operands.indices.buffer, &operands.data,
                           &operands.out};
  // The sizes of the indexed dimensions are those of `data`.
  emitIfSizesMatch(b, op, buffers,
                   [&] { emitCheckAndReads(b, NDGather(b, op, operands)); });
}
