//===- FastFunction.cpp - Python functions with a path in C++ -------------===//

#include "FastFunction.h"

#include "Update.h"

#include <cstring>
#include <iterator>
#include <string>

using namespace scatter::python;

namespace {
/// An op's function: its arguments and both ways to run it.
struct Function {
  const char *name;
  const char *const *argumentNames;
  int numArguments, numPositional;
  PyObject *(*tryFast)(Arguments);
  /// The names as interned strings, which keywords nearly always are as well.
  PyObject *interned[16];
  PyObject *general;
  PyMethodDef method;
  std::string doc;
};
} // namespace

static Function functions[] = {{"scatter_nd_update",
                                kNDUpdateNames,
                                int(std::size(kNDUpdateNames)),
                                kNDUpdatePositional,
                                tryNDUpdate,
                                {},
                                nullptr,
                                {},
                                {}},
                               {"slice_scatter",
                                kSliceScatterNames,
                                int(std::size(kSliceScatterNames)),
                                kSliceScatterPositional,
                                trySliceScatter,
                                {},
                                nullptr,
                                {},
                                {}}};

static Function *findFunction(const char *name) {
  for (Function &function : functions)
    if (std::strcmp(function.name, name) == 0)
      return &function;
  PyErr_Format(PyExc_ValueError, "no function '%s'", name);
  return nullptr;
}

/// Sorts arguments by position; false for any that do not fit the signature.
static bool sortArguments(const Function &function, PyObject *const *arguments,
                          Py_ssize_t count, PyObject *names,
                          PyObject **sorted) {
  if (count > function.numPositional)
    return false;
  std::memcpy(sorted, arguments, count * sizeof(PyObject *));
  std::memset(sorted + count, 0,
              (function.numArguments - count) * sizeof(PyObject *));
  Py_ssize_t numNames = names ? PyTuple_Size(names) : 0;
  for (Py_ssize_t i = 0; i < numNames; ++i) {
    PyObject *name = PyTuple_GetItem(names, i);
    int position = int(count);
    while (position < function.numArguments &&
           function.interned[position] != name)
      ++position;
    if (position == function.numArguments)
      return false;
    sorted[position] = arguments[count + i];
  }
  return true;
}

template <int Index>
static PyObject *callFunction(PyObject *, PyObject *const *arguments,
                              Py_ssize_t count, PyObject *names) {
  const Function &function = functions[Index];
  PyObject *sorted[16];
  if (sortArguments(function, arguments, count, names, sorted)) {
    PyObject *result = function.tryFast(sorted);
    if (result || PyErr_Occurred())
      return result;
  }
  return PyObject_Vectorcall(function.general, arguments, count, names);
}

PyObject *scatter::python::makeFastFunction(const char *name, PyObject *general,
                                            const char *doc) {
  Function *function = findFunction(name);
  if (!function)
    return nullptr;
  for (int i = 0; i < function->numArguments; ++i)
    function->interned[i] =
        PyUnicode_InternFromString(function->argumentNames[i]);
  function->general = Py_NewRef(general);
  function->doc = doc;
  auto *call = function == &functions[0] ? callFunction<0> : callFunction<1>;
  function->method = {function->name, (PyCFunction)(void (*)(void))call,
                      METH_FASTCALL | METH_KEYWORDS, function->doc.c_str()};
  PyObject *module = PyUnicode_FromString("scatter_mlir");
  PyObject *result = PyCFunction_NewEx(&function->method, nullptr, module);
  Py_XDECREF(module);
  return result;
}

PyObject *scatter::python::callFastPath(const char *name, PyObject *arguments) {
  Function *function = findFunction(name);
  if (!function)
    return nullptr;
  if (!PyTuple_Check(arguments) ||
      PyTuple_Size(arguments) != function->numArguments) {
    PyErr_SetString(PyExc_TypeError, "expected a tuple of all arguments");
    return nullptr;
  }
  PyObject *sorted[16];
  for (int i = 0; i < function->numArguments; ++i)
    sorted[i] = PyTuple_GetItem(arguments, i);
  PyObject *result = function->tryFast(sorted);
  if (!result && !PyErr_Occurred())
    Py_RETURN_NOTIMPLEMENTED;
  return result;
}
