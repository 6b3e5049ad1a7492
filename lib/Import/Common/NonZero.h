//===- NonZero.h - positions of nonzero elements ----------------*- C++ -*-===//

#ifndef SCATTER_LIB_IMPORT_COMMON_NONZERO_H
#define SCATTER_LIB_IMPORT_COMMON_NONZERO_H

#include "NodeConversionBase.h"

namespace scatter {

/// Replaces the node by the positions of the nonzero elements of operand 0, in
/// row-major order: a row of integers of type `element` for each dimension.
mlir::LogicalResult replaceByNonZero(NodeConversionBase &c,
                                     mlir::IntegerType element);

} // namespace scatter

#endif // SCATTER_LIB_IMPORT_COMMON_NONZERO_H
