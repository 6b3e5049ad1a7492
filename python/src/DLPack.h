//===- DLPack.h - arrays and tensors by DLPack ------------------*- C++ -*-===//
//
// Capsules of `__dlpack__`, and the C functions that DLPack 1.2 lets the class
// of a tensor name. PyTorch has them; a call of `__dlpack__` takes much longer.
// Functions that return objects throw exceptions of Python.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_PYTHON_DLPACK_H
#define SCATTER_PYTHON_DLPACK_H

#include "Arrays.h"

#include <nanobind/nanobind.h>

namespace scatter::python {

namespace nb = nanobind;

/// DLManagedTensorVersioned of DLPack 1.0.
struct VersionedTensor {
  uint32_t major, minor;
  void *manager_ctx;
  void (*deleter)(VersionedTensor *);
  uint64_t flags;
  DLTensor dl_tensor;
};

/// DLPackExchangeAPI. Functions return 0 for success and else set an exception,
/// unless they report by `setError`.
struct ExchangeAPI {
  uint32_t major, minor;
  ExchangeAPI *previous;
  int (*allocate)(DLTensor *prototype, VersionedTensor **tensor, void *context,
                  void (*setError)(void *context, const char *kind,
                                   const char *message));
  int (*managedFromObject)(void *object, VersionedTensor **tensor);
  int (*managedToObject)(VersionedTensor *tensor, void **object);
  int (*fromObject)(void *object, DLTensor *tensor);
  int (*getStream)(int deviceType, int32_t deviceId, void **stream);
};

/// An array over the memory of `tensor`, which it owns.
nb::object toArray(DLManagedTensor *tensor);

/// An array over the memory of a capsule, which it keeps alive; TypeError for
/// another device or type.
nb::object importDLPack(nb::object capsule);

/// A capsule "dltensor" that owns `tensor`.
nb::object toCapsule(DLManagedTensor *tensor);

/// A capsule over the memory of an array.
nb::object exportDLPack(nb::object array);

/// The functions of the class of `object`, which live as long as the process;
/// null if there are none or they are not to be used.
const ExchangeAPI *getExchangeAPI(PyObject *object);

/// Views a tensor without pending operations; returns false for any other.
bool viewTensor(PyObject *object, View &view);

/// Counts a write to the memory of a tensor that viewTensor viewed, so that
/// PyTorch does not use its new values for the gradients of its old ones.
void recordWrite(PyObject *tensor);

} // namespace scatter::python

#endif // SCATTER_PYTHON_DLPACK_H
