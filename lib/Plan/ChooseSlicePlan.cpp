//===- ChooseSlicePlan.cpp - choose the plan of a slice_scatter -----------===//

#include "scatter/Plan/ChoosePlan.h"
#include "scatter/Plan/PlanThresholds.h"

#include <limits>

using namespace scatter;

/// Whether strided rows, of which the slice has every rowStep-th element, are
/// written by whole vectors.
static bool chooseStridedVectors(const SliceFacts &facts,
                                 const Machine &machine) {
  constexpr int64_t kMin = std::numeric_limits<int64_t>::min();
  return facts.rowStep && *facts.rowStep != kMin &&
         usesStridedVectors(std::abs(*facts.rowStep),
                            facts.storage.getVectorLength(machine.vectorBytes),
                            facts.storage.getBytes(), facts.hasSource);
}

Plan scatter::choosePlan(const SliceFacts &facts, const Machine &machine) {
  Plan plan;
  plan.vectorBytes = machine.vectorBytes;
  plan.memcpyBytes = machine.memcpyBytes;
  plan.nontemporalBytes = machine.nontemporalBytes;
  plan.prefetchLevel = machine.prefetch;
  plan.stridedVectors = chooseStridedVectors(facts, machine);
  if (machine.threads > 1) {
    plan.threads = machine.threads;
    plan.partition = Partition::slice;
    plan.parallelBytes = machine.parallelBytes;
  }
  return plan;
}
