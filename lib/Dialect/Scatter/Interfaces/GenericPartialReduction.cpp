//===- GenericPartialReduction.cpp - regions that are reductions ----------===//
//
// The region combines the old element of each out with a value that no old
// element is used for, see PartialResults.h.
//
//===----------------------------------------------------------------------===//

#include "PartialResults.h"

#include "scatter/Dialect/Scatter/Utils/Combiner.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
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

/// Returns the operand of `combiner`, which has two, that is not `old`.
static Value getUpdate(Operation *combiner, Value old) {
  return combiner->getOperand(combiner->getOperand(0) == old);
}

/// Returns the reduction of each out, if all of them have partial results.
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
    Value update = getUpdate(combiner, old);
    std::optional<Reduction> reduction = matchScalars(result, old, update);
    if (dependent.contains(update) || !reduction ||
        !hasExactParts(*reduction, old.getType()))
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
    yield->setOperand(
        i, combineScalars(b, reduction, old, getUpdate(combiner, old)));
    if (combiner->use_empty())
      combiner->erase();
  }
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
      Tile part =
          getTileOfCopies(b, generic.getOutMap(i), getSizesOf(b, loc, out),
                          tile, divided, /*isOne=*/false, {});
      Type element = cast<ShapedType>(out.getType()).getElementType();
      copies.push_back(emitCopies(b, loc, part.sizes, reduction, element));
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
      AffineMap map = generic.getOutMap(i);
      Tile part = getTileOfCopies(
          b, map, ArrayRef(copySizes).drop_front(divided.size()), domain,
          divided, isOne, copies);
      slices.push_back(
          createPartSlice(b, loc, out, part, isOne ? divided.size() : 0));
      maps.push_back(isOne ? map : getMapOfCopies(map, divided));
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
    MergeResult result;
    auto merge = [&](size_t first, size_t count) {
      Operation *merged =
          mergeCopies(b, loc, partial.slice(first, count),
                      ValueRange(generic.getOuts()).slice(first, count),
                      divided.size(), ArrayRef(reductions).slice(first, count));
      result.mergeOps.push_back(merged);
      llvm::append_range(result.replacements, merged->getResults());
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
    getTileOfCopies(b, generic.getOutMap(number), outSizes,
                    Tile(offsets, sizes), divided, isOuterParallel(strategy),
                    copies)
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
