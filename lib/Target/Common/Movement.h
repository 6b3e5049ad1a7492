//===- Movement.h - parts of tensors and their order ------------*- C++ -*-===//
//
// Each function replaces a node by what its name says, or reports an error.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_LIB_TARGET_COMMON_MOVEMENT_H
#define SCATTER_LIB_TARGET_COMMON_MOVEMENT_H

#include "NodeConversionBase.h"

namespace scatter {

/// Operand 0 with dimension `permutation[i]` as dimension i. `name` is what
/// diagnostics call the permutation.
mlir::LogicalResult replaceByTranspose(NodeConversionBase &c,
                                       llvm::ArrayRef<int64_t> permutation,
                                       const llvm::Twine &name);

/// All operands one after the other along `axis`, a dimension of operand 0.
mlir::LogicalResult replaceByConcat(NodeConversionBase &c, int64_t axis);

/// The most parts that a node may have.
inline constexpr int64_t kMaxParts = 1 << 12;

/// The parts of operand 0 along its dimension `axis`, of sizes `sizes`.
mlir::LogicalResult replaceBySplit(NodeConversionBase &c, int64_t axis,
                                   llvm::ArrayRef<mlir::OpFoldResult> sizes);

/// The sizes of the parts of `size` elements that operand `i` gives for
/// replaceBySplit: one may be -1 and takes what the others leave. The program
/// checks those that it computes.
mlir::FailureOr<Sizes> getPartSizes(NodeConversionBase &c, unsigned i,
                                    mlir::OpFoldResult size);

/// The same in `count` parts of one size, for an attribute of that name: the
/// program reports a size that `count` does not divide.
mlir::LogicalResult replaceByEqualSplit(NodeConversionBase &c, int64_t axis,
                                        int64_t count,
                                        const llvm::Twine &attribute);

/// A part of a dimension. Where `size` is 0, `offset` may be -1 or the size of
/// the dimension.
struct SlicedDim {
  mlir::OpFoldResult offset, size;
};

/// The elements `start:end:step` of a dimension of size `size`, the bounds
/// clamped as Python does: INT64_MIN and INT64_MAX stand for the ends. The step
/// is not 0.
SlicedDim sliceDim(mlir::ImplicitLocOpBuilder &b, mlir::OpFoldResult size,
                   mlir::OpFoldResult start, mlir::OpFoldResult end,
                   int64_t step);

/// Lists of one length. Axes may be negative; starts and ends are clamped as
/// Python does.
struct SliceBounds {
  Sizes starts, ends;
  llvm::SmallVector<int64_t> axes, steps;
};

/// Every `steps[i]`-th element of operand 0 from `starts[i]` to `ends[i]`,
/// exclusive, along dimension `axes[i]`.
mlir::LogicalResult replaceBySlice(NodeConversionBase &c,
                                   const SliceBounds &bounds);

} // namespace scatter

#endif // SCATTER_LIB_TARGET_COMMON_MOVEMENT_H
