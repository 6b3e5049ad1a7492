//===- SizedShapes.h - ops on tensors of dynamic sizes ----------*- C++ -*-===//
//
// The functions of Shapes.h and Tensors.h for sizes that may be known only at
// run time. With static sizes the results are the same as those of these
// functions. The caller emits the checks that the sizes of operands match.
// Tensors are not cast to sizes that such a check ensures, because a cast can
// be moved before the check. They are sliced instead.
//===----------------------------------------------------------------------===//

#ifndef SCATTER_IMPORT_UTILS_SIZEDSHAPES_H
#define SCATTER_IMPORT_UTILS_SIZEDSHAPES_H

#include "scatter/Import/Utils/Shapes.h"
#include "scatter/Import/Utils/Sizes.h"

namespace scatter {

/// Creates a tensor of `sizes` whose elements are not initialized.
mlir::Value makeEmptyOf(mlir::ImplicitLocOpBuilder &b,
                        llvm::ArrayRef<mlir::OpFoldResult> sizes,
                        mlir::Type element);

/// Creates a tensor of `sizes` that is filled with the element of the rank-0
/// tensor `element`.
mlir::Value fillTo(mlir::ImplicitLocOpBuilder &b,
                   llvm::ArrayRef<mlir::OpFoldResult> sizes,
                   mlir::Value element);

/// Reshapes `tensor` to `sizes`. The number of elements must be the same.
mlir::Value reshapeTo(mlir::ImplicitLocOpBuilder &b, mlir::Value tensor,
                      llvm::ArrayRef<mlir::OpFoldResult> sizes);

/// Broadcasts `tensor` to `sizes`: adds leading dimensions and repeats
/// dimensions that have size 1, which may be known only at run time. Every
/// other size must be equal to that of `sizes`.
mlir::Value broadcastTo(mlir::ImplicitLocOpBuilder &b, mlir::Value tensor,
                        llvm::ArrayRef<mlir::OpFoldResult> sizes);

/// Extracts the slice of `tensor` that has, along dimension i, the elements at
/// `offsets[i] + strides[i] * j` for j < `sizes[i]`. Strides may be negative.
mlir::Value sliceTo(mlir::ImplicitLocOpBuilder &b, mlir::Value tensor,
                    llvm::ArrayRef<mlir::OpFoldResult> offsets,
                    llvm::ArrayRef<mlir::OpFoldResult> sizes,
                    llvm::ArrayRef<int64_t> strides);

/// Creates a tensor of `sizes` with `tensor` at `low`. All other places hold
/// the element of the rank-0 tensor `element`. `tensor` must fit completely.
mlir::Value padTo(mlir::ImplicitLocOpBuilder &b, mlir::Value tensor,
                  llvm::ArrayRef<mlir::OpFoldResult> low,
                  llvm::ArrayRef<mlir::OpFoldResult> sizes,
                  mlir::Value element);

/// Returns `tensor` with its type refined to `sizes`. Its sizes must equal
/// `sizes` in every run that continues after the checks.
mlir::Value withSizes(mlir::ImplicitLocOpBuilder &b, mlir::Value tensor,
                      llvm::ArrayRef<mlir::OpFoldResult> sizes);

} // namespace scatter

#endif // SCATTER_IMPORT_UTILS_SIZEDSHAPES_H
