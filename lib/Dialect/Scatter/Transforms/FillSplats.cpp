//===- FillSplats.cpp - large splat constants are filled at run time ------===//

#include "scatter/Dialect/Scatter/IR/SizeLimits.h"
#include "scatter/Dialect/Scatter/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"

using namespace mlir;

namespace scatter {
#define GEN_PASS_DEF_SCATTERFILLSPLATSPASS
#include "scatter/Dialect/Scatter/Transforms/Passes.h.inc"
} // namespace scatter

using namespace scatter;

/// The value of a constant tensor of at least `minBytes` whose elements are all
/// equal, or null.
static DenseElementsAttr matchLargeSplat(arith::ConstantOp op,
                                         int64_t minBytes) {
  auto splat = dyn_cast<SplatElementsAttr>(op.getValue());
  if (!splat || !isa<RankedTensorType>(splat.getType()))
    return nullptr;
  std::optional<int64_t> bits = getElementBits(splat.getElementType());
  int64_t bytes = countBytes(countElements(splat.getType().getShape()),
                             llvm::divideCeil(bits.value_or(64), 8));
  return bytes >= minBytes ? splat : nullptr;
}

/// Fills a tensor of the type of `splat`.
static Value emitFill(OpBuilder &b, Location loc, DenseElementsAttr splat) {
  auto type = cast<RankedTensorType>(splat.getType());
  // Not all element types have scalar constants.
  auto elementType = RankedTensorType::get({}, type.getElementType());
  Value element = tensor::ExtractOp::create(
      b, loc, arith::ConstantOp::create(b, loc, splat.resizeSplat(elementType)),
      ValueRange());
  Value empty = tensor::EmptyOp::create(b, loc, type, ValueRange());
  return linalg::FillOp::create(b, loc, element, empty).getResult(0);
}

static bool isInit(OpOperand &use) {
  auto op = dyn_cast<DestinationStyleOpInterface>(use.getOwner());
  return op && op.isDpsInit(&use);
}

static void fill(arith::ConstantOp op, DenseElementsAttr splat) {
  OpBuilder b(op);
  // What is overwritten would have to be copied if anything else used it; a
  // fill of its own costs less.
  for (OpOperand &use : llvm::make_early_inc_range(op->getUses()))
    if (isInit(use)) {
      b.setInsertionPoint(use.getOwner());
      use.set(emitFill(b, op.getLoc(), splat));
    }
  if (!op->use_empty()) {
    b.setInsertionPoint(op);
    op->replaceAllUsesWith(ValueRange(emitFill(b, op.getLoc(), splat)));
  }
  op.erase();
}

namespace {

struct ScatterFillSplatsPass
    : scatter::impl::ScatterFillSplatsPassBase<ScatterFillSplatsPass> {
  using ScatterFillSplatsPassBase::ScatterFillSplatsPassBase;

  void runOnOperation() override {
    SmallVector<std::pair<arith::ConstantOp, DenseElementsAttr>> splats;
    getOperation()->walk([&](arith::ConstantOp op) {
      if (DenseElementsAttr splat = matchLargeSplat(op, minBytes))
        splats.push_back({op, splat});
    });
    for (auto [op, splat] : splats)
      fill(op, splat);
  }
};

} // namespace
