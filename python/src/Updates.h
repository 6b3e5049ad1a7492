//===- Updates.h - the two ops on NumPy arrays ------------------*- C++ -*-===//

#ifndef SCATTER_PYTHON_UPDATES_H
#define SCATTER_PYTHON_UPDATES_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

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

/// Runs the op if all arguments have the common form: contiguous NumPy arrays
/// that do not overlap an array that is written, plain numbers. Returns a new
/// reference; null with an exception; or null without one if the arguments have
/// another form or are wrong, and nothing ran.
PyObject *tryNDUpdate(Arguments arguments);
PyObject *trySliceScatter(Arguments arguments);

} // namespace scatter::python

#endif // SCATTER_PYTHON_UPDATES_H
