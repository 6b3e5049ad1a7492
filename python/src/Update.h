//===- Update.h - the two ops on arrays -------------------------*- C++ -*-===//

#ifndef SCATTER_PYTHON_UPDATE_H
#define SCATTER_PYTHON_UPDATE_H

#include "Kernels.h"

namespace scatter::python {

/// Arguments by position, null for those that were not given.
using Arguments = PyObject *const *;

/// The arguments of scatter_nd_update in order.
inline constexpr const char *kNDUpdateNames[] = {
    "data",          "indices",          "updates",        "reduction",
    "out_of_bounds", "negative_indices", "unique_indices", "indices_are_sorted",
    "out",           "threads"};
inline constexpr int kNDUpdatePositional = 3;

/// The arguments of slice_scatter in order.
inline constexpr const char *kSliceScatterNames[] = {
    "data", "updates", "start", "stop", "step", "axes", "out", "threads"};
inline constexpr int kSliceScatterPositional = 6;

/// Runs the op if all arguments have the common form: arrays that kernels can
/// use where they lie and that do not overlap what is written, plain numbers.
/// Returns a new reference; null with an exception; or null without one if the
/// arguments have another form or are wrong, and nothing ran.
PyObject *tryNDUpdate(Arguments arguments);
PyObject *trySliceScatter(Arguments arguments);

//===----------------------------------------------------------------------===//
// What both share; results are as above
//===----------------------------------------------------------------------===//

/// Reads an argument `threads`.
bool readThreads(PyObject *object, int16_t &threads);

inline bool isGiven(PyObject *object) { return object && object != Py_None; }

/// Views an array; false if it does not have the common form.
bool readArray(PyObject *object, View &view);

/// An update whose arguments fit each other, so that only an index can be
/// wrong.
struct Update {
  /// The flags that depend on layouts are set by run.
  KernelKey key;
  PyObject *dataObject, *outObject;
  /// data, then the other arrays.
  const View *arrays[3];
  size_t numArrays;
  const int64_t *scalars = nullptr;
  /// SliceScatter: key.lastStep where all rows are contiguous.
  int8_t lastStep = 0;

  PyObject *run();

  /// Updates `target`, which holds the values of data, or, if the kernel copies
  /// them, is row-major like data and does not overlap it.
  Outcome runOn(const View &target, bool copies = false);

private:
  bool replacesAll() const;
  /// Copies what a large slice with steps of 1 leaves of data to `target` and
  /// writes the slice. Data and `target` are row-major, have `size` bytes and
  /// do not overlap. Declines other updates.
  Outcome runAround(const View &target, size_t size);
  Outcome runOnRowMajorCopy(const View &target, size_t size);
  bool needsCheck() const;
  bool isCheckDear(size_t size) const;
  Outcome checkIndices();
  static bool fillTensor(const View &memory, void *context);
  PyObject *runOnCopy();
  PyObject *runOnOther(const View &out);
};

} // namespace scatter::python

#endif // SCATTER_PYTHON_UPDATE_H
