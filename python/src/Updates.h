//===- Updates.h - the two ops on common arguments --------------*- C++ -*-===//

#ifndef SCATTER_PYTHON_UPDATES_H
#define SCATTER_PYTHON_UPDATES_H

#include <Python.h>

namespace scatter::python {

/// Arguments by position, null for those that were not given.
using Arguments = PyObject *const *;

/// Run the functions on arguments of the common form: NumPy arrays or tensors
/// that kernels can use where they lie, and plain numbers. Return a new
/// reference; null for other forms and, if `mayDecline`, for wrong arguments.
/// Throw nanobind::python_error.
PyObject *runNDUpdate(Arguments arguments, bool mayDecline);
PyObject *runSliceScatter(Arguments arguments, bool mayDecline);

} // namespace scatter::python

#endif // SCATTER_PYTHON_UPDATES_H
