//===- Mean.h - the division of sums by numbers of values -------*- C++ -*-===//

#ifndef SCATTER_PYTHON_SRC_MEAN_H
#define SCATTER_PYTHON_SRC_MEAN_H

#include "Arrays.h"

#include <vector>

namespace scatter::python {

/// Divides the sums of a call of scatter_elements, on the calling thread.
class Mean {
public:
  /// Prepares the division of a result of the shape, type and layout of `data`.
  /// Returns false for those that it does not take: other types than float and
  /// double, and tensors that are not row-major. The indices may be invalid.
  bool set(const View &data, const View &indices, int64_t axis);

  /// Divides each element of `result` by `first` plus the number of updates
  /// that it got, if that is not 0. The indices are valid.
  void divide(const DLTensor &result, const DLTensor &indices, int32_t first);

private:
  template <typename Index>
  void count(const DLTensor &indices, const DLTensor &result);
  template <typename Float>
  void divideElements(Float *values) const;

  int axis = 0;
  /// The result: `outer` times `size` slots along the axis, of `inner`
  /// elements.
  int64_t outer = 1, size = 1, inner = 1;
  /// Whether the counts are those of whole slots.
  bool areSlots = false;
  std::vector<int32_t> counts;
};

} // namespace scatter::python

#endif // SCATTER_PYTHON_SRC_MEAN_H
