//===- GenericPartialReduction.cpp - regions that are reductions ----------===//
//
// As PartialReduction.cpp, for a scatter.generic whose region combines the old
// element of each out with a value that no old element is used for.
//
//===----------------------------------------------------------------------===//

#include "TilingUtils.h"

#include "scatter/Dialect/Scatter/IR/ElementStorage.h"
#include "scatter/Dialect/Scatter/Utils/Combiner.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/TilingInterface.h"

using namespace mlir;
using namespace scatter;

/// Returns the values of the region of `op` that depend on old elements.
static llvm::DenseSet<Value> findDependent(GenericOp op) {
  Block &body = op.getBody().front();
  llvm::DenseSet<Value> dependent;
  dependent.insert_range(body.getArguments().drop_front(op.getInputs().size()));
  for (Operation &inner : body) {
    // Regions use values that are no operands of `inner`.
    bool usesDependent = false;
    inner.walk([&](Operation *op) {
      usesDependent |= llvm::any_of(op->getOperands(), [&](Value operand) {
        return dependent.contains(operand);
      });
    });
    if (usesDependent)
      dependent.insert_range(inner.getResults());
  }
  return dependent;
}

/// Returns the reduction of each out, if the order of the tuples makes no
/// difference for any of them and partial results have the bits of the whole
/// op, see PartialReduction.cpp.
static std::optional<SmallVector<Reduction>> getReductions(GenericOp op) {
  Block &body = op.getBody().front();
  llvm::DenseSet<Value> dependent = findDependent(op);
  SmallVector<Reduction> reductions;
  for (auto [old, result] :
       llvm::zip_equal(body.getArguments().drop_front(op.getInputs().size()),
                       body.getTerminator()->getOperands())) {
    Operation *combiner = result.getDefiningOp();
    if (!combiner || combiner->getNumOperands() != 2)
      return std::nullopt;
    Value update = combiner->getOperand(combiner->getOperand(0) == old);
    Type type = old.getType();
    std::optional<Reduction> reduction = matchScalars(result, old, update);
    if (dependent.contains(update) || !reduction ||
        !isOrderFree(*reduction, type) || isSmallFloat(type) ||
        !hasScalarForm(*reduction, type))
      return std::nullopt;
    reductions.push_back(*reduction);
  }
  return reductions;
}

/// Whether partial results of `op` can be computed by copies of the outs for
/// each position of the `divided` dimensions of the tuples. These must not say
/// themselves where an out is written.
static bool hasPartialResults(GenericOp op,
                              const SetVector<unsigned> &divided) {
  if (!op.hasTensors() || !hasTiles(op) || !getReductions(op))
    return false;
  for (size_t out = 0; out < op.getOuts().size(); ++out)
    for (unsigned dim : divided)
      if (op.getOutMap(out).isFunctionOfDim(dim))
        return false;
  return true;
}

/// Returns the part of the copies of out number `out` that a tile updates:
/// with `isOne` one copy, the one at `copy`, and otherwise one for each
/// position of the divided dimensions. `outSizes` are those of the out.
static Tile getCopiesTile(GenericOp op, OpBuilder &b, unsigned out,
                          ArrayRef<OpFoldResult> outSizes, const Tile &domain,
                          const SetVector<unsigned> &divided, bool isOne,
                          ArrayRef<OpFoldResult> copy) {
  Tile part;
  for (auto [i, dim] : llvm::enumerate(divided)) {
    part.offsets.push_back(isOne ? copy[i] : b.getIndexAttr(0));
    part.sizes.push_back(isOne ? OpFoldResult(b.getIndexAttr(1))
                               : domain.sizes[dim]);
  }
  for (auto [expr, size] :
       llvm::zip_equal(op.getOutMap(out).getResults(), outSizes)) {
    auto dim = dyn_cast<AffineDimExpr>(expr);
    part.offsets.push_back(dim ? domain.offsets[dim.getPosition()]
                               : b.getIndexAttr(0));
    part.sizes.push_back(dim ? domain.sizes[dim.getPosition()] : size);
  }
  return part;
}

/// Replaces what combines the old elements of `tile` by ops without flags.
/// Partial results may overflow where the whole op does not (`nsw`), and the
/// identity may be infinite (`ninf`).
static void dropFlags(OpBuilder &builder, GenericOp tile,
                      ArrayRef<Reduction> reductions) {
  OpBuilder::InsertionGuard guard(builder);
  Block &body = tile.getBody().front();
  Operation *yield = body.getTerminator();
  builder.setInsertionPoint(yield);
  ImplicitLocOpBuilder b(tile.getLoc(), builder);
  for (auto [i, reduction] : llvm::enumerate(reductions)) {
    Value old = body.getArgument(tile.getInputs().size() + i);
    Operation *combiner = yield->getOperand(i).getDefiningOp();
    Value update = combiner->getOperand(combiner->getOperand(0) == old);
    yield->setOperand(i, combineScalars(b, reduction, old, update));
    if (combiner->use_empty())
      combiner->erase();
  }
}

static bool isOuterParallel(ReductionTilingStrategy strategy) {
  return strategy == ReductionTilingStrategy::PartialReductionOuterParallel;
}

