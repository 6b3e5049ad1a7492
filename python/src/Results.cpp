//===- Results.cpp - arrays and tensors for results -----------------------===//

#include "Results.h"

#include "ResultPool.h"

using namespace scatter::python;

/// A capsule that gives `block` back; null with an exception, and the block is
/// given back.
static PyObject *makeOwner(ResultBlock block) {
  auto *owned = new ResultBlock(block);
  auto giveBack = [](PyObject *capsule) {
    auto *owned =
        static_cast<ResultBlock *>(PyCapsule_GetPointer(capsule, nullptr));
    giveBackResultBlock(*owned);
    delete owned;
  };
  PyObject *owner = PyCapsule_New(owned, nullptr, giveBack);
  if (!owner) {
    giveBackResultBlock(block);
    delete owned;
  }
  return owner;
}

static PyObject *makePooledArray(PyArrayObject *array, ResultBlock block) {
  PyObject *owner = makeOwner(block);
  if (!owner)
    return nullptr;
  PyArray_Descr *descr = PyArray_DESCR(array);
  Py_INCREF(descr);
  PyObject *result = PyArray_NewFromDescr(
      &PyArray_Type, descr, PyArray_NDIM(array), PyArray_DIMS(array), nullptr,
      block.memory, NPY_ARRAY_CARRAY, nullptr);
  if (!result)
    Py_DECREF(owner);
  else if (PyArray_SetBaseObject((PyArrayObject *)result, owner) < 0)
    Py_CLEAR(result);
  return result;
}

PyObject *scatter::python::makeResultArray(PyArrayObject *array, size_t size) {
  if (size >= kMinPooledBytes)
    if (ResultBlock block = takeResultBlock(size); block.memory)
      return makePooledArray(array, block);
  return PyArray_NewLikeArray(array, NPY_CORDER, nullptr, 0);
}

namespace {
/// What owns the memory of a tensor.
struct PooledTensor {
  VersionedTensor tensor;
  ResultBlock block;
  int64_t shape[kMaxRank], strides[kMaxRank];
};
} // namespace

static void deletePooledTensor(VersionedTensor *tensor) {
  auto *pooled = static_cast<PooledTensor *>(tensor->manager_ctx);
  giveBackResultBlock(pooled->block);
  delete pooled;
}

VersionedTensor *scatter::python::makeResultTensor(const View &view) {
  ResultBlock block = takeResultBlock(view.countBytes());
  if (!block.memory)
    return nullptr;
  auto *pooled = new PooledTensor;
  pooled->block = block;
  int64_t stride = 1;
  for (int i = view.rank() - 1; i >= 0; --i) {
    pooled->shape[i] = view.size(i);
    pooled->strides[i] = stride;
    stride *= view.size(i);
  }
  DLTensor tensor = view.tensor;
  tensor.data = block.memory;
  tensor.byte_offset = 0;
  tensor.shape = pooled->shape;
  tensor.strides = pooled->strides;
  pooled->tensor = {/*major=*/1, /*minor=*/0,
                    pooled,      deletePooledTensor,
                    /*flags=*/0, tensor};
  return &pooled->tensor;
}
