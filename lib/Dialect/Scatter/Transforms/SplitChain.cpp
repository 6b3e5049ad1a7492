//===- SplitChain.cpp - one branch for a chain of updates -----------------===//

#include "SplitChain.h"
#include "ShareChecks.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/TilingInterface.h"

using namespace mlir;
using namespace scatter;

void scatter::emitReport(IndexBuilder &b, const CheckedUpdate &update) {
  emitReports(b, update.sizes);
  for (const IndexCheck &check : update.checks) {
    b.setLoc(check.loc);
    ReportIndicesOp::create(b, check.indices->get(), check.sizes,
                            check.negativeIndices);
  }
}

namespace {

/// Updates of one block that get one branch.
class Chain {
public:
  Chain(const CheckedUpdates &updates, bool withConsumers)
      : updates(&updates), withConsumers(withConsumers) {}

  /// Adds `op`, which follows all ops of the chain. Returns false if the chain
  /// must end before it.
  bool add(Operation &op);
  bool isEmpty() const { return members.empty(); }
  /// Creates the branch.
  void emitBranch();

private:
  bool isDependent(Operation &op) const;
  bool isMovedConsumer(Operation *op) const;
  void trim();
  void findMoved();
  void findCopied();
  bool isUsedLater(Value data) const;
  void emitElse(IndexBuilder &b, ArrayRef<Value> results);

  const CheckedUpdates *updates;
  bool withConsumers;
  /// The updates, in their order. The first one is split.
  SmallVector<const CheckedUpdate *> members;
  /// The members and the ops that depend on them, in their order.
  llvm::SetVector<Operation *> dependent;
  /// The members, perhaps their consumers, and the dependent ops that these
  /// depend on.
  llvm::SetVector<Operation *> moved;
  /// The operands `data` of moved updates that are copied in both branches.
  SmallVector<OpOperand *> copied;
};

} // namespace

static OpOperand &getInit(OpResult result) {
  return *cast<DestinationStyleOpInterface>(result.getOwner())
              .getTiedOpOperand(result);
}

/// Whether `op` or an op in its regions uses results of dependent ops.
bool Chain::isDependent(Operation &op) const {
  return op
      .walk([&](Operation *nested) {
        for (Value operand : nested->getOperands())
          if (Operation *def = operand.getDefiningOp())
            if (dependent.contains(def))
              return WalkResult::interrupt();
        return WalkResult::advance();
      })
      .wasInterrupted();
}

bool Chain::add(Operation &op) {
  auto it = updates->find(&op);
  if (it == updates->end()) {
    if (isEmpty())
      return true;
    bool mayReport = op.walk([&](Operation *nested) {
                         return updates->contains(nested)
                                    ? WalkResult::interrupt()
                                    : WalkResult::advance();
                       }).wasInterrupted();
    if (mayReport || !isMemoryEffectFree(&op))
      return false;
    if (isDependent(op))
      dependent.insert(&op);
    return true;
  }
  const CheckedUpdate &update = it->second;
  if (op.getNumResults() == 0)
    return isEmpty();
  if (isEmpty() && !update.isSplit)
    return true;
  // What the branch depends on must precede the first member.
  auto isKnownFirst = [&](Value value) {
    return !value || !dependent.contains(value.getDefiningOp());
  };
  auto isKnownSizeFirst = [&](OpFoldResult size) {
    return isKnownFirst(dyn_cast<Value>(size));
  };
  bool isFirst = isKnownFirst(update.condition);
  for (const SizeCondition &size : update.sizes)
    isFirst &= isKnownFirst(size.holds) && isKnownFirst(size.found) &&
               isKnownFirst(size.expected);
  for (const IndexCheck &check : update.checks) {
    isFirst &= llvm::all_of(check.sizes, isKnownSizeFirst);
    // Indices that are computed later could take the memory of earlier ones.
    if (Operation *def = check.indices->get().getDefiningOp();
        def && !isEmpty())
      isFirst &= def->getBlock() != op.getBlock() ||
                 def->isBeforeInBlock(members.front()->op);
  }
  if (!isFirst)
    return false;
  members.push_back(&update);
  dependent.insert(&op);
  return true;
}

