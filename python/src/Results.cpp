//===- Results.cpp - arrays and tensors for results -----------------------===//

#include "Results.h"

#include "scatter-c/Pool.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>

using namespace scatter::python;

/// Memory from the pool; null if `size` is too small for it, if the pool is off
/// or if there is no memory.
static void *takeMemory(size_t size) {
  if (size < SCATTER_POOL_MIN_BYTES || scatter_pool_limit() == 0)
    return nullptr;
  return scatter_pool_allocate(size);
}

/// Writes the strides of an array without gaps whose dimensions have the order
/// of those of `array`, that of NumPy's NPY_KEEPORDER.
static void fillKeptStrides(PyArrayObject *array, npy_intp *strides) {
  int rank = PyArray_NDIM(array);
  int order[kMaxRank];
  std::iota(order, order + rank, 0);
  // In a contiguous array strides of dimensions of size 1 have no order.
  if (!PyArray_IS_C_CONTIGUOUS(array))
    std::sort(order, order + rank, [&](int a, int b) {
      npy_intp strideA = std::abs(PyArray_STRIDE(array, a));
      npy_intp strideB = std::abs(PyArray_STRIDE(array, b));
      return strideA != strideB ? strideA > strideB : a < b;
    });
  npy_intp stride = PyArray_ITEMSIZE(array);
  for (int i = rank - 1; i >= 0; --i) {
    strides[order[i]] = stride;
    stride *= PyArray_DIM(array, order[i]);
  }
}

/// An array that owns `memory`; null with an exception, and the memory is given
/// back.
static PyObject *makePooledArray(PyArrayObject *array, void *memory) {
  PyObject *owner = PyCapsule_New(memory, nullptr, [](PyObject *capsule) {
    scatter_pool_free(PyCapsule_GetPointer(capsule, nullptr));
  });
  if (!owner) {
    scatter_pool_free(memory);
    return nullptr;
  }
  PyArray_Descr *descr = PyArray_DESCR(array);
  Py_INCREF(descr);
  npy_intp strides[kMaxRank];
  fillKeptStrides(array, strides);
  PyObject *result = PyArray_NewFromDescr(
      &PyArray_Type, descr, PyArray_NDIM(array), PyArray_DIMS(array), strides,
      memory, NPY_ARRAY_BEHAVED, nullptr);
  if (!result)
    Py_DECREF(owner);
  else if (PyArray_SetBaseObject((PyArrayObject *)result, owner) < 0)
    Py_CLEAR(result);
  return result;
}

PyObject *scatter::python::makeResultArray(PyArrayObject *array, size_t size) {
  if (void *memory = takeMemory(size))
    return makePooledArray(array, memory);
  return PyArray_NewLikeArray(array, NPY_KEEPORDER, nullptr, 0);
}

namespace {
/// A tensor that owns its memory.
struct PooledTensor {
  VersionedTensor tensor;
  int64_t shape[kMaxRank], strides[kMaxRank];
};
} // namespace

static void deletePooledTensor(VersionedTensor *tensor) {
  auto *pooled = static_cast<PooledTensor *>(tensor->manager_ctx);
  scatter_pool_free(pooled->tensor.dl_tensor.data);
  delete pooled;
}

VersionedTensor *scatter::python::makeResultTensor(const View &view) {
  void *memory = takeMemory(view.countBytes());
  if (!memory)
    return nullptr;
  auto *pooled = new PooledTensor;
  int64_t stride = 1;
  for (int i = view.rank() - 1; i >= 0; --i) {
    pooled->shape[i] = view.size(i);
    pooled->strides[i] = stride;
    stride *= view.size(i);
  }
  DLTensor tensor = view.tensor;
  tensor.data = memory;
  tensor.byte_offset = 0;
  tensor.shape = pooled->shape;
  tensor.strides = pooled->strides;
  pooled->tensor = {/*major=*/1, /*minor=*/0,
                    pooled,      deletePooledTensor,
                    /*flags=*/0, tensor};
  return &pooled->tensor;
}
