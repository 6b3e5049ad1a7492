//===- OutlineUpdates.cpp - functions for the updates of long functions ---===//

#include "scatter/Dialect/Scatter/IR/Scatter.h"
#include "scatter/Dialect/Scatter/IR/StaticSizes.h"
#include "scatter/Dialect/Scatter/Transforms/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace scatter {
#define GEN_PASS_DEF_SCATTEROUTLINEUPDATESPASS
#include "scatter/Dialect/Scatter/Transforms/Passes.h.inc"
} // namespace scatter

using namespace scatter;

/// Whether `op` is on memrefs, one of them of dynamic shape: its lowering has
/// code for each size that it may have.
static bool isDynamic(Operation *op) {
  return isa<ScatterNDUpdateOp, SliceScatterOp, GatherNDOp, GenericOp>(op) &&
         op->getNumResults() == 0 &&
         !llvm::all_of(op->getOperandTypes(), [](Type type) {
           auto shaped = dyn_cast<ShapedType>(type);
           return shaped && shaped.hasStaticShape();
         });
}

/// Whether `op` can make a report, which holds the location of the op.
static bool mayReport(Operation *op) {
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case<ScatterNDUpdateOp, SliceScatterOp, GatherNDOp, GenericOp>(
          [](auto update) {
            return checksIndices(update) || !hasKnownSizes(update);
          });
}

namespace {

/// Compares functions that have one op and a return.
struct SameBody : DenseMapInfo<Operation *> {
  static unsigned getHashValue(Operation *func) {
    return OperationEquivalence::computeHash(
        &cast<func::FuncOp>(func).front().front(),
        OperationEquivalence::ignoreHashValue,
        OperationEquivalence::ignoreHashValue,
        OperationEquivalence::IgnoreLocations);
  }
  static bool isEqual(Operation *lhs, Operation *rhs) {
    if (lhs == rhs)
      return true;
    for (Operation *op : {lhs, rhs})
      if (op == getEmptyKey() || op == getTombstoneKey())
        return false;
    return OperationEquivalence::isRegionEquivalentTo(
        &lhs->getRegion(0), &rhs->getRegion(0),
        OperationEquivalence::IgnoreLocations);
  }
};

struct ScatterOutlineUpdatesPass
    : scatter::impl::ScatterOutlineUpdatesPassBase<ScatterOutlineUpdatesPass> {
  using ScatterOutlineUpdatesPassBase::ScatterOutlineUpdatesPassBase;
  void runOnOperation() override;
};

} // namespace

/// Replaces `op` by a call of a function that has its place.
static void outline(Operation *op, SymbolTable &symbols,
                    DenseSet<Operation *, SameBody> &shared) {
  llvm::SetVector<Value> operands(llvm::from_range, op->getOperands());
  getUsedValuesDefinedAbove(op->getRegions(), operands);
  ValueRange values(operands.getArrayRef());

  OpBuilder b(op->getContext());
  auto func = func::FuncOp::create(b, op->getLoc(), "scatter_update",
                                   b.getFunctionType(values.getTypes(), {}));
  Block *body = func.addEntryBlock();
  IRMapping mapping;
  mapping.map(values, body->getArguments());
  b.setInsertionPointToStart(body);
  b.clone(*op, mapping);
  func::ReturnOp::create(b, op->getLoc());

  bool isShared = false;
  if (!mayReport(op)) {
    auto [it, isNew] = shared.insert(func);
    if (!isNew) {
      func.erase();
      func = cast<func::FuncOp>(*it);
      isShared = true;
    }
  }
  if (!isShared) {
    func.setPrivate();
    // `no_inline` is for MLIR's inliner, and is not translated to LLVM IR.
    func.setNoInline(true);
    func->setAttr("passthrough", b.getStrArrayAttr({"noinline"}));
    func->setAttr("llvm.linkage", LLVM::LinkageAttr::get(
                                      b.getContext(), LLVM::Linkage::Internal));
    symbols.insert(func);
  }
  b.setInsertionPoint(op);
  func::CallOp::create(b, op->getLoc(), func, values);
  op->erase();
}

void ScatterOutlineUpdatesPass::runOnOperation() {
  SymbolTable symbols(getOperation());
  DenseSet<Operation *, SameBody> shared;
  for (auto func : llvm::to_vector(getOperation().getOps<func::FuncOp>())) {
    SmallVector<Operation *> updates;
    func.walk([&](Operation *op) {
      if (isDynamic(op))
        updates.push_back(op);
    });
    if (int64_t(updates.size()) < minUpdates)
      continue;
    for (Operation *op : updates)
      outline(op, symbols, shared);
  }
}
