//===- ScatterIndices.h - index tuples of windows ---------------*- C++ -*-===//

#ifndef SCATTER_LIB_IMPORT_STABLEHLO_SCATTERINDICES_H
#define SCATTER_LIB_IMPORT_STABLEHLO_SCATTERINDICES_H

#include "ScatterDimensions.h"

namespace scatter {

/// How the windows of a scatter are written: the first `depth` dimensions of
/// the inputs are indexed by tuples, the others are written as slices.
struct TupleForm {
  explicit TupleForm(const ScatterDimensions &dims);

  /// The number k of components of a tuple. It includes all dimensions up to
  /// the last one that is indexed or that windows do not cover.
  int64_t depth = 0;
  /// The dimensions below `depth` along which windows have more than one
  /// element. There is a tuple for each of these elements.
  llvm::SmallVector<int64_t> expanded;
  /// Whether the index vectors can be used as the tuples.
  bool isDirect = false;
};

/// Returns the tuples of `form`. Their shape is update_scatter_dim_sizes ++ the
/// sizes of the windows along `form.expanded` ++ [form.depth]. If a window is
/// not in bounds, all of its tuples have a negative component.
mlir::Value makeTuples(OpConversion &c, const ScatterDimensions &dims,
                       const TupleForm &form, mlir::Value indices);

/// Returns `updates`, transposed so that the scatter dimensions precede those
/// of the windows.
mlir::Value transposeUpdates(OpConversion &c, const ScatterDimensions &dims,
                             mlir::Value updates);

/// Returns `updates`, reshaped so that the dimensions of the tuples precede
/// those of the slices.
mlir::Value arrangeUpdates(OpConversion &c, const ScatterDimensions &dims,
                           const TupleForm &form, mlir::Value updates);

/// The position of the only window of a scatter: where it begins in each
/// dimension of the inputs, or null for 0, and whether it is in bounds, or null
/// if it always is.
struct WindowPosition {
  llvm::SmallVector<mlir::Value> start;
  mlir::Value isInBounds;
};
WindowPosition locateWindow(OpConversion &c, const ScatterDimensions &dims,
                            mlir::Value indices);

} // namespace scatter

#endif // SCATTER_LIB_IMPORT_STABLEHLO_SCATTERINDICES_H
