//===- Update.cpp - updates of arrays by kernels --------------------------===//

#include "Update.h"

#include "Overlap.h"
#include "Results.h"

#include <algorithm>
#include <type_traits>

using namespace scatter::python;

/// Copies of this size and more are made without the GIL.
static constexpr size_t kLargeCopy = 1 << 16;

/// Copies of this size and more are made by the kernel, whose threads share
/// them from there on and which writes them past the cache from 16 MiB on. Time
/// with the update over that with memcpy: 8 MiB 0.85 to 0.97, by two threads
/// 0.5 to 0.66; from 16 MiB on 0.6 to 0.74 if the update is small, 0.74 to 1.0
/// if half of the rows are updated. 4 MiB 1.0 to 1.1.
static constexpr size_t kKernelCopy = 8 << 20;

static void copyBytes(const View &to, const View &from, size_t size) {
  if (size < kLargeCopy) {
    std::memcpy(to.tensor.data, from.tensor.data, size);
    return;
  }
  Py_BEGIN_ALLOW_THREADS;
  std::memcpy(to.tensor.data, from.tensor.data, size);
  Py_END_ALLOW_THREADS;
}

/// Returns a new reference to `object`, which was written if `outcome` is
/// success.
static PyObject *give(PyObject *object, Outcome outcome) {
  if (outcome != Outcome::Done ||
      (!PyArray_Check(object) && !recordWrite(object)))
    return nullptr;
  return Py_NewRef(object);
}

bool scatter::python::readThreads(PyObject *object, int16_t &threads) {
  threads = 1;
  if (!isGiven(object))
    return true;
  if (!PyLong_CheckExact(object))
    return false;
  int overflow;
  long value = PyLong_AsLongAndOverflow(object, &overflow);
  threads = int16_t(value);
  return overflow == 0 && value >= 1 && value <= kMaxThreads;
}

bool scatter::python::readArray(PyObject *object, View &view) {
  if (!object)
    return false;
  if (!PyArray_CheckExact(object))
    return viewTensor(object, view);
  auto *array = reinterpret_cast<PyArrayObject *>(object);
  ElementId id = getElementId(array);
  if (id == kNoElement || !isUsable(array))
    return false;
  view.set(array, id);
  return true;
}

/// The bits of array 0 in KernelKey::strided.
static int getLayout(const View &view) {
  if (view.isRowMajor())
    return 0;
  return view.hasRows() ? 1 : 1 | 16;
}

Outcome Update::runOn(const View &target, bool copies) {
  const DLTensor *tensors[1 + std::extent_v<decltype(arrays)>];
  size_t count = 0;
  if (copies)
    tensors[count++] = &arrays[0]->tensor;
  tensors[count++] = &target.tensor;
  key.strided = getLayout(target);
  for (size_t i = 1; i < numArrays; ++i) {
    tensors[count++] = &arrays[i]->tensor;
    key.strided |= int8_t(getLayout(*arrays[i]) << i);
  }
  key.copies = copies;
  // With strides of any size a step makes no difference.
  key.lastStep = key.strided >> 4 ? 0 : lastStep;
  bool hasRowSlices = key.op == KernelKey::NDUpdate &&
                      key.rank == key.depth + 1 && key.strided >> 4 == 0;
  key.rowLength = hasRowSlices ? getFastRowLength(*arrays[2]) : 0;
  Kernel *kernel = getKernel(key);
  return kernel ? kernel->run(tensors, count, scalars) : Outcome::Failed;
}

/// Whether nothing of data is left.
bool Update::replacesAll() const {
  return key.op == KernelKey::SliceScatter &&
         haveEqualShapes(*arrays[0], *arrays[1]);
}

/// Updates a copy of data in `target`; both have `size` bytes, are row-major
/// and do not overlap.
Outcome Update::runOnRowMajorCopy(const View &target, size_t size) {
  if (size >= kLargeCopy) {
    if (replacesAll())
      return runOn(target);
    if (Outcome outcome = runAround(target, size); outcome != Outcome::Declined)
      return outcome;
    if (size >= kKernelCopy)
      return runOn(target, /*copies=*/true);
  }
  copyBytes(target, *arrays[0], size);
  return runOn(target);
}

bool Update::needsCheck() const {
  return key.op == KernelKey::NDUpdate && key.outOfBounds == 0 && key.depth > 0;
}

/// Whether checkIndices takes longer than to copy the result of `size` bytes:
/// up to 2 ns per tuple, where a copy in the cache takes 0.1 ns per byte.
bool Update::isCheckDear(size_t size) const {
  return needsCheck() &&
         arrays[1]->countBytes() / arrays[1]->itemSize / key.depth >= size / 8;
}

