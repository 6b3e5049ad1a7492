//===- Bounds.cpp - the bounds of slice_scatter ---------------------------===//

#include "Convert.h"
#include "Elements.h"
#include "Numbers.h"
#include "scatter-c/Kernels.h"

#include <algorithm>

using namespace scatter::python;

/// Reads a bound. Larger ones have the same meaning as the largest one.
static bool readBound(PyObject *object, int64_t &value) {
  if (object == Py_None) {
    value = SCATTER_NOT_GIVEN;
    return true;
  }
  if (PyArray_IsScalar(object, Integer)) {
    PyObject *number = PyNumber_Index(object);
    bool isRead = number && readBound(number, value);
    Py_XDECREF(number);
    PyErr_Clear();
    return isRead;
  }
  if (!PyLong_CheckExact(object))
    return false;
  int overflow;
  value = PyLong_AsLongLongAndOverflow(object, &overflow);
  if (overflow > 0)
    value = INT64_MAX;
  else if (overflow < 0 || value == SCATTER_NOT_GIVEN)
    value = SCATTER_NOT_GIVEN + 1;
  return true;
}

/// Reads an array of bounds. Returns their number, or -1 for another form.
static int readArrayOfBounds(PyObject *object, int64_t *values) {
  View view;
  if (!view.set(object) || view.tensor.ndim > 1 ||
      view.countElements() > kMaxRank)
    return -1;
  switch (view.tensor.dtype.code << 8 | view.tensor.dtype.bits) {
  case kDLInt << 8 | 32:
    copyElements<int32_t>(view.tensor, values);
    break;
  case kDLInt << 8 | 64:
    copyElements<int64_t>(view.tensor, values);
    break;
  default:
    return -1;
  }
  auto count = int(view.countElements());
  for (int i = 0; i < count; ++i)
    values[i] = std::max(values[i], SCATTER_NOT_GIVEN + 1);
  return count;
}

static int readEntries(PyObject *object, int64_t *values) {
  if (PyArray_CheckExact(object))
    return readArrayOfBounds(object, values);
  if (!isList(object))
    return readBound(object, values[0]) ? 1 : -1;
  Py_ssize_t count = PySequence_Fast_GET_SIZE(object);
  if (count > kMaxRank)
    return -1;
  for (Py_ssize_t i = 0; i < count; ++i)
    if (!readBound(PySequence_Fast_GET_ITEM(object, i), values[i]))
      return -1;
  return int(count);
}

bool scatter::python::readBounds(PyObject *object, int64_t *values,
                                 const int64_t *&bounds, int &count) {
  bounds = nullptr;
  if (!object || object == Py_None)
    return true;
  int found = readEntries(object, values);
  if (found < 0 || (count >= 0 && found != count))
    return false;
  count = found;
  bounds = values;
  return true;
}
