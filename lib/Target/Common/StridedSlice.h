//===- StridedSlice.h - slices as Python writes them ------------*- C++ -*-===//
//
// What the formats that have masks share: TensorFlow and OpenVINO.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_LIB_TARGET_COMMON_STRIDEDSLICE_H
#define SCATTER_LIB_TARGET_COMMON_STRIDEDSLICE_H

#include "NodeConversionBase.h"

namespace scatter {

/// An entry between the brackets of `x[...]`.
struct StridedEntry {
  enum Kind {
    /// `begin:end:stride`, clamped as Python does.
    Range,
    /// `begin` alone: the result does not have the dimension.
    Index,
    /// A dimension of size 1 that `x` does not have.
    NewAxis,
    /// All dimensions that the other entries leave.
    Ellipsis
  };

  Kind kind = Range;
  /// Of a range, and `begin` of an index. INT64_MIN and INT64_MAX stand for the
  /// ends of the dimension.
  mlir::OpFoldResult begin, end;
  /// Not 0.
  int64_t stride = 1;

  /// Has the range begin, or end, where the stride makes the dimension do so.
  void openBegin(mlir::Builder &b);
  void openEnd(mlir::Builder &b);
};

/// A part of a tensor: along each dimension `sizes[i]` elements from
/// `offsets[i]` on, `strides[i]` apart.
struct StridedRegion {
  Sizes offsets, sizes;
  llvm::SmallVector<int64_t> strides;
  /// Bounds that name the same elements, to be clamped as Python does.
  Sizes starts, ends;
  /// The sizes without the dimensions that an index selects, and with those
  /// that are new.
  Sizes shape;
};

/// The region of operand 0 that `entries` name, at most one of them an
/// ellipsis; without one it stands at the end. The program checks the indices,
/// which are elements of operand 1.
mlir::FailureOr<StridedRegion>
getStridedRegion(NodeConversionBase &c, llvm::ArrayRef<StridedEntry> entries);

/// The elements of operand 0 that `entries` name.
mlir::LogicalResult replaceByStridedSlice(NodeConversionBase &c,
                                          llvm::ArrayRef<StridedEntry> entries);

} // namespace scatter

#endif // SCATTER_LIB_TARGET_COMMON_STRIDEDSLICE_H
