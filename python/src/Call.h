//===- Call.h - a call of a function of the library -------------*- C++ -*-===//

#ifndef SCATTER_PYTHON_SRC_CALL_H
#define SCATTER_PYTHON_SRC_CALL_H

#include "DLPack.h"
#include "Scratch.h"
#include "Updates.h"

#include "scatter-c/Kernels.h"

namespace scatter::python {

inline bool isGiven(PyObject *object) { return object && object != Py_None; }

/// A call of a library function. The functions that read arguments return false
/// if these do not have the common form.
class Call {
public:
  ~Call() { Py_XDECREF(result); }

  /// Views the argument `data`.
  bool readData(PyObject *object);
  /// Reads the destination. If it is not given, the callback `allocate` makes
  /// the result.
  bool readOut(PyObject *object);

  /// Runs `function(out)`, which returns a status. Returns a new reference to
  /// the destination or the result. Returns null if `mayDecline` and an
  /// argument is invalid.
  template <typename Function>
  PyObject *run(Function function, bool mayDecline) {
    const DLTensor *out = begin();
    return finish(function(out), mayDecline);
  }

  /// The allocation callback. `user` points to a Call.
  static void *allocate(size_t bytes, size_t alignment, void *user);

  /// The result, of the shape of data, that `allocate` has made for row-major
  /// data.
  DLTensor getResult() const;

  View data, indices, updates;
  Scratch indicesMemory, updatesMemory;
  /// The number of elements that the call reads besides data, and writes to a
  /// result of its own shape.
  int64_t countElements() const {
    int64_t count = resultRank < 0 ? updates.countElements() : 1;
    for (int i = 0; i < resultRank; ++i)
      count *= resultShape[i];
    return count + (hasIndices ? indices.countElements() : 0);
  }
  bool hasIndices = false;
  /// The shape of the result, if it is not that of data.
  int resultRank = -1;
  int64_t resultShape[kMaxRank];

private:
  /// Releases the GIL unless the call keeps it. Returns the destination, or
  /// null.
  const DLTensor *begin();
  PyObject *finish(ScatterStatus *status, bool mayDecline);
  /// Whether to keep the GIL, which takes less time than to release it.
  bool keepsLock() const;
  DLTensor getPrototype();
  void *makeResult();
  PyObject *takeResult();

  PyObject *dataObject = nullptr, *outObject = nullptr;
  View outView;
  /// The result: an array, a PyTorch tensor, or a tensor of the pool.
  PyObject *result = nullptr;
  VersionedTensor *tensor = nullptr;
  DLManagedTensor *pooled = nullptr;
  /// The memory of the result.
  void *memory = nullptr;
  /// Set while the GIL is released.
  PyThreadState *state = nullptr;
  /// Whether the thread ran a call that keeps the GIL before this one.
  bool formerKept = false;
};

} // namespace scatter::python

#endif // SCATTER_PYTHON_SRC_CALL_H
