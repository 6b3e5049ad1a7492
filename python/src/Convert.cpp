//===- Convert.cpp - arguments as arrays for kernels ----------------------===//

#include "Convert.h"

#include "DLPack.h"
#include "Elements.h"
#include "Numbers.h"
#include "scatter-c/Kernels.h"

#include <algorithm>
#include <bit>

using namespace scatter::python;

bool scatter::python::readArray(PyObject *object, View &view) {
  if (!object)
    return false;
  return PyArray_CheckExact(object)
             ? view.setArray(reinterpret_cast<PyArrayObject *>(object))
             : viewTensor(object, view);
}

//===----------------------------------------------------------------------===//
// Indices
//===----------------------------------------------------------------------===//

static constexpr uint64_t kOnes = 0x0101010101010101;

/// Returns 8 bools, each 0 or 1, as bytes of a word. A byte of an array that is
/// viewed as bool may have any value.
static uint64_t readBools(const uint8_t *mask, int64_t count) {
  uint64_t word = 0;
  if (count >= 8)
    std::memcpy(&word, mask, sizeof(word));
  else
    std::memcpy(&word, mask, size_t(count));
  for (int shift : {4, 2, 1})
    word |= word >> shift;
  return word & kOnes;
}

/// Calls `visit` for the positions of elements that are true.
template <typename Visit>
static void visitTrue(const uint8_t *mask, int64_t size, Visit visit) {
  for (int64_t i = 0; i < size; i += 8)
    for (uint64_t word = readBools(mask + i, size - i); word != 0;
         word &= word - 1)
      visit(i + std::countr_zero(word) / 8);
}

static int64_t countTrue(const uint8_t *mask, int64_t size) {
  uint64_t count = 0;
  for (int64_t i = 0; i < size; i += 8)
    count += readBools(mask + i, size - i) * kOnes >> 56;
  return int64_t(count);
}

static int64_t countElements(const int64_t *shape, int rank) {
  int64_t count = 1;
  for (int i = 0; i < rank; ++i)
    count *= shape[i];
  return count;
}

/// Writes the positions of elements that are true to `tuples`.
static void writePositions(const uint8_t *mask, const int64_t *shape, int rank,
                           int64_t *tuples) {
  int64_t columns = rank > 0 ? shape[rank - 1] : 1;
  int64_t rows = countElements(shape, rank - 1);
  if (columns == 0)
    return;
  for (int64_t row = 0; row < rows; ++row, mask += columns)
    visitTrue(mask, columns, [&](int64_t column) {
      int64_t rest = row;
      tuples[rank - 1] = column;
      for (int i = rank - 2; i >= 0; --i) {
        tuples[i] = rest % shape[i];
        rest /= shape[i];
      }
      tuples += rank;
    });
}

/// Makes index tuples of a mask of the leading dimensions of `data`.
static bool convertMask(const DLTensor &data, View &view, Scratch &scratch) {
  const DLTensor &mask = view.tensor;
  int rank = mask.ndim;
  if (rank == 0 || rank > data.ndim || !view.isRowMajor() ||
      !std::equal(mask.shape, mask.shape + rank, data.shape))
    return false;
  auto *bytes = static_cast<const uint8_t *>(mask.data) + mask.byte_offset;
  int64_t shape[] = {countTrue(bytes, view.countElements()), rank};
  auto *tuples = static_cast<int64_t *>(
      scratch.allocate(size_t(shape[0] * rank) * sizeof(int64_t)));
  if (!tuples)
    return false;
  writePositions(bytes, mask.shape, rank, tuples);
  view.setContiguous(tuples, {kDLInt, 64, 1}, shape, 2);
  return true;
}

/// Converts integers for which there are no kernels.
template <typename T>
static bool convertIntegers(View &view, Scratch &scratch) {
  auto *values = static_cast<int64_t *>(
      scratch.allocate(size_t(view.countElements()) * sizeof(int64_t)));
  if (!values)
    return false;
  copyElements<T>(view.tensor, values);
  view.setContiguous(values, {kDLInt, 64, 1}, view.tensor.shape,
                     view.tensor.ndim);
  return true;
}

