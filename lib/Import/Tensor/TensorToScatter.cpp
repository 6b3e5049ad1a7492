//===- TensorToScatter.cpp - tensor.scatter to scatter_nd_update ----------===//

#include "scatter/Dialect/Scatter/IR/Scatter.h"
#include "scatter/Import/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

using namespace mlir;

namespace scatter {
#define GEN_PASS_DEF_CONVERTTENSORTOSCATTERPASS
#include "scatter/Import/Passes.h.inc"
} // namespace scatter

using namespace scatter;

/// Whether scatter_nd_update allows indices of `type`.
static bool isTupleElement(Type type) {
  return type.isIndex() || type.isInteger(32) || type.isInteger(64);
}

namespace {

struct ConvertScatter : OpRewritePattern<tensor::ScatterOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::ScatterOp op,
                                PatternRewriter &rewriter) const override {
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    ArrayRef<int64_t> dims = op.getScatterDims();
    bool isDirect = llvm::equal(dims, llvm::seq<int64_t>(0, dims.size())) &&
                    isTupleElement(op.getIndicesType().getElementType());
    Value source = dropUnitDims(b, op);
    Value tuples = isDirect ? op.getIndices() : makeTuples(b, op, source);
    // Indices out of range are undefined behavior of tensor.scatter. Here they
    // are reported.
    rewriter.replaceOpWithNewOp<ScatterNDUpdateOp>(
        op, tuples, source, op.getDest(), Reduction::none, OutOfBounds::error,
        NegativeIndices::reject, /*uniqueIndices=*/true);
    return success();
  }

private:
  /// Removes the dimensions of size 1 of the source that stand for scattered
  /// dimensions.
  static Value dropUnitDims(ImplicitLocOpBuilder &b, tensor::ScatterOp op) {
    RankedTensorType source = op.getSourceType(), dest = op.getDestType();
    ArrayRef<int64_t> dims = op.getScatterDims();
    int64_t batchRank = op.getIndicesType().getRank() - 1;
    if (source.getRank() < batchRank + dest.getRank())
      return op.getSource();
    SmallVector<int64_t> shape;
    SmallVector<ReassociationIndices> groups;
    ReassociationIndices leading;
    for (int64_t i = 0; i < source.getRank(); ++i) {
      if (i >= batchRank && llvm::is_contained(dims, i - batchRank)) {
        if (groups.empty())
          leading.push_back(i);
        else
          groups.back().push_back(i);
        continue;
      }
      groups.push_back(std::exchange(leading, {}));
      groups.back().push_back(i);
      shape.push_back(source.getDimSize(i));
    }
    return tensor::CollapseShapeOp::create(
        b, RankedTensorType::get(shape, source.getElementType()),
        op.getSource(), groups);
  }

  /// Makes tuples of all dimensions up to the last scattered one. There is a
  /// tuple for each position along the dimensions below it that are not
  /// scattered.
  static Value makeTuples(ImplicitLocOpBuilder &b, tensor::ScatterOp op,
                          Value source) {
    ArrayRef<int64_t> dims = op.getScatterDims();
    int64_t depth = dims.back() + 1;
    int64_t batchRank = op.getIndicesType().getRank() - 1;
    int64_t rank = batchRank + depth - int64_t(dims.size());
    SmallVector<OpFoldResult> sizes =
        tensor::getMixedSizes(b, b.getLoc(), source);
    sizes.truncate(rank);
    sizes.push_back(b.getIndexAttr(depth));
    Value empty = tensor::EmptyOp::create(b, sizes, b.getIndexType());
    SmallVector<AffineMap> maps;
    for (unsigned component = 0; component < dims.size(); ++component) {
      SmallVector<AffineExpr> exprs;
      for (int64_t i = 0; i < batchRank; ++i)
        exprs.push_back(b.getAffineDimExpr(i));
      exprs.push_back(b.getAffineConstantExpr(component));
      maps.push_back(AffineMap::get(rank + 1, 0, exprs, b.getContext()));
    }
    maps.push_back(b.getMultiDimIdentityMap(rank + 1));
    SmallVector<utils::IteratorType> iterators(rank + 1,
                                               utils::IteratorType::parallel);
    SmallVector<Value> inputs(dims.size(), op.getIndices());
    return linalg::GenericOp::create(
               b, empty.getType(), inputs, empty, maps, iterators,
               [&](OpBuilder &nested, Location loc, ValueRange args) {
                 ImplicitLocOpBuilder inner(loc, nested);
                 linalg::YieldOp::create(
                     inner, selectComponent(inner, dims, depth, batchRank,
                                            args.drop_back()));
               })
        .getResult(0);
  }

  /// Returns the component of the tuple that the last loop is at.
  static Value selectComponent(ImplicitLocOpBuilder &b, ArrayRef<int64_t> dims,
                               int64_t depth, int64_t batchRank,
                               ValueRange indices) {
    int64_t columnLoop = batchRank + depth - int64_t(dims.size());
    Value column = linalg::IndexOp::create(b, columnLoop), result;
    int64_t component = dims.size(), loop = columnLoop;
    for (int64_t dim = depth; dim-- > 0;) {
      Value position;
      if (!llvm::is_contained(dims, dim))
        position = linalg::IndexOp::create(b, --loop);
      else if (Value index = indices[--component]; index.getType().isIndex())
        position = index;
      else
        position = arith::IndexCastOp::create(b, b.getIndexType(), index);
      if (!result) {
        result = position;
        continue;
      }
      Value isColumn =
          arith::CmpIOp::create(b, arith::CmpIPredicate::eq, column,
                                arith::ConstantIndexOp::create(b, dim));
      result = arith::SelectOp::create(b, isColumn, position, result);
    }
    return result;
  }
};

struct ConvertTensorToScatterPass
    : scatter::impl::ConvertTensorToScatterPassBase<
          ConvertTensorToScatterPass> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    populateTensorToScatterPatterns(patterns);
    walkAndApplyPatterns(getOperation(), std::move(patterns));
  }
};

} // namespace

void scatter::populateTensorToScatterPatterns(RewritePatternSet &patterns) {
  patterns.add<ConvertScatter>(patterns.getContext());
}
