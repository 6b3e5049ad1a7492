//===- GenericTiling.cpp - tiling of scatter.generic ----------------------===//
//
// The iteration space has the dimensions of the maps: those of the tuples are
// reductions unless their positions write different elements, those of the
// slice are parallel.
//
//===----------------------------------------------------------------------===//

#include "TilingUtils.h"

#include "scatter/Dialect/Scatter/IR/ElementStorage.h"
#include "scatter/Dialect/Scatter/IR/StaticSizes.h"
#include "scatter/Dialect/Scatter/Utils/IndexBuilder.h"

#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StructuredOpsUtils.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/TilingInterface.h"

using namespace mlir;
using namespace scatter;

/// Returns the value, and the dimension of it, that has the size of dimension
/// `dim` of the maps.
static std::pair<Value, int64_t> findSize(GenericOp op, int64_t dim) {
  if (dim < op.getBatchRank())
    return {op.getIndices().front(), dim};
  auto use = op.findUse(getAffineDimExpr(dim, op.getContext()));
  return {op.getMappedOperands()[use->first], use->second};
}

static SmallVector<OpFoldResult> getSizes(GenericOp op, OpBuilder &b) {
  SmallVector<OpFoldResult> sizes;
  for (int64_t dim = 0; dim < op.getNumDims(); ++dim) {
    auto [value, position] = findSize(op, dim);
    sizes.push_back(getSizesOf(b, op.getLoc(), value)[position]);
  }
  return sizes;
}

bool scatter::hasTiles(GenericOp op) {
  // The first tile would be written before all indices and sizes are checked.
  if (checksIndices(op) || !hasKnownSizes(op))
    return false;
  // A slice of a dimension of size 0 has no valid offset.
  for (Value operand : op.getOperands())
    if (isStaticallyEmpty(cast<ShapedType>(operand.getType())))
      return false;
  return true;
}

/// Whether a tile of these sizes has the meaning that it has as a part of `op`.
static bool canTile(GenericOp op, ArrayRef<OpFoldResult> sizes) {
  if (!hasTiles(op))
    return false;
  // The tuples of a tile must be consecutive in row-major order, unless they
  // write different elements: only the first of the other dimensions with
  // several positions may be divided.
  SmallVector<int64_t> parallel = op.getParallelBatchDims();
  bool isInner = false;
  for (int64_t dim = 0; dim < op.getBatchRank(); ++dim) {
    if (llvm::is_contained(parallel, dim))
      continue;
    auto [value, position] = findSize(op, dim);
    if (isInner && !isWholeDim(sizes[dim], value, position))
      return false;
    isInner |= cast<ShapedType>(value.getType()).getDimSize(position) != 1;
  }
  return true;
}

/// Whether tiles at the insertion point of `b` may update the same elements in
/// iterations of scf.forall.
static bool mayRace(OpBuilder &b, GenericOp op, const Tile &tile) {
  SmallVector<int64_t> parallel = op.getParallelBatchDims();
  return llvm::any_of(llvm::seq(op.getBatchRank()), [&](int64_t dim) {
    auto [value, position] = findSize(op, dim);
    return !llvm::is_contained(parallel, dim) &&
           isDividedByForall(b, tile, dim, value, position);
  });
}

Tile scatter::getOperandTile(GenericOp op, OpBuilder &b, int64_t operand,
                             const Tile &tile) {
  Tile part = getWhole(b, op.getLoc(), op.getMappedOperands()[operand]);
  for (auto [i, expr] : llvm::enumerate(op.getMap(operand).getResults()))
    if (auto dim = dyn_cast<AffineDimExpr>(expr))
      part.assign(i, tile, dim.getPosition());
  return part;
}

/// Whether elements of `type` are values of arith as they are in memory, and
/// ops of arith round as the specification demands.
static bool isPlain(Type type) {
  if (isSmallFloat(type))
    return false;
  auto integer = dyn_cast<IntegerType>(type);
  return !integer || (integer.getWidth() >= 8 && integer.getWidth() <= 64 &&
                      llvm::isPowerOf2_32(integer.getWidth()));
}

