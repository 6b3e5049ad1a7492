//===- Arrays.cpp - NumPy arrays as DLPack tensors ------------------------===//

#include "Arrays.h"

#include <array>
#include <cstring>
#include <iterator>
#include <unordered_map>
#include <vector>

using namespace scatter::python;

// Codes of DLPack 0.8 and 1.1, which older headers do not name.
static constexpr uint8_t kBool = 6;

static constexpr Element elements[] = {
    {"i1", "bool", kBool, 8},
    {"i8", "int8", kDLInt, 8},
    {"ui8", "uint8", kDLUInt, 8},
    {"i16", "int16", kDLInt, 16},
    {"ui16", "uint16", kDLUInt, 16},
    {"i32", "int32", kDLInt, 32},
    {"ui32", "uint32", kDLUInt, 32},
    {"i64", "int64", kDLInt, 64},
    {"ui64", "uint64", kDLUInt, 64},
    {"f16", "float16", kDLFloat, 16},
    {"f32", "float32", kDLFloat, 32},
    {"f64", "float64", kDLFloat, 64},
    {"complex<f32>", "complex64", kDLComplex, 64},
    {"complex<f64>", "complex128", kDLComplex, 128},
    {"bf16", "bfloat16", kDLBfloat, 16},
    {"i4", "int4", kDLInt, 4},
    {"ui4", "uint4", kDLUInt, 4},
    {"f8E3M4", "float8_e3m4", 7, 8},
    {"f8E4M3", "float8_e4m3", 8, 8},
    {"f8E4M3B11FNUZ", "float8_e4m3b11fnuz", 9, 8},
    {"f8E4M3FN", "float8_e4m3fn", 10, 8},
    {"f8E4M3FNUZ", "float8_e4m3fnuz", 11, 8},
    {"f8E5M2", "float8_e5m2", 12, 8},
    {"f8E5M2FNUZ", "float8_e5m2fnuz", 13, 8},
    {"f8E8M0FNU", "float8_e8m0fnu", 14, 8},
};

const ElementId scatter::python::kNumElements = std::size(elements);

const Element &scatter::python::getElement(ElementId id) {
  return elements[id];
}

static ElementId findElement(const char *numpyName) {
  for (size_t i = 0; i < std::size(elements); ++i)
    if (std::strcmp(elements[i].numpyName, numpyName) == 0)
      return ElementId(i);
  return kNoElement;
}

/// NumPy's own types by number; those of other modules get numbers above.
static constexpr int kNumBuiltin = NPY_HALF + 1;

static const std::array<ElementId, kNumBuiltin> &getBuiltinIds() {
  static const std::array<ElementId, kNumBuiltin> ids = [] {
    std::array<ElementId, kNumBuiltin> table;
    table.fill(kNoElement);
    auto set = [&](int number, const char *name) {
      table[number] = findElement(name);
    };
    set(NPY_BOOL, "bool");
    set(NPY_INT8, "int8");
    set(NPY_UINT8, "uint8");
    set(NPY_INT16, "int16");
    set(NPY_UINT16, "uint16");
    set(NPY_INT, "int32");
    set(NPY_UINT, "uint32");
    set(NPY_LONG, "int64");
    set(NPY_ULONG, "uint64");
    set(NPY_LONGLONG, "int64");
    set(NPY_ULONGLONG, "uint64");
    set(NPY_HALF, "float16");
    set(NPY_FLOAT, "float32");
    set(NPY_DOUBLE, "float64");
    set(NPY_CFLOAT, "complex64");
    set(NPY_CDOUBLE, "complex128");
    return table;
  }();
  return ids;
}

static std::unordered_map<int, ElementId> &getRegistered() {
  static std::unordered_map<int, ElementId> ids;
  return ids;
}

static ElementId lookUp(int number) {
  static const std::array<ElementId, kNumBuiltin> &builtin = getBuiltinIds();
  if (number < kNumBuiltin)
    return builtin[number];
  auto it = getRegistered().find(number);
  return it == getRegistered().end() ? kNoElement : it->second;
}

ElementId scatter::python::getElementId(PyArrayObject *array) {
  return lookUp(PyArray_TYPE(array));
}

