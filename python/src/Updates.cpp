//===- Updates.cpp - the two ops on NumPy arrays --------------------------===//

#include "Updates.h"

#include "Kernels.h"

#include <climits>
#include <cstdlib>
#include <new>

using namespace scatter::python;

/// Copies of this size and more are made without the GIL.
static constexpr size_t kLargeCopy = 1 << 16;

static void copyBytes(void *to, const void *from, size_t size) {
  if (size < kLargeCopy) {
    std::memcpy(to, from, size);
    return;
  }
  Py_BEGIN_ALLOW_THREADS;
  std::memcpy(to, from, size);
  Py_END_ALLOW_THREADS;
}

static bool overlap(PyArrayObject *a, PyArrayObject *b) {
  auto *first = PyArray_BYTES(a), *second = PyArray_BYTES(b);
  return first < second + PyArray_NBYTES(b) &&
         second < first + PyArray_NBYTES(a);
}

/// The array that `object` is, if it has the common form.
static PyArrayObject *getPlain(PyObject *object) {
  if (!object || !PyArray_CheckExact(object))
    return nullptr;
  auto *array = reinterpret_cast<PyArrayObject *>(object);
  return isPlain(array) ? array : nullptr;
}

static bool isGiven(PyObject *object) { return object && object != Py_None; }

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

static bool readThreads(PyObject *object, int32_t &threads) {
  threads = 1;
  if (!isGiven(object))
    return true;
  if (!PyLong_CheckExact(object))
    return false;
  int overflow;
  long value = PyLong_AsLongAndOverflow(object, &overflow);
  threads = int32_t(value);
  return overflow == 0 && value >= 1 && value <= 1024;
}

static bool haveEqualShapes(PyArrayObject *a, PyArrayObject *b) {
  return PyArray_NDIM(a) == PyArray_NDIM(b) &&
         PyArray_CompareLists(PyArray_DIMS(a), PyArray_DIMS(b),
                              PyArray_NDIM(a));
}

namespace {
/// Memory for a value that must not be seen before it is complete.
class Scratch {
public:
  explicit Scratch(size_t size)
      : memory(size <= sizeof(small) ? small : std::malloc(size)) {}
  ~Scratch() {
    if (memory != small)
      std::free(memory);
  }
  void *get() const { return memory; }

private:
  alignas(64) char small[2048];
  void *memory;
};
} // namespace

/// Runs the kernel for `key` on `data`, or on a copy of it that ends up in
/// `out`. `inputs` are the other arrays. What it returns is as in Updates.h.
static PyObject *update(const KernelKey &key, PyArrayObject *data,
                        PyObject *outObject,
                        std::initializer_list<PyArrayObject *> inputs,
                        const int64_t *scalars) {
  DLTensor tensors[3];
  size_t count = 1;
  for (PyArrayObject *input : inputs)
    tensors[count++] = makeTensor(input, getElementId(input));
  auto run = [&](PyArrayObject *shape, void *memory) {
    tensors[0] = makeTensor(memory, key.element, key.rank, PyArray_DIMS(shape));
    Kernel *kernel = getKernel(key);
    return kernel && kernel->run(tensors, count, scalars);
  };

  size_t size = PyArray_NBYTES(data);
  if (!isGiven(outObject)) {
    PyObject *result = PyArray_NewLikeArray(data, NPY_CORDER, nullptr, 0);
    if (!result)
      return nullptr;
    auto *array = reinterpret_cast<PyArrayObject *>(result);
    copyBytes(PyArray_DATA(array), PyArray_DATA(data), size);
    if (!run(array, PyArray_DATA(array)))
      Py_CLEAR(result);
    return result;
  }

  PyArrayObject *out = getPlain(outObject);
  if (!out || !PyArray_ISWRITEABLE(out))
    return nullptr;
  if (out == data) {
    for (PyArrayObject *input : inputs)
      if (overlap(data, input))
        return nullptr;
    return run(data, PyArray_DATA(data)) ? Py_NewRef(outObject) : nullptr;
  }
  if (getElementId(out) != key.element || !haveEqualShapes(out, data))
    return nullptr;
  // On an error `out` keeps its values, and it may overlap the inputs.
  Scratch scratch(size);
  if (!scratch.get())
    return PyErr_NoMemory();
  copyBytes(scratch.get(), PyArray_DATA(data), size);
  if (!run(data, scratch.get()))
    return nullptr;
  copyBytes(PyArray_DATA(out), scratch.get(), size);
  return Py_NewRef(outObject);
}

