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
                                    llvm::ArrayRef<int64_t> shape);

/// The same for a shape in which one size may be -1, and 0 stands for that of
/// the operand if `copiesZeros`.
mlir::LogicalResult replaceByReshape(NodeConversionBase &c,
                                     llvm::SmallVector<int64_t> shape,
                                     bool copiesZeros);

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
                                       llvm::ArrayRef<int64_t> to);

/// Repeated `repeats[i]` times along dimension i.
mlir::LogicalResult replaceByTile(NodeConversionBase &c,
                                  llvm::ArrayRef<int64_t> repeats);

/// The numbers from `bounds[0]` to `bounds[1]`, exclusive, `bounds[2]` apart:
/// constants of one element and one type.
mlir::LogicalResult
replaceByRange(NodeConversionBase &c,
               llvm::ArrayRef<mlir::DenseElementsAttr> bounds);

} // namespace scatter

#endif // SCATTER_LIB_TARGET_COMMON_VIEWS_H
