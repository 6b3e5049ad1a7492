//===- RepeatedUpdate.cpp - small updates that are repeated ---------------===//

#include "RepeatedUpdate.h"

#include "Arrays.h"

#include <utility>

using namespace scatter::python;

/// data, indices and updates.
static constexpr int kNumArrays = 3;

static PyArrayObject *toArray(PyObject *object) {
  return reinterpret_cast<PyArrayObject *>(object);
}

namespace {

/// The type and the rank of row-major arrays.
class Kind {
public:
  /// Returns false if the array is not row-major or not supported.
  bool set(PyObject *object) {
    PyArrayObject *array = toArray(object);
    if (!PyArray_CheckExact(object) || !PyArray_IS_C_CONTIGUOUS(array) ||
        !view.setArray(array))
      return false;
    auto *newDescr = reinterpret_cast<PyObject *>(PyArray_DESCR(array));
    Py_XDECREF(std::exchange(descr, Py_NewRef(newDescr)));
    flags = PyArray_FLAGS(array) & kFlags;
    return true;
  }

  /// Views an array of the same kind. Returns false for others.
  bool read(PyObject *object) {
    PyArrayObject *array = toArray(object);
    if (!PyArray_CheckExact(object) ||
        reinterpret_cast<PyObject *>(PyArray_DESCR(array)) != descr ||
        (PyArray_FLAGS(array) & kFlags) != flags ||
        PyArray_NDIM(array) != view.tensor.ndim)
      return false;
    view.tensor.data = PyArray_DATA(array);
    view.tensor.shape = PyArray_DIMS(array);
    return true;
  }

  View view;

private:
  static constexpr int kFlags =
      NPY_ARRAY_C_CONTIGUOUS | NPY_ARRAY_ALIGNED | NPY_ARRAY_WRITEABLE;

  /// Owned, so that no other dtype gets its address.
  PyObject *descr = nullptr;
  int flags = 0;
};

/// What is kept of an update.
class RepeatedUpdate {
public:
  /// Views the arrays of a call that repeats the update. Returns false for
  /// other calls.
  bool readArrays(const RawArguments &raw) {
    if (!names || raw.names != names || raw.count != kNumArrays)
      return false;
    for (int i = 0; i < kNumArrays; ++i)
      if (!kinds[i].read(raw.values[i]))
        return false;
    PyObject *const *named = raw.values + kNumArrays;
    for (int i = 0; i < numNames; ++i)
      if (named[i] != (others[i] ? others[i] : raw.values[0]))
        return false;
    return isSmall();
  }

  /// Runs the update on the arrays that readArrays has viewed.
  ScatterStatus *run() {
    const DLTensor *data = &kinds[0].view.tensor;
    return scatter_nd_update(data, &kinds[1].view.tensor, &kinds[2].view.tensor,
                             /*out=*/data, &options);
  }

  void keep(const RawArguments &raw, Arguments sorted) {
    clear();
    for (int i = 0; i < kNumArrays; ++i)
      if (!kinds[i].set(raw.values[i]))
        return;
    if (!isSmall() || !readNDOptions(sorted, options))
      return;
    names = Py_NewRef(raw.names);
    numNames = int(PyTuple_Size(names));
    for (int i = 0; i < numNames; ++i) {
      PyObject *value = raw.values[kNumArrays + i];
      others[i] = value == raw.values[0] ? nullptr : Py_NewRef(value);
    }
  }

private:
  bool isSmall() const {
    return kinds[1].view.countElements() + kinds[2].view.countElements() <=
           kMaxLockedElements;
  }

  void clear() {
    Py_CLEAR(names);
    for (int i = 0; i < std::exchange(numNames, 0); ++i)
      Py_CLEAR(others[i]);
  }

  Kind kinds[kNumArrays];
  ScatterNDUpdateOptions options = {};
  /// The names of a call are a constant of its call site. Null if nothing is
  /// kept.
  PyObject *names = nullptr;
  int numNames = 0;
  /// The named arguments. They are immutable. Null for the destination.
  PyObject *others[kMaxArguments] = {};
};

} // namespace

static RepeatedUpdate &findUpdate(const RawArguments &raw) {
  static RepeatedUpdate updates[16];
  auto hash = reinterpret_cast<uint64_t>(raw.names) * 0x9E3779B97F4A7C15u;
  return updates[hash >> 60];
}

PyObject *scatter::python::repeatNDUpdate(const RawArguments &raw) {
  RepeatedUpdate &update = findUpdate(raw);
  if (!update.readArrays(raw))
    return nullptr;
  ScatterStatus *status = update.run();
  if (!status)
    return Py_NewRef(raw.values[0]);
  scatter_status_destroy(status);
  return nullptr;
}

void scatter::python::keepNDUpdate(const RawArguments &raw, Arguments sorted) {
  if (raw.names && raw.count == kNumArrays && sorted[8] == raw.values[0])
    findUpdate(raw).keep(raw, sorted);
}
