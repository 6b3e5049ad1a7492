//===- Errors.h - error objects as Python exceptions ------------*- C++ -*-===//

#ifndef SCATTER_PYTHON_ERRORS_H
#define SCATTER_PYTHON_ERRORS_H

#include "scatter-c/Status.h"

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <string_view>

namespace scatter::python {

/// How errors are reported.
struct ErrorStyle {
  /// Leave out the location, which lies in a source that the user never saw.
  bool isKernel = false;
  /// The index that a run-time error reports is unsigned.
  bool isUnsigned = false;
};

/// Sets the exception for `status`, which it frees. The exception of a run-time
/// error has the attributes location, tuple, component, value and size, a
/// CompileError has diagnostics.
void setException(ScatterStatus *status, ErrorStyle style);

/// `text` as a str. Names and messages may hold any bytes, as a file or an
/// attribute may: those that are not UTF-8 become escapes. A new reference,
/// null with an exception.
PyObject *makeText(std::string_view text);

/// The class CompileError, borrowed; null before setCompileErrorClass.
PyObject *getCompileErrorClass();
void setCompileErrorClass(PyObject *type);

} // namespace scatter::python

#endif // SCATTER_PYTHON_ERRORS_H
