//===- Updates.h - the two ops on common arguments --------------*- C++ -*-===//

#ifndef SCATTER_PYTHON_UPDATES_H
#define SCATTER_PYTHON_UPDATES_H

#include <Python.h>

namespace scatter::python {

/// Arguments by position. Null for those that are not given.
using Arguments = PyObject *const *;

/// Run the functions on arguments of the common form: NumPy arrays or tensors
/// whose memory kernels can use, and plain numbers. Return a new reference.
/// Return null for other forms and, if `mayDecline`, for invalid arguments.
/// Throw nanobind::python_error.
PyObject *runNDUpdate(Arguments arguments, bool mayDecline);
PyObject *runSliceScatter(Arguments arguments, bool mayDecline);

} // namespace scatter::python

#endif // SCATTER_PYTHON_UPDATES_H
