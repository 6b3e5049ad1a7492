//===- Arrays.cpp - NumPy arrays as DLPack tensors ------------------------===//

#include "Arrays.h"

#include <algorithm>
#include <cstring>
#include <unordered_map>

using namespace scatter::python;

/// By type number of the dtype. NumPy's own numbers are small.
static DLDataType builtinTypes[NPY_HALF + 1];

static std::unordered_map<int, DLDataType> &getOtherTypes() {
  static std::unordered_map<int, DLDataType> types;
  return types;
}

/// By type code and bits.
static std::unordered_map<int, PyArray_Descr *> &getDescrs() {
  static std::unordered_map<int, PyArray_Descr *> descrs;
  return descrs;
}

static int getKey(DLDataType type) { return type.code << 8 | type.bits; }

void scatter::python::registerType(PyArray_Descr *descr, DLDataType type) {
  if (descr->type_num <= NPY_HALF)
    builtinTypes[descr->type_num] = type;
  else
    getOtherTypes()[descr->type_num] = type;
  if (getDescrs().emplace(getKey(type), descr).second)
    Py_INCREF(reinterpret_cast<PyObject *>(descr));
}

static DLDataType getOtherType(int number) {
  auto it = getOtherTypes().find(number);
  return it == getOtherTypes().end() ? DLDataType{0, 0, 0} : it->second;
}

DLDataType scatter::python::getType(PyArrayObject *array) {
  int number = PyArray_TYPE(array);
  return number <= NPY_HALF ? builtinTypes[number] : getOtherType(number);
}

PyArray_Descr *scatter::python::getDescr(DLDataType type) {
  auto it = getDescrs().find(getKey(type));
  return it == getDescrs().end() || type.lanes != 1 ? nullptr : it->second;
}

bool View::setArray(PyArrayObject *array) {
  static_assert(sizeof(npy_intp) == sizeof(int64_t));
  DLDataType type = getType(array);
  if (type.bits == 0 || !PyArray_ISALIGNED(array) ||
      !PyArray_ISNOTSWAPPED(array))
    return false;
  int rank = PyArray_NDIM(array);
  tensor = {PyArray_DATA(array),
            {kDLCPU, 0},
            rank,
            type,
            reinterpret_cast<int64_t *>(PyArray_DIMS(array)),
            nullptr,
            0};
  isWritable = PyArray_ISWRITEABLE(array);
  if (PyArray_IS_C_CONTIGUOUS(array))
    return true;
  npy_intp itemSize = PyArray_ITEMSIZE(array);
  for (int i = 0; i < rank; ++i) {
    if (PyArray_STRIDE(array, i) % itemSize != 0)
      return false;
    strides[i] = PyArray_STRIDE(array, i) / itemSize;
  }
  tensor.strides = strides;
  return true;
}

void View::setContiguous(void *data, DLDataType type, const int64_t *shape,
                         int rank) {
  std::memmove(sizes, shape, size_t(rank) * sizeof(int64_t));
  tensor = {data, {kDLCPU, 0}, rank, type, sizes, nullptr, 0};
  isWritable = false;
}

bool View::broadcast(const int64_t *shape, int rank) {
  int extra = tensor.ndim - rank;
  for (int i = 0; i < extra; ++i)
    if (tensor.shape[i] != 1)
      return false;
  int64_t broadcastStrides[kMaxRank] = {}, stride = 1;
  for (int i = tensor.ndim - 1; i >= std::max(extra, 0); --i) {
    int64_t size = tensor.shape[i], expected = shape[i - extra];
    if (size != 1 && size != expected)
      return false;
    if (size != 1)
      broadcastStrides[i - extra] = tensor.strides ? tensor.strides[i] : stride;
    stride *= size;
  }
  std::memcpy(strides, broadcastStrides, size_t(rank) * sizeof(int64_t));
  std::memcpy(sizes, shape, size_t(rank) * sizeof(int64_t));
  tensor.ndim = rank;
  tensor.shape = sizes;
  tensor.strides = strides;
  return true;
}

bool View::isRowMajor() const {
  int64_t expected = 1;
  for (int i = tensor.ndim - 1; tensor.strides && i >= 0; --i) {
    if (tensor.shape[i] != 1 && tensor.strides[i] != expected)
      return countElements() == 0;
    expected *= tensor.shape[i];
  }
  return true;
}
