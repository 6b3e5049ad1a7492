//===- Arrays.h - NumPy arrays as DLPack tensors ----------------*- C++ -*-===//
//
// All functions require the GIL.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_PYTHON_SRC_ARRAYS_H
#define SCATTER_PYTHON_SRC_ARRAYS_H

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

/// The largest rank of an array, the same as in NumPy 2.
inline constexpr int kMaxRank = 64;

/// Registers dtype `descr` as `type` of DLPack. The Python files of the package
/// know the names of all types.
void registerType(PyArray_Descr *descr, DLDataType type);

/// Returns the type of an array. Its bits are 0 if the dtype is not registered.
DLDataType getType(PyArrayObject *array);

/// Returns the dtype for a type as a borrowed reference, or null.
PyArray_Descr *getDescr(DLDataType type);

/// A tensor that refers to an array. Borrows the array.
struct View {
  View() = default;
  View(const View &) = delete;
  View &operator=(const View &) = delete;

  /// Views a NumPy array. Returns false for other objects, and for arrays that
  /// kernels cannot use: unregistered types, unaligned memory, foreign byte
  /// order, or strides that are not multiples of the element size.
  bool set(PyObject *object) {
    return PyArray_Check(object) &&
           setArray(reinterpret_cast<PyArrayObject *>(object));
  }
  bool setArray(PyArrayObject *array);

  /// Views a row-major array. Copies `shape`, which may be of this view.
  void setContiguous(void *data, DLDataType type, const int64_t *shape,
                     int rank);

  /// Broadcasts the array to `shape`, as NumPy's assignment does: leading
  /// dimensions of size 1 may be dropped. Returns false for other shapes.
  bool broadcast(const int64_t *shape, int rank);

  int64_t countElements() const {
    int64_t count = 1;
    for (int i = 0; i < tensor.ndim; ++i)
      count *= tensor.shape[i];
    return count;
  }
  size_t countBytes() const {
    return size_t(countElements()) * ((tensor.dtype.bits + 7) / 8);
  }
  /// Whether the elements are row-major without padding.
  bool isRowMajor() const;

  DLTensor tensor;
  bool isWritable;

private:
  int64_t strides[kMaxRank], sizes[kMaxRank];
};

} // namespace scatter::python

#endif // SCATTER_PYTHON_SRC_ARRAYS_H