bool scatter::python::readIndices(PyObject *object, const DLTensor &data,
                                  View &view, Scratch &scratch) {
  if (!object)
    return false;
  if (isList(object)) {
    int64_t shape[kMaxRank];
    int rank = readShape(object, shape);
    auto *values = static_cast<int64_t *>(
        rank == 0 ? nullptr
                  : scratch.allocate(size_t(countElements(shape, rank)) *
                                     sizeof(int64_t)));
    if (!values)
      return false;
    int64_t *next = values;
    auto visit = [&](PyObject *item) { return readInteger(item, *next++); };
    if (!visitItems(object, shape, rank, visit))
      return false;
    view.setContiguous(values, {kDLInt, 64, 1}, shape, rank);
    return true;
  }
  if (!readArray(object, view))
    return false;
  if (!isReadable(view.tensor))
    return true;
  switch (view.tensor.dtype.code << 8 | view.tensor.dtype.bits) {
  case SCATTER_TYPE_BOOL << 8 | 8:
    return convertMask(data, view, scratch);
  case kDLInt << 8 | 8:
    return convertIntegers<int8_t>(view, scratch);
  case kDLInt << 8 | 16:
    return convertIntegers<int16_t>(view, scratch);
  case kDLUInt << 8 | 8:
    return convertIntegers<uint8_t>(view, scratch);
  case kDLUInt << 8 | 16:
    return convertIntegers<uint16_t>(view, scratch);
  default:
    return true;
  }
}

PyObject *scatter::python::findTrue(PyObject *mask) {
  auto *array = reinterpret_cast<PyArrayObject *>(mask);
  auto *bytes = static_cast<const uint8_t *>(PyArray_DATA(array));
  int rank = PyArray_NDIM(array);
  npy_intp shape[] = {countTrue(bytes, PyArray_SIZE(array)), rank};
  PyObject *tuples = PyArray_SimpleNew(2, shape, NPY_INT64);
  if (tuples)
    writePositions(bytes, reinterpret_cast<int64_t *>(PyArray_DIMS(array)),
                   rank,
                   static_cast<int64_t *>(PyArray_DATA(
                       reinterpret_cast<PyArrayObject *>(tuples))));
  return tuples;
}

//===----------------------------------------------------------------------===//
// Updates
//===----------------------------------------------------------------------===//

/// Repeats the element `scratch.number`.
static bool repeatNumber(const DLTensor &data, const int64_t *shape, int rank,
                         View &view, Scratch &scratch) {
  size_t itemSize = getItemSize(data.dtype);
  auto count = size_t(countElements(shape, rank));
  if (count * itemSize > kMaxCopyBytes) {
    view.setContiguous(scratch.number, data.dtype, nullptr, 0);
    return view.broadcast(shape, rank);
  }
  void *memory = scratch.fill(scratch.number, itemSize, count);
  if (memory)
    view.setContiguous(memory, data.dtype, shape, rank);
  return memory != nullptr;
}

/// Broadcasts an array by the rules of NumPy's assignment.
static bool broadcastArray(const DLTensor &data, const int64_t *shape, int rank,
                           View &view, Scratch &scratch) {
  size_t itemSize = getItemSize(data.dtype);
  auto bytes = size_t(countElements(shape, rank)) * itemSize;
  if (!view.broadcast(shape, rank))
    return false;
  if (bytes > kMaxCopyBytes)
    return true;
  // All elements are the same one.
  if (std::all_of(view.tensor.strides, view.tensor.strides + rank,
                  [](int64_t stride) { return stride == 0; })) {
    std::memcpy(scratch.number,
                static_cast<char *>(view.tensor.data) + view.tensor.byte_offset,
                itemSize);
    return repeatNumber(data, shape, rank, view, scratch);
  }
  void *memory = scratch.allocate(bytes);
  if (!memory)
    return false;
  copyElements(view.tensor, memory);
  view.setContiguous(memory, data.dtype, shape, rank);
  return true;
}

