//===- DLPack.cpp - arrays and tensors from DLPack ------------------------===//

#include "DLPack.h"

#include "Module.h"

#include <memory>
#include <utility>
#include <vector>

using namespace scatter::python;

//===----------------------------------------------------------------------===//
// Capsules
//===----------------------------------------------------------------------===//

static constexpr uint64_t kReadOnly = 1;

/// Makes an array over the memory of `managed`, which it owns.
template <typename Tensor>
static nb::object wrap(Tensor *managed, uint64_t flags) {
  const DLTensor &tensor = managed->dl_tensor;
  nb::capsule owner(managed, [](void *pointer) noexcept {
    auto *owned = static_cast<Tensor *>(pointer);
    if (owned->deleter)
      owned->deleter(owned);
  });
  npy_intp size = (tensor.dtype.bits + 7) / 8;
  std::vector<npy_intp> strides(size_t(tensor.ndim));
  for (int i = 0; tensor.strides && i < tensor.ndim; ++i)
    strides[size_t(i)] = tensor.strides[i] * size;
  char *data = static_cast<char *>(tensor.data);
  // An empty array may have no address. NumPy would then allocate memory.
  static char nothing[16];
  data = data ? data + tensor.byte_offset : nothing;
  auto *descr = (PyObject *)getDescr(tensor.dtype);
  if (!descr)
    throw nb::type_error("expected elements of a NumPy dtype");
  nb::object result = take(PyArray_NewFromDescr(
      &PyArray_Type, (PyArray_Descr *)Py_NewRef(descr), tensor.ndim,
      (npy_intp *)tensor.shape, tensor.strides ? strides.data() : nullptr, data,
      flags & kReadOnly ? 0 : NPY_ARRAY_WRITEABLE, nullptr));
  auto *array = reinterpret_cast<PyArrayObject *>(result.ptr());
  if (PyArray_SetBaseObject(array, owner.release().ptr()) < 0)
    throw nb::python_error();
  PyArray_UpdateFlags(array, NPY_ARRAY_UPDATE_ALL);
  return result;
}

nb::object scatter::python::toArray(DLManagedTensor *tensor) {
  return wrap(tensor, /*flags=*/0);
}

/// Takes the tensor out of a capsule, which is renamed to `used`. Throws
/// TypeError unless kernels can use the memory, see _types.py.
template <typename Tensor>
static nb::object importTensor(Tensor *managed, uint64_t flags,
                               nb::handle capsule, const char *used) {
  const DLTensor &tensor = managed->dl_tensor;
  static nb::object &check =
      importAttribute("scatter_mlir._types", "check_tensor");
  nb::list shape;
  for (int i = 0; i < tensor.ndim && i < kMaxRank; ++i)
    shape.append(tensor.shape[i]);
  check(int(tensor.device.device_type), int(tensor.dtype.code),
        int(tensor.dtype.bits), int(tensor.dtype.lanes), flags,
        int(tensor.ndim), shape, tensor.data != nullptr,
        getDescr(tensor.dtype) != nullptr);
  PyCapsule_SetName(capsule.ptr(), used);
  return wrap(managed, flags);
}

nb::object scatter::python::importDLPack(nb::object capsule) {
  PyObject *object = capsule.ptr();
  if (PyCapsule_IsValid(object, "dltensor")) {
    auto *tensor = (DLManagedTensor *)PyCapsule_GetPointer(object, "dltensor");
    return importTensor(tensor, /*flags=*/0, capsule, "used_dltensor");
  }
  if (!PyCapsule_IsValid(object, "dltensor_versioned"))
    throw nb::type_error("expected a DLPack capsule");
  auto *tensor =
      (VersionedTensor *)PyCapsule_GetPointer(object, "dltensor_versioned");
  if (tensor->major != 1)
    throw nb::type_error("expected version 1 of DLPack, found another one");
  return importTensor(tensor, tensor->flags, capsule,
                      "used_dltensor_versioned");
}

nb::object scatter::python::toCapsule(DLManagedTensor *tensor) {
  return take(PyCapsule_New(tensor, "dltensor", [](PyObject *capsule) {
    // A consumer that has taken the tensor has renamed the capsule.
    if (!PyCapsule_IsValid(capsule, "dltensor"))
      return;
    auto *tensor = (DLManagedTensor *)PyCapsule_GetPointer(capsule, "dltensor");
    tensor->deleter(tensor);
  }));
}

namespace {
/// The context of an exported tensor.
struct Export {
  DLManagedTensor tensor;
  PyObject *array;
  View view;
};
} // namespace

