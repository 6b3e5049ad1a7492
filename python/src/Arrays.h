//===- Arrays.h - NumPy arrays as DLPack tensors ----------------*- C++ -*-===//
//
// Everything here needs the GIL.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_PYTHON_ARRAYS_H
#define SCATTER_PYTHON_ARRAYS_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#define NPY_NO_DEPRECATED_API NPY_1_7_API_VERSION
#define PY_ARRAY_UNIQUE_SYMBOL scatter_mlir_ARRAY_API
#ifndef SCATTER_IMPORT_ARRAY
#define NO_IMPORT_ARRAY
#endif
#include <numpy/arrayobject.h>

#include <cstdint>
#include <dlpack/dlpack.h>

namespace scatter::python {

/// The largest rank of an array, NumPy 2's.
inline constexpr int kMaxRank = 64;

/// Remembers that dtype `descr` is `type` in DLPack. The Python files of the
/// package know the names of all types.
void registerType(PyArray_Descr *descr, DLDataType type);

/// The type of an array; of 0 bits if its dtype is not registered.
DLDataType getType(PyArrayObject *array);

/// The dtype for a type, borrowed; null if there is none.
PyArray_Descr *getDescr(DLDataType type);

/// An array as a tensor; borrows the array.
struct View {
  View() = default;
  View(const View &) = delete;
  View &operator=(const View &) = delete;

  /// Views a NumPy array. Returns false for other objects, and for arrays that
  /// have no registered type or that kernels cannot use where they lie: not
  /// aligned, not in native byte order, or strides are not of whole elements.
  bool set(PyObject *object);

  int64_t countElements() const;
  size_t countBytes() const {
    return size_t(countElements()) * ((tensor.dtype.bits + 7) / 8);
  }
  /// Whether the elements are row-major without gaps.
  bool isRowMajor() const;

  DLTensor tensor;
  bool isWritable;

private:
  int64_t strides[kMaxRank];
};

} // namespace scatter::python

#endif // SCATTER_PYTHON_ARRAYS_H
