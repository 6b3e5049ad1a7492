//===- Elements.h - ScatterElements as a custom op --------------*- C++ -*-===//

#ifndef SCATTER_PYTHON_ONNXRUNTIME_ELEMENTS_H
#define SCATTER_PYTHON_ONNXRUNTIME_ELEMENTS_H

#include "Ops.h"

namespace scatter_ort {

/// ONNX's ScatterElements(data, indices, updates), with the reductions of this
/// library. With `expand_indices`, a dimension of `indices` may have size 1:
/// its indices are those of all positions along the dimension. If indices
/// differ along the axis only, whole rows are updated.
struct ElementsUpdate {
  static constexpr const char *kName = "ScatterElements";
  static constexpr size_t kInputs = 3, kRequired = 3;
  static constexpr size_t kIntegers = 1, kIntegersEnd = 2;
  static inline const std::vector<const char *> kAttributes = {
      "axis", "reduction", "expand_indices", "threads"};

  int64_t axis = 0;
  bool expandsIndices = false;
  ScatterElementsOptions options = {};

  OrtStatus *create(const OrtKernelInfo *info);
  OrtStatus *compute(OrtKernelContext *context) const;
};

} // namespace scatter_ort

#endif // SCATTER_PYTHON_ONNXRUNTIME_ELEMENTS_H
