//===- DLPack.cpp - DLPack capsules and NumPy arrays ----------------------===//

#include "DLPack.h"

#include "DLPackNames.h"
#include "Exchange.h"

#include <algorithm>
#include <vector>

using namespace scatter::python;

/// A new reference to NumPy's dtype for a DLPack type, or null with TypeError.
static PyArray_Descr *makeDescr(DLDataType type) {
  ElementId id = findElement(type);
  if (id == kNoElement) {
    PyErr_Format(PyExc_TypeError, "unsupported element type %s",
                 getTypeName(type).c_str());
    return nullptr;
  }
  PyObject *name = PyUnicode_FromString(getElement(id).numpyName);
  PyArray_Descr *descr = nullptr;
  if (name && PyArray_DescrConverter(name, &descr) != NPY_SUCCEED)
    descr = nullptr;
  Py_XDECREF(name);
  return descr;
}

/// An array over `tensor` that keeps `owner`, whose reference it takes.
static PyObject *wrap(const DLTensor &tensor, PyObject *owner, bool writable) {
  PyArray_Descr *descr = makeDescr(tensor.dtype);
  if (!descr) {
    Py_DECREF(owner);
    return nullptr;
  }
  npy_intp size = tensor.dtype.bits >= 8 ? tensor.dtype.bits / 8 : 1;
  std::vector<npy_intp> strides(tensor.ndim);
  for (int i = 0; tensor.strides && i < tensor.ndim; ++i)
    strides[i] = tensor.strides[i] * size;
  char *data = static_cast<char *>(tensor.data);
  // An array without elements may have no address, for which NumPy would
  // allocate memory.
  static char nothing[16];
  data = data ? data + tensor.byte_offset : nothing;
  PyObject *array = PyArray_NewFromDescr(
      &PyArray_Type, descr, tensor.ndim, (npy_intp *)tensor.shape,
      tensor.strides ? strides.data() : nullptr, data,
      writable ? NPY_ARRAY_WRITEABLE : 0, nullptr);
  if (!array) {
    Py_DECREF(owner);
    return nullptr;
  }
  if (PyArray_SetBaseObject((PyArrayObject *)array, owner) < 0)
    Py_CLEAR(array);
  else
    PyArray_UpdateFlags((PyArrayObject *)array, NPY_ARRAY_UPDATE_ALL);
  return array;
}

PyObject *scatter::python::toArray(DLManagedTensor *tensor) {
  PyObject *owner = PyCapsule_New(tensor, nullptr, [](PyObject *capsule) {
    auto *tensor = (DLManagedTensor *)PyCapsule_GetPointer(capsule, nullptr);
    if (tensor->deleter)
      tensor->deleter(tensor);
  });
  if (!owner) {
    if (tensor->deleter)
      tensor->deleter(tensor);
    return nullptr;
  }
  return wrap(tensor->dl_tensor, owner, /*writable=*/true);
}

static constexpr uint64_t kReadOnly = 1;
/// Elements below 8 bits take a byte each.
static constexpr uint64_t kSubbytePadded = 4;

static PyObject *callDLPack(PyObject *object) {
  PyObject *method = PyObject_GetAttrString(object, "__dlpack__");
  if (!method)
    return nullptr;
  PyObject *kwargs = Py_BuildValue("{s:(ii)}", "max_version", 1, 0);
  PyObject *none = PyTuple_New(0);
  PyObject *capsule =
      kwargs && none ? PyObject_Call(method, none, kwargs) : nullptr;
  // Before DLPack 1.0 there was no such argument.
  if (!capsule && PyErr_ExceptionMatches(PyExc_TypeError)) {
    PyErr_Clear();
    capsule = PyObject_CallNoArgs(method);
  }
  Py_XDECREF(none);
  Py_XDECREF(kwargs);
  Py_DECREF(method);
  return capsule;
}

static bool hasElements(const DLTensor &tensor) {
  return std::find(tensor.shape, tensor.shape + tensor.ndim, 0) ==
         tensor.shape + tensor.ndim;
}

