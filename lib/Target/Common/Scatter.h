//===- Scatter.h - scatters of tuples and along an axis ---------*- C++ -*-===//
//
// Operands 0, 1 and 2 of the node are data, indices and updates.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_LIB_TARGET_COMMON_SCATTER_H
#define SCATTER_LIB_TARGET_COMMON_SCATTER_H

#include "NodeConversionBase.h"
#include "scatter/Dialect/Scatter/IR/ScatterEnums.h"

namespace scatter {

/// Replaces the node by a scatter of index tuples, or reports an error. Shapes
/// may be dynamic.
mlir::LogicalResult
replaceByScatterND(NodeConversionBase &c, Reduction reduction,
                   NegativeIndices negative = NegativeIndices::wrap);

/// A scatter along an axis as a scatter of index tuples.
struct ElementsUpdate {
  mlir::Value tuples, updates;
};

/// The tuples of a scatter of elements along dimension `axis`, for indices and
/// updates of one shape of the rank of the data. Where indices are repeated
/// along the last dimensions, a tuple names a slice.
mlir::FailureOr<ElementsUpdate> makeElementsUpdate(NodeConversionBase &c,
                                                   int64_t axis);

/// Replaces the node by such a scatter, or reports an error.
mlir::LogicalResult replaceByScatterElements(NodeConversionBase &c,
                                             int64_t axis, Reduction reduction);

/// The tuples of the slots that an index along `axis` names, for each place of
/// `shape`: the positions in the other dimensions are those of the place.
/// `indices` has the rank of `shape` and is broadcast to it.
mlir::Value makeTuples(NodeConversionBase &c, mlir::Value indices,
                       llvm::ArrayRef<mlir::OpFoldResult> shape, int64_t axis);

} // namespace scatter

#endif // SCATTER_LIB_TARGET_COMMON_SCATTER_H
