//===- PreparedCall.h - calls that are used again ---------------*- C++ -*-===//

#ifndef SCATTER_PYTHON_PREPAREDCALL_H
#define SCATTER_PYTHON_PREPAREDCALL_H

#include "scatter-c/Engine.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace scatter::python {

/// A call of one entry point that is checked and prepared once, and the scalar
/// arguments that it points to. Used by one thread at a time.
struct PreparedCall {
  PreparedCall() = default;
  PreparedCall(const PreparedCall &) = delete;
  PreparedCall &operator=(const PreparedCall &) = delete;
  ~PreparedCall() { scatter_call_destroy(call); }

  /// Creates the call, or points it at the arrays that differ from those of the
  /// last time. The element types, the ranks and which arrays have strides must
  /// be the same each time. `numScalars` scalars follow the arrays.
  ScatterStatus *prepare(const ScatterProgram *program,
                         const ScatterEntry *entry,
                         const DLTensor *const *tensors, size_t numArrays,
                         size_t numScalars);

  /// The rank of array `index` of a call that was created.
  size_t getRank(size_t index) const { return (arrays[index].size() - 1) / 2; }

  ScatterCall *call = nullptr;
  std::unique_ptr<int64_t[]> scalars;

private:
  ScatterStatus *setArray(size_t index, const DLTensor &tensor);

  /// Address, sizes and strides of each array argument.
  std::vector<std::vector<int64_t>> arrays;
};

/// One of the `idle` calls, or one that is still to be prepared. Needs the GIL.
std::unique_ptr<PreparedCall>
takeCall(std::vector<std::unique_ptr<PreparedCall>> &idle);

} // namespace scatter::python

#endif // SCATTER_PYTHON_PREPAREDCALL_H