/// Whether `op`, which depends on an update, moves into the branch although no
/// update depends on it.
bool Chain::isMovedConsumer(Operation *op) const {
  return withConsumers && isa<TilingInterface>(op);
}

/// Removes what follows the last update that is split and the last consumer
/// that moves.
void Chain::trim() {
  while (!members.back()->isSplit)
    members.pop_back();
  while (dependent.back() != members.back()->op &&
         !isMovedConsumer(dependent.back()))
    dependent.pop_back();
}

void Chain::findMoved() {
  SmallVector<Operation *> reversed;
  for (Operation *op : llvm::reverse(dependent)) {
    bool isNeeded = updates->contains(op) || isMovedConsumer(op) ||
                    llvm::any_of(op->getUsers(), [&](Operation *user) {
                      Operation *ancestor =
                          op->getBlock()->findAncestorOpInBlock(*user);
                      return ancestor && moved.contains(ancestor);
                    });
    if (!isNeeded)
      continue;
    moved.insert(op);
    reversed.push_back(op);
  }
  moved.clear();
  moved.insert(reversed.rbegin(), reversed.rend());
}

/// Whether the memory of `data` must not be written.
static bool isReadOnly(Value data) {
  while (auto cast = data.getDefiningOp<tensor::CastOp>())
    data = cast.getSource();
  if (data.getDefiningOp<arith::ConstantOp>())
    return true;
  auto arg = dyn_cast<BlockArgument>(data);
  auto func = arg ? dyn_cast_if_present<FunctionOpInterface>(
                        arg.getOwner()->getParentOp())
                  : FunctionOpInterface();
  if (!func || !arg.getOwner()->isEntryBlock())
    return false;
  auto writable = func.getArgAttrOfType<BoolAttr>(
      arg.getArgNumber(),
      bufferization::BufferizationDialect::kWritableAttrName);
  return writable && !writable.getValue();
}

/// Whether the elements of `data` are read after the branch.
bool Chain::isUsedLater(Value data) const {
  Operation *last = moved.back();
  return llvm::any_of(data.getUsers(), [&](Operation *user) {
    return !isa<tensor::DimOp>(user) && precedes(last, user);
  });
}

/// Finds the tensors that must be copied before they are updated. The `else`
/// branch would yield the tensor itself. Every update whose result the `then`
/// branch yields would then have to be copied, beside the first one.
void Chain::findCopied() {
  for (Operation *op : moved) {
    if (!updates->contains(op))
      continue;
    for (OpResult result : op->getResults()) {
      OpOperand &init = getInit(result);
      Operation *def = init.get().getDefiningOp();
      bool isUpdatedAgain = llvm::any_of(result.getUses(), [&](OpOperand &use) {
        auto user = dyn_cast<DestinationStyleOpInterface>(use.getOwner());
        return updates->contains(use.getOwner()) &&
               moved.contains(use.getOwner()) && user.isDpsInit(&use);
      });
      if (!moved.contains(def) && isUpdatedAgain &&
          (isReadOnly(init.get()) || isUsedLater(init.get())))
        copied.push_back(&init);
    }
  }
}

static Value emitCopy(OpBuilder &b, Location loc, Value tensor) {
  return bufferization::AllocTensorOp::create(
      b, loc, cast<RankedTensorType>(tensor.getType()), ValueRange(), tensor);
}

/// Without discardable attributes, so that a tag of a transform script still
/// names one op.
static Operation *cloneForElse(OpBuilder &b, Operation &op, IRMapping &map) {
  Operation *clone = b.clone(op, map);
  for (NamedAttribute attribute : llvm::to_vector(clone->getDiscardableAttrs()))
    clone->removeDiscardableAttr(attribute.getName());
  return clone;
}

