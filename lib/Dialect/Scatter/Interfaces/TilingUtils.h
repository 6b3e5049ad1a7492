//===- TilingUtils.h - tiles of iteration spaces and operands ---*- C++ -*-===//

#ifndef SCATTER_LIB_DIALECT_SCATTER_INTERFACES_TILINGUTILS_H
#define SCATTER_LIB_DIALECT_SCATTER_INTERFACES_TILINGUTILS_H

#include "scatter/Dialect/Scatter/IR/Scatter.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/OpDefinition.h"

namespace scatter {

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

/// Whether `size` is known to be size `dim` of `value`.
bool isWholeDim(mlir::OpFoldResult size, mlir::Value value, int64_t dim);

/// Returns the sizes of a ranked tensor or memref.
llvm::SmallVector<mlir::OpFoldResult>
getSizesOf(mlir::OpBuilder &b, mlir::Location loc, mlir::Value value);

/// Returns the tile of all elements of `value`.
Tile getWhole(mlir::OpBuilder &b, mlir::Location loc, mlir::Value value);

/// Returns the slice of `value` with steps of 1.
mlir::Operation *createSlice(mlir::OpBuilder &b, mlir::Location loc,
                             mlir::Value value,
                             llvm::ArrayRef<mlir::OpFoldResult> offsets,
                             llvm::ArrayRef<mlir::OpFoldResult> sizes);

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

/// Attaches TilingInterface to gather_nd.
void attachGatherTiling(mlir::MLIRContext &context);

/// Attaches TilingInterface to slice_scatter.
void attachSliceTiling(mlir::MLIRContext &context);
/// Attaches TilingInterface to scatter.generic.
void attachGenericTiling(mlir::MLIRContext &context);

} // namespace scatter

#endif // SCATTER_LIB_DIALECT_SCATTER_INTERFACES_TILINGUTILS_H
