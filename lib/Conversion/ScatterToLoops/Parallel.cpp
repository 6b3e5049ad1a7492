//===- Parallel.cpp - work shared by threads ------------------------------===//

#include "Parallel.h"
#include "IndexMath.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace scatter;

Share scatter::emitShare(ImplicitLocOpBuilder &b, Value size, Value part,
                         int64_t parts, int64_t grain) {
  // ceil(size / (parts * grain)) grains each; the last share may be short.
  Value unit = constantIndex(b, parts * grain);
  Value grains = b.createOrFold<arith::CeilDivUIOp>(size, unit);
  Value length = mul(b, grains, constantIndex(b, grain));
  Value begin = b.createOrFold<arith::MinUIOp>(mul(b, part, length), size);
  Value end = b.createOrFold<arith::MinUIOp>(add(b, begin, length), size);
  return {begin, end};
}

void scatter::emitParallel(
    ImplicitLocOpBuilder &b, int64_t threads,
    function_ref<void(ImplicitLocOpBuilder &, Value)> emitBody) {
  auto loop = scf::ParallelOp::create(
      b, constantIndex(b, 0), constantIndex(b, threads), constantIndex(b, 1));
  ImplicitLocOpBuilder inner(b.getLoc(), OpBuilder::atBlockTerminator(
                                             loop.getBody(), b.getListener()));
  emitBody(inner, loop.getInductionVars().front());
}

void scatter::emitSharedOrAlone(
    ImplicitLocOpBuilder &b, const Plan &plan, Value isLarge,
    function_ref<void(ImplicitLocOpBuilder &, Value)> emitWork) {
  if (plan.partition == Partition::serial)
    return emitWork(b, Value());
  emitIf(
      b, isLarge,
      [&](ImplicitLocOpBuilder &shared) {
        emitParallel(shared, plan.threads, emitWork);
      },
      [&](ImplicitLocOpBuilder &alone) { emitWork(alone, Value()); });
}
