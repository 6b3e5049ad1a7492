//===- Views.h - reshapes, repeats and generated tensors --------*- C++ -*-===//
//
// Each function replaces a node as its name says, or reports an error. The
// input is operand 0.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_LIB_IMPORT_COMMON_VIEWS_H
#define SCATTER_LIB_IMPORT_COMMON_VIEWS_H

#include "NodeConversionBase.h"

namespace scatter {

/// Reshapes the input to `shape`, which must have the same number of elements.
mlir::LogicalResult replaceReshaped(NodeConversionBase &c,
                                    llvm::ArrayRef<mlir::OpFoldResult> shape);

/// Reshapes the input to a shape in which one size may be -1. With
/// `copiesZeros`, a size of 0 stands for that of the input. `shapeOperand` is
/// the operand that holds the shape, if there is one.
mlir::LogicalResult replaceByReshape(NodeConversionBase &c, Sizes shape,
                                     bool copiesZeros,
                                     unsigned shapeOperand = 1);

/// Removes the dimensions `axes`, which must have size 1. Negative axes count
/// from the end.
mlir::LogicalResult replaceBySqueeze(NodeConversionBase &c,
                                     llvm::ArrayRef<int64_t> axes);

/// Inserts dimensions of size 1 at `axes` of the result.
mlir::LogicalResult replaceByUnsqueeze(NodeConversionBase &c,
                                       llvm::ArrayRef<int64_t> axes);

/// Returns the dimensions of size 1.
llvm::SmallVector<int64_t> getUnitDims(llvm::ArrayRef<int64_t> shape);

/// Broadcasts the input and the shape `to` to a common shape.
mlir::LogicalResult replaceByBroadcast(NodeConversionBase &c,
                                       llvm::ArrayRef<mlir::OpFoldResult> to);

/// Broadcasts the input to the shape `to`, whose sizes must not be negative.
mlir::LogicalResult replaceByBroadcastTo(NodeConversionBase &c,
                                         llvm::ArrayRef<mlir::OpFoldResult> to);

/// Repeats the input `repeats[i]` times along dimension i.
mlir::LogicalResult replaceByTile(NodeConversionBase &c,
                                  llvm::ArrayRef<mlir::OpFoldResult> repeats);

/// Makes the numbers from `bounds[0]` to `bounds[1]`, exclusive, with the step
/// `bounds[2]`. The bounds are constants of one element and of the same type.
mlir::LogicalResult
replaceByRange(NodeConversionBase &c,
               llvm::ArrayRef<mlir::DenseElementsAttr> bounds);

/// The same for integers of type `element`. Start and end may be known only at
/// run time. The step, which operand 2 holds, must be known at import.
mlir::LogicalResult replaceByRange(NodeConversionBase &c,
                                   llvm::ArrayRef<mlir::OpFoldResult> bounds,
                                   mlir::IntegerType element);

/// The same for operands 0 to 2, scalars of one type. Start and end may be
/// known only at run time if they are integers.
mlir::LogicalResult replaceByRange(NodeConversionBase &c);

/// Makes a tensor of `sizes` in which all elements are that of `element`.
mlir::LogicalResult replaceByFill(NodeConversionBase &c,
                                  llvm::ArrayRef<mlir::OpFoldResult> sizes,
                                  mlir::DenseElementsAttr element);

} // namespace scatter

#endif // SCATTER_LIB_IMPORT_COMMON_VIEWS_H
