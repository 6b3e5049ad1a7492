//===- Updates.cpp - the two ops on common arguments ----------------------===//

#include "Updates.h"
#include "DLPack.h"
#include "Module.h"
#include "scatter-c/Pool.h"

#include <climits>
#include <utility>

using namespace scatter::python;

/// Whether calls of this thread compile ahead, see warmUp.
static thread_local bool compilesAhead = false;

static bool isGiven(PyObject *object) { return object && object != Py_None; }

namespace {

/// A call of a library function. The functions that read arguments return false
/// if these do not have the common form.
class Call {
public:
  ~Call() { Py_XDECREF(result); }

  /// Views `count` arrays: data, then the arrays that are only read.
  bool readArrays(Arguments objects, int count);
  /// Reads the destination. If it is not given, the callback `allocate` makes
  /// the result.
  bool readOut(PyObject *object);

  /// Runs `function(out)`, which returns a status. Returns a new reference to
  /// the destination or the result. Returns null if `mayDecline` and an
  /// argument is invalid.
  template <typename Function>
  PyObject *run(Function function, bool mayDecline);

  /// The allocation callback. `user` points to a Call.
  static void *allocate(size_t bytes, size_t alignment, void *user);

  View views[3];

private:
  /// Whether to keep the GIL, which takes less time than to release it.
  bool keepsLock() const;
  void *makeResult();
  PyObject *takeResult();

  PyObject *dataObject = nullptr, *outObject = nullptr;
  View outView;
  int numViews = 0;
  /// The result: an array, a PyTorch tensor, or a tensor of the pool.
  PyObject *result = nullptr;
  VersionedTensor *tensor = nullptr;
  DLManagedTensor *pooled = nullptr;
  /// Set while the GIL is released.
  PyThreadState *state = nullptr;
};

} // namespace

static bool readArray(PyObject *object, View &view) {
  if (!object)
    return false;
  return PyArray_CheckExact(object)
             ? view.setArray(reinterpret_cast<PyArrayObject *>(object))
             : viewTensor(object, view);
}

bool Call::readArrays(Arguments objects, int count) {
  dataObject = objects[0];
  for (; numViews < count; ++numViews) {
    if (!readArray(objects[numViews], views[numViews]))
      return false;
  }
  return true;
}

bool Call::readOut(PyObject *object) {
  // Without a destination, the result is a NumPy array or a row-major tensor.
  if (!isGiven(object))
    return PyArray_Check(dataObject) || views[0].isRowMajor();
  outObject = object;
  if (object == dataObject)
    return views[0].isWritable;
  return readArray(object, outView) && outView.isWritable;
}

static bool readThreads(PyObject *object, unsigned &threads) {
  if (!isGiven(object))
    return true;
  if (!PyLong_CheckExact(object))
    return false;
  int overflow;
  long value = PyLong_AsLongAndOverflow(object, &overflow);
  threads = unsigned(value);
  return overflow == 0 && value >= 1 && value <= UINT_MAX;
}

bool Call::keepsLock() const {
  int64_t elements = 0;
  for (int i = 1; i < numViews; ++i)
    elements += views[i].countElements();
  return elements <= kMaxLockedElements;
}

/// The thread state of a call that keeps the GIL, while it waits for a
/// compiler.
static thread_local PyThreadState *waitingState = nullptr;
/// Whether this thread runs a call that keeps the GIL.
static thread_local bool isLockKept = false;

/// Releases the GIL of such a call while it waits.
static void handleWait(int begins) {
  if (!isLockKept)
    return;
  if (begins)
    waitingState = PyEval_SaveThread();
  else
    restoreThread(std::exchange(waitingState, nullptr));
}

