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
#include "mlir/Interfaces/FunctionInterfaces.h"
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

static bool dividesCheckOf(Operation *, int64_t) { return true; }

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

/// Calls `fn` with `op` if this is an update that may have to be checked.
template <typename Fn>
static void visitUpdate(Operation *op, Fn fn) {
  llvm::TypeSwitch<Operation *>(op)
      .Case<ScatterNDUpdateOp, GatherNDOp, SliceScatterOp, GenericOp>(fn);
}

/// Returns the index operands of `op` under the policy `error`, with the sizes
/// that they index.
static SmallVector<IndexCheck, 1> getChecks(SliceScatterOp, SizeTable &) {
  return {};
}

template <typename OpT>
static SmallVector<IndexCheck, 1> getChecks(OpT op, SizeTable &sizes) {
  if (op.getOutOfBounds() != OutOfBounds::error)
    return {};
  IndexCheck check{&op.getIndicesMutable(), op.getNegativeIndices(),
                   op.getLoc()};
  for (int64_t dim = 0; dim < op.getIndexDepth(); ++dim)
    check.sizes.push_back(
        sizes.get(op.getData(), op.getFirstIndexedDim() + dim));
  return {check};
}

static SmallVector<IndexCheck, 1> getChecks(GenericOp op, SizeTable &sizes) {
  SmallVector<IndexCheck, 1> checks;
  for (int64_t i = 0, e = op.getIndices().size(); i < e; ++i) {
    if (op.getPolicy(i) != OutOfBounds::error)
      continue;
    IndexCheck check{&op.getIndicesMutable()[i], op.getNegativePolicy(i),
                     getIndicesLoc(op, i)};
    for (auto [operand, dim] : getIndexedDims(op, i))
      check.sizes.push_back(sizes.get(operand, dim));
    if (!check.sizes.empty())
      checks.push_back(std::move(check));
  }
  return checks;
}

/// Creates the checks of the indices of `op` before it. A result is a constant
/// if it is known.
template <typename OpT>
static void createChecks(CheckedUpdate &update, OpT op, PlanAttr plan,
                         SizeTable &sizes) {
  update.checks = getChecks(op, sizes);
  OpBuilder b(op);
  for (IndexCheck &check : update.checks) {
    auto checkOp = CheckIndicesOp::create(b, op.getLoc(), check.indices->get(),
                                          check.sizes, check.negativeIndices);
    checkOp.setPlanAttr(plan);
    check.valid = checkOp.getValid();
    SmallVector<Value> folded;
    if (failed(b.tryFold(checkOp, folded)) || folded.empty())
      continue;
    checkOp.erase();
    check.valid = folded.front();
  }
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
  IndexBuilder b(update.op->getLoc(), update.op);
  b.setListener(&created);
  auto getSize = [&](Value value, int64_t dim) {
    return getValueOrCreateConstantIndexOp(b, b.getLoc(),
                                           sizes.get(value, dim));
  };
  visitUpdate(update.op, [&](auto op) {
    if (!hasKnownSizes(op))
      update.sizes = emitSizeConditions(b, op, getSize);
  });
  SmallVector<Value> conditions;
  for (const IndexCheck &check : update.checks)
    conditions.push_back(check.valid);
  for (const SizeCondition &size : update.sizes)
    conditions.push_back(size.holds);
  update.condition = b.allOf(conditions);
}

/// Replaces the policy `error` of `op`.
static void removePolicy(SliceScatterOp) {}

template <typename OpT>
static void removePolicy(OpT op) {
  op.setOutOfBounds(OutOfBounds::undefined);
}

static void removePolicy(GenericOp op) {
  SmallVector<Attribute> policies;
  for (int64_t i = 0, e = op.getIndices().size(); i < e; ++i) {
    OutOfBounds policy = op.getPolicy(i);
    policies.push_back(OutOfBoundsAttr::get(
        op.getContext(),
        policy == OutOfBounds::error ? OutOfBounds::undefined : policy));
  }
  op.setOutOfBoundsAttr(ArrayAttr::get(op.getContext(), policies));
}

