//===- TilingUtils.h - tiles of iteration spaces and operands ---*- C++ -*-===//

#ifndef SCATTER_LIB_DIALECT_SCATTER_INTERFACES_TILINGUTILS_H
#define SCATTER_LIB_DIALECT_SCATTER_INTERFACES_TILINGUTILS_H

#include "scatter/Dialect/Scatter/IR/Scatter.h"

#include "mlir/Dialect/Utils/StructuredOpsUtils.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/Interfaces/TilingInterface.h"

namespace scatter {

class IndexBuilder;

/// A hyperrectangle of an iteration space or of a tensor.
struct Tile {
  llvm::SmallVector<mlir::OpFoldResult> offsets, sizes;

  Tile() = default;
  Tile(llvm::ArrayRef<mlir::OpFoldResult> offsets,
       llvm::ArrayRef<mlir::OpFoldResult> sizes)
      : offsets(offsets), sizes(sizes) {}

  /// Takes the range of dimension `dim` from dimension `otherDim` of `other`.
  void assign(int64_t dim, const Tile &other, int64_t otherDim) {
    offsets[dim] = other.offsets[otherDim];
    sizes[dim] = other.sizes[otherDim];
  }
  /// Whether the tile is known to have all positions of dimension `dim` of
  /// `value`.
  bool isWholeIn(mlir::Value value, int64_t dim) const;
  /// Whether both tiles are known to be equal.
  bool isEqual(const Tile &other) const;
  void copyTo(llvm::SmallVectorImpl<mlir::OpFoldResult> &toOffsets,
              llvm::SmallVectorImpl<mlir::OpFoldResult> &toSizes) const {
    toOffsets.assign(offsets);
    toSizes.assign(sizes);
  }
};

/// Whether no size of a tile is known to be 0. Upstream's linalg ops cannot be
/// fused into tiles without elements.
bool mayHaveElements(llvm::ArrayRef<mlir::OpFoldResult> sizes);

/// Whether `size` is known to be size `dim` of `value`.
bool isWholeDim(mlir::OpFoldResult size, mlir::Value value, int64_t dim);

/// Whether the insertion point of `b` is in the body of an scf.forall whose
/// iterations have different ranges of dimension `dim` in their `tile`. The
/// whole dimension has the size `valueDim` of `value`.
bool isDividedByForall(mlir::OpBuilder &b, const Tile &tile, int64_t dim,
                       mlir::Value value, int64_t valueDim);

/// Returns the sizes of a ranked tensor or memref.
llvm::SmallVector<mlir::OpFoldResult>
getSizesOf(mlir::OpBuilder &b, mlir::Location loc, mlir::Value value);

/// Returns the tile of all elements of `value`.
Tile getWhole(mlir::OpBuilder &b, mlir::Location loc, mlir::Value value);

/// Returns the iteration domain of these sizes.
llvm::SmallVector<mlir::Range>
getDomain(mlir::OpBuilder &b, llvm::ArrayRef<mlir::OpFoldResult> sizes);

/// Returns the tile of the iteration domain that the given tiles of operands
/// need, by `getTileOf` for each, which gets the number of the operand. Fails
/// if it fails for one, or if the operands need different tiles.
mlir::FailureOr<Tile> getTileOfOperands(
    llvm::ArrayRef<unsigned> numbers,
    llvm::ArrayRef<llvm::SmallVector<mlir::OpFoldResult>> allOffsets,
    llvm::ArrayRef<llvm::SmallVector<mlir::OpFoldResult>> allSizes,
    llvm::function_ref<mlir::FailureOr<Tile>(unsigned, const Tile &)>
        getTileOf);

/// Emits the positions that the components of the tuple at `tuple` of
/// `indices`, which are signless, name in dimensions of the sizes `sizes`.
/// Clears `isWritten` if the policy drops the tuple. Under `error`, which has
/// reported what is out of bounds or will, this is as under `drop`.
llvm::SmallVector<mlir::Value>
emitPositions(IndexBuilder &b, mlir::Value indices, mlir::ValueRange tuple,
              llvm::ArrayRef<mlir::Value> sizes, OutOfBounds policy,
              NegativeIndices negativeIndices, mlir::Value &isWritten);

/// The same for all index operands of `op`.
llvm::SmallVector<mlir::Value> emitComponents(IndexBuilder &b, GenericOp op,
                                              mlir::ValueRange tuple,
                                              mlir::Value &isWritten);

/// Returns the slice of `value` with steps of 1.
mlir::Operation *createSlice(mlir::OpBuilder &b, mlir::Location loc,
                             mlir::Value value,
                             llvm::ArrayRef<mlir::OpFoldResult> offsets,
                             llvm::ArrayRef<mlir::OpFoldResult> sizes);

/// Returns the slice `part` of the tensor `value` without its first
/// `numDropped` dimensions, in which it has one position.
mlir::Operation *createPartSlice(mlir::OpBuilder &b, mlir::Location loc,
                                 mlir::Value value, const Tile &part,
                                 size_t numDropped);

/// Sets the promise that sizes match if a size of an operand or a bound is
/// dynamic. The operands of a tile have matching sizes by construction.
template <typename OpT>
void setSizesMatch(OpT tile) {
  bool isDynamic = llvm::any_of(tile->getOperandTypes(), [](mlir::Type type) {
    auto shaped = llvm::dyn_cast<mlir::ShapedType>(type);
    return shaped ? !shaped.hasStaticShape() : llvm::isa<mlir::IndexType>(type);
  });
  tile.setSizesMatch(isDynamic);
}

/// The methods of TilingInterface that follow from the tile of the iteration
/// space that a tile of a result or of an operand needs: `getTileOfResult` and
/// `getTileOfOperand` of `Model`, which get its number. They fail by default.
template <typename Model, typename OpT>
struct TilingModelBase : mlir::TilingInterface::ExternalModel<Model, OpT> {
  using Parts = llvm::ArrayRef<mlir::OpFoldResult>;
  using AllParts = llvm::ArrayRef<llvm::SmallVector<mlir::OpFoldResult>>;
  using Result = llvm::SmallVectorImpl<mlir::OpFoldResult>;

