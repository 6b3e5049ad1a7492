//===- Numbers.cpp - numbers and nested lists of them ---------------------===//

#include "Numbers.h"

#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>

using namespace scatter::python;

int scatter::python::readShape(PyObject *object, int64_t *shape) {
  int rank = 0;
  while (isList(object)) {
    Py_ssize_t size = PySequence_Fast_GET_SIZE(object);
    if (rank == kMaxRank || size == 0)
      return 0;
    shape[rank++] = size;
    object = PySequence_Fast_GET_ITEM(object, 0);
  }
  return rank;
}

bool scatter::python::readInteger(PyObject *object, int64_t &value) {
  if (!PyLong_CheckExact(object))
    return false;
  int overflow;
  value = PyLong_AsLongLongAndOverflow(object, &overflow);
  return overflow == 0;
}

template <typename T>
static bool writeInteger(PyObject *object, void *element) {
  if (!PyLong_CheckExact(object))
    return false;
  T value;
  if constexpr (std::is_same_v<T, uint64_t>) {
    value = PyLong_AsUnsignedLongLong(object);
    if (value == uint64_t(-1) && PyErr_Occurred()) {
      PyErr_Clear();
      return false;
    }
  } else {
    int64_t wide;
    if (!readInteger(object, wide) ||
        wide < int64_t(std::numeric_limits<T>::min()) ||
        wide > int64_t(std::numeric_limits<T>::max()))
      return false;
    value = T(wide);
  }
  std::memcpy(element, &value, sizeof(T));
  return true;
}

static bool readFloat(PyObject *object, double &value) {
  if (PyFloat_CheckExact(object)) {
    value = PyFloat_AS_DOUBLE(object);
    return true;
  }
  if (!PyLong_CheckExact(object))
    return false;
  value = PyLong_AsDouble(object);
  if (value == -1.0 && PyErr_Occurred()) {
    PyErr_Clear();
    return false;
  }
  return true;
}

/// The greatest finite number of float16.
static constexpr double kMaxOfHalf = 65504.0;

/// Writes a plain number to an element of another type than those below, for
/// which NumPy has the conversion.
static bool writeOther(PyObject *object, DLDataType type, void *element) {
  PyArray_Descr *descr = getDescr(type);
  double value;
  bool isOther = type.code == kDLFloat || type.code == kDLComplex;
  if (!descr || !isOther || !readFloat(object, value))
    return false;
  // NumPy warns about numbers that become infinite in some of the types.
  if (std::isfinite(value) && std::abs(value) > kMaxOfHalf)
    return false;
  PyObject *array = PyArray_NewFromDescr(
      &PyArray_Type, reinterpret_cast<PyArray_Descr *>(Py_NewRef(descr)), 0,
      nullptr, nullptr, element, NPY_ARRAY_CARRAY, nullptr);
  bool isWritten =
      array && PyArray_SETITEM(reinterpret_cast<PyArrayObject *>(array),
                               static_cast<char *>(element), object) == 0;
  Py_XDECREF(array);
  PyErr_Clear();
  return isWritten;
}

bool scatter::python::writeNumber(PyObject *object, DLDataType type,
                                  void *element) {
  switch (type.code << 8 | type.bits) {
  case kDLInt << 8 | 8:
    return writeInteger<int8_t>(object, element);
  case kDLInt << 8 | 16:
    return writeInteger<int16_t>(object, element);
  case kDLInt << 8 | 32:
    return writeInteger<int32_t>(object, element);
  case kDLInt << 8 | 64:
    return writeInteger<int64_t>(object, element);
  case kDLUInt << 8 | 8:
    return writeInteger<uint8_t>(object, element);
  case kDLUInt << 8 | 16:
    return writeInteger<uint16_t>(object, element);
  case kDLUInt << 8 | 32:
    return writeInteger<uint32_t>(object, element);
  case kDLUInt << 8 | 64:
    return writeInteger<uint64_t>(object, element);
  case kDLFloat << 8 | 32:
  case kDLFloat << 8 | 64: {
    double value;
    if (!readFloat(object, value))
      return false;
    auto single = float(value);
    std::memcpy(element, type.bits == 64 ? (void *)&value : &single,
                type.bits / 8);
    return true;
  }
  default:
    return writeOther(object, type, element);
  }
}

bool scatter::python::writeScalar(PyObject *object, DLDataType type,
                                  void *element) {
  PyArray_Descr *descr = PyArray_DescrFromScalar(object);
  PyArray_Descr *expected = getDescr(type);
  bool isSame = descr && expected && descr->type_num <= NPY_HALF &&
                PyArray_EquivTypes(descr, expected);
  Py_XDECREF(reinterpret_cast<PyObject *>(descr));
  if (isSame)
    PyArray_ScalarAsCtype(object, element);
  else
    PyErr_Clear();
  return isSame;
}
