//===- SliceScatter.cpp - slice_scatter on common arguments ---------------===//

#include "Update.h"

#include <algorithm>

using namespace scatter::python;

static bool readInteger(PyObject *number, int64_t &value) {
  if (!number || !PyLong_CheckExact(number))
    return false;
  int overflow;
  value = PyLong_AsLongLongAndOverflow(number, &overflow);
  // Larger ones mean the same as the largest.
  if (overflow)
    value = overflow > 0 ? INT64_MAX : INT64_MIN;
  return true;
}

/// Reads an integer or a sequence of them. Returns how many, or -1 for another
/// form.
static int readIntegers(PyObject *object, int64_t *values) {
  if (!object)
    return -1;
  if (PyLong_CheckExact(object))
    return readInteger(object, values[0]) ? 1 : -1;
  bool isTuple = PyTuple_CheckExact(object);
  if (!isTuple && !PyList_CheckExact(object))
    return -1;
  Py_ssize_t count = isTuple ? PyTuple_Size(object) : PyList_Size(object);
  if (count > kMaxRank)
    return -1;
  for (Py_ssize_t i = 0; i < count; ++i)
    if (!readInteger(isTuple ? PyTuple_GetItem(object, i)
                             : PyList_GetItem(object, i),
                     values[i]))
      return -1;
  return int(count);
}

/// The number of elements of a slice of `size`. `step` is not 0.
static int64_t getLength(int64_t size, int64_t start, int64_t stop,
                         int64_t step) {
  Py_ssize_t first = start, last = stop;
  // The lowest step means the same as the one above it, which can be negated.
  return PySlice_AdjustIndices(size, &first, &last,
                               std::max<int64_t>(step, -PY_SSIZE_T_MAX));
}

PyObject *scatter::python::trySliceScatter(Arguments arguments) {
  View data, updates;
  if (!readArray(arguments[0], data) || !readArray(arguments[1], updates) ||
      updates.id != data.id || data.rank() < 1 || updates.rank() != data.rank())
    return nullptr;

  // start, stop and step, one after the other.
  int64_t scalars[3 * kMaxRank], axes[kMaxRank];
  int rank = data.rank();
  int count = readIntegers(arguments[2], scalars);
  if (count < 1 || count > rank ||
      readIntegers(arguments[3], scalars + count) != count)
    return nullptr;
  int64_t *steps = scalars + 2 * count;
  if (!isGiven(arguments[4]))
    std::fill_n(steps, count, 1);
  else if (readIntegers(arguments[4], steps) != count)
    return nullptr;
  bool hasAxes = isGiven(arguments[5]);
  if (hasAxes && readIntegers(arguments[5], axes) != count)
    return nullptr;

  Update update;
  update.lastStep = 1;
  KernelKey &key = update.key;
  int64_t shape[kMaxRank];
  std::copy_n(data.tensor.shape, rank, shape);
  for (int i = 0; i < count; ++i) {
    int64_t axis = hasAxes ? axes[i] : i;
    if (axis < -rank || axis >= rank || steps[i] == 0)
      return nullptr;
    key.axes[i] = int8_t(axis < 0 ? axis + rank : axis);
    if (i > 0 && std::memchr(key.axes, key.axes[i], i))
      return nullptr;
    int64_t &size = shape[key.axes[i]];
    size = getLength(size, scalars[i], scalars[count + i], steps[i]);
    if (key.axes[i] == rank - 1)
      update.lastStep = getFastStep(steps[i]);
  }
  if (!std::equal(shape, shape + rank, updates.tensor.shape))
    return nullptr;
  key.op = KernelKey::SliceScatter;
  key.element = data.id;
  key.rank = int8_t(rank);
  key.depth = int8_t(count);
  if (!readThreads(arguments[7], key.threads))
    return nullptr;
  update.dataObject = arguments[0];
  update.outObject = arguments[6];
  update.arrays[0] = &data;
  update.arrays[1] = &updates;
  update.numArrays = 2;
  update.scalars = scalars;
  return update.run();
}
