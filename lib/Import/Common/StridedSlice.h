//===- StridedSlice.h - slices with masks -----------------------*- C++ -*-===//
//
// Shared by the formats with masks, TensorFlow and OpenVINO.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_LIB_IMPORT_COMMON_STRIDEDSLICE_H
#define SCATTER_LIB_IMPORT_COMMON_STRIDEDSLICE_H

#include "NodeConversionBase.h"

namespace scatter {

/// An entry between the brackets of `x[...]`.
struct StridedEntry {
  enum Kind {
    /// `begin:end:stride`, clamped as in Python.
    Range,
    /// Only `begin`. The result does not have the dimension.
    Index,
    /// A new dimension of size 1.
    NewAxis,
    /// All dimensions without an entry.
    Ellipsis
  };

  Kind kind = Range;
  /// The bounds of a range. `begin` is also the value of an index. INT64_MIN
  /// and INT64_MAX stand for the ends of the dimension.
  mlir::OpFoldResult begin, end;
  /// Not 0.
  int64_t stride = 1;

  /// Extend the range to the start, or to the end, of the dimension in the
  /// direction of the stride.
  void openBegin(mlir::Builder &b);
  void openEnd(mlir::Builder &b);
};

/// A region of a tensor: along dimension i, `sizes[i]` elements from
/// `offsets[i]` on with stride `strides[i]`.
struct StridedRegion {
  Sizes offsets, sizes;
  llvm::SmallVector<int64_t> strides;
  /// Bounds of the same elements, to be clamped as in Python.
  Sizes starts, ends;
  /// The sizes without the dimensions that an index selects, and with the new
  /// dimensions.
  Sizes shape;
};

/// Returns the region of operand 0 that `entries` select. At most one of them
/// may be an ellipsis. Without one it is implied at the end. The program checks
/// the indices, which are elements of operand 1.
mlir::FailureOr<StridedRegion>
getStridedRegion(NodeConversionBase &c, llvm::ArrayRef<StridedEntry> entries);

/// Replaces the node by the elements of operand 0 that `entries` select.
mlir::LogicalResult replaceByStridedSlice(NodeConversionBase &c,
                                          llvm::ArrayRef<StridedEntry> entries);

} // namespace scatter

#endif // SCATTER_LIB_IMPORT_COMMON_STRIDEDSLICE_H