namespace {

struct GenericPartialReductionModel
    : PartialReductionOpInterface::ExternalModel<GenericPartialReductionModel,
                                                 GenericOp> {
  FailureOr<SmallVector<Value>> generateInitialTensorForPartialReduction(
      Operation *op, OpBuilder &b, Location loc, ArrayRef<OpFoldResult> sizes,
      const SetVector<unsigned> &divided) const {
    auto generic = cast<GenericOp>(op);
    if (!hasPartialResults(generic, divided))
      return failure();
    SmallVector<OpFoldResult> offsets(sizes.size(), b.getIndexAttr(0));
    Tile tile(offsets, sizes);
    SmallVector<Value> copies;
    for (auto [i, out, reduction] :
         llvm::enumerate(generic.getOuts(), *getReductions(generic))) {
      Tile part = getCopiesTile(generic, b, i, getSizesOf(b, loc, out), tile,
                                divided, /*isOne=*/false, {});
      Type element = cast<ShapedType>(out.getType()).getElementType();
      Value empty = tensor::EmptyOp::create(b, loc, part.sizes, element);
      Value identity = arith::ConstantOp::create(
          b, loc, getScalarIdentity(reduction, element));
      copies.push_back(
          linalg::FillOp::create(b, loc, identity, empty).getResult(0));
    }
    return copies;
  }

  /// `op` may be a clone that has the copies for the outs.
  FailureOr<TilingResult>
  tileToPartialReduction(Operation *op, OpBuilder &b, Location loc,
                         ReductionTilingStrategy strategy, ValueRange init,
                         ArrayRef<OpFoldResult> offsets,
                         ArrayRef<OpFoldResult> sizes,
                         const llvm::SetVector<unsigned> &divided,
                         ArrayRef<OpFoldResult> copies) const {
    auto generic = cast<GenericOp>(op);
    Tile domain(offsets, sizes);
    bool isOne = isOuterParallel(strategy);
    SmallVector<Operation *> slices = createInputSlices(b, generic, domain);
    SmallVector<AffineMap> maps;
    for (size_t i = 0; i < generic.getInputs().size(); ++i)
      maps.push_back(generic.getMap(i));
    for (auto [i, out] : llvm::enumerate(init)) {
      SmallVector<OpFoldResult> copySizes = getSizesOf(b, loc, out);
      Tile part = getCopiesTile(generic, b, i,
                                ArrayRef(copySizes).drop_front(divided.size()),
                                domain, divided, isOne, copies);
      slices.push_back(
          createPartSlice(b, loc, out, part, isOne ? divided.size() : 0));
      // Each position of the divided dimensions updates a copy of its own.
      AffineMap map = generic.getOutMap(i);
      SmallVector<AffineExpr> place;
      if (!isOne)
        for (unsigned dim : divided)
          place.push_back(b.getAffineDimExpr(dim));
      llvm::append_range(place, map.getResults());
      maps.push_back(AffineMap::get(map.getNumDims(), map.getNumSymbols(),
                                    place, b.getContext()));
    }
    TilingResult result = createTile(b, generic, slices, /*fusesInits=*/false);
    auto tile = cast<GenericOp>(result.tiledOps.front());
    tile.setIndexingMapsAttr(b.getAffineMapArrayAttr(maps));
    offsetPositions(b, tile, offsets);
    dropFlags(b, tile, *getReductions(generic));
    return result;
  }

  FailureOr<MergeResult>
  mergeReductions(Operation *op, OpBuilder &b, Location loc, ValueRange partial,
                  const SetVector<unsigned> &divided) const {
    auto generic = cast<GenericOp>(op);
    SmallVector<Reduction> reductions = *getReductions(generic);
    SmallVector<int64_t> copyDims =
        llvm::to_vector(llvm::seq<int64_t>(divided.size()));
    MergeResult result;
    auto merge = [&](size_t first, size_t count) {
      auto merged = linalg::ReduceOp::create(
          b, loc, partial.slice(first, count),
          ValueRange(generic.getOuts()).slice(first, count), copyDims,
          [&](OpBuilder &builder, Location loc, ValueRange elements) {
            ImplicitLocOpBuilder inner(loc, builder);
            SmallVector<Value> combined;
            for (size_t i = 0; i < count; ++i)
              combined.push_back(combineScalars(inner, reductions[first + i],
                                                elements[count + i],
                                                elements[i]));
            linalg::YieldOp::create(inner, combined);
          });
      result.mergeOps.push_back(merged);
      llvm::append_range(result.replacements, merged.getResults());
    };
    // One op, as upstream's transform ops expect, unless the outs have
    // different shapes, of which linalg.reduce makes no results.
    bool haveOneShape =
        llvm::all_of(llvm::seq(partial.size()), [&](size_t out) {
          return generic.getOutMap(out) == generic.getOutMap(0) &&
                 cast<ShapedType>(partial[out].getType()).getShape() ==
                     cast<ShapedType>(partial[0].getType()).getShape();
        });
    if (haveOneShape)
      merge(0, partial.size());
    else
      for (size_t out = 0; out < partial.size(); ++out)
        merge(out, 1);
    return result;
  }

  LogicalResult getPartialResultTilePosition(
      Operation *op, OpBuilder &b, unsigned number,
      ReductionTilingStrategy strategy, ArrayRef<OpFoldResult> offsets,
      ArrayRef<OpFoldResult> sizes, const SetVector<unsigned> &divided,
      ArrayRef<OpFoldResult> copies, SmallVector<OpFoldResult> &resultOffsets,
      SmallVector<OpFoldResult> &resultSizes) const {
    auto generic = cast<GenericOp>(op);
    SmallVector<OpFoldResult> outSizes =
        getSizesOf(b, op->getLoc(), generic.getOuts()[number]);
    getCopiesTile(generic, b, number, outSizes, Tile(offsets, sizes), divided,
                  isOuterParallel(strategy), copies)
        .copyTo(resultOffsets, resultSizes);
    return success();
  }
};

} // namespace

void scatter::attachGenericPartialReduction(MLIRContext &context) {
  GenericOp::attachInterface<GenericPartialReductionModel>(context);
  // Ops of it are created.
  context.loadDialect<linalg::LinalgDialect>();
}
