//===- PrefixSum.h - sums of the elements up to each position ---*- C++ -*-===//

#ifndef SCATTER_LIB_IMPORT_COMMON_PREFIXSUM_H
#define SCATTER_LIB_IMPORT_COMMON_PREFIXSUM_H

#include "NodeConversionBase.h"

namespace scatter {

/// Which elements a prefix sum adds.
struct PrefixSumKind {
  /// Without the element at the position itself.
  bool isExclusive;
  /// Those after the position instead of those before it.
  bool isReversed;
};

/// Replaces the node by the prefix sums of operand 0 along `axis`. Floats of
/// less than 32 bits are added as f32.
mlir::LogicalResult replaceByPrefixSum(NodeConversionBase &c, int64_t axis,
                                       PrefixSumKind kind);

} // namespace scatter

#endif // SCATTER_LIB_IMPORT_COMMON_PREFIXSUM_H
