//===- ScatterIndices.h - index tuples of windows ---------------*- C++ -*-===//

#ifndef SCATTER_LIB_CONVERSION_STABLEHLOTOSCATTER_SCATTERINDICES_H
#define SCATTER_LIB_CONVERSION_STABLEHLOTOSCATTER_SCATTERINDICES_H

#include "ScatterDimensions.h"

namespace scatter {

/// How the windows of a scatter are written: the first `depth` dimensions of
/// the inputs by tuples of indices, the others as slices.
struct TupleForm {
  explicit TupleForm(const ScatterDimensions &dims);

  /// The number k of components of a tuple: up to the last dimension that
  /// windows do not cover or are positioned along.
  int64_t depth = 0;
  /// Those dimensions below `depth` that windows extend along by more than one
  /// element: there is a tuple for each of these elements.
  llvm::SmallVector<int64_t> expanded;
  /// Whether the index vectors are the tuples as they are.
  bool isDirect = false;
};

/// The tuples of `form`, of shape update_scatter_dim_sizes ++ the sizes of the
/// windows along `form.expanded` ++ [form.depth]. All tuples of a window that
/// is not in bounds are negative in some component.
mlir::Value makeTuples(OpConversion &c, const ScatterDimensions &dims,
                       const TupleForm &form, mlir::Value indices);

/// `updates` with the scatter dimensions first, then those of the windows.
mlir::Value transposeUpdates(OpConversion &c, const ScatterDimensions &dims,
                             mlir::Value updates);

/// `updates` with the dimensions of the tuples first, then those of the slices.
mlir::Value arrangeUpdates(OpConversion &c, const ScatterDimensions &dims,
                           const TupleForm &form, mlir::Value updates);

/// Where the one window of a scatter begins in each dimension of the inputs,
/// null where it is 0, and whether it lies within them, null if it does.
struct WindowPosition {
  llvm::SmallVector<mlir::Value> start;
  mlir::Value isInBounds;
};
WindowPosition locateWindow(OpConversion &c, const ScatterDimensions &dims,
                            mlir::Value indices);

} // namespace scatter

#endif // SCATTER_LIB_CONVERSION_STABLEHLOTOSCATTER_SCATTERINDICES_H
