//===- ReversedTuples.h - tuples from the last to the first -----*- C++ -*-===//

#ifndef SCATTER_LIB_DIALECT_SCATTER_TRANSFORMS_REVERSEDTUPLES_H
#define SCATTER_LIB_DIALECT_SCATTER_TRANSFORMS_REVERSEDTUPLES_H

#include "scatter/Dialect/Scatter/IR/Scatter.h"

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace scatter {

/// Emits `size` - 1 - `position`.
mlir::Value emitFlipped(mlir::ImplicitLocOpBuilder &b, mlir::OpFoldResult size,
                        mlir::Value position);

/// Returns the index operands of `op` with the tuples in reverse order, and
/// after them, if the tuples have dimensions, the original position of each.
/// `dimSizes` begins with the sizes of these dimensions.
llvm::SmallVector<mlir::Value>
emitReversedIndices(mlir::ImplicitLocOpBuilder &b, GenericOp op,
                    llvm::ArrayRef<mlir::OpFoldResult> dimSizes);

} // namespace scatter

#endif // SCATTER_LIB_DIALECT_SCATTER_TRANSFORMS_REVERSEDTUPLES_H
