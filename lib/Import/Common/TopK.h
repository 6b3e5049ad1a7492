//===- TopK.h - the largest or smallest elements ----------------*- C++ -*-===//

#ifndef SCATTER_LIB_IMPORT_COMMON_TOPK_H
#define SCATTER_LIB_IMPORT_COMMON_TOPK_H

#include "NodeConversionBase.h"

namespace scatter {

/// Replaces the node by the largest or smallest elements of operand 0 along
/// `axis`, in order, and by their positions of type `position`. Operand 1 has
/// their number, which may be known only at run time.
mlir::LogicalResult replaceByTopElements(NodeConversionBase &c, int64_t axis,
                                         bool isLargest, mlir::Type position);

} // namespace scatter

#endif // SCATTER_LIB_IMPORT_COMMON_TOPK_H
