//===- ResolvedSlice.h - the bounds of a slice_scatter ----------*- C++ -*-===//

#ifndef SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_SLICES_RESOLVEDSLICE_H
#define SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_SLICES_RESOLVEDSLICE_H

#include "Addressing/FlatBuffer.h"
#include "Rows/Row.h"

#include "scatter/Dialect/Scatter/IR/Scatter.h"
#include "scatter/Dialect/Scatter/Utils/SizeConditions.h"
#include "scatter/Dialect/Scatter/Utils/SliceBounds.h"

namespace scatter {

/// The positions of a slice along a row of adjacent elements of `data`.
struct RowSlice {
  AxisSlice slice;
  /// The number of elements of the row.
  Value size;
};

/// A slice_scatter whose operands are flat and whose bounds are resolved.
struct ResolvedSlice {
  ResolvedSlice(IndexBuilder &b, SliceScatterOp op);

  ElementStorage storage;
  FlatBuffer data, updates;
  SmallVector<SizeCondition> conditions;
  /// One per dimension of `data`.
  SmallVector<AxisSlice> slices;
  /// Dimensions of `data` before they are merged.
  SmallVector<LoopDim> dims;
  Value dataOffset;

  int64_t getElementBytes() const { return storage.getBytes() * storage.parts; }

  /// Returns the last dimension with more than one position, or -1 if there is
  /// none.
  int64_t getRowDim() const {
    int64_t dim = slices.size() - 1;
    while (dim >= 0 && isConstantIntValue(dims[dim].size, 1))
      --dim;
    return dim;
  }

  /// Returns the first of the dimensions that mergeDims merges with getRowDim.
  int64_t getFirstRowDim() const {
    int64_t dim = getRowDim();
    while (dim > 0 && dims[dim - 1].isContiguous)
      --dim;
    return dim;
  }

  /// Returns the gaps in the rows of the slice. If `source` is not null, they
  /// are copied from it. There are none unless the step is a literal and the
  /// rows of `data` are contiguous.
  std::optional<RowGaps> emitGaps(IndexBuilder &b, Value source) const;

  /// Whether the slice is known to cover all of `data`, in any order.
  bool coversData() const;

  /// Whether the slice is known to have elements in every row of `data`.
  bool coversRows() const;

private:
  /// Returns the row of all elements of `data` from getFirstRowDim on. Of the
  /// dimensions after getRowDim the slice has one position. Returns none if the
  /// elements are not known to be adjacent.
  std::optional<RowSlice> emitRowSlice(IndexBuilder &b) const;
};

} // namespace scatter

#endif // SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_SLICES_RESOLVEDSLICE_H
