//===- ReadArguments.h - arguments of the functions for C -------*- C++ -*-===//

#ifndef SCATTER_LIB_CAPI_READARGUMENTS_H
#define SCATTER_LIB_CAPI_READARGUMENTS_H

#include "scatter-c/Context.h"
#include "scatter-c/Kernels.h"

#include "DLPack.h"
#include "Status.h"
#include "scatter/Kernels/GatherScatter.h"
#include "scatter/Kernels/Kernels.h"

namespace scatter {

/// Marks an error as unlikely. GCC otherwise assumes that a pointer is not null
/// and would optimize for the error.
inline bool failed(ScatterStatus *status) {
  return LLVM_UNLIKELY(status != nullptr);
}

inline ScatterStatus *makeEnumError(const char *name, unsigned value,
                                    unsigned last) {
  return makeStatus(SCATTER_STATUS_USAGE, llvm::Twine("'") + name +
                                              "': expected 0 to " +
                                              llvm::Twine(last) + ", found " +
                                              llvm::Twine(int(value)));
}

/// Checks an option that is an enumerator from 0 to `last`.
inline ScatterStatus *checkEnum(const char *name, unsigned value,
                                unsigned last) {
  return LLVM_LIKELY(value <= last) ? nullptr
                                    : makeEnumError(name, value, last);
}

inline ScatterStatus *checkThreads(unsigned threads) {
  return checkEnum("threads", threads, SCATTER_MAX_THREADS);
}

/// Describes the tensor argument `name`.
inline ScatterStatus *readTensor(const char *name, const DLTensor *tensor,
                                 ArrayView &view) {
  ScatterStatus *status = toView(tensor, view);
  return failed(status) ? addSubject(llvm::Twine("'") + name + "'", status)
                        : nullptr;
}

/// Calls `function` with the destination that the arguments define. `dataView`
/// must be the view of `data`.
template <typename Options, typename Function>
ScatterStatus *runInto(const DLTensor *out, const DLTensor *data,
                       const ArrayView &dataView, const Options &options,
                       Function function) {
  if (out == data)
    return makeStatus(function(Destination(dataView)));
  if (out) {
    ArrayView view;
    if (ScatterStatus *status = readTensor("out", out, view); failed(status))
      return status;
    return makeStatus(function(Destination(view)));
  }
  if (!options.allocate)
    return makeStatus(SCATTER_STATUS_USAGE,
                      "'out': expected a tensor, or a callback 'allocate' "
                      "in the options, found NULL");
  auto allocate = [&](size_t bytes, size_t alignment) {
    return options.allocate(bytes, alignment, options.user);
  };
  return makeStatus(function(Destination(Destination::Allocate(allocate))));
}

/// Indices behind the C API, and the reverse.
inline const PreparedIndices *unwrap(const ScatterPrepared *prepared) {
  return reinterpret_cast<const PreparedIndices *>(prepared);
}
inline ScatterPrepared *wrap(const PreparedIndices *prepared) {
  return reinterpret_cast<ScatterPrepared *>(
      const_cast<PreparedIndices *>(prepared));
}

} // namespace scatter

#endif // SCATTER_LIB_CAPI_READARGUMENTS_H
