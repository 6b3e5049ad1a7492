//===- Module.h - parts of the module scatter_mlir._core --------*- C++ -*-===//

#ifndef SCATTER_PYTHON_SRC_MODULE_H
#define SCATTER_PYTHON_SRC_MODULE_H

#include "scatter-c/Status.h"

#include <cxxabi.h>
#include <nanobind/nanobind.h>
#include <new>
#include <string_view>
#include <unistd.h>

namespace scatter::python {

namespace nb = nanobind;

/// The deleter of an object of the C API.
template <typename T, void (*destroy)(T *)>
struct Destroy {
  void operator()(T *object) const { destroy(object); }
};

/// Takes the GIL again, as PyEval_RestoreThread does. If Python is ending, a
/// daemon thread stays here until the process has ended: before version 3.14,
/// Python unwinds its stack, where the destructors of our objects need Python.
inline void restoreThread(PyThreadState *state) {
  try {
    PyEval_RestoreThread(state);
  } catch (abi::__forced_unwind &) {
    for (;;)
      pause();
  }
}

/// Takes a new reference, or throws the pending exception if `object` is null.
inline nb::object take(PyObject *object) {
  if (!object)
    throw nb::python_error();
  return nb::steal(object);
}

/// Converts `text` to a str. Names and messages may contain any bytes. Bytes
/// that are not UTF-8 are escaped.
inline nb::object makeText(std::string_view text) {
  return take(PyUnicode_DecodeUTF8(text.data(), Py_ssize_t(text.size()),
                                   "backslashreplace"));
}

/// Returns an attribute of a module, which is imported on first use. Never
/// freed.
inline nb::object &importAttribute(const char *module, const char *name) {
  return *new nb::object(nb::module_::import_(module).attr(name));
}

/// Frees `status` and throws its exception, see _errors.py.
[[noreturn]] void throwStatus(ScatterStatus *status, bool isFunction = false);

/// Returns `body()`. Returns null, with an exception of Python, if it throws:
/// no exception may leave a C function that Python calls.
template <typename Body>
PyObject *translateExceptions(Body body) {
  try {
    return body();
  } catch (nb::python_error &error) {
    error.restore();
  } catch (const std::bad_alloc &) {
    PyErr_NoMemory();
  } catch (const std::exception &error) {
    PyErr_SetString(PyExc_RuntimeError, error.what());
  }
  return nullptr;
}

/// Adds the functions that the Python files use.
void addFunctions(nb::module_ &m);

/// Adds the class Prepared, indices that are sorted once, and message passing.
void addMessages(nb::module_ &m);

/// Adds the class Program, a compiled module with a selected function.
void addProgram(nb::module_ &m);

} // namespace scatter::python

#endif // SCATTER_PYTHON_SRC_MODULE_H
