//===- FoldUnsignedSplats.cpp - splats of unsigned integers in loops ------===//

#include "scatter/Import/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/BuiltinAttributes.h"

using namespace mlir;

namespace scatter {
#define GEN_PASS_DEF_SCATTERFOLDUNSIGNEDSPLATSPASS
#include "scatter/Import/Passes.h.inc"
} // namespace scatter

/// Returns the signless value of a splat of signed or unsigned integers, or
/// null for other values.
static IntegerAttr getSignlessNumber(Value value) {
  auto constant = value.getDefiningOp<arith::ConstantOp>();
  auto splat = constant ? dyn_cast<SplatElementsAttr>(constant.getValue())
                        : SplatElementsAttr();
  auto type =
      splat ? dyn_cast<IntegerType>(splat.getElementType()) : IntegerType();
  if (!type || type.isSignless())
    return {};
  return IntegerAttr::get(IntegerType::get(type.getContext(), type.getWidth()),
                          splat.getSplatValue<APInt>());
}

/// Replaces `op` by an op without the inputs that are such splats.
static void foldSplats(linalg::GenericOp op) {
  SmallVector<IntegerAttr> numbers;
  SmallVector<Value> inputs;
  SmallVector<AffineMap> maps;
  for (OpOperand *input : op.getDpsInputOperands()) {
    numbers.push_back(getSignlessNumber(input->get()));
    if (numbers.back())
      continue;
    inputs.push_back(input->get());
    maps.push_back(op.getMatchingIndexingMap(input));
  }
  for (OpOperand &init : op.getDpsInitsMutable())
    maps.push_back(op.getMatchingIndexingMap(&init));
  // The remaining operands must still define the bounds of all loops.
  if (inputs.size() == numbers.size() ||
      !inversePermutation(concatAffineMaps(maps, op.getContext())))
    return;
  OpBuilder b(op);
  // linalg::getPrunedAttributeList cannot be used: g++ would emit the table of
  // attribute names of GenericOp as data that is initialized at run time. A
  // static link could choose it instead of the constant table that the archives
  // of LLVM read.
  auto folded = linalg::GenericOp::create(
      b, op.getLoc(), op.getResultTypes(), inputs, op.getOutputs(), maps,
      op.getIteratorTypesArray(), /*bodyBuild=*/nullptr,
      llvm::to_vector(op->getDiscardableAttrs()));
  folded.setDocAttr(op.getDocAttr());
  folded.setLibraryCallAttr(op.getLibraryCallAttr());
  folded.getRegion().takeBody(op.getRegion());
  Block &body = folded.getRegion().front();
  b.setInsertionPointToStart(&body);
  for (size_t i = numbers.size(); i-- > 0;) {
    if (!numbers[i])
      continue;
    BlockArgument argument = body.getArgument(i);
    Value number = arith::ConstantOp::create(b, op.getLoc(), numbers[i]);
    Value element = UnrealizedConversionCastOp::create(
                        b, op.getLoc(), argument.getType(), number)
                        .getResult(0);
    argument.replaceAllUsesWith(element);
    body.eraseArgument(i);
  }
  op->replaceAllUsesWith(folded->getResults());
  op->erase();
}

namespace {

struct ScatterFoldUnsignedSplatsPass
    : scatter::impl::ScatterFoldUnsignedSplatsPassBase<
          ScatterFoldUnsignedSplatsPass> {
  void runOnOperation() override {
    getOperation()->walk([](linalg::GenericOp op) { foldSplats(op); });
  }
};

} // namespace
