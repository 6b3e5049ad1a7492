//===- SplitChecks.cpp - check, update and report as ops ------------------===//

#include "FusableProducers.h"
#include "ShareChecks.h"
#include "SizeTable.h"
#include "SplitChain.h"

#include "scatter/Dialect/Scatter/IR/StaticSizes.h"
#include "scatter/Dialect/Scatter/Transforms/Passes.h"
#include "scatter/Plan/ChoosePlan.h"
#include "scatter/Plan/PlanThresholds.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace scatter {
#define GEN_PASS_DEF_SCATTERSPLITCHECKSPASS
#include "scatter/Dialect/Scatter/Transforms/Passes.h.inc"
} // namespace scatter

using namespace scatter;

static bool dividesCheckOf(ScatterNDUpdateOp op, int64_t threads) {
  return dividesCheck(ScatterNDFacts::get(op), threads);
}

static bool dividesCheckOf(GatherNDOp, int64_t) { return true; }

/// Returns the fields of the plan of `op` that apply to a check.
template <typename OpT>
static PlanAttr getPlanOfCheck(OpT op) {
  if (!op.getPlanAttr())
    return {};
  Plan plan, whole = op.getPlanOrDefault();
  plan.vectorBytes = whole.vectorBytes;
  if (dividesCheckOf(op, whole.threads)) {
    plan.threads = whole.threads;
    plan.parallelBytes = whole.parallelBytes;
  }
  return PlanAttr::get(op.getContext(), plan);
}

/// Whether `op` checks its indices.
static bool checksIndices(Operation *op) {
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case<ScatterNDUpdateOp, GatherNDOp>(
          [](auto op) { return op.getOutOfBounds() == OutOfBounds::error; })
      .Default(false);
}

/// Creates the check of the indices of `op` before it. Its result is a constant
/// if it is known.
template <typename OpT>
static void createCheck(CheckedUpdate &update, OpT op, SizeTable &sizes) {
  for (int64_t dim = 0; dim < op.getIndexDepth(); ++dim)
    update.checkedSizes.push_back(
        sizes.get(op.getData(), op.getFirstIndexedDim() + dim));
  OpBuilder b(op);
  auto check =
      CheckIndicesOp::create(b, op.getLoc(), op.getIndices(),
                             update.checkedSizes, op.getNegativeIndices());
  check.setPlanAttr(getPlanOfCheck(op));
  update.indicesAreValid = check.getValid();
  SmallVector<Value> folded;
  if (failed(b.tryFold(check, folded)) || folded.empty())
    return;
  check.erase();
  update.indicesAreValid = folded.front();
}

/// Whether all that `op` compares before it reads its operands is known.
static bool hasKnownSizes(Operation *op) {
  if (auto slice = dyn_cast<SliceScatterOp>(op))
    return scatter::hasKnownSizes(slice);
  if (auto gather = dyn_cast<GatherNDOp>(op))
    return scatter::hasKnownSizes(gather);
  return scatter::hasKnownSizes(cast<ScatterNDUpdateOp>(op));
}

namespace {

/// Collects ops that are created.
struct CreatedOps : OpBuilder::Listener {
  void notifyOperationInserted(Operation *op, OpBuilder::InsertPoint) override {
    ops.push_back(op);
  }
  void eraseUnused() {
    for (Operation *op : llvm::reverse(ops))
      if (isOpTriviallyDead(op))
        op->erase();
    ops.clear();
  }

  SmallVector<Operation *> ops;
};

} // namespace

