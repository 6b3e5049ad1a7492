//===- SizedShapes.h - ops on tensors of dynamic sizes ----------*- C++ -*-===//
//
// The functions of Shapes.h and Tensors.h for sizes that may be known at run
// time only. Static sizes give what those functions give. The caller has made
// the program check that operands fit, and no tensor is cast to sizes that only
// such a check ensures: casts move before the check, slices do not.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_CONVERSION_IMPORTUTILS_SIZEDSHAPES_H
#define SCATTER_CONVERSION_IMPORTUTILS_SIZEDSHAPES_H

#include "scatter/Conversion/ImportUtils/Shapes.h"
#include "scatter/Conversion/ImportUtils/Sizes.h"

namespace scatter {

/// A tensor of `sizes` without defined elements.
mlir::Value makeEmptyOf(mlir::ImplicitLocOpBuilder &b,
                        llvm::ArrayRef<mlir::OpFoldResult> sizes,
                        mlir::Type element);

/// A tensor of `sizes` with the element of the rank-0 tensor `element` in all
/// places.
mlir::Value fillTo(mlir::ImplicitLocOpBuilder &b,
                   llvm::ArrayRef<mlir::OpFoldResult> sizes,
                   mlir::Value element);

/// `tensor` with its elements in another shape of as many elements.
mlir::Value reshapeTo(mlir::ImplicitLocOpBuilder &b, mlir::Value tensor,
                      llvm::ArrayRef<mlir::OpFoldResult> sizes);

/// `tensor` repeated to `sizes` along leading dimensions and those of size 1,
/// also at run time: each other size is that of `sizes`.
mlir::Value broadcastTo(mlir::ImplicitLocOpBuilder &b, mlir::Value tensor,
                        llvm::ArrayRef<mlir::OpFoldResult> sizes);

/// The elements of `tensor` at `offsets[i] + strides[i] * j`, j below
/// `sizes[i]`, along dimension i. Strides may be negative.
mlir::Value sliceTo(mlir::ImplicitLocOpBuilder &b, mlir::Value tensor,
                    llvm::ArrayRef<mlir::OpFoldResult> offsets,
                    llvm::ArrayRef<mlir::OpFoldResult> sizes,
                    llvm::ArrayRef<int64_t> strides);

/// A tensor of `sizes` that holds `tensor`, all of it, from `low` on and the
/// element of the rank-0 tensor `element` elsewhere.
mlir::Value padTo(mlir::ImplicitLocOpBuilder &b, mlir::Value tensor,
                  llvm::ArrayRef<mlir::OpFoldResult> low,
                  llvm::ArrayRef<mlir::OpFoldResult> sizes,
                  mlir::Value element);

/// `tensor`, whose sizes are `sizes` in every run that goes on after the
/// checks, as one of these sizes.
mlir::Value withSizes(mlir::ImplicitLocOpBuilder &b, mlir::Value tensor,
                      llvm::ArrayRef<mlir::OpFoldResult> sizes);

} // namespace scatter

#endif // SCATTER_CONVERSION_IMPORTUTILS_SIZEDSHAPES_H
