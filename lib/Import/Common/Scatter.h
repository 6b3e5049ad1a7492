//===- Scatter.h - scatters by tuples or along an axis ----------*- C++ -*-===//
//
// Operands 0, 1 and 2 of the node are data, indices and updates.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_LIB_IMPORT_COMMON_SCATTER_H
#define SCATTER_LIB_IMPORT_COMMON_SCATTER_H

#include "NodeConversionBase.h"
#include "scatter/Dialect/Scatter/IR/ScatterEnums.h"

namespace scatter {

/// Replaces the node by a scatter with index tuples, or reports an error.
/// Shapes may be dynamic.
mlir::LogicalResult
replaceByScatterND(NodeConversionBase &c, Reduction reduction,
                   NegativeIndices negative = NegativeIndices::wrap,
                   OutOfBounds outOfBounds = OutOfBounds::error);

/// A scatter along an axis, expressed with index tuples.
struct ElementsUpdate {
  mlir::Value tuples, updates;
};

/// Makes the tuples of a scatter of elements along dimension `axis`. Indices
/// and updates must have the same shape, and the rank of the data. If indices
/// are repeated along the last dimensions, a tuple names a slice.
mlir::FailureOr<ElementsUpdate> makeElementsUpdate(NodeConversionBase &c,
                                                   int64_t axis);

/// Replaces the node by a scatter of elements along `axis`, or reports an
/// error.
mlir::LogicalResult replaceByScatterElements(NodeConversionBase &c,
                                             int64_t axis, Reduction reduction);

/// Makes an index tuple for each position of `shape`. The component `axis` of a
/// tuple is the index at the position. The other components are those of the
/// position. `indices` has the rank of `shape` and is broadcast to it.
mlir::Value makeTuples(NodeConversionBase &c, mlir::Value indices,
                       llvm::ArrayRef<mlir::OpFoldResult> shape, int64_t axis);

} // namespace scatter

#endif // SCATTER_LIB_IMPORT_COMMON_SCATTER_H
