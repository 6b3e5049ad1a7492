//===- SliceArithmetic.h - bounds of one sliced axis ------------*- C++ -*-===//
//
// Resolves the bounds of slice_scatter where they are constants.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_DIALECT_SCATTER_IR_SLICEARITHMETIC_H
#define SCATTER_DIALECT_SCATTER_IR_SLICEARITHMETIC_H

#include <cstdint>

namespace scatter {

/// The positions start, start + step, ... of a slice along one axis.
struct SliceRange {
  /// First position, in [-1, size]; meaningful only if `length` > 0.
  int64_t start;
  /// The distance between two positions. It is never 0.
  int64_t step;
  /// The number of positions.
  int64_t length;
};

/// Resolves `start:stop:step` on an axis of `size` >= 0 as Python's
/// slice.indices does, for all values of int64_t. `step` must not be 0.
SliceRange resolveSlice(int64_t start, int64_t stop, int64_t step,
                        int64_t size);

} // namespace scatter

#endif // SCATTER_DIALECT_SCATTER_IR_SLICEARITHMETIC_H
