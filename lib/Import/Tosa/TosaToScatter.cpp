//===- TosaToScatter.cpp - tosa.scatter to scatter_nd_update --------------===//

#include "scatter/Dialect/Scatter/IR/Scatter.h"
#include "scatter/Import/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

using namespace mlir;

namespace scatter {
#define GEN_PASS_DEF_CONVERTTOSATOSCATTERPASS
#include "scatter/Import/Passes.h.inc"
} // namespace scatter

using namespace scatter;

/// Returns the pairs (n, indices[n, w]).
static Value makePairs(ImplicitLocOpBuilder &b, Value indices) {
  auto type = cast<RankedTensorType>(indices.getType());
  Type element = type.getElementType();
  SmallVector<OpFoldResult> sizes =
      tensor::getMixedSizes(b, b.getLoc(), indices);
  sizes.push_back(b.getIndexAttr(2));
  Value empty = tensor::EmptyOp::create(b, sizes, element);
  AffineMap read =
      AffineMap::getMultiDimIdentityMap(3, b.getContext()).getMajorSubMap(2);
  SmallVector<utils::IteratorType> iterators(3, utils::IteratorType::parallel);
  return linalg::GenericOp::create(
             b, empty.getType(), indices, empty,
             ArrayRef<AffineMap>{read, b.getMultiDimIdentityMap(3)}, iterators,
             [&](OpBuilder &nested, Location loc, ValueRange args) {
               ImplicitLocOpBuilder inner(loc, nested);
               Value batch = arith::IndexCastOp::create(
                   inner, element, linalg::IndexOp::create(inner, 0));
               Value isBatch = arith::CmpIOp::create(
                   inner, arith::CmpIPredicate::eq,
                   linalg::IndexOp::create(inner, 2),
                   arith::ConstantIndexOp::create(inner, 0));
               Value result =
                   arith::SelectOp::create(inner, isBatch, batch, args[0]);
               linalg::YieldOp::create(inner, result);
             })
      .getResult(0);
}

namespace {

struct ConvertScatter : OpRewritePattern<tosa::ScatterOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tosa::ScatterOp op,
                                PatternRewriter &rewriter) const override {
    auto data = dyn_cast<RankedTensorType>(op.getValuesIn().getType());
    auto indices = dyn_cast<RankedTensorType>(op.getIndices().getType());
    auto updates = dyn_cast<RankedTensorType>(op.getInput().getType());
    if (!data || !indices || !updates)
      return rewriter.notifyMatchFailure(op, "an operand has no rank");
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    Value result;
    if (data.getDimSize(0) == 1 && indices.getDimSize(0) == 1 &&
        updates.getDimSize(0) == 1) {
      // A batch of size 1 is a table of rows. Its index is not needed.
      SmallVector<ReassociationIndices> merge{{0, 1}, {2}};
      Value table = tensor::CollapseShapeOp::create(b, op.getValuesIn(), merge);
      Value rows = tensor::CollapseShapeOp::create(b, op.getInput(), merge);
      auto tupleType = RankedTensorType::get({indices.getDimSize(1), 1},
                                             indices.getElementType());
      Value flat = tensor::CollapseShapeOp::create(
          b, op.getIndices(), ArrayRef<ReassociationIndices>{{0, 1}});
      Value tuples = tensor::ExpandShapeOp::create(
          b, tupleType, flat, ArrayRef<ReassociationIndices>{{0, 1}});
      Value updated = createUpdate(b, tuples, rows, table);
      SmallVector<OpFoldResult> sizes =
          tensor::getMixedSizes(b, b.getLoc(), op.getValuesIn());
      result = tensor::ExpandShapeOp::create(b, data, updated, merge, sizes);
    } else {
      result = createUpdate(b, makePairs(b, op.getIndices()), op.getInput(),
                            op.getValuesIn());
    }
    if (result.getType() != op.getType())
      result = tensor::CastOp::create(b, op.getType(), result);
    rewriter.replaceOp(op, result);
    return success();
  }

private:
  /// TOSA makes the result of the graph unpredictable if an index is out of
  /// range; here it is reported. TOSA does not allow an index to be used twice.
  static Value createUpdate(ImplicitLocOpBuilder &b, Value tuples,
                            Value updates, Value data) {
    return ScatterNDUpdateOp::create(b, tuples, updates, data, Reduction::none,
                                     OutOfBounds::error,
                                     NegativeIndices::reject,
                                     /*uniqueIndices=*/true)
        .getResult();
  }
};

struct ConvertTosaToScatterPass
    : scatter::impl::ConvertTosaToScatterPassBase<ConvertTosaToScatterPass> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    populateTosaToScatterPatterns(patterns);
    walkAndApplyPatterns(getOperation(), std::move(patterns));
    getOperation()->walk([&](tosa::ScatterOp op) {
      op.emitOpError("expected operands with a rank");
      signalPassFailure();
    });
  }
};

} // namespace

void scatter::populateTosaToScatterPatterns(RewritePatternSet &patterns) {
  patterns.add<ConvertScatter>(patterns.getContext());
}
