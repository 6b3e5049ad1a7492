//===- ReuseDonated.cpp - elementwise results in donated arguments --------===//

#include "scatter/Dialect/Scatter/IR/Scatter.h"
#include "scatter/Dialect/Scatter/Transforms/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;

namespace scatter {
#define GEN_PASS_DEF_SCATTERREUSEDONATEDPASS
#include "scatter/Dialect/Scatter/Transforms/Passes.h.inc"
} // namespace scatter

using namespace scatter;

namespace {
struct ScatterReuseDonatedPass
    : scatter::impl::ScatterReuseDonatedPassBase<ScatterReuseDonatedPass> {
  void runOnOperation() override;
};
} // namespace

/// Whether `op` computes each element of its result from the element of `input`
/// at the same place. Both then have the same sizes.
static bool readsSameElement(linalg::LinalgOp op, Value input) {
  if (op.getNumLoops() != op.getNumParallelLoops())
    return false;
  for (OpOperand *operand : op.getDpsInputOperands())
    if (operand->get() == input &&
        !op.getMatchingIndexingMap(operand).isIdentity())
      return false;
  return llvm::is_contained(op.getDpsInputs(), input);
}

/// Returns the init of the op that computes `value` if it is new memory, else
/// null.
static OpOperand *getNewInit(Value value) {
  auto op = value.getDefiningOp<linalg::LinalgOp>();
  if (!op)
    return nullptr;
  OpOperand *init =
      op.getDpsInitOperand(cast<OpResult>(value).getResultNumber());
  bool isNew = init->get().getDefiningOp<tensor::EmptyOp>() &&
               op.getMatchingIndexingMap(init).isIdentity() &&
               !op.payloadUsesValueFromOperand(init);
  return isNew ? init : nullptr;
}

static void reuse(func::FuncOp func, func::ReturnOp end) {
  for (BlockArgument argument : func.getArguments()) {
    Attribute donated = func.getArgAttr(argument.getArgNumber(),
                                        ScatterDialect::getDonatedAttrName());
    if (!donated)
      continue;
    auto wanted = dyn_cast<IntegerAttr>(donated);
    for (auto [result, value] : llvm::enumerate(end.getOperands())) {
      if (value.getType() != argument.getType() ||
          (wanted && wanted.getInt() != int64_t(result)))
        continue;
      OpOperand *init = getNewInit(value);
      if (!init ||
          !readsSameElement(cast<linalg::LinalgOp>(init->getOwner()), argument))
        continue;
      init->set(argument);
      break;
    }
  }
}

void ScatterReuseDonatedPass::runOnOperation() {
  func::FuncOp func = getOperation();
  if (func.isDeclaration() || !func.getBody().hasOneBlock())
    return;
  if (auto end = dyn_cast<func::ReturnOp>(func.front().getTerminator()))
    reuse(func, end);
}
