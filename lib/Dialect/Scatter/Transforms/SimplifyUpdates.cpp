//===- SimplifyUpdates.cpp - patterns between updates and other ops -------===//
//
// Applies those of Patterns.h that save memory traffic whatever follows, and
// moves conversions of elements to the side with fewer or narrower elements.
//
//===----------------------------------------------------------------------===//

#include "scatter/Dialect/Scatter/IR/Scatter.h"
#include "scatter/Dialect/Scatter/Transforms/Passes.h"
#include "scatter/Dialect/Scatter/Transforms/Patterns.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace scatter {
#define GEN_PASS_DEF_SCATTERSIMPLIFYUPDATESPASS
#include "scatter/Dialect/Scatter/Transforms/Passes.h.inc"
} // namespace scatter

using namespace scatter;

/// Whether the patterns may have something to do with `op`.
static bool hasNeighbour(Operation *op) {
  if (auto pad = dyn_cast<tensor::PadOp>(op))
    return pad.getSource().getDefiningOp<tensor::InsertSliceOp>() != nullptr;
  if (auto insert = dyn_cast<tensor::InsertSliceOp>(op))
    return isa_and_nonnull<linalg::FillOp, arith::ConstantOp, tensor::PadOp,
                           tensor::InsertSliceOp>(
        insert.getDest().getDefiningOp());
  if (!isa<ScatterNDUpdateOp, SliceScatterOp, GatherNDOp>(op) ||
      op->getNumResults() == 0)
    return false;
  auto isNeighbour = [](Operation *other) {
    return other && isa<tensor::ExtractSliceOp, tensor::PadOp, SliceScatterOp,
                        linalg::GenericOp, CastOpInterface>(other);
  };
  Value data =
      op->getOperand(isa<GatherNDOp>(op) ? 1
                                         : cast<DestinationStyleOpInterface>(op)
                                               .getDpsInitOperand(0)
                                               ->getOperandNumber());
  return isNeighbour(data.getDefiningOp()) ||
         llvm::any_of(op->getUsers(), isNeighbour) || isa<SliceScatterOp>(op);
}

static std::optional<int64_t> multiply(ArrayRef<int64_t> sizes) {
  int64_t product = 1;
  for (int64_t size : sizes)
    if (ShapedType::isDynamic(size) ||
        llvm::MulOverflow(product, size, product))
      return std::nullopt;
  return product;
}

/// Returns how many slices `op`, an update or a gather, has at its tuples, and
/// how many `data` has, where known.
template <typename OpT>
static std::pair<std::optional<int64_t>, std::optional<int64_t>>
countSlices(OpT op, int64_t firstIndexed) {
  return {multiply(op.getIndicesType().getShape().drop_back().drop_front(
              firstIndexed)),
          multiply(op.getDataType().getShape().slice(firstIndexed,
                                                     op.getIndexDepth()))};
}

/// Whether converting the elements at the tuples of `op` instead of those of
/// all of `data` takes no more memory traffic. `narrows` says whether the op
/// itself then moves narrower elements.
template <typename OpT>
static bool hasFewTuples(OpT op, int64_t firstIndexed, bool narrows) {
  auto [tuples, slots] = countSlices(op, firstIndexed);
  return tuples && slots ? *tuples <= *slots : narrows;
}

static int64_t getBits(Type type) {
  return type.isIntOrFloat() ? type.getIntOrFloatBitWidth() : 64;
}

static bool narrows(ShapedType type, Type element) {
  return getBits(element) < getBits(type.getElementType());
}

/// Whether a conversion of the result of `op`, to elements of type `element`,
/// becomes one of its operands: `data` would have to be read, and copied or
/// written, in any case.
static bool bubblesUp(Operation *op, Type element) {
  if (auto update = dyn_cast<ScatterNDUpdateOp>(op))
    return hasFewTuples(update, 0, narrows(update.getDataType(), element));
  return isa<SliceScatterOp>(op);
}

static bool pushesDown(Operation *op, Type element) {
  auto gather = dyn_cast<GatherNDOp>(op);
  return gather && hasFewTuples(gather, gather.getNumBatchDims(),
                                narrows(gather.getDataType(), element));
}

namespace {
struct ScatterSimplifyUpdatesPass
    : scatter::impl::ScatterSimplifyUpdatesPassBase<
          ScatterSimplifyUpdatesPass> {
  void runOnOperation() override {
    WalkResult found = getOperation()->walk([](Operation *op) {
      return hasNeighbour(op) ? WalkResult::interrupt() : WalkResult::advance();
    });
    if (!found.wasInterrupted())
      return;
    RewritePatternSet patterns(&getContext());
    populateSlicesOfUpdatesPatterns(patterns);
    populateBubbleUpPadsPatterns(patterns);
    populateOverwrittenDataPatterns(patterns);
    populateBubbleUpCastsPatterns(patterns, bubblesUp);
    populatePushDownCastsPatterns(patterns, pushesDown);
    // Queries of sizes would keep what is replaced.
    memref::populateResolveRankedShapedTypeResultDimsPatterns(patterns);
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      signalPassFailure();
  }
};
} // namespace