PyObject *scatter::python::tryNDUpdate(Arguments arguments) {
  static constexpr const char *reductions[] = {"none", "sum", "sub",
                                               "prod", "min", "max"};
  static constexpr const char *policies[] = {"error", "drop", "clamp",
                                             "undefined"};
  static constexpr const char *negatives[] = {"wrap", "reject"};
  PyArrayObject *data = getPlain(arguments[0]);
  PyArrayObject *indices = getPlain(arguments[1]);
  PyArrayObject *updates = getPlain(arguments[2]);
  if (!data || !indices || !updates)
    return nullptr;
  KernelKey key;
  key.op = KernelKey::NDUpdate;
  key.element = getElementId(data);
  if (key.element == kNoElement || getElementId(updates) != key.element)
    return nullptr;
  int indicesType = PyArray_TYPE(indices);
  key.isWide = indicesType == NPY_LONG || indicesType == NPY_LONGLONG;
  if (!key.isWide && indicesType != NPY_INT)
    return nullptr;

  int rank = PyArray_NDIM(data), indicesRank = PyArray_NDIM(indices);
  if (rank < 1 || rank >= kMaxRank || indicesRank < 1 ||
      indicesRank >= kMaxRank)
    return nullptr;
  npy_intp depth = PyArray_DIM(indices, indicesRank - 1);
  if (depth > rank ||
      PyArray_NDIM(updates) != indicesRank - 1 + rank - int(depth))
    return nullptr;
  key.rank = int8_t(rank);
  key.indicesRank = int8_t(indicesRank);
  key.depth = int8_t(depth);
  if (!readEnum(arguments[3], reductions, key.reduction) ||
      !readEnum(arguments[4], policies, key.outOfBounds) ||
      !readEnum(arguments[5], negatives, key.negative) ||
      !readFlag(arguments[6], key.isUnique) ||
      !readFlag(arguments[7], key.isSorted) ||
      !readThreads(arguments[9], key.threads))
    return nullptr;
  return update(key, data, arguments[8], {indices, updates}, nullptr);
}

/// Reads an integer or a sequence of them; larger ones stand for the largest.
/// Returns how many, or -1 for another form.
static int readIntegers(PyObject *object, int64_t *values) {
  auto read = [](PyObject *number, int64_t &value) {
    if (!PyLong_CheckExact(number))
      return false;
    int overflow;
    value = PyLong_AsLongLongAndOverflow(number, &overflow);
    if (overflow)
      value = overflow > 0 ? INT64_MAX : INT64_MIN;
    return true;
  };
  if (!object)
    return -1;
  if (PyLong_CheckExact(object))
    return read(object, values[0]) ? 1 : -1;
  if (!PyTuple_CheckExact(object) && !PyList_CheckExact(object))
    return -1;
  Py_ssize_t count = PySequence_Fast_GET_SIZE(object);
  if (count > kMaxRank)
    return -1;
  for (Py_ssize_t i = 0; i < count; ++i)
    if (!read(PySequence_Fast_GET_ITEM(object, i), values[i]))
      return -1;
  return int(count);
}

PyObject *scatter::python::trySliceScatter(Arguments arguments) {
  PyArrayObject *data = getPlain(arguments[0]);
  PyArrayObject *updates = getPlain(arguments[1]);
  if (!data || !updates)
    return nullptr;
  KernelKey key;
  key.op = KernelKey::SliceScatter;
  key.element = getElementId(data);
  int rank = PyArray_NDIM(data);
  if (key.element == kNoElement || getElementId(updates) != key.element ||
      rank < 1 || rank >= kMaxRank || PyArray_NDIM(updates) != rank)
    return nullptr;

  int64_t scalars[3 * kMaxRank], list[kMaxRank], axes[kMaxRank];
  int count = readIntegers(arguments[2], scalars);
  if (count < 1 || count > rank || readIntegers(arguments[3], list) != count)
    return nullptr;
  std::memcpy(scalars + count, list, count * sizeof(int64_t));
  if (isGiven(arguments[4])) {
    if (readIntegers(arguments[4], list) != count)
      return nullptr;
  } else {
    std::fill_n(list, count, 1);
  }
  std::memcpy(scalars + 2 * count, list, count * sizeof(int64_t));
  bool hasAxes = isGiven(arguments[5]);
  if (hasAxes && readIntegers(arguments[5], axes) != count)
    return nullptr;
  for (int i = 0; i < count; ++i) {
    int64_t axis = hasAxes ? axes[i] : i;
    if (axis < -rank || axis >= rank)
      return nullptr;
    key.axes[i] = int8_t(axis < 0 ? axis + rank : axis);
    if (std::memchr(key.axes, key.axes[i], i))
      return nullptr;
  }
  key.rank = int8_t(rank);
  key.depth = int8_t(count);
  if (!readThreads(arguments[7], key.threads))
    return nullptr;
  return update(key, data, arguments[6], {updates}, scalars);
}
