//===- Call.cpp - a call of a function of the library ---------------------===//

#include "Call.h"
#include "Convert.h"
#include "DLPack.h"
#include "Module.h"
#include "scatter-c/Context.h"
#include "scatter-c/Pool.h"

#include <utility>

using namespace scatter::python;

bool Call::readData(PyObject *object) {
  dataObject = object;
  return readArray(object, data);
}

bool Call::readOut(PyObject *object) {
  // Without a destination, the result is a NumPy array or a row-major tensor.
  if (!isGiven(object))
    return PyArray_Check(dataObject) || data.isRowMajor();
  outObject = object;
  if (object == dataObject)
    return data.isWritable;
  return readArray(object, outView) && outView.isWritable;
}

bool Call::keepsLock() const { return countElements() <= kMaxLockedElements; }

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

/// Returns a tensor of the type, shape and order of dimensions of the result.
DLTensor Call::getPrototype() {
  DLTensor like = data.tensor;
  if (resultRank >= 0) {
    like.ndim = resultRank;
    like.shape = resultShape;
    like.strides = nullptr;
  }
  return like;
}

/// Makes an uninitialized array or tensor like data, with the same order of
/// dimensions in memory unless it has a shape of its own. Returns its memory,
/// or null, with or without a Python exception.
void *Call::makeResult() {
  DLTensor like = getPrototype();
  size_t bytes = (size_t(like.dtype.bits) * like.dtype.lanes + 7) / 8;
  for (int i = 0; i < like.ndim; ++i)
    bytes *= size_t(like.shape[i]);
  if (bytes >= SCATTER_POOL_MIN_BYTES &&
      (pooled = scatter_pool_make_tensor(&like)))
    return pooled->dl_tensor.data;
  if (PyArray_Check(dataObject)) {
    auto *array = reinterpret_cast<PyArrayObject *>(dataObject);
    if (resultRank < 0) {
      result = PyArray_NewLikeArray(array, NPY_KEEPORDER, nullptr, 0);
    } else {
      PyArray_Descr *type = PyArray_DESCR(array);
      Py_INCREF(type);
      result = PyArray_NewFromDescr(&PyArray_Type, type, resultRank,
                                    reinterpret_cast<npy_intp *>(resultShape),
                                    nullptr, nullptr, 0, nullptr);
    }
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
  call->memory = call->makeResult();
  if (isReleased)
    call->state = PyEval_SaveThread();
  return call->memory;
}

DLTensor Call::getResult() const {
  DLTensor view = data.tensor;
  view.data = memory;
  view.strides = nullptr;
  view.byte_offset = 0;
  return view;
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

const DLTensor *Call::begin() {
  // An allocation may run code of Python, which may call a function.
  formerKept = std::exchange(isLockKept, keepsLock());
  if (!isLockKept)
    state = PyEval_SaveThread();
  if (!outObject)
    return nullptr;
  return outObject == dataObject ? &data.tensor : &outView.tensor;
}

PyObject *Call::finish(ScatterStatus *status, bool mayDecline) {
  isLockKept = formerKept;
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

void scatter::python::releaseLockInWaits() {
  scatter_kernels_set_wait_callback(handleWait);
}
