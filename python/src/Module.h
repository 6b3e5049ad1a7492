//===- Module.h - parts of the module scatter_mlir._core --------*- C++ -*-===//

#ifndef SCATTER_PYTHON_MODULE_H
#define SCATTER_PYTHON_MODULE_H

#include "scatter-c/Status.h"

#include <nanobind/nanobind.h>
#include <string_view>

namespace scatter::python {

namespace nb = nanobind;

/// Passes on the exception that is set, or takes a new reference.
inline nb::object take(PyObject *object) {
  if (!object)
    throw nb::python_error();
  return nb::steal(object);
}

/// `text` as a str. Names and messages may hold any bytes, as a file or an
/// attribute may: those that are not UTF-8 become escapes.
inline nb::object makeText(std::string_view text) {
  return take(PyUnicode_DecodeUTF8(text.data(), Py_ssize_t(text.size()),
                                   "backslashreplace"));
}

/// An attribute of a module, which is imported on the first use; never freed.
inline nb::object &importAttribute(const char *module, const char *name) {
  return *new nb::object(nb::module_::import_(module).attr(name));
}

/// Throws the exception for an error, which it frees; see _errors.py. The index
/// that a run-time error of a function reports may be unsigned.
[[noreturn]] void throwStatus(ScatterStatus *status, bool isFunction = false,
                              bool isUnsigned = false);

/// Adds what the Python files make the functions of.
void addFunctions(nb::module_ &m);

/// Adds the class Program: a compiled module with one function chosen.
void addProgram(nb::module_ &m);

} // namespace scatter::python

#endif // SCATTER_PYTHON_MODULE_H
