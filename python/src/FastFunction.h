//===- FastFunction.h - Python functions with a path in C++ -----*- C++ -*-===//

#ifndef SCATTER_PYTHON_FASTFUNCTION_H
#define SCATTER_PYTHON_FASTFUNCTION_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

namespace scatter::python {

/// Wraps the Python function `general`, named after an op, in a function of the
/// same signature that handles the common form of arguments itself and leaves
/// everything else, wrong arguments included, to `general`. Returns a new
/// reference; null with an exception.
PyObject *makeFastFunction(const char *name, PyObject *general,
                           const char *doc);

/// The part in C++ alone: takes all arguments of the op by position and returns
/// NotImplemented where they do not have the common form.
PyObject *callFastPath(const char *name, PyObject *arguments);

} // namespace scatter::python

#endif // SCATTER_PYTHON_FASTFUNCTION_H