/// Whether the region of `op` works on elements as they are in memory.
static bool isScalarizable(GenericOp op) {
  Block &body = op.getBody().front();
  return llvm::all_of(body.getArgumentTypes(), isPlain) &&
         llvm::all_of(body, [](Operation &inner) {
           return llvm::none_of(inner.getResultTypes(), isSmallFloat);
         });
}

void scatter::offsetPositions(OpBuilder &builder, GenericOp tile,
                              ArrayRef<OpFoldResult> offsets) {
  OpBuilder::InsertionGuard guard(builder);
  for (IndexOp index :
       llvm::to_vector(tile.getBody().front().getOps<IndexOp>())) {
    OpFoldResult offset = offsets[index.getDim()];
    if (isConstantIntValue(offset, 0))
      continue;
    builder.setInsertionPoint(tile);
    Value by = getValueOrCreateConstantIndexOp(builder, tile.getLoc(), offset);
    builder.setInsertionPointAfter(index);
    Value sum = arith::AddIOp::create(builder, index.getLoc(), index, by);
    index.getResult().replaceAllUsesExcept(sum, sum.getDefiningOp());
  }
}

SmallVector<Operation *> scatter::createInputSlices(OpBuilder &b, GenericOp op,
                                                    const Tile &tile) {
  Location loc = op.getLoc();
  SmallVector<Operation *> slices;
  for (Value indices : op.getIndices()) {
    Tile part = getWhole(b, loc, indices);
    for (int64_t dim = 0; dim < op.getBatchRank(); ++dim)
      part.assign(dim, tile, dim);
    slices.push_back(createSlice(b, loc, indices, part.offsets, part.sizes));
  }
  for (auto [i, input] : llvm::enumerate(op.getInputs())) {
    Tile part = getOperandTile(op, b, i, tile);
    slices.push_back(createSlice(b, loc, input, part.offsets, part.sizes));
  }
  return slices;
}

namespace {

struct GenericTilingModel : TilingModelBase<GenericTilingModel, GenericOp> {
  SmallVector<utils::IteratorType> getLoopIteratorTypes(Operation *op) const {
    auto generic = cast<GenericOp>(op);
    SmallVector<utils::IteratorType> types(generic.getNumDims(),
                                           utils::IteratorType::parallel);
    SmallVector<int64_t> parallel = generic.getParallelBatchDims();
    for (int64_t dim = 0; dim < generic.getBatchRank(); ++dim)
      if (!llvm::is_contained(parallel, dim))
        types[dim] = utils::IteratorType::reduction;
    return types;
  }

  SmallVector<Range> getIterationDomain(Operation *op, OpBuilder &b) const {
    return getDomain(b, getSizes(cast<GenericOp>(op), b));
  }

  FailureOr<TilingResult>
  getTiledImplementation(Operation *op, OpBuilder &b,
                         ArrayRef<OpFoldResult> offsets,
                         ArrayRef<OpFoldResult> sizes) const {
    auto generic = cast<GenericOp>(op);
    Tile tile(offsets, sizes);
    if (!canTile(generic, sizes) || !mayHaveElements(sizes) ||
        mayRace(b, generic, tile))
      return failure();
    Location loc = op->getLoc();
    SmallVector<Operation *> slices = createInputSlices(b, generic, tile);
    for (auto [i, out] : llvm::enumerate(generic.getOuts())) {
      Tile part =
          getOperandTile(generic, b, generic.getInputs().size() + i, tile);
      slices.push_back(createSlice(b, loc, out, part.offsets, part.sizes));
    }
    bool hasAllTuples = true;
    for (int64_t dim = 0; dim < generic.getBatchRank(); ++dim) {
      auto [value, position] = findSize(generic, dim);
      hasAllTuples &= isWholeDim(sizes[dim], value, position);
    }
    TilingResult result =
        createTile(b, generic, slices, /*fusesInits=*/hasAllTuples);
    offsetPositions(b, cast<GenericOp>(result.tiledOps.front()), offsets);
    return result;
  }

