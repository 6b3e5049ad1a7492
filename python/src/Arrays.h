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

/// An element type: MLIR's, NumPy's and DLPack's names for it.
struct Element {
  const char *mlirName;
  const char *numpyName;
  uint8_t code;
  uint8_t bits;
};

/// The position of an element type in the table, or kNoElement.
using ElementId = int8_t;
inline constexpr ElementId kNoElement = -1;

/// The number of element types.
extern const ElementId kNumElements;

const Element &getElement(ElementId id);

/// i8.
inline constexpr ElementId kByteElement = 1;

/// The element type of a NumPy array. Types of ml_dtypes are unknown until
/// their first array has gone through registerDType.
ElementId getElementId(PyArrayObject *array);

/// Remembers the type of dtype `descr` by its name; kNoElement for a type that
/// cannot be passed.
ElementId registerDType(PyArray_Descr *descr);

/// The largest rank of an array, NumPy 2's.
inline constexpr int kMaxRank = 64;

/// Whether kernels can use the array where it lies: aligned, in native byte
/// order, and with strides of whole elements.
bool isUsable(PyArrayObject *array);

/// The elements of an array as a tensor; borrows the array.
struct View {
  View() = default;
  View(const View &) = delete;
  View &operator=(const View &) = delete;

  /// Views a usable array.
  void set(PyArrayObject *array, ElementId id);
  /// Views a tensor, whose shape and strides are borrowed. Returns false if it
  /// cannot be used where it lies.
  bool set(const DLTensor &source);
  /// Views row-major memory; borrows `shape`.
  void set(void *data, ElementId id, int rank, const int64_t *shape);

  int rank() const { return tensor.ndim; }
  int64_t size(int i) const { return tensor.shape[i]; }
  bool isRowMajor() const { return !tensor.strides; }
  /// Whether the elements along the last dimension lie side by side.
  bool hasRows() const {
    return isRowMajor() || tensor.strides[tensor.ndim - 1] == 1;
  }
  size_t countBytes() const;

  DLTensor tensor;
  ElementId id;
  bool isWritable;
  /// Bytes per element.
  uint8_t itemSize;

private:
  int64_t strides[kMaxRank];
};

/// The type with a DLPack code, or kNoElement.
ElementId findElement(DLDataType type);

/// Whether the bytes between the first and the last element of both overlap.
bool mayOverlap(const View &a, const View &b);

bool haveEqualShapes(const View &a, const View &b);

/// Whether both have the same elements at the same places.
bool areSameMemory(const View &a, const View &b);

} // namespace scatter::python

#endif // SCATTER_PYTHON_ARRAYS_H
