//===- ChooseGatherPlan.cpp - choose the plan of a gather_nd --------------===//

#include "scatter/Plan/ChoosePlan.h"
#include "scatter/Plan/PlanThresholds.h"

#include "llvm/Support/MathExtras.h"

using namespace scatter;

static Partition choosePartition(const GatherFacts &facts,
                                 const Machine &machine) {
  if (machine.threads < 2)
    return Partition::serial;
  bool areFew =
      facts.tuples && llvm::divideCeil(*facts.tuples, machine.threads) <
                          kGatheredTuplesPerThread;
  bool areLong = facts.sliceBytes && *facts.sliceBytes >= kGatherRangeBytes;
  return areFew && areLong ? Partition::slice : Partition::chunks;
}

static void choosePrefetch(Plan &plan, const GatherFacts &facts,
                           const Machine &machine) {
  int64_t bytes = facts.rowBytes.value_or(kLineBytes);
  if (!machine.prefetch || bytes > kGatherPrefetchRowBytes)
    return;
  int64_t distance = bytes < kLineBytes        ? kElementGatherDistance
                     : bytes <= 2 * kLineBytes ? kLineGatherDistance
                                               : kRowGatherDistance;
  if (facts.tuples && *facts.tuples <= distance)
    return;
  plan.prefetchTuples = distance;
  plan.prefetchLevel = 1;
  // Out-of-order execution overlaps loads of nearer elements by itself.
  plan.prefetchDataBytes = bytes < kLineBytes
                               ? machine.elementDataBytes
                               : machine.coreCacheBytes / kRowGatherCachePart;
}

Plan scatter::choosePlan(const GatherFacts &facts, const Machine &machine) {
  Plan plan = chooseCheckPlan(machine);
  plan.memcpyBytes = machine.memcpyBytes;
  plan.nontemporalBytes = machine.nontemporalBytes;
  if (machine.vectorBytes >= kGatherVectorBytes)
    plan.offsets = SlotOffsets::blocks;
  plan.partition = choosePartition(facts, machine);
  choosePrefetch(plan, facts, machine);
  return facts.restrict(plan);
}