/// Makes `update` an op that has nothing to report.
static void removeCheck(const CheckedUpdate &update) {
  visitUpdate(update.op, [](auto op) {
    if (checksIndices(op))
      removePolicy(op);
    op.setSizesMatch(op.getSizesMatch() || !hasKnownSizes(op));
  });
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

/// Whether the check with the result `valid` is executed once for all
/// iterations of a loop around `op`.
static bool isOutsideOfLoop(Operation *op, Value valid) {
  auto loop = op->getParentOfType<LoopLikeOpInterface>();
  return loop && loop.isDefinedOutsideOfLoop(valid);
}

/// Whether `op` is fused with the producer of its updates, which needs an op
/// without a check.
static bool isFused(Operation *op, const Machine &machine) {
  if (auto slice = dyn_cast<SliceScatterOp>(op))
    return canComputeInPlace(slice);
  auto update = dyn_cast<ScatterNDUpdateOp>(op);
  return update && getFusion(update, machine);
}

/// Lets sizes of results be those of `data`, which are known before a branch.
static void takeSizesOfInits(const CheckedUpdates &updates) {
  for (Operation *op : llvm::reverse(llvm::make_first_range(updates)))
    for (OpResult result : op->getResults())
      result.replaceUsesWithIf(
          cast<DestinationStyleOpInterface>(op).getTiedOpOperand(result)->get(),
          [](OpOperand &use) { return isa<tensor::DimOp>(use.getOwner()); });
}

/// Returns the updates below `root` that may report a violation.
static CheckedUpdates collectUpdates(Operation *root) {
  CheckedUpdates updates;
  root->walk([&](Operation *op) {
    visitUpdate(op, [&](auto update) {
      if (checksIndices(update) || !hasKnownSizes(update))
        updates[op].op = op;
    });
  });
  return updates;
}

/// Whether `op` updates the result of another update.
static bool isChained(Operation *op, const CheckedUpdates &updates) {
  return llvm::any_of(
      cast<DestinationStyleOpInterface>(op).getDpsInits(),
      [&](Value init) { return updates.contains(init.getDefiningOp()); });
}

/// Returns for each function how many updates of dynamic shape update the
/// results of others. If these are many, they are lowered in functions of their
/// own, which those without checks share.
static DenseMap<Operation *, int64_t>
countChained(const CheckedUpdates &updates) {
  DenseMap<Operation *, int64_t> numbers;
  for (Operation *op : llvm::make_first_range(updates))
    visitUpdate(op, [&](auto update) {
      numbers[op->getParentOfType<FunctionOpInterface>()] +=
          !hasKnownSizes(update) && isChained(op, updates);
    });
  return numbers;
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
  for (CheckedUpdate &update : llvm::make_second_range(updates))
    visitUpdate(update.op, [&](auto op) {
      if (checksIndices(op))
        createChecks(update, op, getPlanOfCheck(op), sizes);
    });
  sharing.run();

  // The number of updates that share each check and gain by it.
  DenseMap<Value, int64_t> numShares;
  for (CheckedUpdate &update : llvm::make_second_range(updates)) {
    bool gains = !needsOwnCheck(update.op, *machine);
    for (IndexCheck &check : update.checks) {
      if (auto checkOp = check.valid.getDefiningOp<CheckIndicesOp>())
        check.valid = sharing.getValid(checkOp);
      numShares[check.valid] += gains;
    }
  }
  auto isShared = [&](const CheckedUpdate &update) {
    return llvm::any_of(update.checks, [&](const IndexCheck &check) {
      if (getConstantIntValue(check.valid))
        return false;
      return isOutsideOfLoop(update.op, check.valid) ||
             ((numShares[check.valid] > 1 || given.contains(check.valid)) &&
              !needsOwnCheck(update.op, *machine));
    });
  };
  DenseMap<Operation *, int64_t> numChained = countChained(updates);
  auto isOutlined = [&](Operation *op) {
    int64_t num = numChained[op->getParentOfType<FunctionOpInterface>()];
    return num >= kMinOutlinedUpdates && isChained(op, updates) &&
           !needsOwnCheck(op, *machine);
  };
  for (CheckedUpdate &update : llvm::make_second_range(updates))
    update.isSplit = !sharedOnly || isShared(update) || isOutlined(update.op) ||
                     isFused(update.op, *machine);
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
    for (const IndexCheck &check : update.checks)
      if (!given.contains(check.valid))
        checks.push_back(check.valid);
  updates.remove_if([](const auto &entry) {
    return entry.second.isSplit && splitKnown(entry.second);
  });
  takeSizesOfInits(updates);
  for (Block *block : blocks)
    branchOnChains(*block, updates, withConsumers);
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
