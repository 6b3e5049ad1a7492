//===- ShareChecks.cpp - one check for several updates --------------------===//

#include "ShareChecks.h"

#include "scatter/Dialect/Scatter/Utils/SizeConditions.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace scatter;

//===----------------------------------------------------------------------===//
// Writes
//===----------------------------------------------------------------------===//

CheckSharing::Writes CheckSharing::collectWrites(Operation *op) {
  Writes writes;
  // Fails if the effects of an op are not known.
  writes.isAny = !getEffectsRecursively(op);
  op->walk([&](MemoryEffectOpInterface nested) {
    Value indices = llvm::TypeSwitch<Operation *, Value>(nested.getOperation())
                        .Case<ScatterNDUpdateOp, GatherNDOp>(
                            [](auto op) { return stripCasts(op.getIndices()); })
                        .Default(Value());
    SmallVector<MemoryEffects::EffectInstance> effects;
    nested.getEffects(effects);
    for (MemoryEffects::EffectInstance &effect : effects) {
      if (isa<MemoryEffects::Read, MemoryEffects::Allocate>(effect.getEffect()))
        continue;
      Value value = effect.getValue();
      if (!value) {
        writes.isAny |=
            effect.getResource() == SideEffects::DefaultResource::get();
        continue;
      }
      auto [it, isNew] = writes.values.insert({value, indices});
      if (!isNew && it->second != indices)
        it->second = Value();
    }
  });
  return writes;
}

/// Whether `op` or an op nested in it may write or free the memory of
/// `indices`.
bool CheckSharing::mayWrite(Operation *op, Value indices) {
  if (isa<TensorType>(indices.getType()))
    return false;
  auto [it, isNew] = writesOfOps.try_emplace(op);
  if (isNew)
    it->second = collectWrites(op);
  const Writes &writes = it->second;
  Value source = stripCasts(indices);
  return writes.isAny || llvm::any_of(writes.values, [&](auto write) {
           auto [written, indicesOfUpdates] = write;
           return indicesOfUpdates != source &&
                  !aliases.alias(written, indices).isNo();
         });
}

bool scatter::precedes(Operation *from, Operation *to) {
  Operation *ancestor = from->getBlock()->findAncestorOpInBlock(*to);
  return ancestor && from->isBeforeInBlock(ancestor);
}

/// Whether the indices of `to` may be written on the way from `from`, which
/// precedes it, to `to`.
bool CheckSharing::mayWriteBetween(Operation *from, CheckIndicesOp to) {
  Value indices = to.getIndices();
  if (isa<TensorType>(indices.getType()))
    return false;
  auto mayWriteBefore = [&](Operation *begin, Operation *end) {
    for (Operation *op = begin; op != end; op = op->getNextNode())
      if (mayWrite(op, indices))
        return true;
    return false;
  };
  Operation *inner = to;
  for (; inner->getBlock() != from->getBlock(); inner = inner->getParentOp()) {
    Operation *parent = inner->getParentOp();
    // If a region is executed once, only the ops before `inner` count. In other
    // regions, any op may be executed before it.
    bool isExecutedOnce =
        isa<scf::IfOp, scf::ExecuteRegionOp, memref::AllocaScopeOp>(parent) &&
        inner->getParentRegion()->hasOneBlock();
    if (isExecutedOnce ? mayWriteBefore(&inner->getBlock()->front(), inner)
                       : mayWrite(parent, indices))
      return true;
  }
  return mayWriteBefore(from->getNextNode(), inner);
}

//===----------------------------------------------------------------------===//
// Identical checks
//===----------------------------------------------------------------------===//

namespace {

/// Compares checks by their operands and attributes.
struct CheckInfo : DenseMapInfo<Operation *> {
  static unsigned getHashValue(const Operation *op) {
    return OperationEquivalence::computeHash(
        const_cast<Operation *>(op), OperationEquivalence::directHashValue,
        OperationEquivalence::ignoreHashValue,
        OperationEquivalence::IgnoreLocations);
  }
  static bool isEqual(const Operation *lhs, const Operation *rhs) {
    if (lhs == rhs)
      return true;
    if (lhs == getTombstoneKey() || lhs == getEmptyKey() ||
        rhs == getTombstoneKey() || rhs == getEmptyKey())
      return false;
    return OperationEquivalence::isEquivalentTo(
        const_cast<Operation *>(lhs), const_cast<Operation *>(rhs),
        OperationEquivalence::IgnoreLocations);
  }
};

/// An op after which the result of a check is known.
struct KnownResult {
  Operation *place;
  Value valid;
};

} // namespace

void CheckSharing::replace(CheckIndicesOp check, Value valid) {
  check.getValid().replaceAllUsesWith(valid);
  replacements[check.getValid()] = valid;
  replaced.push_back(check);
}

