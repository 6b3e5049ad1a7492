//===- Numbers.h - numbers and nested lists of them -------------*- C++ -*-===//
//
// Plain numbers are int and float, without subclasses such as bool.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_PYTHON_SRC_NUMBERS_H
#define SCATTER_PYTHON_SRC_NUMBERS_H

#include "Arrays.h"

namespace scatter::python {

inline bool isList(PyObject *object) {
  return PyList_CheckExact(object) || PyTuple_CheckExact(object);
}

/// Sets `shape` to the shape of nested lists if all first ones have it. Returns
/// the rank, or 0 for lists that are empty or too deep.
int readShape(PyObject *object, int64_t *shape);

/// Calls `visit` for the items of nested lists until it returns false. Returns
/// false then, and if the lists do not have the shape `shape`.
template <typename Visit>
bool visitItems(PyObject *object, const int64_t *shape, int rank,
                Visit &visit) {
  if (rank == 0)
    return visit(object);
  if (!isList(object) || PySequence_Fast_GET_SIZE(object) != shape[0])
    return false;
  for (int64_t i = 0; i < shape[0]; ++i)
    if (!visitItems(PySequence_Fast_GET_ITEM(object, i), shape + 1, rank - 1,
                    visit))
      return false;
  return true;
}

/// Reads a plain integer of 64 bits.
bool readInteger(PyObject *object, int64_t &value);

/// Writes a plain number to an element of type `type`, if it can hold it.
bool writeNumber(PyObject *object, DLDataType type, void *element);

/// Writes a number of NumPy that has the type `type` to an element.
bool writeScalar(PyObject *object, DLDataType type, void *element);

} // namespace scatter::python

#endif // SCATTER_PYTHON_SRC_NUMBERS_H