/// Whether the memory can be used as it is; TypeError otherwise.
static bool checkTensor(const DLTensor &tensor, uint64_t flags) {
  int device = tensor.device.device_type;
  if (device != kDLCPU && device != kDLCUDAHost) {
    PyErr_Format(PyExc_TypeError,
                 "expected an array on the CPU, found one on %s",
                 getDeviceName(device).c_str());
    return false;
  }
  if (tensor.dtype.bits < 8 && !(flags & kSubbytePadded)) {
    PyErr_Format(PyExc_TypeError,
                 "expected a byte or more per element, found %s",
                 getTypeName(tensor.dtype).c_str());
    return false;
  }
  if (tensor.ndim < 0 || tensor.ndim > kMaxRank) {
    PyErr_Format(PyExc_TypeError, "expected a rank of at most %d, found %d",
                 kMaxRank, int(tensor.ndim));
    return false;
  }
  if (!tensor.data && hasElements(tensor)) {
    PyErr_SetString(PyExc_TypeError,
                    "expected an array with memory, found a null address");
    return false;
  }
  return true;
}

PyObject *scatter::python::importDLPack(PyObject *object) {
  PyObject *capsule = callDLPack(object);
  if (!capsule)
    return nullptr;
  PyObject *array = nullptr;
  if (PyCapsule_IsValid(capsule, "dltensor")) {
    auto *tensor = (DLManagedTensor *)PyCapsule_GetPointer(capsule, "dltensor");
    if (checkTensor(tensor->dl_tensor, /*flags=*/0)) {
      PyCapsule_SetName(capsule, "used_dltensor");
      array = toArray(tensor);
    }
  } else if (PyCapsule_IsValid(capsule, "dltensor_versioned")) {
    auto *tensor =
        (VersionedTensor *)PyCapsule_GetPointer(capsule, "dltensor_versioned");
    if (tensor->major != 1) {
      PyErr_Format(PyExc_TypeError, "expected DLPack 1, found version %u",
                   tensor->major);
    } else if (checkTensor(tensor->dl_tensor, tensor->flags)) {
      PyCapsule_SetName(capsule, "used_dltensor_versioned");
      PyObject *owner = PyCapsule_New(tensor, nullptr, [](PyObject *capsule) {
        auto *tensor =
            (VersionedTensor *)PyCapsule_GetPointer(capsule, nullptr);
        if (tensor->deleter)
          tensor->deleter(tensor);
      });
      if (owner)
        array = wrap(tensor->dl_tensor, owner, !(tensor->flags & kReadOnly));
    }
  } else {
    PyErr_SetString(PyExc_TypeError, "expected a DLPack capsule");
  }
  Py_DECREF(capsule);
  return array;
}

namespace {
/// What an exported tensor's context holds.
struct Export {
  DLManagedTensor tensor;
  PyObject *array;
  std::vector<int64_t> strides;
};
} // namespace

static void deleteExport(DLManagedTensor *tensor) {
  auto *exported = static_cast<Export *>(tensor->manager_ctx);
  // The consumer may drop the tensor on a thread without the GIL.
  PyGILState_STATE state = PyGILState_Ensure();
  Py_DECREF(exported->array);
  PyGILState_Release(state);
  delete exported;
}

PyObject *scatter::python::exportDLPack(PyObject *object) {
  auto *array = (PyArrayObject *)object;
  ElementId id = PyArray_Check(object) ? getElementId(array) : kNoElement;
  if (id == kNoElement || !isUsable(array)) {
    PyErr_SetString(PyExc_BufferError, "expected an array of a supported type");
    return nullptr;
  }
  auto *exported = new Export;
  exported->array = Py_NewRef(object);
  View view;
  view.set(array, id);
  exported->tensor.dl_tensor = view.tensor;
  for (int i = 0; i < PyArray_NDIM(array); ++i)
    exported->strides.push_back(PyArray_STRIDE(array, i) / view.itemSize);
  exported->tensor.dl_tensor.strides = exported->strides.data();
  exported->tensor.manager_ctx = exported;
  exported->tensor.deleter = deleteExport;
  PyObject *result =
      PyCapsule_New(&exported->tensor, "dltensor", [](PyObject *capsule) {
        // A consumer that took the tensor has renamed the capsule.
        if (!PyCapsule_IsValid(capsule, "dltensor"))
          return;
        auto *tensor =
            (DLManagedTensor *)PyCapsule_GetPointer(capsule, "dltensor");
        tensor->deleter(tensor);
      });
  if (!result)
    deleteExport(&exported->tensor);
  return result;
}
