//===- Views.h - tensors reshaped, repeated and generated -------*- C++ -*-===//
//
// Each function replaces a node by operand 0 as its name says, or reports an
// error.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_LIB_TARGET_COMMON_VIEWS_H
#define SCATTER_LIB_TARGET_COMMON_VIEWS_H

#include "NodeConversionBase.h"

namespace scatter {

/// The operand in the shape `shape`, which has to have as many elements.
mlir::LogicalResult replaceReshaped(NodeConversionBase &c,
                                    llvm::ArrayRef<mlir::OpFoldResult> shape);

/// The same for a shape in which one size may be -1, and 0 stands for that of
/// the operand if `copiesZeros`. Sizes that are known at run time stand for
/// themselves. `shapeOperand` is the operand that holds the shape, if one does.
mlir::LogicalResult replaceByReshape(NodeConversionBase &c, Sizes shape,
                                     bool copiesZeros,
                                     unsigned shapeOperand = 1);

/// Without the dimensions `axes`, of size 1; negative ones count from the end.
mlir::LogicalResult replaceBySqueeze(NodeConversionBase &c,
                                     llvm::ArrayRef<int64_t> axes);

/// With dimensions of size 1 at `axes` of the result.
mlir::LogicalResult replaceByUnsqueeze(NodeConversionBase &c,
                                       llvm::ArrayRef<int64_t> axes);

/// The dimensions of size 1.
llvm::SmallVector<int64_t> getUnitDims(llvm::ArrayRef<int64_t> shape);

/// Broadcast in both directions with shape `to`.
mlir::LogicalResult replaceByBroadcast(NodeConversionBase &c,
                                       llvm::ArrayRef<mlir::OpFoldResult> to);

/// Broadcast to shape `to`, whose sizes are not negative.
mlir::LogicalResult replaceByBroadcastTo(NodeConversionBase &c,
                                         llvm::ArrayRef<mlir::OpFoldResult> to);

/// Repeated `repeats[i]` times along dimension i.
mlir::LogicalResult replaceByTile(NodeConversionBase &c,
                                  llvm::ArrayRef<mlir::OpFoldResult> repeats);

/// The numbers from `bounds[0]` to `bounds[1]`, exclusive, `bounds[2]` apart:
/// constants of one element and one type.
mlir::LogicalResult
replaceByRange(NodeConversionBase &c,
               llvm::ArrayRef<mlir::DenseElementsAttr> bounds);

/// The same as integers of type `element`, for bounds that may be known at run
/// time only, the step excepted, which operand 2 gives.
mlir::LogicalResult replaceByRange(NodeConversionBase &c,
                                   llvm::ArrayRef<mlir::OpFoldResult> bounds,
                                   mlir::IntegerType element);

/// The same for operands 0 to 2, scalars of one type. Integers may be known at
/// run time only, the step excepted.
mlir::LogicalResult replaceByRange(NodeConversionBase &c);

/// A tensor of `sizes` with the one element of `element`.
mlir::LogicalResult replaceByFill(NodeConversionBase &c,
                                  llvm::ArrayRef<mlir::OpFoldResult> sizes,
                                  mlir::DenseElementsAttr element);

} // namespace scatter

#endif // SCATTER_LIB_TARGET_COMMON_VIEWS_H
