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

/// The element type of a NumPy array. Types of ml_dtypes are unknown until
/// their first array has gone through registerDType.
ElementId getElementId(PyArrayObject *array);

/// Remembers the type of dtype `descr` by its name; kNoElement for a type that
/// cannot be passed.
ElementId registerDType(PyArray_Descr *descr);

/// Whether the elements lie row-major, aligned and in native byte order.
inline bool isPlain(PyArrayObject *array) {
  return PyArray_CHKFLAGS(array, NPY_ARRAY_C_CONTIGUOUS | NPY_ARRAY_ALIGNED) &&
         PyArray_ISNOTSWAPPED(array);
}

inline DLTensor makeTensor(void *data, ElementId id, int rank,
                           npy_intp *shape) {
  static_assert(sizeof(npy_intp) == sizeof(int64_t));
  const Element &element = getElement(id);
  return {data,
          {kDLCPU, 0},
          rank,
          {element.code, element.bits, 1},
          reinterpret_cast<int64_t *>(shape),
          nullptr,
          0};
}

/// The memory of a plain array, borrowed.
inline DLTensor makeTensor(PyArrayObject *array, ElementId id) {
  return makeTensor(PyArray_DATA(array), id, PyArray_NDIM(array),
                    PyArray_DIMS(array));
}

/// A new reference to an array over the memory of `tensor`, which it owns from
/// here on, also on failure; null with an exception.
PyObject *toArray(DLManagedTensor *tensor);

/// An array over the memory of an object with `__dlpack__`, which it keeps
/// alive; null with an exception (TypeError for another device or type).
PyObject *importDLPack(PyObject *object);

/// A capsule "dltensor" over the memory of an array; null with an exception.
PyObject *exportDLPack(PyObject *array);

} // namespace scatter::python

#endif // SCATTER_PYTHON_ARRAYS_H
