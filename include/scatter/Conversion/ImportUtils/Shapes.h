//===- Shapes.h - ops on tensors that move and combine elements -*- C++ -*-===//
//
// Tensors have static shapes, but for those of concatenate, reduceElements and
// contract. The caller has checked that operands fit.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_CONVERSION_IMPORTUTILS_SHAPES_H
#define SCATTER_CONVERSION_IMPORTUTILS_SHAPES_H

#include "scatter/Conversion/ImportUtils/Tensors.h"

namespace scatter {

/// The shape that operands of `shapes` have after broadcasting as NumPy does:
/// aligned at the last dimension, sizes of 1 repeated. None if they do not fit.
std::optional<llvm::SmallVector<int64_t>>
broadcastShapes(llvm::ArrayRef<llvm::ArrayRef<int64_t>> shapes);

/// Reads an operand of shape `shape` in loops over the shape `to` that it is
/// broadcast to.
mlir::AffineMap getBroadcastMap(mlir::MLIRContext *context,
                                llvm::ArrayRef<int64_t> shape,
                                llvm::ArrayRef<int64_t> to);

/// `tensor` repeated along dimensions of size 1 and leading ones to `shape`.
mlir::Value broadcast(mlir::ImplicitLocOpBuilder &b, mlir::Value tensor,
                      llvm::ArrayRef<int64_t> shape);

/// The elements of `tensor` at `offsets[i] + strides[i] * j`, j below
/// `sizes[i]`, along dimension i. Strides may be negative.
mlir::Value extractSlice(mlir::ImplicitLocOpBuilder &b, mlir::Value tensor,
                         llvm::ArrayRef<int64_t> offsets,
                         llvm::ArrayRef<int64_t> sizes,
                         llvm::ArrayRef<int64_t> strides);

/// `updates` written over `data` at `offsets`, `strides` apart. Strides are
/// positive.
mlir::Value insertSlice(mlir::ImplicitLocOpBuilder &b, mlir::Value updates,
                        mlir::Value data, llvm::ArrayRef<int64_t> offsets,
                        llvm::ArrayRef<int64_t> strides);

/// `tensors`, at least one, one after the other along dimension `axis`. Other
/// sizes are the same, also if they are dynamic.
mlir::Value concatenate(mlir::ImplicitLocOpBuilder &b, mlir::ValueRange tensors,
                        int64_t axis);

/// A tensor of `shape` that holds `tensor` from `low` on, with `interior`
/// places between its elements, none if that is empty, and the element of the
/// rank-0 tensor `element` elsewhere. What lies outside of `shape` is cut off.
mlir::Value pad(mlir::ImplicitLocOpBuilder &b, mlir::Value tensor,
                llvm::ArrayRef<int64_t> low, llvm::ArrayRef<int64_t> shape,
                mlir::Value element, llvm::ArrayRef<int64_t> interior = {});

/// Computes the accumulators from themselves and an element of each input, all
/// of them signless.
using ReductionBody = llvm::function_ref<mlir::LogicalResult(
    mlir::ImplicitLocOpBuilder &, mlir::ValueRange accumulators,
    mlir::ValueRange elements, llvm::SmallVectorImpl<mlir::Value> &results)>;

/// Tensors of which `body` computes the elements from those of `inputs`, in
/// row-major order along `dims`. `inits` hold the first values of the
/// accumulators. The other dimensions remain. Empty if `body` fails.
llvm::SmallVector<mlir::Value> reduceElements(mlir::ImplicitLocOpBuilder &b,
                                              mlir::ValueRange inputs,
                                              mlir::ValueRange inits,
                                              llvm::ArrayRef<int64_t> dims,
                                              ReductionBody body);

/// For each dimension, how many elements a window has, how far windows are from
/// each other, and how far elements of a window are from each other.
struct WindowDims {
  llvm::SmallVector<int64_t> sizes, strides, dilations;
};

/// As reduceElements, along the elements of each window over `inputs`, of which
/// there are as many as `inits` have elements. The loops are those over the
/// windows, then those over the elements of one.
llvm::SmallVector<mlir::Value> reduceWindows(mlir::ImplicitLocOpBuilder &b,
                                             mlir::ValueRange inputs,
                                             mlir::ValueRange inits,
                                             const WindowDims &windows,
                                             ReductionBody body);

/// Which dimensions of two operands a product runs along.
struct ContractionDims {
  llvm::SmallVector<int64_t> lhsBatch, rhsBatch, lhsContracted, rhsContracted;
};

/// The shape of a contraction: batch dimensions, the others of `lhs`, then the
/// others of `rhs`.
llvm::SmallVector<int64_t> getContractionShape(llvm::ArrayRef<int64_t> lhs,
                                               llvm::ArrayRef<int64_t> rhs,
                                               const ContractionDims &dims);

/// Sums of products of elements, in the arithmetic of `element`, which holds
/// those of the operands. One operand has rank 1 or more. Null if an operand's
/// elements cannot become `element`.
mlir::Value contract(mlir::ImplicitLocOpBuilder &b, mlir::Value lhs,
                     mlir::Value rhs, const ContractionDims &dims,
                     mlir::Type element);

} // namespace scatter

#endif // SCATTER_CONVERSION_IMPORTUTILS_SHAPES_H
