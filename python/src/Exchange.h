//===- Exchange.h - DLPack's exchange of tensors by C functions -*- C++ -*-===//
//
// DLPack 1.2 lets the class of a tensor name C functions that view, make and
// wrap tensors. PyTorch has them; a call of `__dlpack__` takes much longer.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_PYTHON_EXCHANGE_H
#define SCATTER_PYTHON_EXCHANGE_H

#include "Arrays.h"

namespace scatter::python {

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

/// The functions of the class of `object`, which live as long as the process;
/// null if there are none or they are not to be used.
const ExchangeAPI *getExchangeAPI(PyObject *object);

/// Views a tensor in the common form (on the CPU, aligned, without pending
/// operations). Returns false for any other; no exception is set.
bool viewTensor(PyObject *object, View &view);

/// Counts a write to the memory of a tensor that viewTensor viewed, so that
/// PyTorch does not use its new values for the gradients of its old ones.
/// Returns false with an exception.
bool recordWrite(PyObject *tensor);

/// A new row-major tensor of the kind, type and shape that `like` views.
/// Calls `fill(memory, context)`; returns null if that returns false, or with
/// an exception, or without one if such a tensor cannot be made.
PyObject *makeTensor(PyObject *object, const View &like,
                     bool (*fill)(const View &memory, void *context),
                     void *context);

} // namespace scatter::python

#endif // SCATTER_PYTHON_EXCHANGE_H
