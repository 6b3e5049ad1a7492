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

/// The parts of operand 0 along its dimension `axis`, of sizes `sizes`.
mlir::LogicalResult replaceBySplit(NodeConversionBase &c, int64_t axis,
                                   llvm::ArrayRef<mlir::OpFoldResult> sizes);

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