  static mlir::FailureOr<Tile> getTileOfResult(OpT, mlir::OpBuilder &, unsigned,
                                               const Tile &) {
    return mlir::failure();
  }
  static mlir::FailureOr<Tile> getTileOfOperand(OpT, mlir::OpBuilder &,
                                                unsigned, const Tile &) {
    return mlir::failure();
  }

  mlir::FailureOr<mlir::TilingResult>
  generateResultTileValue(mlir::Operation *op, mlir::OpBuilder &b,
                          unsigned number, Parts offsets, Parts sizes) const {
    return emit(op, b,
                Model::getTileOfResult(llvm::cast<OpT>(op), b, number,
                                       Tile(offsets, sizes)));
  }

  mlir::LogicalResult getIterationDomainTileFromResultTile(
      mlir::Operation *op, mlir::OpBuilder &b, unsigned number, Parts offsets,
      Parts sizes, Result &domainOffsets, Result &domainSizes) const {
    return copy(Model::getTileOfResult(llvm::cast<OpT>(op), b, number,
                                       Tile(offsets, sizes)),
                domainOffsets, domainSizes);
  }

  mlir::LogicalResult getIterationDomainTileFromOperandTiles(
      mlir::Operation *op, mlir::OpBuilder &b, llvm::ArrayRef<unsigned> numbers,
      AllParts allOffsets, AllParts allSizes, Result &domainOffsets,
      Result &domainSizes) const {
    return copy(getTileOfOperands(op, b, numbers, allOffsets, allSizes),
                domainOffsets, domainSizes);
  }

  mlir::FailureOr<mlir::TilingResult> getTiledImplementationFromOperandTiles(
      mlir::Operation *op, mlir::OpBuilder &b, llvm::ArrayRef<unsigned> numbers,
      AllParts allOffsets, AllParts allSizes) const {
    return emit(op, b, getTileOfOperands(op, b, numbers, allOffsets, allSizes));
  }

private:
  static mlir::FailureOr<Tile>
  getTileOfOperands(mlir::Operation *op, mlir::OpBuilder &b,
                    llvm::ArrayRef<unsigned> numbers, AllParts allOffsets,
                    AllParts allSizes) {
    return scatter::getTileOfOperands(
        numbers, allOffsets, allSizes, [&](unsigned number, const Tile &tile) {
          return Model::getTileOfOperand(llvm::cast<OpT>(op), b, number, tile);
        });
  }

