//===- Exchange.cpp - DLPack's exchange of tensors by C functions ---------===//

#include "Exchange.h"

#include "Results.h"

#include <utility>
#include <vector>

using namespace scatter::python;

/// Whether the class comes from PyTorch. A view by DLPack's functions does not
/// say whether the memory may be written, and has no place for what else a
/// class may attach to a tensor; for PyTorch both are known.
static bool isKnown(PyObject *type) {
  PyObject *module = PyObject_GetAttrString(type, "__module__");
  bool isTorch =
      module && PyUnicode_Check(module) &&
      (PyUnicode_CompareWithASCIIString(module, "torch") == 0 ||
       PyUnicode_CompareWithASCIIString(module, "torch.nn.parameter") == 0);
  Py_XDECREF(module);
  PyErr_Clear();
  return isTorch;
}

static const ExchangeAPI *loadExchangeAPI(PyObject *type) {
  if (!isKnown(type))
    return nullptr;
  PyObject *capsule = PyObject_GetAttrString(type, "__dlpack_c_exchange_api__");
  auto *api = capsule ? static_cast<const ExchangeAPI *>(PyCapsule_GetPointer(
                            capsule, "dlpack_exchange_api"))
                      : nullptr;
  PyErr_Clear();
  Py_XDECREF(capsule);
  while (api && api->major > 1)
    api = api->previous;
  return api && api->major == 1 && api->fromObject ? api : nullptr;
}

const ExchangeAPI *scatter::python::getExchangeAPI(PyObject *object) {
  // Few classes pass here; each is kept alive so that no other gets its place.
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

/// Whether an attribute is false; `call` is for a method without arguments.
static bool isFalse(PyObject *object, PyObject *name, bool call) {
  PyObject *value = call ? PyObject_CallMethodObjArgs(object, name, nullptr)
                         : PyObject_GetAttr(object, name);
  bool result = value == Py_False;
  Py_XDECREF(value);
  PyErr_Clear();
  return result;
}

static PyObject *importAttribute(const char *module, const char *name) {
  PyObject *imported = PyImport_ImportModule(module);
  PyObject *value = imported ? PyObject_GetAttrString(imported, name) : nullptr;
  Py_XDECREF(imported);
  return value;
}

/// Whether tensors may carry tangents, the derivatives of PyTorch's forward
/// mode.
static bool mayHaveTangents() {
  static PyObject *module = PyImport_ImportModule("torch.autograd.forward_ad");
  static PyObject *names = module ? PyModule_GetDict(module) : nullptr;
  static PyObject *name = PyUnicode_InternFromString("_current_level");
  PyObject *level = names ? PyDict_GetItemWithError(names, name) : nullptr;
  bool isOutside = level && PyLong_Check(level) && PyLong_AsLong(level) < 0;
  PyErr_Clear();
  return !isOutside;
}

/// Whether operations record gradients; torch.no_grad turns it off.
static bool isGradEnabled() {
  static PyObject *function = importAttribute("torch", "is_grad_enabled");
  PyObject *value = function ? PyObject_CallNoArgs(function) : nullptr;
  bool isDisabled = value == Py_False;
  Py_XDECREF(value);
  PyErr_Clear();
  return !isDisabled;
}

/// Whether a tensor is no more than its memory. Those that record gradients,
/// have tangents, or stand for the conjugate or the negative of their memory,
/// are not; all of this is for numbers that are not integers.
static bool isPlain(PyObject *object, DLDataType type) {
  static PyObject *requiresGrad = PyUnicode_InternFromString("requires_grad");
  static PyObject *isConj = PyUnicode_InternFromString("is_conj");
  static PyObject *isNeg = PyUnicode_InternFromString("is_neg");
  if (type.code == kDLInt || type.code == kDLUInt)
    return true;
  return (isFalse(object, requiresGrad, /*call=*/false) || !isGradEnabled()) &&
         isFalse(object, isNeg, /*call=*/true) && !mayHaveTangents() &&
         (type.code != kDLComplex || isFalse(object, isConj, /*call=*/true));
}

bool scatter::python::viewTensor(PyObject *object, View &view) {
  const ExchangeAPI *api = getExchangeAPI(object);
  if (!api)
    return false;
  DLTensor tensor;
  if (api->fromObject(object, &tensor) != 0) {
    PyErr_Clear();
    return false;
  }
  return view.set(tensor) && isPlain(object, tensor.dtype);
}

/// PyTorch's function that counts a write to each tensor of a tuple.
static PyObject *loadWriteCounter() {
  PyObject *counter = importAttribute("torch._C", "_increment_version");
  PyObject *none = PyTuple_New(0);
  PyObject *result =
      counter && none ? PyObject_CallOneArg(counter, none) : nullptr;
  Py_XDECREF(none);
  Py_XDECREF(result);
  if (result)
    return counter;
  // That one is faster, but not an interface; this one is.
  PyErr_Clear();
  Py_XDECREF(counter);
  return importAttribute("torch.autograd.graph", "increment_version");
}

bool scatter::python::recordWrite(PyObject *tensor) {
  static PyObject *counter = nullptr;
  if (!counter && !(counter = loadWriteCounter()))
    return false;
  PyObject *tensors = PyTuple_Pack(1, tensor);
  PyObject *result = tensors ? PyObject_CallOneArg(counter, tensors) : nullptr;
  Py_XDECREF(tensors);
  Py_XDECREF(result);
  return result != nullptr;
}

PyObject *scatter::python::makeTensor(PyObject *object, const View &like,
                                      bool (*fill)(const View &, void *),
                                      void *context) {
  const ExchangeAPI *api = getExchangeAPI(object);
  if (!api)
    return nullptr;
  VersionedTensor *tensor = makeResultTensor(like);
  if (!tensor) {
    DLTensor prototype = like.tensor;
    auto ignoreError = [](void *, const char *, const char *) {};
    if (api->allocate(&prototype, &tensor, nullptr, ignoreError) != 0) {
      PyErr_Clear();
      return nullptr;
    }
  }
  View memory;
  void *result = nullptr;
  if (!memory.set(tensor->dl_tensor) || !memory.isRowMajor() ||
      !haveEqualShapes(memory, like) || !fill(memory, context))
    tensor->deleter(tensor);
  else if (api->managedToObject(tensor, &result) != 0)
    return nullptr;
  return static_cast<PyObject *>(result);
}