/// Emits the conditions on the sizes of `update` before it, and sets what says
/// whether it has nothing to report.
static void emitConditions(CheckedUpdate &update, SizeTable &sizes,
                           CreatedOps &created) {
  Operation *op = update.op;
  if (hasKnownSizes(op)) {
    update.condition = update.indicesAreValid;
    return;
  }
  IndexBuilder b(op->getLoc(), op);
  b.setListener(&created);
  auto getSize = [&](Value value, int64_t dim) {
    return getValueOrCreateConstantIndexOp(b, b.getLoc(),
                                           sizes.get(value, dim));
  };
  update.sizes =
      llvm::TypeSwitch<Operation *, SmallVector<SizeCondition>>(op)
          .Case<ScatterNDUpdateOp, GatherNDOp, SliceScatterOp>(
              [&](auto op) { return emitSizeConditions(b, op, getSize); });
  Value condition = update.indicesAreValid;
  for (const SizeCondition &size : update.sizes)
    condition = condition ? b.bitAnd(condition, size.holds) : size.holds;
  update.condition = condition ? condition : b.boolean(true);
}

/// Makes `update` an op that has nothing to report.
static void removeCheck(const CheckedUpdate &update) {
  auto promiseSizes = [](auto op) {
    op.setSizesMatch(op.getSizesMatch() || !hasKnownSizes(op));
  };
  llvm::TypeSwitch<Operation *>(update.op)
      .Case<ScatterNDUpdateOp, GatherNDOp>([&](auto op) {
        if (op.getOutOfBounds() == OutOfBounds::error)
          op.setOutOfBounds(OutOfBounds::undefined);
        promiseSizes(op);
      })
      .Case<SliceScatterOp>(promiseSizes);
}

/// Splits an update that is known to be valid or invalid. Returns false if it
/// is neither.
static bool splitKnown(const CheckedUpdate &update) {
  std::optional<int64_t> known = getConstantIntValue(update.condition);
  if (!known)
    return false;
  if (*known != 0) {
    removeCheck(update);
    return true;
  }
  IndexBuilder b(update.op->getLoc(), update.op);
  emitReport(b, update);
  auto op = cast<DestinationStyleOpInterface>(update.op);
  op->replaceAllUsesWith(
      ValueRange(op.getDpsInits()).take_front(op->getNumResults()));
  op->erase();
  return true;
}

/// Moves an update of memrefs into a branch.
static void branchOnUpdate(const CheckedUpdate &update) {
  IndexBuilder b(update.op->getLoc(), update.op);
  auto ifOp = scf::IfOp::create(b, update.condition, /*withElseRegion=*/true);
  update.op->moveBefore(ifOp.thenYield());
  b.setInsertionPoint(ifOp.elseYield());
  emitReport(b, update);
}

/// Whether `op` must keep its own check with the plan that it has or gets.
static bool needsOwnCheck(Operation *checked, const Machine &machine) {
  auto op = dyn_cast<ScatterNDUpdateOp>(checked);
  if (!op)
    return false;
  ScatterNDFacts facts = ScatterNDFacts::get(op);
  Plan plan = op.getPlanAttr() ? facts.restrict(op.getPlanOrDefault())
                               : choosePlan(facts, machine);
  return needsOwnCheck(facts, plan);
}

/// Whether the check is executed once for all iterations of a loop.
static bool isOutsideOfLoop(const CheckedUpdate &update) {
  auto loop = update.op->getParentOfType<LoopLikeOpInterface>();
  return loop && loop.isDefinedOutsideOfLoop(update.indicesAreValid);
}

/// Whether `op` is fused with the producer of its updates, which needs an op
/// without a check.
static bool isFused(Operation *op, const Machine &machine) {
  if (auto slice = dyn_cast<SliceScatterOp>(op))
    return canComputeInPlace(slice);
  auto update = dyn_cast<ScatterNDUpdateOp>(op);
  return update && getFusion(update, machine);
}

/// Returns the updates below `root` that may report a violation.
static CheckedUpdates collectUpdates(Operation *root) {
  CheckedUpdates updates;
  root->walk([&](Operation *op) {
    if (isa<ScatterNDUpdateOp, GatherNDOp, SliceScatterOp>(op) &&
        (checksIndices(op) || !hasKnownSizes(op)))
      updates[op].op = op;
  });
  return updates;
}