  static mlir::LogicalResult copy(const mlir::FailureOr<Tile> &tile,
                                  Result &offsets, Result &sizes) {
    if (mlir::failed(tile))
      return mlir::failure();
    tile->copyTo(offsets, sizes);
    return mlir::success();
  }

  mlir::FailureOr<mlir::TilingResult>
  emit(mlir::Operation *op, mlir::OpBuilder &b,
       const mlir::FailureOr<Tile> &tile) const {
    if (mlir::failed(tile))
      return mlir::failure();
    return static_cast<const Model *>(this)->getTiledImplementation(
        op, b, tile->offsets, tile->sizes);
  }
};

/// Attaches TilingInterface to gather_nd.
void attachGatherTiling(mlir::MLIRContext &context);

/// Returns the tile of `op` on `slices`, its first operands, followed by
/// `others`. The results have the types of the last of `slices`.
///
/// Upstream computes the producer of a generated slice in the loop over tiles
/// again. For an init that is correct only if `fusesInits`: no two tiles update
/// the same elements, and all elements are in a tile.
template <typename OpT>
mlir::TilingResult createTile(mlir::OpBuilder &b, OpT op,
                              llvm::ArrayRef<mlir::Operation *> slices,
                              bool fusesInits, mlir::ValueRange others = {}) {
  mlir::TilingResult result;
  result.generatedSlices.assign(slices.begin(), slices.end());
  if (!fusesInits)
    result.generatedSlices.pop_back_n(op->getNumResults());
  llvm::SmallVector<mlir::Value> operands;
  llvm::SmallVector<mlir::Type> types;
  for (mlir::Operation *slice : slices)
    operands.push_back(slice->getResult(0));
  unsigned numResults = op->getNumResults();
  for (mlir::Value out : llvm::ArrayRef(operands).take_back(numResults))
    types.push_back(out.getType());
  llvm::append_range(operands, others);
  auto tile = llvm::cast<OpT>(mlir::clone(b, op, types, operands));
  // It was chosen for other sizes.
  tile.removePlanAttr();
  setSizesMatch(tile);
  result.tiledOps = {tile};
  result.tiledValues = llvm::to_vector_of<mlir::Value>(tile->getResults());
  return result;
}

/// Returns the slice of `indices` with `depth` components that a tile of the
/// iteration space needs.
mlir::Operation *createIndexSlice(mlir::OpBuilder &b, ScatterNDUpdateOp op,
                                  int64_t depth, const Tile &tile);

/// Whether parts of `op` can be executed by themselves: it has nothing to
/// report, and no operand is known to have no elements.
bool hasTiles(GenericOp op);

/// Returns the part of operand number `operand`, in the order of the maps, that
/// a tile of the iteration space uses: all positions of the dimensions that
/// components index.
Tile getOperandTile(GenericOp op, mlir::OpBuilder &b, int64_t operand,
                    const Tile &tile);

/// Returns the slices of the index operands and of the inputs that a tile of
/// the iteration space needs.
llvm::SmallVector<mlir::Operation *>
createInputSlices(mlir::OpBuilder &b, GenericOp op, const Tile &tile);

/// Adds the offsets of a tile to the positions that the region of `tile` uses.
void offsetPositions(mlir::OpBuilder &builder, GenericOp tile,
                     llvm::ArrayRef<mlir::OpFoldResult> offsets);

/// Attaches PartialReductionOpInterface to scatter_nd_update and to
/// scatter.generic.
void attachPartialReduction(mlir::MLIRContext &context);
void attachGenericPartialReduction(mlir::MLIRContext &context);

/// Attaches TilingInterface to slice_scatter.
void attachSliceTiling(mlir::MLIRContext &context);
/// Attaches TilingInterface to scatter.generic.
void attachGenericTiling(mlir::MLIRContext &context);

} // namespace scatter

#endif // SCATTER_LIB_DIALECT_SCATTER_INTERFACES_TILINGUTILS_H
