//===- VJP.cpp - the gradient of a function -------------------------------===//
//
// The function is executed as it is, then its ops are visited in reverse. Each
// adds to the cotangents of its operands what the cotangents of its results
// contribute.
//
//===----------------------------------------------------------------------===//

#include "Reverse.h"
#include "StaticComponents.h"

#include "scatter/Dialect/Scatter/IR/Scatter.h"
#include "scatter/Dialect/Scatter/Transforms/GenericPatterns.h"
#include "scatter/Dialect/Scatter/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;

namespace scatter {
#define GEN_PASS_DEF_SCATTERVJPPASS
#include "scatter/Dialect/Scatter/Transforms/Passes.h.inc"
} // namespace scatter

using namespace scatter;

namespace {

struct ScatterVJPPass : scatter::impl::ScatterVJPPassBase<ScatterVJPPass> {
  using ScatterVJPPassBase::ScatterVJPPassBase;
  void runOnOperation() override;

private:
  FailureOr<func::FuncOp> findFunction();
  LogicalResult normalize(func::FuncOp function);
};

} // namespace

FailureOr<func::FuncOp> ScatterVJPPass::findFunction() {
  ModuleOp module = getOperation();
  SmallVector<func::FuncOp> functions;
  for (auto candidate : module.getOps<func::FuncOp>())
    if (function.empty() ? candidate.isPublic() && !candidate.isExternal()
                         : candidate.getName() == function.getValue())
      functions.push_back(candidate);
  if (functions.empty() && !function.empty())
    return module.emitError("scatter-vjp: option 'function': expected the name "
                            "of a function, found '")
           << function << "'";
  if (functions.size() != 1)
    return module.emitError("scatter-vjp: expected one public function or the "
                            "option 'function' with the name of one, found ")
           << functions.size();
  func::FuncOp found = functions.front();
  if (found.isExternal() || !found.getBody().hasOneBlock())
    return found.emitError("scatter-vjp: expected a function with one block");
  return found;
}

/// Makes elementwise ops on tensors and named linalg ops linalg.generic,
/// gathers and updates without a rule scatter.generic. Gives index tuples a
/// static length, as those of scatter.generic have.
LogicalResult ScatterVJPPass::normalize(func::FuncOp function) {
  RewritePatternSet patterns(&getContext());
  linalg::populateElementwiseToLinalgConversionPatterns(patterns);
  if (failed(applyPatternsGreedily(function, std::move(patterns))))
    return failure();
  IRRewriter rewriter(&getContext());
  function.walk([&](ScatterNDUpdateOp op) {
    if (!Reverse::hasRule(op.getReduction())) {
      (void)generalizeNamedOp(rewriter, op);
      return;
    }
    rewriter.setInsertionPoint(op);
    if (hasComparedComponents(op))
      op.getIndicesMutable().assign(castComponents(rewriter, op));
  });
  function.walk([&](GatherNDOp op) { (void)generalizeNamedOp(rewriter, op); });
  function.walk([&](linalg::LinalgOp op) {
    if (isa<linalg::GenericOp, linalg::FillOp>(op) ||
        op.getNumParallelLoops() != op.getNumLoops())
      return;
    rewriter.setInsertionPoint(op);
    (void)linalg::generalizeNamedOp(rewriter, op);
  });
  return success();
}

void ScatterVJPPass::runOnOperation() {
  FailureOr<func::FuncOp> original = findFunction();
  if (failed(original))
    return signalPassFailure();
  FunctionType type = original->getFunctionType();
  for (TypeRange types : {type.getInputs(), type.getResults()})
    for (Type found : types)
      if (isa<UnrankedTensorType>(found)) {
        original->emitError("scatter-vjp: expected ranked tensors as arguments "
                            "and results, found ")
            << found;
        return signalPassFailure();
      }
  OpBuilder builder(&getContext());
  builder.setInsertionPointAfter(*original);
  auto gradient = cast<func::FuncOp>(builder.clone(**original));
  gradient.setName((original->getName() + "_vjp").str());
  if (SymbolTable::lookupSymbolIn(getOperation(), gradient.getName()) !=
      gradient) {
    gradient.emitError("scatter-vjp: expected no function '")
        << gradient.getName() << "', found one";
    return signalPassFailure();
  }
  if (failed(normalize(gradient)))
    return signalPassFailure();

  Block &block = gradient.getBody().front();
  Operation *terminator = block.getTerminator();
  SmallVector<Value> results(terminator->getOperands());
  unsigned numArguments = block.getNumArguments();
  SmallVector<Operation *> ops;
  for (Operation &op : block.without_terminator())
    ops.push_back(&op);
  builder.setInsertionPoint(terminator);
  Reverse reverse(builder, original->getLoc(), block);
  for (Value result : results)
    if (isDifferentiable(result.getType()))
      reverse.add(result, block.addArgument(result.getType(), result.getLoc()));
  for (Operation *op : llvm::reverse(ops))
    if (failed(reverse.visit(op)))
      return signalPassFailure();
  SmallVector<Value> gradients;
  for (BlockArgument argument : block.getArguments().take_front(numArguments))
    if (isDifferentiable(argument.getType()))
      gradients.push_back(reverse.get(argument));
  func::ReturnOp::create(builder, original->getLoc(), gradients);
  terminator->erase();
  gradient.setAllArgAttrs(ArrayRef<Attribute>());
  gradient.setAllResultAttrs(ArrayRef<Attribute>());
  gradient.setType(FunctionType::get(
      &getContext(), block.getArgumentTypes(),
      llvm::to_vector_of<Type>(ValueRange(gradients).getTypes())));
  IRRewriter rewriter(&getContext());
  gradient.walk([&](GenericOp op) { (void)specializeGeneric(rewriter, op); });
}