/// Runs the checks of the kernel alone, by an update of the same slots with
/// nothing in them.
Outcome Update::checkIndices() {
  if (!needsCheck())
    return Outcome::Done;
  Update check = *this;
  check.key.element = kByteElement;
  check.key.rank = int8_t(key.depth + 1);
  check.key.reduction = check.key.isUnique = check.key.isSorted = 0;
  const View &indices = *arrays[1];
  int64_t shape[kMaxRank + 1], updatesShape[kMaxRank + 1];
  std::copy_n(arrays[0]->tensor.shape, key.depth, shape);
  std::copy_n(indices.tensor.shape, indices.rank() - 1, updatesShape);
  shape[key.depth] = updatesShape[indices.rank() - 1] = 0;
  char nothing;
  View data, updates;
  data.set(&nothing, kByteElement, key.depth + 1, shape);
  updates.set(&nothing, kByteElement, indices.rank(), updatesShape);
  check.arrays[2] = &updates;
  return check.runOn(data);
}

bool Update::fillTensor(const View &memory, void *context) {
  auto *update = static_cast<Update *>(context);
  return update->runOnRowMajorCopy(memory, memory.countBytes()) ==
         Outcome::Done;
}

PyObject *Update::runOnCopy() {
  if (!PyArray_Check(dataObject))
    return arrays[0]->isRowMajor()
               ? makeTensor(dataObject, *arrays[0], fillTensor, this)
               : nullptr;
  auto *data = reinterpret_cast<PyArrayObject *>(dataObject);
  size_t size = arrays[0]->countBytes();
  PyObject *object = makeResultArray(data, size);
  if (!object)
    return nullptr;
  auto *result = reinterpret_cast<PyArrayObject *>(object);
  View view;
  view.set(result, key.element);
  Outcome outcome = Outcome::Failed;
  if (arrays[0]->isRowMajor())
    outcome = runOnRowMajorCopy(view, size);
  else if (replacesAll() || PyArray_CopyInto(result, data) == 0)
    outcome = runOn(view);
  if (outcome != Outcome::Done)
    Py_CLEAR(object);
  return object;
}

/// Memory that is not that of data; on an error it keeps its values.
PyObject *Update::runOnOther(const View &out) {
  const View &data = *arrays[0];
  if (out.id != data.id || !haveEqualShapes(out, data))
    return nullptr;
  bool isRowMajor = data.isRowMajor() && out.isRowMajor();
  alignas(64) char small[2048];
  size_t size = data.countBytes();
  if (isRowMajor && size <= sizeof(small)) {
    View scratch;
    scratch.set(small, data.id, data.rank(), data.tensor.shape);
    copyBytes(scratch, data, size);
    Outcome outcome = runOn(scratch);
    if (outcome == Outcome::Done)
      copyBytes(out, scratch, size);
    return give(outObject, outcome);
  }
  bool overlaps =
      std::any_of(arrays, arrays + numArrays,
                  [&](const View *array) { return mayOverlap(*array, out); });
  // NumPy copies what is not row-major.
  bool areNumPys = PyArray_Check(dataObject) && PyArray_Check(outObject);
  if (!areNumPys && (overlaps || !isRowMajor))
    return nullptr;
  auto *outArray = reinterpret_cast<PyArrayObject *>(outObject);
  if (overlaps || (areNumPys && isCheckDear(size))) {
    PyObject *result = runOnCopy();
    if (!result)
      return nullptr;
    int status = PyArray_CopyInto(outArray, (PyArrayObject *)result);
    Py_DECREF(result);
    return status < 0 ? nullptr : Py_NewRef(outObject);
  }
  if (Outcome outcome = checkIndices(); outcome != Outcome::Done)
    return nullptr;
  if (isRowMajor)
    return give(outObject, runOnRowMajorCopy(out, size));
  if (!replacesAll() &&
      PyArray_CopyInto(outArray, (PyArrayObject *)dataObject) < 0)
    return nullptr;
  return give(outObject, runOn(out));
}

/// Whether elements share memory, so that the order of writes would show.
static bool hasOverlap(const View &view) {
  return !view.isRowMajor() &&
         elementsOverlap(view.rank(), view.tensor.shape, view.tensor.strides);
}

PyObject *Update::run() {
  if (!isGiven(outObject))
    return runOnCopy();
  const View &data = *arrays[0];
  View other;
  const View *out = &data;
  if (outObject != dataObject) {
    if (!readArray(outObject, other))
      return nullptr;
    out = &other;
  }
  if (!out->isWritable || hasOverlap(*out))
    return nullptr;
  if (out != &data && !areSameMemory(*out, data))
    return runOnOther(*out);
  for (size_t i = 1; i < numArrays; ++i)
    if (mayOverlap(data, *arrays[i]))
      return nullptr;
  return give(outObject, runOn(*out));
}
