//===- NDUpdate.cpp - scatter_nd_update on common arguments ---------------===//

#include "Update.h"

using namespace scatter::python;

static bool readFlag(PyObject *object, int8_t &flag) {
  flag = object == Py_True;
  return !object || PyBool_Check(object);
}

/// The position of `object` in `names`; 0 if it was not given.
template <size_t N>
static bool readEnum(PyObject *object, const char *const (&names)[N],
                     int8_t &value) {
  value = 0;
  if (!object)
    return true;
  if (!PyUnicode_Check(object))
    return false;
  for (; size_t(value) < N; ++value)
    if (PyUnicode_CompareWithASCIIString(object, names[value]) == 0)
      return true;
  return false;
}

static bool isIndexType(const DLDataType &type) {
  return (type.code == kDLInt || type.code == kDLUInt) &&
         (type.bits == 32 || type.bits == 64);
}

/// Whether updates.shape = indices.shape[:-1] + data.shape[depth:].
static bool fit(const View &data, const View &indices, const View &updates,
                int depth) {
  int batchRank = indices.rank() - 1;
  if (depth > data.rank() || updates.rank() != batchRank + data.rank() - depth)
    return false;
  for (int i = 0; i < updates.rank(); ++i)
    if (updates.size(i) !=
        (i < batchRank ? indices.size(i) : data.size(i - batchRank + depth)))
      return false;
  return true;
}

PyObject *scatter::python::tryNDUpdate(Arguments arguments) {
  View data, indices, updates;
  if (!readArray(arguments[0], data) || !readArray(arguments[1], indices) ||
      !readArray(arguments[2], updates) || updates.id != data.id ||
      !isIndexType(indices.tensor.dtype) || data.rank() < 1 ||
      indices.rank() < 1)
    return nullptr;
  int64_t depth = indices.size(indices.rank() - 1);
  if (depth > data.rank() || !fit(data, indices, updates, int(depth)))
    return nullptr;

  Update update;
  KernelKey &key = update.key;
  key.op = KernelKey::NDUpdate;
  key.element = data.id;
  key.indexElement = indices.id;
  key.rank = int8_t(data.rank());
  key.indicesRank = int8_t(indices.rank());
  key.depth = int8_t(depth);
  if (!readEnum(arguments[3], kReductions, key.reduction) ||
      !readEnum(arguments[4], kPolicies, key.outOfBounds) ||
      !readEnum(arguments[5], kNegatives, key.negative) ||
      !readFlag(arguments[6], key.isUnique) ||
      !readFlag(arguments[7], key.isSorted) ||
      !readThreads(arguments[9], key.threads))
    return nullptr;
  // There is no order of complex numbers.
  if (data.tensor.dtype.code == kDLComplex && key.reduction >= kFirstOrdered)
    return nullptr;
  update.dataObject = arguments[0];
  update.outObject = arguments[8];
  update.arrays[0] = &data;
  update.arrays[1] = &indices;
  update.arrays[2] = &updates;
  update.numArrays = 3;
  return update.run();
}
