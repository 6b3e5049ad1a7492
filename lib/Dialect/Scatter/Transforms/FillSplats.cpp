//===- FillSplats.cpp - large splat constants are filled at run time ------===//

#include "scatter/Dialect/Scatter/IR/SizeLimits.h"
#include "scatter/Dialect/Scatter/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/ADT/SmallPtrSet.h"
#include <functional>

using namespace mlir;

namespace scatter {
#define GEN_PASS_DEF_SCATTERFILLSPLATSPASS
#include "scatter/Dialect/Scatter/Transforms/Passes.h.inc"
} // namespace scatter

using namespace scatter;

namespace {

/// A tensor whose elements are all equal, and a function that creates another
/// one.
struct Filled {
  Value tensor;
  std::function<Value(OpBuilder &)> emit;
  int64_t bytes;
};

struct ScatterFillSplatsPass
    : scatter::impl::ScatterFillSplatsPassBase<ScatterFillSplatsPass> {
  using ScatterFillSplatsPassBase::ScatterFillSplatsPassBase;

  void runOnOperation() override;

private:
  void fill(const Filled &filled);
};

} // namespace

/// Returns the bytes of a tensor of `type`, in which an empty dimension counts
/// as one element: LLVM makes a list of the elements of the last dimension also
/// of an empty constant.
static int64_t getBytes(RankedTensorType type) {
  std::optional<int64_t> bits = getElementBits(type.getElementType());
  SmallVector<int64_t> shape(type.getShape());
  llvm::replace(shape, 0, 1);
  return countBytes(countElements(shape),
                    llvm::divideCeil(bits.value_or(64), 8));
}

/// Fills a tensor of `type` with the scalar `element`.
static Value emitFill(OpBuilder &b, Location loc, RankedTensorType type,
                      Value element) {
  // tensor.empty is not used, because a branch that yields its result would get
  // a dynamic layout.
  Value memory =
      bufferization::AllocTensorOp::create(b, loc, type, ValueRange());
  return linalg::FillOp::create(b, loc, element, memory).getResult(0);
}

static std::optional<Filled> matchConstant(arith::ConstantOp op) {
  DenseElementsAttr splat = dyn_cast<SplatElementsAttr>(op.getValue());
  auto type = splat ? dyn_cast<RankedTensorType>(splat.getType()) : nullptr;
  if (!type)
    return std::nullopt;
  Location loc = op.getLoc();
  // Some element types have no scalar constants.
  DenseElementsAttr scalar =
      splat.resizeSplat(RankedTensorType::get({}, type.getElementType()));
  auto emit = [=](OpBuilder &b) {
    Value element = tensor::ExtractOp::create(
        b, loc, arith::ConstantOp::create(b, loc, scalar), ValueRange());
    return emitFill(b, loc, type, element);
  };
  return Filled{op.getResult(), emit, getBytes(type)};
}

/// Matches a fill or a splat by a scalar that is known only at run time.
static std::optional<Filled> matchFill(Operation *op) {
  Value element;
  if (auto fill = dyn_cast<linalg::FillOp>(op))
    element = fill.getInputs().front();
  else if (auto splat = dyn_cast<tensor::SplatOp>(op))
    element = splat.getInput();
  auto type = element && op->getNumResults() == 1
                  ? dyn_cast<RankedTensorType>(op->getResult(0).getType())
                  : nullptr;
  if (!type || !type.hasStaticShape() || op->getResult(0).hasOneUse())
    return std::nullopt;
  Location loc = op->getLoc();
  auto emit = [=](OpBuilder &b) { return emitFill(b, loc, type, element); };
  return Filled{op->getResult(0), emit, getBytes(type)};
}

static bool isInit(OpOperand &use) {
  auto op = dyn_cast<DestinationStyleOpInterface>(use.getOwner());
  return op && op.isDpsInit(&use);
}

/// Whether the op of `use` is executed conditionally, and at most once for each
/// execution of `definition`.
static bool isInBranch(OpOperand &use, Operation *definition) {
  auto branch = dyn_cast<scf::IfOp>(use.getOwner()->getParentOp());
  return branch && branch->getBlock() == definition->getBlock();
}

void ScatterFillSplatsPass::fill(const Filled &filled) {
  Operation *op = filled.tensor.getDefiningOp();
  OpBuilder b(op);
  bool isLarge = isa<arith::ConstantOp>(op) && filled.bytes >= minBytes;
  // A tensor that is overwritten would have to be copied if it had other uses.
  // A fill of its own costs less. The same holds for a use in only one branch.
  llvm::SmallDenseMap<Operation *, Value> inputs;
  for (OpOperand &use : llvm::make_early_inc_range(op->getUses())) {
    bool isOwn =
        filled.bytes >= minInitBytes && (isInit(use) || isInBranch(use, op));
    if (!isOwn)
      continue;
    b.setInsertionPoint(use.getOwner());
    if (isInit(use)) {
      use.set(filled.emit(b));
      continue;
    }
    Value &input = inputs[use.getOwner()];
    if (!input)
      input = filled.emit(b);
    use.set(input);
  }
  if (!op->use_empty() && isLarge) {
    b.setInsertionPoint(op);
    op->replaceAllUsesWith(ValueRange(filled.emit(b)));
  }
  if (op->use_empty())
    op->erase();
}

/// Returns the op of the body of the outermost loop that starts with `op` and
/// contains `user`, in which `user` is, or null if there is no such loop.
static Operation *findInStartedLoop(tensor::EmptyOp op, Operation *user) {
  Operation *found = nullptr;
  for (; user; user = user->getParentOp()) {
    auto loop = dyn_cast_or_null<LoopLikeOpInterface>(user->getParentOp());
    if (loop && llvm::is_contained(loop.getInits(), op.getResult()))
      found = user;
  }
  return found;
}

/// Gives each operand of an op a tensor.empty of its own: one-shot-bufferize
/// makes one buffer of two values that a loop carries and that start as the
/// same tensor.empty. It also lets a nested loop whose result is not used write
/// to the buffer of a value that a loop carries, if both start as the same.
static void separateUses(tensor::EmptyOp op) {
  llvm::SmallPtrSet<Operation *, 4> owners;
  OpBuilder b(op);
  for (OpOperand &use : llvm::make_early_inc_range(op->getUses())) {
    if (Operation *inLoop = findInStartedLoop(op, use.getOwner()))
      use.set(OpBuilder(inLoop).clone(*op)->getResult(0));
    else if (!owners.insert(use.getOwner()).second)
      use.set(b.clone(*op)->getResult(0));
  }
}

void ScatterFillSplatsPass::runOnOperation() {
  getOperation()->walk(separateUses);
  SmallVector<Filled> all;
  getOperation()->walk([&](Operation *op) {
    auto constant = dyn_cast<arith::ConstantOp>(op);
    if (auto filled = constant ? matchConstant(constant) : matchFill(op))
      all.push_back(*filled);
  });
  for (const Filled &filled : all)
    fill(filled);
}