void CheckSharing::merge() {
  SmallVector<CheckIndicesOp> checks;
  root->walk([&](CheckIndicesOp check) { checks.push_back(check); });
  // For each kind of check, the ops so far that may precede the checks that
  // follow.
  DenseMap<Operation *, SmallVector<KnownResult>, CheckInfo> known;
  for (CheckIndicesOp check : checks) {
    if (replacements.contains(check.getValid()))
      continue;
    SmallVector<KnownResult> &places = known[check];
    while (!places.empty() && !precedes(places.back().place, check))
      places.pop_back();
    Value valid = check.getValid();
    if (!places.empty() && !mayWriteBetween(places.back().place, check)) {
      valid = places.back().valid;
      replace(check, valid);
    }
    places.push_back({check, valid});
  }
}

Value CheckSharing::getValid(CheckIndicesOp check) const {
  Value valid = check.getValid();
  for (auto it = replacements.find(valid); it != replacements.end();
       it = replacements.find(valid))
    valid = it->second;
  return valid;
}

void CheckSharing::eraseReplaced() {
  for (CheckIndicesOp check : replaced)
    if (check.getValid().use_empty())
      check.erase();
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// Whether constant bounds show that the body of `loop` is executed.
static bool isExecuted(scf::ForOp loop) {
  std::optional<int64_t> begin = getConstantIntValue(loop.getLowerBound()),
                         end = getConstantIntValue(loop.getUpperBound());
  return begin && end && *begin >= 0 && *begin < *end;
}

/// Moves `check` out of the loops that execute it in every iteration, if the
/// loops change nothing that it depends on. On memrefs, a check that the
/// program does not reach might read memory that has been freed. Such a check
/// is moved into an scf.if, whose condition says whether the loops are
/// executed.
void CheckSharing::hoist(CheckIndicesOp check) {
  if (isa<TensorType>(check.getIndices().getType())) {
    // Such a check has no effects, so that the loops may be executed or not. A
    // branch in an scf.forall would be copied to what it is inserted into.
    while (isa<scf::ForOp, scf::WhileOp>(check->getParentOp())) {
      auto loop = cast<LoopLikeOpInterface>(check->getParentOp());
      if (!llvm::all_of(check->getOperands(), [&](Value value) {
            return loop.isDefinedOutsideOfLoop(value);
          }))
        break;
      check->moveBefore(loop);
    }
    return;
  }
  SmallVector<scf::ForOp> guarded, candidates;
  scf::ForOp outermost;
  Operation *op = check;
  while (auto loop = dyn_cast<scf::ForOp>(op->getParentOp())) {
    auto isOutside = [&](Value value) {
      return loop.isDefinedOutsideOfLoop(value);
    };
    if (!llvm::all_of(check->getOperands(), isOutside) ||
        mayWrite(loop, check.getIndices()))
      break;
    if (!isExecuted(loop))
      candidates.push_back(loop);
    op = loop;
    // The bounds of the loops must be available before the outermost loop.
    if (llvm::all_of(candidates, [&](scf::ForOp inner) {
          return isOutside(inner.getLowerBound()) &&
                 isOutside(inner.getUpperBound());
        })) {
      outermost = loop;
      guarded = candidates;
    }
  }
  if (!outermost)
    return;
  if (guarded.empty()) {
    check->moveBefore(outermost);
    return;
  }
  ImplicitLocOpBuilder b(check.getLoc(), outermost);
  Value condition;
  for (scf::ForOp loop : guarded) {
    auto predicate = loop.getUnsignedCmp() ? arith::CmpIPredicate::ult
                                           : arith::CmpIPredicate::slt;
    Value isRun = arith::CmpIOp::create(b, predicate, loop.getLowerBound(),
                                        loop.getUpperBound());
    condition = condition
                    ? arith::AndIOp::create(b, condition, isRun).getResult()
                    : isRun;
  }
  auto ifOp = scf::IfOp::create(b, b.getI1Type(), condition,
                                /*withElseRegion=*/true);
  replacements[check.getValid()] = ifOp.getResult(0);
  check.getValid().replaceAllUsesWith(ifOp.getResult(0));
  b.setInsertionPointToStart(ifOp.thenBlock());
  auto yield = scf::YieldOp::create(b, check.getValid());
  check->moveBefore(yield);
  b.setInsertionPointToStart(ifOp.elseBlock());
  Value isTrue = arith::ConstantIntOp::create(b, b.getI1Type(), 1);
  scf::YieldOp::create(b, isTrue);
}

void CheckSharing::run() {
  merge();
  SmallVector<CheckIndicesOp> checks;
  root->walk([&](CheckIndicesOp check) {
    if (!replacements.contains(check.getValid()))
      checks.push_back(check);
  });
  for (CheckIndicesOp check : checks)
    hoist(check);
  // A check that was moved out of a loop may precede other checks.
  merge();
}
