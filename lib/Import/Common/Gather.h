//===- Gather.h - gathers of elements and slices ----------------*- C++ -*-===//
//
// Operands 0 and 1 of the node are data and indices. Negative indices count
// from the end or are out of bounds, see NegativeIndices. Each function
// replaces the node or reports an error. An index out of bounds is an error at
// import or at run time.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_LIB_IMPORT_COMMON_GATHER_H
#define SCATTER_LIB_IMPORT_COMMON_GATHER_H

#include "NodeConversionBase.h"
#include "scatter/Dialect/Scatter/IR/ScatterEnums.h"

namespace scatter {

/// Gathers slices along dimension `axis` of the data, one for each index. Both
/// operands have `batch` common leading dimensions, at most `axis`.
mlir::LogicalResult
replaceByGather(NodeConversionBase &c, int64_t axis, int64_t batch = 0,
                NegativeIndices negative = NegativeIndices::wrap);

/// Gathers elements along `axis`. Indices have the rank of the data.
mlir::LogicalResult replaceByGatherElements(NodeConversionBase &c,
                                            int64_t axis);

/// Gathers the slots that the index tuples name. Both operands have `batch`
/// common leading dimensions.
mlir::LogicalResult
replaceByGatherND(NodeConversionBase &c, int64_t batch,
                  NegativeIndices negative = NegativeIndices::wrap);

/// Whether a gather_nd of slices of these sizes is used instead of a loop over
/// elements. The loop can become a part of the loops of elementwise consumers,
/// and is evaluated if all operands are constants. The slices must be long
/// enough that moving them by vectors and prefetching them gains more.
bool prefersGatherND(NodeConversionBase &c,
                     llvm::ArrayRef<mlir::OpFoldResult> slice);

/// Replaces the node by a gather_nd at `tuples`, whose result has `type` and
/// `sizes`, which follow from those of the operands.
mlir::LogicalResult
replaceByGatherNDOp(NodeConversionBase &c, mlir::RankedTensorType type,
                    llvm::ArrayRef<mlir::OpFoldResult> sizes,
                    mlir::Value tuples, int64_t batch, NegativeIndices negative,
                    OutOfBounds outOfBounds);

/// Makes the program report index tuples in `tuples`, of type i32 or i64, that
/// are out of bounds for a tensor of sizes `sizes`.
void checkIndicesAtRun(NodeConversionBase &c, mlir::Value tuples,
                       llvm::ArrayRef<mlir::OpFoldResult> sizes,
                       NegativeIndices negative = NegativeIndices::wrap);

} // namespace scatter

#endif // SCATTER_LIB_IMPORT_COMMON_GATHER_H