  LogicalResult
  getResultTilePosition(Operation *op, OpBuilder &b, unsigned number,
                        ArrayRef<OpFoldResult> offsets,
                        ArrayRef<OpFoldResult> sizes,
                        SmallVector<OpFoldResult> &resultOffsets,
                        SmallVector<OpFoldResult> &resultSizes) const {
    auto generic = cast<GenericOp>(op);
    getOperandTile(generic, b, generic.getInputs().size() + number,
                   Tile(offsets, sizes))
        .copyTo(resultOffsets, resultSizes);
    return success();
  }

  static FailureOr<Tile> getTileOfResult(GenericOp op, OpBuilder &b,
                                         unsigned number, const Tile &tile) {
    Value out = op.getOuts()[number], result = op->getResult(number);
    Tile domain;
    domain.sizes = getSizes(op, b);
    domain.offsets.assign(domain.sizes.size(), b.getIndexAttr(0));
    for (auto [i, expr] : llvm::enumerate(op.getOutMap(number).getResults())) {
      if (auto dim = dyn_cast<AffineDimExpr>(expr))
        domain.assign(dim.getPosition(), tile, i);
      else if (!tile.isWholeIn(out, i) && !tile.isWholeIn(result, i))
        return failure();
    }
    return domain;
  }

  LogicalResult generateScalarImplementation(Operation *op, OpBuilder &builder,
                                             Location loc,
                                             ValueRange ivs) const {
    auto generic = cast<GenericOp>(op);
    if (generic.hasTensors() || !hasKnownSizes(generic) ||
        !isScalarizable(generic))
      return failure();
    for (auto [i, indices] : llvm::enumerate(generic.getIndices())) {
      Type type = cast<MemRefType>(indices.getType()).getElementType();
      if (generic.getPolicy(i) == OutOfBounds::error ||
          !(type.isSignlessInteger() || type.isIndex()))
        return failure();
    }
    IndexBuilder b(loc, builder);
    Value isWritten = b.boolean(true);
    SmallVector<Value> operands = generic.getMappedOperands();
    SmallVector<Value> components = emitComponents(
        b, generic, ivs.take_front(generic.getBatchRank()), isWritten);
    auto ifOp = scf::IfOp::create(b, isWritten, /*withElseRegion=*/false);
    b.setInsertionPoint(ifOp.thenYield());
    SmallVector<SmallVector<Value>> places;
    IRMapping mapping;
    Block &body = generic.getBody().front();
    for (auto [i, operand] : llvm::enumerate(operands)) {
      SmallVector<Value> place;
      for (AffineExpr expr : generic.getMap(i).getResults())
        place.push_back(
            isa<AffineSymbolExpr>(expr)
                ? components[cast<AffineSymbolExpr>(expr).getPosition()]
                : ivs[cast<AffineDimExpr>(expr).getPosition()]);
      mapping.map(body.getArgument(i),
                  memref::LoadOp::create(b, operand, place).getResult());
      places.push_back(place);
    }
    for (Operation &inner : body.without_terminator()) {
      if (auto index = dyn_cast<IndexOp>(inner))
        mapping.map(index.getResult(), ivs[index.getDim()]);
      else
        b.clone(inner, mapping);
    }
    int64_t inputs = generic.getInputs().size();
    for (auto [i, value] : llvm::enumerate(body.getTerminator()->getOperands()))
      memref::StoreOp::create(b, mapping.lookupOrDefault(value),
                              operands[inputs + i], places[inputs + i]);
    return success();
  }
};

} // namespace

void scatter::attachGenericTiling(MLIRContext &context) {
  GenericOp::attachInterface<GenericTilingModel>(context);
}