namespace {

struct ScatterSplitChecksPass
    : scatter::impl::ScatterSplitChecksPassBase<ScatterSplitChecksPass> {
  using ScatterSplitChecksPassBase::ScatterSplitChecksPassBase;

  void runOnOperation() override;

private:
  LogicalResult checkIndices(CheckedUpdates &updates, CheckSharing &sharing,
                             SizeTable &sizes, const DenseSet<Value> &given);
};

} // namespace

/// Creates the checks of indices, merges them, and determines which updates are
/// split. The checks `given` are those of the program.
LogicalResult
ScatterSplitChecksPass::checkIndices(CheckedUpdates &updates,
                                     CheckSharing &sharing, SizeTable &sizes,
                                     const DenseSet<Value> &given) {
  FailureOr<Machine> machine = getMachine(getOperation());
  if (failed(machine))
    return failure();
  auto isChecked = [](const CheckedUpdate &update) {
    return checksIndices(update.op);
  };
  auto checked =
      llvm::make_filter_range(llvm::make_second_range(updates), isChecked);
  for (CheckedUpdate &update : checked)
    llvm::TypeSwitch<Operation *>(update.op)
        .Case<ScatterNDUpdateOp, GatherNDOp>(
            [&](auto op) { createCheck(update, op, sizes); });
  sharing.run();

  // The number of updates that share each check and gain by it.
  DenseMap<Value, int64_t> numShares;
  auto keepsOwnCheck = [&](const CheckedUpdate &update) {
    return needsOwnCheck(update.op, *machine);
  };
  for (CheckedUpdate &update : checked) {
    if (auto check = update.indicesAreValid.getDefiningOp<CheckIndicesOp>())
      update.indicesAreValid = sharing.getValid(check);
    numShares[update.indicesAreValid] += !keepsOwnCheck(update);
  }
  auto isShared = [&](const CheckedUpdate &update) {
    Value valid = update.indicesAreValid;
    if (!valid || getConstantIntValue(valid))
      return false;
    return isOutsideOfLoop(update) ||
           ((numShares[valid] > 1 || given.contains(valid)) &&
            !keepsOwnCheck(update));
  };
  for (CheckedUpdate &update : llvm::make_second_range(updates))
    update.isSplit =
        !sharedOnly || isShared(update) || isFused(update.op, *machine);
  return success();
}

void ScatterSplitChecksPass::runOnOperation() {
  CheckedUpdates updates = collectUpdates(getOperation());
  // Existing checks of the program are shared as well.
  DenseSet<Value> given;
  getOperation()->walk([&](CheckIndicesOp op) { given.insert(op.getValid()); });
  CheckSharing sharing(getOperation());
  SizeTable sizes;
  if (failed(checkIndices(updates, sharing, sizes, given)))
    return signalPassFailure();

  // Other updates of the same blocks make their reports in order with those
  // that are split.
  llvm::SetVector<Block *> blocks;
  for (const CheckedUpdate &update : llvm::make_second_range(updates))
    if (update.isSplit)
      blocks.insert(update.op->getBlock());
  CreatedOps created;
  for (CheckedUpdate &update : llvm::make_second_range(updates))
    if (blocks.contains(update.op->getBlock()))
      emitConditions(update, sizes, created);
  SmallVector<Value> checks;
  for (const CheckedUpdate &update : llvm::make_second_range(updates))
    if (update.indicesAreValid && !given.contains(update.indicesAreValid))
      checks.push_back(update.indicesAreValid);
  updates.remove_if([](const auto &entry) {
    return entry.second.isSplit && splitKnown(entry.second);
  });
  for (Block *block : blocks)
    branchOnChains(*block, updates);
  for (const CheckedUpdate &update : llvm::make_second_range(updates)) {
    if (!update.isSplit)
      continue;
    removeCheck(update);
    if (update.op->getNumResults() == 0)
      branchOnUpdate(update);
  }
  sharing.eraseReplaced();
  created.eraseUnused();
  // A check may be the constant that it was folded to.
  for (Value valid : llvm::SetVector<Value>(checks.begin(), checks.end()))
    if (valid.use_empty())
      valid.getDefiningOp()->erase();
  sizes.eraseUnused();
}
