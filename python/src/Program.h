//===- Program.h - compiled modules for Python ------------------*- C++ -*-===//

#ifndef SCATTER_PYTHON_PROGRAM_H
#define SCATTER_PYTHON_PROGRAM_H

#include <nanobind/nanobind.h>

namespace scatter::python {

namespace nb = nanobind;

/// Passes on the exception that is set, or takes a new reference.
inline nb::object take(PyObject *object) {
  if (!object)
    throw nb::python_error();
  return nb::steal(object);
}

/// Defines the class Program: a compiled module with one function chosen.
void addProgram(nb::module_ &m);

} // namespace scatter::python

#endif // SCATTER_PYTHON_PROGRAM_H