nb::object scatter::python::exportDLPack(nb::object array) {
  auto exported = std::make_unique<Export>();
  if (!exported->view.set(array.ptr()))
    throw nb::buffer_error("expected an array of a supported type");
  exported->array = array.release().ptr();
  exported->tensor = {
      exported->view.tensor, exported.get(), [](DLManagedTensor *tensor) {
        auto *owned = static_cast<Export *>(tensor->manager_ctx);
        // The consumer may call this on a thread without the GIL.
        nb::gil_scoped_acquire acquire;
        Py_DECREF(owned->array);
        delete owned;
      }};
  return toCapsule(&exported.release()->tensor);
}

//===----------------------------------------------------------------------===//
// C functions
//===----------------------------------------------------------------------===//

/// Loads the C functions of a PyTorch class. Other classes are not supported: a
/// view by DLPack's functions does not tell whether the memory may be written,
/// nor what else a class attaches to a tensor. For PyTorch both are known.
static const ExchangeAPI *loadExchangeAPI(nb::handle type) {
  nb::object module = nb::getattr(type, "__module__", nb::none());
  if (!module.equal(nb::str("torch")) &&
      !module.equal(nb::str("torch.nn.parameter")))
    return nullptr;
  constexpr const char *name = "dlpack_exchange_api";
  nb::object capsule =
      nb::getattr(type, "__dlpack_c_exchange_api__", nb::none());
  if (!PyCapsule_IsValid(capsule.ptr(), name))
    return nullptr;
  auto *api = static_cast<const ExchangeAPI *>(
      PyCapsule_GetPointer(capsule.ptr(), name));
  while (api && api->major > 1)
    api = api->previous;
  return api && api->major == 1 && api->fromObject ? api : nullptr;
}

const ExchangeAPI *scatter::python::getExchangeAPI(PyObject *object) {
  // There are few classes. Each is kept alive, so that no other class gets its
  // address.
  static auto *known =
      new std::vector<std::pair<PyObject *, const ExchangeAPI *>>;
  auto *type = reinterpret_cast<PyObject *>(Py_TYPE(object));
  for (auto [knownType, api] : *known)
    if (knownType == type)
      return api;
  constexpr size_t maxTypes = 64;
  if (known->size() == maxTypes)
    return nullptr;
  const ExchangeAPI *api = loadExchangeAPI(type);
  known->emplace_back(Py_NewRef(type), api);
  return api;
}

static bool isFalse(const nb::object &value) { return value.ptr() == Py_False; }

/// Calls a method without arguments. nanobind would make a bound method.
static nb::object call(nb::handle object, const nb::str &method) {
  return take(PyObject_CallMethodNoArgs(object.ptr(), method.ptr()));
}

/// Whether tensors may have tangents, the derivatives of PyTorch's forward
/// mode.
static bool mayHaveTangents() {
  static auto &names = importAttribute("torch.autograd.forward_ad", "__dict__");
  static auto &name = *new nb::str("_current_level");
  PyObject *level = PyDict_GetItemWithError(names.ptr(), name.ptr());
  return !level || !PyLong_Check(level) || PyLong_AsLong(level) >= 0;
}

/// Whether a tensor is only its memory. It must not record gradients, have
/// tangents, or be a lazy conjugate or negative. None of these apply to
/// integers.
static bool isPlain(nb::handle tensor, DLDataType type) {
  static auto &requiresGrad = *new nb::str("requires_grad");
  static auto &isConj = *new nb::str("is_conj");
  static auto &isNeg = *new nb::str("is_neg");
  static auto &isGradEnabled = importAttribute("torch", "is_grad_enabled");
  if (type.code == kDLInt || type.code == kDLUInt)
    return true;
  return (isFalse(nb::getattr(tensor, requiresGrad)) ||
          isFalse(take(PyObject_CallNoArgs(isGradEnabled.ptr())))) &&
         isFalse(call(tensor, isNeg)) && !mayHaveTangents() &&
         (type.code != kDLComplex || isFalse(call(tensor, isConj)));
}

bool scatter::python::viewTensor(PyObject *object, View &view) {
  const ExchangeAPI *api = getExchangeAPI(object);
  if (!api)
    return false;
  if (api->fromObject(object, &view.tensor) != 0) {
    PyErr_Clear();
    return false;
  }
  view.isWritable = true;
  const DLTensor &tensor = view.tensor;
  // The packing of elements smaller than a byte is not defined.
  return tensor.dtype.bits >= 8 && tensor.ndim <= kMaxRank &&
         isPlain(object, tensor.dtype);
}

void scatter::python::recordWrite(PyObject *tensor) {
  static auto &load =
      importAttribute("scatter_mlir._frameworks", "load_write_counter");
  static auto &counter = *new nb::object(load());
  counter(nb::make_tuple(nb::handle(tensor)));
}