/// Reads nested lists of numbers.
static bool convertLists(PyObject *object, const DLTensor &data, View &view,
                         Scratch &scratch) {
  int64_t shape[kMaxRank];
  int rank = readShape(object, shape);
  size_t itemSize = getItemSize(data.dtype);
  if (rank == 0)
    return false;
  auto *next = static_cast<char *>(
      scratch.allocate(size_t(countElements(shape, rank)) * itemSize));
  if (!next)
    return false;
  view.setContiguous(next, data.dtype, shape, rank);
  auto visit = [&](PyObject *item) {
    bool isWritten = writeNumber(item, data.dtype, next);
    next += itemSize;
    return isWritten;
  };
  return visitItems(object, shape, rank, visit);
}

static bool hasShape(const DLTensor &tensor, const int64_t *shape, int rank) {
  if (tensor.ndim != rank)
    return false;
  for (int i = 0; i < rank; ++i)
    if (tensor.shape[i] != shape[i])
      return false;
  return true;
}

bool scatter::python::readUpdates(PyObject *object, const DLTensor &data,
                                  const int64_t *shape, int rank, View &view,
                                  Scratch &scratch) {
  if (!object || !isReadable(data))
    return false;
  // The usual form of a call.
  if (PyArray_CheckExact(object))
    return view.setArray(reinterpret_cast<PyArrayObject *>(object)) &&
           areSame(view.tensor.dtype, data.dtype) &&
           (hasShape(view.tensor, shape, rank) ||
            (isReadable(view.tensor) &&
             broadcastArray(data, shape, rank, view, scratch)));
  if (PyLong_CheckExact(object) || PyFloat_CheckExact(object))
    return writeNumber(object, data.dtype, scratch.number) &&
           repeatNumber(data, shape, rank, view, scratch);
  // A number of NumPy.
  if (PyArray_IsScalar(object, Generic))
    return writeScalar(object, data.dtype, scratch.number) &&
           repeatNumber(data, shape, rank, view, scratch);
  // The elements of lists may have to be broadcast, which needs other memory.
  Scratch elements;
  bool isRead = isList(object) ? convertLists(object, data, view, elements)
                               : readArray(object, view) &&
                                     areSame(view.tensor.dtype, data.dtype);
  if (!isRead)
    return false;
  const DLTensor &found = view.tensor;
  if (hasShape(found, shape, rank)) {
    if (isList(object))
      scratch.swap(elements);
    return true;
  }
  bool isSmall = size_t(countElements(shape, rank)) * getItemSize(data.dtype) <=
                 kMaxCopyBytes;
  return isReadable(found) && (isSmall || !isList(object)) &&
         broadcastArray(data, shape, rank, view, scratch);
}

bool scatter::python::readElements(PyObject *object, const DLTensor &data,
                                   const DLTensor &indices, int64_t axis,
                                   View &view, Scratch &scratch) {
  if (!object || !(PyLong_CheckExact(object) || PyFloat_CheckExact(object)))
    return readArray(object, view);
  bool areSlices = indices.ndim == 1;
  const DLTensor &like = areSlices ? data : indices;
  if (axis < -data.ndim || axis >= data.ndim || like.ndim > kMaxRank ||
      !isReadable(data) || !writeNumber(object, data.dtype, scratch.number))
    return false;
  int64_t shape[kMaxRank];
  std::copy_n(like.shape, like.ndim, shape);
  if (areSlices)
    shape[axis < 0 ? axis + data.ndim : axis] = indices.shape[0];
  view.setContiguous(scratch.number, data.dtype, nullptr, 0);
  return view.broadcast(shape, like.ndim);
}
