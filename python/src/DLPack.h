//===- DLPack.h - DLPack capsules and NumPy arrays --------------*- C++ -*-===//

#ifndef SCATTER_PYTHON_DLPACK_H
#define SCATTER_PYTHON_DLPACK_H

#include "Arrays.h"

namespace scatter::python {

/// A new reference to an array over the memory of `tensor`, which it owns from
/// here on, also on failure; null with an exception.
PyObject *toArray(DLManagedTensor *tensor);

/// An array over the memory of an object with `__dlpack__`, which it keeps
/// alive; null with an exception (TypeError for another device or type).
PyObject *importDLPack(PyObject *object);

/// A capsule "dltensor" over the memory of an array; null with an exception.
PyObject *exportDLPack(PyObject *array);

} // namespace scatter::python

#endif // SCATTER_PYTHON_DLPACK_H