/// Emits the reports, and the values of `results` without the updates.
void Chain::emitElse(IndexBuilder &b, ArrayRef<Value> results) {
  IRMapping map;
  SmallVector<Operation *> clones;
  // What is reported before is not reported again: the runtime keeps the first
  // report.
  DenseSet<Value> reportedChecks;
  DenseSet<std::tuple<void *, void *, ViolationKind>> reportedSizes;
  for (Operation *op : moved) {
    auto it = updates->find(op);
    if (it == updates->end()) {
      clones.push_back(cloneForElse(b, *op, map));
      continue;
    }
    for (OpResult result : op->getResults())
      map.map(result, map.lookupOrDefault(getInit(result).get()));
    CheckedUpdate update = it->second;
    llvm::erase_if(update.sizes, [&](const SizeCondition &size) {
      auto toKey = [](Value value) {
        return getAsOpFoldResult(value).getOpaqueValue();
      };
      return !reportedSizes
                  .insert({toKey(size.found), toKey(size.expected), size.kind})
                  .second;
    });
    llvm::erase_if(update.checks, [&](const IndexCheck &check) {
      return !reportedChecks.insert(check.valid).second;
    });
    b.setLoc(op->getLoc());
    emitReport(b, update);
  }
  auto isCopied = [&](Value value) {
    return llvm::any_of(
        copied, [&](OpOperand *operand) { return operand->get() == value; });
  };
  scf::YieldOp::create(b, llvm::map_to_vector(results, [&](Value result) {
                         Value value = map.lookup(result);
                         return isCopied(value)
                                    ? emitCopy(b, result.getLoc(), value)
                                    : value;
                       }));
  for (Operation *clone : llvm::reverse(clones))
    if (isOpTriviallyDead(clone))
      clone->erase();
}

void Chain::emitBranch() {
  trim();
  findMoved();
  findCopied();
  Location loc = members.back()->op->getLoc();
  IndexBuilder b(loc, moved.back());
  llvm::SetVector<Value> conditions;
  for (const CheckedUpdate *member : members) {
    if (!member->isSplit)
      continue;
    for (const IndexCheck &check : member->checks)
      conditions.insert(check.valid);
    for (const SizeCondition &size : member->sizes)
      conditions.insert(size.holds);
  }
  Value condition = conditions.front();
  for (Value other : llvm::drop_begin(conditions))
    condition = b.bitAnd(condition, other);

  SmallVector<Value> results;
  Block *block = moved.back()->getBlock();
  auto isOutside = [&](Operation *user) {
    Operation *ancestor = block->findAncestorOpInBlock(*user);
    return !ancestor || !moved.contains(ancestor);
  };
  for (Operation *op : moved)
    for (Value result : op->getResults())
      if (llvm::any_of(result.getUsers(), isOutside))
        results.push_back(result);

  auto ifOp = scf::IfOp::create(b, TypeRange(ValueRange(results)), condition,
                                /*addThenBlock=*/true, /*addElseBlock=*/true);
  for (auto [result, ifResult] : llvm::zip_equal(results, ifOp.getResults()))
    result.replaceUsesWithIf(
        ifResult, [&](OpOperand &use) { return isOutside(use.getOwner()); });
  b.setInsertionPointToStart(ifOp.elseBlock());
  emitElse(b, results);
  b.setLoc(loc);
  b.setInsertionPointToStart(ifOp.thenBlock());
  Operation *yield = scf::YieldOp::create(b, results);
  for (Operation *op : moved)
    op->moveBefore(yield);
  for (OpOperand *operand : copied) {
    b.setInsertionPoint(operand->getOwner());
    operand->set(emitCopy(b, operand->getOwner()->getLoc(), operand->get()));
  }
  // Ops that only use the results follow the branch.
  Operation *position = ifOp;
  for (Operation *op : dependent) {
    if (moved.contains(op))
      continue;
    op->moveAfter(position);
    position = op;
  }
}

void scatter::branchOnChains(Block &block, const CheckedUpdates &updates,
                             bool withConsumers) {
  SmallVector<Operation *> ops;
  for (Operation &op : block)
    ops.push_back(&op);
  Chain chain(updates, withConsumers);
  for (Operation *op : ops) {
    if (chain.add(*op))
      continue;
    if (!chain.isEmpty())
      chain.emitBranch();
    chain = Chain(updates, withConsumers);
    (void)chain.add(*op);
  }
  if (!chain.isEmpty())
    chain.emitBranch();
}
