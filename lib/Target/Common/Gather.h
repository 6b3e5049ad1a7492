//===- Gather.h - gathers of elements and slices ----------------*- C++ -*-===//
//
// Operands 0 and 1 of the node are data and indices, which count from the end
// if they are negative, or are out of bounds then. Each function replaces the
// node or reports an error; indices that are out of bounds are one, at import
// or when the program runs.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_LIB_TARGET_COMMON_GATHER_H
#define SCATTER_LIB_TARGET_COMMON_GATHER_H

#include "NodeConversionBase.h"
#include "scatter/Dialect/Scatter/IR/ScatterEnums.h"

namespace scatter {

/// Slices along dimension `axis` of the data, one for each index. Both operands
/// have the first `batch` dimensions, at most `axis`.
mlir::LogicalResult
replaceByGather(NodeConversionBase &c, int64_t axis, int64_t batch = 0,
                NegativeIndices negative = NegativeIndices::wrap);

/// Elements along `axis`, for indices of the rank of the data.
mlir::LogicalResult replaceByGatherElements(NodeConversionBase &c,
                                            int64_t axis);

/// What the tuples along the last dimension of the indices name, behind `batch`
/// leading dimensions that both operands have.
mlir::LogicalResult
replaceByGatherND(NodeConversionBase &c, int64_t batch,
                  NegativeIndices negative = NegativeIndices::wrap);

/// Has the program report tuples along the last dimension of `tuples`, of type
/// i32 or i64, that are not indices of a tensor of sizes `sizes`.
void checkIndicesAtRun(NodeConversionBase &c, mlir::Value tuples,
                       llvm::ArrayRef<mlir::OpFoldResult> sizes,
                       NegativeIndices negative = NegativeIndices::wrap);

} // namespace scatter

#endif // SCATTER_LIB_TARGET_COMMON_GATHER_H
