//===- DLPack.h - arrays and tensors from DLPack ----------------*- C++ -*-===//
//
// Supports the capsules of `__dlpack__`, and the C functions that a tensor
// class may provide since DLPack 1.2. PyTorch provides them. They are much
// faster than a call of `__dlpack__`. Functions that return objects throw
// Python exceptions.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_PYTHON_SRC_DLPACK_H
#define SCATTER_PYTHON_SRC_DLPACK_H

#include "Arrays.h"

#include <nanobind/nanobind.h>

namespace scatter::python {

namespace nb = nanobind;

/// The structure DLManagedTensorVersioned of DLPack 1.0.
struct VersionedTensor {
  uint32_t major, minor;
  void *manager_ctx;
  void (*deleter)(VersionedTensor *);
  uint64_t flags;
  DLTensor dl_tensor;
};

/// The structure DLPackExchangeAPI. Functions return 0 for success. Otherwise
/// they set a Python exception, except for those with `setError`, which call
/// it.
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

/// Makes an array over the memory of `tensor`, which it owns.
nb::object toArray(DLManagedTensor *tensor);

/// Makes an array over the memory of a capsule, which it keeps alive. Throws
/// TypeError for an unsupported device or type.
nb::object importDLPack(nb::object capsule);

/// Makes a capsule "dltensor" that owns `tensor`.
nb::object toCapsule(DLManagedTensor *tensor);

/// Makes a capsule over the memory of an array.
nb::object exportDLPack(nb::object array);

/// Returns the C functions of the class of `object`, which exist as long as the
/// process. Null if there are none or they must not be used.
const ExchangeAPI *getExchangeAPI(PyObject *object);

/// Views a tensor without pending operations. Returns false for other objects.
bool viewTensor(PyObject *object, View &view);

/// Counts a write to the memory of a tensor that viewTensor has viewed. PyTorch
/// then does not use modified values for gradients.
void recordWrite(PyObject *tensor);

} // namespace scatter::python

#endif // SCATTER_PYTHON_SRC_DLPACK_H
