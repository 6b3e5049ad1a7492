//===- Results.h - arrays and tensors for results ---------------*- C++ -*-===//

#ifndef SCATTER_PYTHON_RESULTS_H
#define SCATTER_PYTHON_RESULTS_H

#include "Exchange.h"

namespace scatter::python {

/// A new row-major array like `array`, of `size` bytes with any values; null
/// with an exception. The memory of a large one comes from the pool. Needs the
/// GIL.
PyObject *makeResultArray(PyArrayObject *array, size_t size);

/// The same for DLPack's functions: a row-major tensor over memory of the pool,
/// which it owns; null, without an exception, if it is not large enough.
VersionedTensor *makeResultTensor(const View &view);

} // namespace scatter::python

#endif // SCATTER_PYTHON_RESULTS_H
