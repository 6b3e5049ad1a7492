//===- Results.h - arrays and tensors for results ---------------*- C++ -*-===//

#ifndef SCATTER_PYTHON_RESULTS_H
#define SCATTER_PYTHON_RESULTS_H

#include "Exchange.h"

namespace scatter::python {

/// A new array like `array`, of `size` bytes with any values, whose dimensions
/// follow each other in memory as those of `array` do; null with an exception.
/// The memory of a large one comes from the pool. Needs the GIL.
PyObject *makeResultArray(PyArrayObject *array, size_t size);

/// The same for DLPack's functions and a row-major tensor over memory of the
/// pool, which it owns; null, without an exception, if it is not large enough.
VersionedTensor *makeResultTensor(const View &view);

} // namespace scatter::python

#endif // SCATTER_PYTHON_RESULTS_H
