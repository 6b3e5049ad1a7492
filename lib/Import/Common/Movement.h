//===- Movement.h - ops that slice, split and transpose ---------*- C++ -*-===//
//
// Each function replaces the node as its name says, or reports an error.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_LIB_IMPORT_COMMON_MOVEMENT_H
#define SCATTER_LIB_IMPORT_COMMON_MOVEMENT_H

#include "NodeConversionBase.h"

namespace scatter {

/// Transposes operand 0: dimension i of the result is dimension
/// `permutation[i]`. Diagnostics call the permutation `name`.
mlir::LogicalResult replaceByTranspose(NodeConversionBase &c,
                                       llvm::ArrayRef<int64_t> permutation,
                                       const llvm::Twine &name);

/// Concatenates all operands along `axis`, a dimension of operand 0.
mlir::LogicalResult replaceByConcat(NodeConversionBase &c, int64_t axis);

/// The maximum number of parts of a node.
inline constexpr int64_t kMaxParts = 1 << 12;

/// Splits operand 0 along dimension `axis` into parts of sizes `sizes`.
mlir::LogicalResult replaceBySplit(NodeConversionBase &c, int64_t axis,
                                   llvm::ArrayRef<mlir::OpFoldResult> sizes);

/// Returns the part sizes for replaceBySplit that operand `i` contains. A part
/// of -1 takes the elements that the others leave. At most one part may be -1.
/// The program checks sizes that are known only at run time.
mlir::FailureOr<Sizes> getPartSizes(NodeConversionBase &c, unsigned i,
                                    mlir::OpFoldResult size);

/// Splits operand 0 into `count` parts of the same size. `count` is the value
/// of an attribute of that name. The program reports a size that `count` does
/// not divide.
mlir::LogicalResult replaceByEqualSplit(NodeConversionBase &c, int64_t axis,
                                        int64_t count,
                                        const llvm::Twine &attribute);

/// A slice of a dimension. If `size` is 0, `offset` may also be -1 or the size
/// of the dimension.
struct SlicedDim {
  mlir::OpFoldResult offset, size;
};

/// Returns the slice `start:end:step` of a dimension of size `size`. Bounds are
/// clamped as in Python. INT64_MIN and INT64_MAX stand for the ends. The step
/// must not be 0.
SlicedDim sliceDim(mlir::ImplicitLocOpBuilder &b, mlir::OpFoldResult size,
                   mlir::OpFoldResult start, mlir::OpFoldResult end,
                   int64_t step);

/// Lists of the same length. Axes may be negative. Starts and ends are clamped
/// as in Python.
struct SliceBounds {
  Sizes starts, ends;
  llvm::SmallVector<int64_t> axes, steps;
};

/// Slices operand 0: along dimension `axes[i]` takes every `steps[i]`-th
/// element from `starts[i]` to `ends[i]`, exclusive.
mlir::LogicalResult replaceBySlice(NodeConversionBase &c,
                                   const SliceBounds &bounds);

} // namespace scatter

#endif // SCATTER_LIB_IMPORT_COMMON_MOVEMENT_H
