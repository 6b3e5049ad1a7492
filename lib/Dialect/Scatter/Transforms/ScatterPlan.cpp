//===- ScatterPlan.cpp - the pass scatter-plan ----------------------------===//

#include "scatter/Dialect/Scatter/Transforms/Passes.h"
#include "scatter/Plan/ChooseGenericPlan.h"
#include "scatter/Plan/ChoosePlan.h"
#include "scatter/Plan/PlanOptionSet.h"

#include "mlir/IR/Remarks.h"

using namespace mlir;

namespace scatter {
#define GEN_PASS_DEF_SCATTERPLANPASS
#include "scatter/Dialect/Scatter/Transforms/Passes.h.inc"
} // namespace scatter

using namespace scatter;

/// The reason of a plan that an op has already.
static constexpr PlanReason kGiven = {"given", "the op has a plan"};

/// Emits a remark with the fields of `plan` that differ from the default.
/// `reason` and `objection`, the reason against the requested partition, may be
/// empty.
static void emitRemark(Operation *op, const Plan &plan, PlanReason reason = {},
                       StringRef objection = {}) {
  auto remark = remark::passed(
      op->getLoc(), remark::RemarkOpts::name("plan").category("scatter-plan"));
  if (!remark)
    return;
  remark << remark::metric("op", op->getName().stripDialect())
         << remark::metric("partition", stringifyPartition(plan.partition));
  if (!reason.key.empty())
    remark << remark::metric("reason", reason.key)
           << remark::metric("because", reason.text);
  if (!objection.empty())
    remark << remark::metric("not-allowed", objection);
  Plan defaults;
  if (plan.offsets != defaults.offsets)
    remark << remark::metric("offsets", stringifySlotOffsets(plan.offsets));
  for (const PlanField &field : getPlanFields())
    if (plan.*field.member != defaults.*field.member)
      remark << remark::metric(field.getKey(), plan.*field.member);
}

namespace {

struct ScatterPlanPass : scatter::impl::ScatterPlanPassBase<ScatterPlanPass> {
  ScatterPlanPass() : options(*this) {}
  ScatterPlanPass(const ScatterPlanPass &other)
      : ScatterPlanPassBase(other), options(*this) {}
  explicit ScatterPlanPass(const PlanOptions &given) : ScatterPlanPass() {
    options.set(given);
  }

  void runOnOperation() override;

private:
  void plan(ScatterNDUpdateOp op);
  /// Sets the plan that `choose` returns, unless `op` has one.
  template <typename OpT>
  void plan(OpT op, function_ref<Plan()> choose);

  PlanOptionSet<Option<int64_t>, Option<Partition>> options;
  Machine machine;
  std::optional<Partition> preferred;
};

} // namespace

void ScatterPlanPass::plan(ScatterNDUpdateOp op) {
  if (op.getPlanAttr())
    return emitRemark(op, op.getPlanOrDefault(), kGiven);
  ScatterNDFacts facts = ScatterNDFacts::get(op);
  Plan plan = choosePlan(facts, machine, preferred);
  op.setPlanAttr(PlanAttr::get(&getContext(), plan));
  bool isRefused = preferred && machine.threads > 1;
  emitRemark(op, plan, getReason(plan.partition, facts, machine, preferred),
             isRefused ? facts.getObjection(*preferred) : StringRef());
}

template <typename OpT>
void ScatterPlanPass::plan(OpT op, function_ref<Plan()> choose) {
  if (op.getPlanAttr())
    return emitRemark(op, op.getPlanOrDefault(), kGiven);
  Plan plan = choose();
  op.setPlanAttr(PlanAttr::get(&getContext(), plan));
  emitRemark(op, plan);
}

void ScatterPlanPass::runOnOperation() {
  Operation *root = getOperation();
  PlanOptions given = options.get();
  FailureOr<Machine> described = given.getMachine(root);
  if (failed(described))
    return signalPassFailure();
  machine = *described;
  preferred = given.partition;
  root->walk([&](Operation *op) {
    if (auto scatterND = dyn_cast<ScatterNDUpdateOp>(op))
      plan(scatterND);
    else if (auto gather = dyn_cast<GatherNDOp>(op))
      plan(gather,
           [&] { return choosePlan(GatherFacts::get(gather), machine); });
    else if (auto slice = dyn_cast<SliceScatterOp>(op))
      plan(slice, [&] { return choosePlan(SliceFacts::get(slice), machine); });
    else if (auto generic = dyn_cast<GenericOp>(op))
      plan(generic, [&] { return chooseGenericPlan(generic, machine); });
    else if (auto check = dyn_cast<CheckIndicesOp>(op))
      plan(check, [&] { return chooseCheckPlan(machine); });
  });
}

std::unique_ptr<Pass>
scatter::createScatterPlanPass(const PlanOptions &options) {
  return std::make_unique<ScatterPlanPass>(options);
}
