//===- ChooseGenericPlan.cpp - choose the plan of scatter.generic ---------===//

#include "scatter/Plan/ChooseGenericPlan.h"

#include "scatter/Dialect/Scatter/IR/ElementStorage.h"
#include "scatter/Plan/Thresholds.h"

using namespace mlir;
using namespace scatter;

/// Returns the bytes of a slice of the first out if they are static.
static std::optional<int64_t> getSliceBytes(GenericOp op) {
  auto type = cast<ShapedType>(op.getOuts().front().getType());
  int64_t bytes = ElementStorage::get(type.getElementType()).getBytes();
  for (auto [dim, expr] : llvm::enumerate(op.getOutMap(0).getResults())) {
    auto dimExpr = dyn_cast<AffineDimExpr>(expr);
    if (!dimExpr || dimExpr.getPosition() < op.getBatchRank())
      continue;
    if (type.isDynamicDim(dim))
      return std::nullopt;
    bytes *= type.getDimSize(dim);
  }
  return bytes;
}

Plan scatter::chooseGenericPlan(GenericOp op, const Machine &machine) {
  Plan plan;
  plan.vectorBytes = machine.vectorBytes;
  std::optional<int64_t> sliceBytes = getSliceBytes(op);
  if (machine.prefetch && sliceBytes.value_or(0) <= machine.prefetchRowBytes) {
    plan.prefetchTuples = kFewLinesDistance;
    plan.prefetchDataBytes = machine.coreCacheBytes / kNearDataShare;
  }
  if (machine.threads < 2 || op.getBatchRank() == 0)
    return plan;
  bool hasSlotOwners = !op.getSlotExprs().empty();
  bool hasSlice = op.getNumDims() > op.getBatchRank();
  if (!op.getParallelBatchDims().empty())
    plan.partition = Partition::chunks;
  else if (hasSlice &&
           (!hasSlotOwners || sliceBytes.value_or(0) >= kDividedSliceBytes))
    plan.partition = Partition::slice;
  else if (hasSlotOwners)
    plan.partition = Partition::buckets;
  else
    return plan;
  plan.threads = machine.threads;
  plan.parallelBytes = machine.parallelBytes;
  return plan;
}
