//===- Errors.cpp - error objects as Python exceptions --------------------===//

#include "Errors.h"

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

/// Sets an attribute to `value`, whose reference it takes; null stands for an
/// exception, which stays.
static bool setField(PyObject *exception, const char *name, PyObject *value) {
  bool isSet = value && PyObject_SetAttrString(exception, name, value) == 0;
  Py_XDECREF(value);
  return isSet;
}

static bool setReport(PyObject *exception, const ScatterReport &report,
                      ErrorStyle style) {
  PyObject *value = style.isUnsigned
                        ? PyLong_FromUnsignedLongLong(uint64_t(report.value))
                        : PyLong_FromLongLong(report.value);
  return setField(exception, "value", value) &&
         (style.isKernel ||
          setField(exception, "location", makeText(report.location))) &&
         setField(exception, "tuple", PyLong_FromLongLong(report.tuple)) &&
         setField(exception, "component",
                  PyLong_FromLongLong(report.component)) &&
         setField(exception, "size", PyLong_FromLongLong(report.size));
}

PyObject *scatter::python::makeText(std::string_view text) {
  return PyUnicode_DecodeUTF8(text.data(), Py_ssize_t(text.size()),
                              "backslashreplace");
}

static PyObject *makeDiagnostics(const ScatterStatus *status) {
  size_t count = scatter_status_num_diagnostics(status);
  PyObject *list = PyList_New(Py_ssize_t(count));
  for (size_t i = 0; list && i < count; ++i) {
    PyObject *text = makeText(scatter_status_diagnostic(status, i));
    if (!text || PyList_SetItem(list, Py_ssize_t(i), text) < 0)
      Py_CLEAR(list);
  }
  return list;
}

/// A new exception object for `status`; null with another exception.
static PyObject *makeException(PyObject *type, const ScatterStatus *status,
                               ErrorStyle style) {
  std::string_view message = scatter_status_message(status);
  constexpr std::string_view separator = ": error: ";
  if (size_t at = message.find(separator);
      style.isKernel && at != std::string_view::npos)
    message.remove_prefix(at + separator.size());
  PyObject *text = makeText(message);
  PyObject *exception =
      text ? PyObject_CallFunctionObjArgs(type, text, nullptr) : nullptr;
  Py_XDECREF(text);
  ScatterReport report;
  if (exception && scatter_status_report(status, &report) &&
      !setReport(exception, report, style))
    Py_CLEAR(exception);
  if (exception && scatter_status_code(status) == SCATTER_STATUS_COMPILE &&
      !setField(exception, "diagnostics", makeDiagnostics(status)))
    Py_CLEAR(exception);
  return exception;
}

void scatter::python::setException(ScatterStatus *status, ErrorStyle style) {
  PyObject *type = getClass(scatter_status_code(status));
  if (PyObject *exception = makeException(type, status, style)) {
    PyErr_SetObject(type, exception);
    Py_DECREF(exception);
  }
  scatter_status_destroy(status);
}
