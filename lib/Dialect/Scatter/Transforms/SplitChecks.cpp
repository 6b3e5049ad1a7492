//===- SplitChecks.cpp - check, update and report as ops ------------------===//

#include "ShareChecks.h"
#include "SizeTable.h"

#include "scatter/Dialect/Scatter/Transforms/ChoosePlan.h"
#include "scatter/Dialect/Scatter/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;

namespace scatter {
#define GEN_PASS_DEF_SCATTERSPLITCHECKSPASS
#include "scatter/Dialect/Scatter/Transforms/Passes.h.inc"
} // namespace scatter

using namespace scatter;

namespace {

/// An update under the policy `error`, and a value that says whether its
/// indices are valid.
struct CheckedUpdate {
  ScatterNDUpdateOp op;
  Value valid;
};

} // namespace

/// Returns the fields of the plan of `op` that apply to a check.
static PlanAttr getPlanOfCheck(ScatterNDUpdateOp op) {
  if (!op.getPlanAttr())
    return {};
  Plan plan, whole = op.getPlanOrDefault();
  for (int64_t Plan::*member :
       {&Plan::threads, &Plan::vectorBytes, &Plan::parallelCheckBytes})
    plan.*member = whole.*member;
  return PlanAttr::get(op.getContext(), plan);
}

/// Creates the check of the indices of `op` before it. Returns its result,
/// which is a constant if it is known.
static Value createCheck(ScatterNDUpdateOp op, SizeTable &sizes) {
  SmallVector<OpFoldResult> checkedSizes;
  for (int64_t dim = 0; dim < op.getIndexDepth(); ++dim)
    checkedSizes.push_back(sizes.get(op.getData(), dim));
  OpBuilder b(op);
  auto check = CheckIndicesOp::create(b, op.getLoc(), op.getIndices(),
                                      checkedSizes, op.getNegativeIndices());
  check.setPlanAttr(getPlanOfCheck(op));
  SmallVector<Value> folded;
  if (failed(b.tryFold(check, folded)) || folded.empty())
    return check.getValid();
  check.erase();
  return folded.front();
}

static void createReport(OpBuilder &b, ScatterNDUpdateOp op) {
  ReportIndicesOp::create(b, op.getLoc(), op.getIndices(), op.getUpdates(),
                          op.getData(), op.getNegativeIndices());
}

/// Splits `op` into an update without a check, for the case that `valid` is
/// true, and a report, for the case that it is false.
static void split(ScatterNDUpdateOp op, Value valid) {
  OpBuilder b(op);
  std::optional<int64_t> known = getConstantIntValue(valid);
  if (known && *known != 0) {
    op.setOutOfBounds(OutOfBounds::undefined);
    return;
  }
  if (known) {
    createReport(b, op);
    if (op.getResult())
      op.getResult().replaceAllUsesWith(op.getData());
    op.erase();
    return;
  }
  auto ifOp = scf::IfOp::create(b, op.getLoc(), op->getResultTypes(), valid,
                                /*withElseRegion=*/true);
  op->replaceAllUsesWith(ifOp);
  op.setOutOfBounds(OutOfBounds::undefined);
  OpBuilder onTrue = ifOp.getThenBodyBuilder(),
            onFalse = ifOp.getElseBodyBuilder();
  op->moveBefore(ifOp.thenBlock(), onTrue.getInsertionPoint());
  createReport(onFalse, op);
  if (!op.getResult())
    return;
  scf::YieldOp::create(onTrue, op.getLoc(), op.getResult());
  scf::YieldOp::create(onFalse, op.getLoc(), op.getData());
}

/// Whether `op` must keep its own check, because a separate check saves less
/// than it costs. A check of its own computes offsets along with the check;
/// without it, `op` would load all components of each tuple again
/// (docs/Performance.md, "Shared checks").
static bool needsOwnCheck(ScatterNDUpdateOp op, const Machine &machine) {
  if (op.getIndexDepth() < 2)
    return false;
  ScatterNDFacts facts = ScatterNDFacts::get(op);
  Plan plan = op.getPlanAttr() ? facts.restrict(op.getPlanOrDefault())
                               : choosePlan(facts, machine);
  return plan.offsets == SlotOffsets::precomputed;
}

/// Whether the check is executed once for all iterations of a loop.
static bool isOutsideOfLoop(CheckedUpdate update) {
  auto loop = update.op->getParentOfType<LoopLikeOpInterface>();
  return loop && loop.isDefinedOutsideOfLoop(update.valid);
}

namespace {

struct ScatterSplitChecksPass
    : scatter::impl::ScatterSplitChecksPassBase<ScatterSplitChecksPass> {
  using ScatterSplitChecksPassBase::ScatterSplitChecksPassBase;

  void runOnOperation() override;
};

} // namespace

void ScatterSplitChecksPass::runOnOperation() {
  Operation *root = getOperation();
  SmallVector<CheckedUpdate> updates;
  root->walk([&](ScatterNDUpdateOp op) {
    if (op.getOutOfBounds() == OutOfBounds::error)
      updates.push_back({op, Value()});
  });
  // Existing checks of the program are shared as well.
  DenseSet<Value> given;
  root->walk([&](CheckIndicesOp op) { given.insert(op.getValid()); });

  FailureOr<Machine> machine = getMachine(root);
  if (failed(machine))
    return signalPassFailure();
  SizeTable sizes;
  for (CheckedUpdate &update : updates)
    update.valid = createCheck(update.op, sizes);
  CheckSharing sharing(root);
  sharing.run();

  // The number of updates that share each check and gain by it.
  DenseMap<Value, int64_t> numShares;
  for (CheckedUpdate &update : updates) {
    if (auto check = update.valid.getDefiningOp<CheckIndicesOp>())
      update.valid = sharing.getValid(check);
    numShares[update.valid] += !needsOwnCheck(update.op, *machine);
  }
  auto isShared = [&](CheckedUpdate update) {
    if (getConstantIntValue(update.valid))
      return false;
    return isOutsideOfLoop(update) ||
           ((numShares[update.valid] > 1 || given.contains(update.valid)) &&
            !needsOwnCheck(update.op, *machine));
  };
  for (CheckedUpdate &update : updates)
    if (!sharedOnly || isShared(update))
      split(update.op, update.valid);
  sharing.eraseReplaced();
  for (auto [valid, count] : numShares)
    if (valid.use_empty() && !given.contains(valid))
      valid.getDefiningOp()->erase();
  sizes.eraseUnused();
}
