//===- Errors.cpp - error objects as Python exceptions --------------------===//

#include "Errors.h"

#include <string_view>

using namespace scatter::python;

static PyObject *compileErrorClass = nullptr;

PyObject *scatter::python::getCompileErrorClass() { return compileErrorClass; }

void scatter::python::setCompileErrorClass(PyObject *type) {
  compileErrorClass = type;
}

static PyObject *getClass(ScatterStatusCode code) {
  switch (code) {
  case SCATTER_STATUS_FILE:
    return PyExc_FileNotFoundError;
  case SCATTER_STATUS_COMPILE:
    return compileErrorClass;
  case SCATTER_STATUS_COUNT:
  case SCATTER_STATUS_TYPE:
    return PyExc_TypeError;
  case SCATTER_STATUS_INDEX:
    return PyExc_IndexError;
  case SCATTER_STATUS_MEMORY:
    return PyExc_MemoryError;
  default:
    return PyExc_ValueError;
  }
}

static void setInteger(PyObject *exception, const char *name, int64_t value) {
  PyObject *number = PyLong_FromLongLong(value);
  if (number)
    PyObject_SetAttrString(exception, name, number);
  Py_XDECREF(number);
}

static void setText(PyObject *exception, const char *name, const char *value) {
  PyObject *text = PyUnicode_FromString(value);
  if (text)
    PyObject_SetAttrString(exception, name, text);
  Py_XDECREF(text);
}

void scatter::python::setException(ScatterStatus *status, bool isKernel) {
  std::string_view message = scatter_status_message(status);
  constexpr std::string_view separator = ": error: ";
  if (size_t at = message.find(separator);
      isKernel && at != std::string_view::npos)
    message.remove_prefix(at + separator.size());
  PyObject *type = getClass(scatter_status_code(status));
  PyObject *exception = PyObject_CallFunction(type, "s#", message.data(),
                                              Py_ssize_t(message.size()));
  if (!exception) {
    scatter_status_destroy(status);
    return;
  }
  ScatterReport report;
  if (scatter_status_report(status, &report)) {
    if (!isKernel)
      setText(exception, "location", report.location);
    setInteger(exception, "tuple", report.tuple);
    setInteger(exception, "component", report.component);
    setInteger(exception, "value", report.value);
    setInteger(exception, "size", report.size);
  }
  if (scatter_status_code(status) == SCATTER_STATUS_COMPILE) {
    PyObject *list = PyList_New(0);
    for (size_t i = 0; i < scatter_status_num_diagnostics(status); ++i) {
      PyObject *text =
          PyUnicode_FromString(scatter_status_diagnostic(status, i));
      if (list && text)
        PyList_Append(list, text);
      Py_XDECREF(text);
    }
    if (list)
      PyObject_SetAttrString(exception, "diagnostics", list);
    Py_XDECREF(list);
  }
  PyErr_SetObject(type, exception);
  Py_DECREF(exception);
  scatter_status_destroy(status);
}
