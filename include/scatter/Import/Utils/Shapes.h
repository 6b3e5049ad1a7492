//===- Shapes.h - ops on tensors that move and combine elements -*- C++ -*-===//
//
// Tensors have static shapes, except for concatenate, reduceElements and
// contract. The caller checks that the shapes of operands match.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_IMPORT_UTILS_SHAPES_H
#define SCATTER_IMPORT_UTILS_SHAPES_H

#include "scatter/Import/Utils/Tensors.h"

namespace scatter {

/// Returns the indexing map of an operand of shape `shape` that is broadcast to
/// the shape `to`.
mlir::AffineMap getBroadcastMap(mlir::MLIRContext *context,
                                llvm::ArrayRef<int64_t> shape,
                                llvm::ArrayRef<int64_t> to);

/// Broadcasts `tensor` to `shape`: adds leading dimensions and repeats
/// dimensions of size 1.
mlir::Value broadcast(mlir::ImplicitLocOpBuilder &b, mlir::Value tensor,
                      llvm::ArrayRef<int64_t> shape);

/// Extracts the slice of `tensor` that has, along dimension i, the elements at
/// `offsets[i] + strides[i] * j` for j < `sizes[i]`. Strides may be negative.
mlir::Value extractSlice(mlir::ImplicitLocOpBuilder &b, mlir::Value tensor,
                         llvm::ArrayRef<int64_t> offsets,
                         llvm::ArrayRef<int64_t> sizes,
                         llvm::ArrayRef<int64_t> strides);

/// Inserts `updates` into `data` at `offsets` with `strides`, which must be
/// positive.
mlir::Value insertSlice(mlir::ImplicitLocOpBuilder &b, mlir::Value updates,
                        mlir::Value data, llvm::ArrayRef<int64_t> offsets,
                        llvm::ArrayRef<int64_t> strides);

/// Concatenates `tensors`, at least one, along dimension `axis`. Their other
/// sizes must be equal, even if they are dynamic.
mlir::Value concatenate(mlir::ImplicitLocOpBuilder &b, mlir::ValueRange tensors,
                        int64_t axis);

/// Creates a tensor of `shape` with `tensor` at `low`. There are `interior`
/// places between its elements, or none if `interior` is empty. All other
/// places hold the element of the rank-0 tensor `element`. Elements outside of
/// `shape` are removed.
mlir::Value pad(mlir::ImplicitLocOpBuilder &b, mlir::Value tensor,
                llvm::ArrayRef<int64_t> low, llvm::ArrayRef<int64_t> shape,
                mlir::Value element, llvm::ArrayRef<int64_t> interior = {});

/// Computes the new accumulators from the accumulators and one element of each
/// input. All values are signless.
using ReductionBody = llvm::function_ref<mlir::LogicalResult(
    mlir::ImplicitLocOpBuilder &, mlir::ValueRange accumulators,
    mlir::ValueRange elements, llvm::SmallVectorImpl<mlir::Value> &results)>;

/// Reduces `inputs` along `dims` by `body`, in row-major order. `inits` hold
/// the initial values of the accumulators. The other dimensions remain. Returns
/// no tensors if `body` fails.
llvm::SmallVector<mlir::Value> reduceElements(mlir::ImplicitLocOpBuilder &b,
                                              mlir::ValueRange inputs,
                                              mlir::ValueRange inits,
                                              llvm::ArrayRef<int64_t> dims,
                                              ReductionBody body);

/// For each dimension: the number of elements of a window, the distance between
/// windows, and the distance between elements of a window.
struct WindowDims {
  llvm::SmallVector<int64_t> sizes, strides, dilations;
};

/// Reduces the elements of each window over `inputs` like reduceElements. There
/// are as many windows as `inits` have elements. The loops over the windows are
/// outside of the loops over the elements of a window.
llvm::SmallVector<mlir::Value> reduceWindows(mlir::ImplicitLocOpBuilder &b,
                                             mlir::ValueRange inputs,
                                             mlir::ValueRange inits,
                                             const WindowDims &windows,
                                             ReductionBody body);

/// The batch and contracted dimensions of two operands.
struct ContractionDims {
  llvm::SmallVector<int64_t> lhsBatch, rhsBatch, lhsContracted, rhsContracted;
};

/// Returns the shape of a contraction: the batch dimensions, the other
/// dimensions of `lhs`, then those of `rhs`.
llvm::SmallVector<int64_t> getContractionShape(llvm::ArrayRef<int64_t> lhs,
                                               llvm::ArrayRef<int64_t> rhs,
                                               const ContractionDims &dims);

/// Computes sums of products of elements in the arithmetic of `element`, to
/// which the elements of the operands are converted. At least one operand has
/// rank 1 or more. Returns null if the elements of an operand cannot be
/// converted to `element`.
mlir::Value contract(mlir::ImplicitLocOpBuilder &b, mlir::Value lhs,
                     mlir::Value rhs, const ContractionDims &dims,
                     mlir::Type element);

} // namespace scatter

#endif // SCATTER_IMPORT_UTILS_SHAPES_H