/// Makes an uninitialized array or tensor like data, with the same order of
/// dimensions in memory. Returns its memory, or null, with or without a Python
/// exception.
void *Call::makeResult() {
  const DLTensor &like = views[0].tensor;
  if (views[0].countBytes() >= SCATTER_POOL_MIN_BYTES &&
      (pooled = scatter_pool_make_tensor(&like)))
    return pooled->dl_tensor.data;
  if (PyArray_Check(dataObject)) {
    result = PyArray_NewLikeArray(reinterpret_cast<PyArrayObject *>(dataObject),
                                  NPY_KEEPORDER, nullptr, 0);
    return result ? PyArray_DATA((PyArrayObject *)result) : nullptr;
  }
  DLTensor prototype = like;
  auto ignoreError = [](void *, const char *, const char *) {};
  if (getExchangeAPI(dataObject)
          ->allocate(&prototype, &tensor, nullptr, ignoreError) != 0)
    return nullptr;
  return static_cast<char *>(tensor->dl_tensor.data) +
         tensor->dl_tensor.byte_offset;
}

void *Call::allocate(size_t, size_t, void *user) {
  auto *call = static_cast<Call *>(user);
  bool isReleased = call->state != nullptr;
  if (isReleased)
    restoreThread(call->state);
  void *memory = call->makeResult();
  if (isReleased)
    call->state = PyEval_SaveThread();
  return memory;
}

PyObject *Call::takeResult() {
  if (pooled && PyArray_Check(dataObject))
    return toArray(pooled).release().ptr();
  if (pooled) {
    static auto &convert = importAttribute("torch", "from_dlpack");
    return convert(toCapsule(pooled)).release().ptr();
  }
  if (!tensor)
    return std::exchange(result, nullptr);
  void *object = nullptr;
  if (getExchangeAPI(dataObject)->managedToObject(tensor, &object) != 0)
    throw nb::python_error();
  return static_cast<PyObject *>(object);
}

template <typename Function>
PyObject *Call::run(Function function, bool mayDecline) {
  const DLTensor *out = nullptr;
  if (outObject)
    out = outObject == dataObject ? &views[0].tensor : &outView.tensor;
  // An allocation may run code of Python, which may call a function.
  bool former = std::exchange(isLockKept, keepsLock());
  if (!isLockKept)
    state = PyEval_SaveThread();
  ScatterStatus *status = function(out);
  isLockKept = former;
  if (state)
    restoreThread(state);
  if (status) {
    if (tensor)
      tensor->deleter(tensor);
    if (pooled)
      pooled->deleter(pooled);
    ScatterStatusCode code = scatter_status_code(status);
    bool isOfArguments =
        code != SCATTER_STATUS_INDEX && code != SCATTER_STATUS_MEMORY;
    if (!PyErr_Occurred() && !(isOfArguments && mayDecline))
      throwStatus(status, /*isFunction=*/true);
    scatter_status_destroy(status);
    return nullptr;
  }
  if (!outObject)
    return takeResult();
  if (!PyArray_Check(outObject))
    recordWrite(outObject);
  return Py_NewRef(outObject);
}

//===----------------------------------------------------------------------===//
// scatter_nd_update
//===----------------------------------------------------------------------===//

static bool readFlag(PyObject *object, int &flag) {
  flag = object == Py_True;
  return !object || PyBool_Check(object);
}

namespace {
/// The names of an enumeration. They are interned because they are Python
/// literals, so that most lookups only compare addresses.
template <size_t N>
struct EnumNames {
  const char *texts[N];
  PyObject *interned[N] = {};

  /// Sets `value` to the position of `object` in the names, or to 0 if it is
  /// not given.
  template <typename Enum>
  bool read(PyObject *object, Enum &value) {
    value = Enum(0);
    if (!object)
      return true;
    if (!interned[0])
      for (size_t i = 0; i < N; ++i)
        interned[i] = PyUnicode_InternFromString(texts[i]);
    for (size_t i = 0; i < N; ++i)
      if (object == interned[i]) {
        value = Enum(i);
        return true;
      }
    for (size_t i = 0; PyUnicode_Check(object) && i < N; ++i)
      if (PyUnicode_CompareWithASCIIString(object, texts[i]) == 0) {
        value = Enum(i);
        return true;
      }
    return false;
  }
};
} // namespace

static EnumNames<6> reductions = {{"none", "sum", "sub", "prod", "min", "max"}};
static EnumNames<4> outOfBounds = {{"error", "drop", "clamp", "undefined"}};
static EnumNames<2> negativeIndices = {{"wrap", "reject"}};