ElementId scatter::python::registerDType(PyArray_Descr *descr) {
  if (descr->type_num < kNumBuiltin)
    return lookUp(descr->type_num);
  PyObject *name = PyObject_GetAttrString((PyObject *)descr, "name");
  const char *text = name ? PyUnicode_AsUTF8(name) : nullptr;
  // Structured types and strings have numbers of NumPy's own, below.
  ElementId id = text ? findElement(text) : kNoElement;
  PyErr_Clear();
  Py_XDECREF(name);
  if (id != kNoElement)
    getRegistered()[descr->type_num] = id;
  return id;
}

/// A new reference to NumPy's dtype for a DLPack type, or null with TypeError.
static PyArray_Descr *makeDescr(DLDataType type) {
  for (const Element &element : elements) {
    if (element.code != type.code || element.bits != type.bits ||
        type.lanes != 1)
      continue;
    PyObject *name = PyUnicode_FromString(element.numpyName);
    PyArray_Descr *descr = nullptr;
    if (name && PyArray_DescrConverter(name, &descr) == NPY_SUCCEED) {
      Py_DECREF(name);
      return descr;
    }
    Py_XDECREF(name);
    return nullptr;
  }
  PyErr_Format(PyExc_TypeError,
               "unsupported element type: DLPack code %d, %d bits, %d lanes",
               type.code, type.bits, type.lanes);
  return nullptr;
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

namespace {
/// DLManagedTensorVersioned of DLPack 1.0.
struct VersionedTensor {
  uint32_t major, minor;
  void *manager_ctx;
  void (*deleter)(VersionedTensor *);
  uint64_t flags;
  DLTensor dl_tensor;
};
} // namespace

static constexpr uint64_t kReadOnly = 1;

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

static bool checkDevice(const DLTensor &tensor) {
  if (tensor.device.device_type == kDLCPU ||
      tensor.device.device_type == kDLCUDAHost)
    return true;
  PyErr_Format(PyExc_TypeError,
               "expected an array on the CPU, found DLPack device %d",
               int(tensor.device.device_type));
  return false;
}

PyObject *scatter::python::importDLPack(PyObject *object) {
  PyObject *capsule = callDLPack(object);
  if (!capsule)
    return nullptr;
  PyObject *array = nullptr;
  if (PyCapsule_IsValid(capsule, "dltensor")) {
    auto *tensor = (DLManagedTensor *)PyCapsule_GetPointer(capsule, "dltensor");
    if (checkDevice(tensor->dl_tensor)) {
      PyCapsule_SetName(capsule, "used_dltensor");
      array = toArray(tensor);
    }
  } else if (PyCapsule_IsValid(capsule, "dltensor_versioned")) {
    auto *tensor =
        (VersionedTensor *)PyCapsule_GetPointer(capsule, "dltensor_versioned");
    if (tensor->major != 1) {
      PyErr_Format(PyExc_TypeError, "expected DLPack 1, found version %u",
                   tensor->major);
    } else if (checkDevice(tensor->dl_tensor)) {
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
  if (id == kNoElement) {
    PyErr_SetString(PyExc_TypeError, "expected an array of a supported type");
    return nullptr;
  }
  auto *exported = new Export;
  exported->array = Py_NewRef(object);
  exported->tensor.dl_tensor = makeTensor(array, id);
  for (int i = 0; i < PyArray_NDIM(array); ++i)
    exported->strides.push_back(PyArray_STRIDE(array, i) /
                                PyArray_ITEMSIZE(array));
  exported->tensor.dl_tensor.strides = exported->strides.data();
  exported->tensor.manager_ctx = exported;
  exported->tensor.deleter = deleteExport;
  return PyCapsule_New(&exported->tensor, "dltensor", [](PyObject *capsule) {
    // A consumer that took the tensor has renamed the capsule.
    if (!PyCapsule_IsValid(capsule, "dltensor"))
      return;
    auto *tensor = (DLManagedTensor *)PyCapsule_GetPointer(capsule, "dltensor");
    tensor->deleter(tensor);
  });
}