bool scatter::python::readNDOptions(Arguments arguments,
                                    ScatterNDUpdateOptions &options) {
  options = {};
  options.struct_size = sizeof(options);
  return reductions.read(arguments[3], options.reduction) &&
         outOfBounds.read(arguments[4], options.out_of_bounds) &&
         negativeIndices.read(arguments[5], options.negative_indices) &&
         readFlag(arguments[6], options.unique_indices) &&
         readFlag(arguments[7], options.indices_are_sorted) &&
         readThreads(arguments[9], options.threads);
}

PyObject *scatter::python::runNDUpdate(Arguments arguments, bool mayDecline) {
  Call call;
  ScatterNDUpdateOptions options;
  if (!call.readArrays(arguments, 3) || !readNDOptions(arguments, options) ||
      !call.readOut(arguments[8]))
    return nullptr;
  options.allocate = Call::allocate;
  options.user = &call;
  options.compile_ahead = compilesAhead;
  auto run = [&](const DLTensor *out) {
    return scatter_nd_update(&call.views[0].tensor, &call.views[1].tensor,
                             &call.views[2].tensor, out, &options);
  };
  return call.run(run, mayDecline);
}

//===----------------------------------------------------------------------===//
// slice_scatter
//===----------------------------------------------------------------------===//

static bool readInteger(PyObject *number, int64_t &value) {
  if (!PyLong_CheckExact(number))
    return false;
  int overflow;
  value = PyLong_AsLongLongAndOverflow(number, &overflow);
  // Larger bounds have the same meaning as the largest one.
  if (overflow)
    value = overflow > 0 ? INT64_MAX : INT64_MIN;
  return true;
}

/// Reads an integer or a sequence of them. Returns the number of integers, or
/// -1 for another form.
static int readIntegers(PyObject *object, int64_t *values) {
  if (!object)
    return -1;
  if (PyLong_CheckExact(object))
    return readInteger(object, values[0]) ? 1 : -1;
  bool isTuple = PyTuple_CheckExact(object);
  if (!isTuple && !PyList_CheckExact(object))
    return -1;
  Py_ssize_t count =
      isTuple ? NB_TUPLE_GET_SIZE(object) : NB_LIST_GET_SIZE(object);
  for (Py_ssize_t i = 0; i < count; ++i)
    if (i >= kMaxRank || !readInteger(isTuple ? NB_TUPLE_GET_ITEM(object, i)
                                              : NB_LIST_GET_ITEM(object, i),
                                      values[i]))
      return -1;
  return int(count);
}

PyObject *scatter::python::runSliceScatter(Arguments arguments,
                                           bool mayDecline) {
  Call call;
  int64_t start[kMaxRank], stop[kMaxRank], step[kMaxRank], axes[kMaxRank];
  ScatterSliceScatterOptions options = {};
  options.struct_size = sizeof(options);
  bool hasStep = isGiven(arguments[4]), hasAxes = isGiven(arguments[5]);
  int count = readIntegers(arguments[2], start);
  if (!call.readArrays(arguments, 2) || count < 0 ||
      readIntegers(arguments[3], stop) != count ||
      (hasStep && readIntegers(arguments[4], step) != count) ||
      (hasAxes && readIntegers(arguments[5], axes) != count) ||
      !call.readOut(arguments[6]) ||
      !readThreads(arguments[7], options.threads))
    return nullptr;
  options.allocate = Call::allocate;
  options.user = &call;
  options.compile_ahead = compilesAhead;
  auto run = [&](const DLTensor *out) {
    return scatter_slice_scatter(&call.views[0].tensor, &call.views[1].tensor,
                                 start, stop, hasStep ? step : nullptr,
                                 hasAxes ? axes : nullptr, size_t(count), out,
                                 &options);
  };
  return call.run(run, mayDecline);
}

nb::object scatter::python::warmUp(nb::object function, nb::args arguments,
                                   nb::kwargs keywords) {
  struct Scope {
    Scope() { compilesAhead = true; }
    ~Scope() { compilesAhead = false; }
  } scope;
  return function(*arguments, **keywords);
}

void scatter::python::releaseLockInWaits() {
  scatter_kernels_set_wait_callback(handleWait);
}
