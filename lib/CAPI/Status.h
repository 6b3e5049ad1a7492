//===- Status.h - error objects of the C API --------------------*- C++ -*-===//

#ifndef SCATTER_LIB_CAPI_STATUS_H
#define SCATTER_LIB_CAPI_STATUS_H

#include "scatter-c/Status.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"

namespace scatter {

/// Makes a status with `message`. Never returns null. Must be called under a
/// guard, as the functions below.
ScatterStatus *makeStatus(ScatterStatusCode code, const llvm::Twine &message);

/// Makes a status for an error of the engine.
ScatterStatus *makeErrorStatus(llvm::Error error);

/// Makes a status for an error of the engine, or returns null for success.
inline ScatterStatus *makeStatus(llvm::Error error) {
  return LLVM_LIKELY(!error) ? nullptr : makeErrorStatus(std::move(error));
}

/// Prefixes the message of `status`, which may be null, with its subject.
ScatterStatus *addSubject(const llvm::Twine &subject, ScatterStatus *status);

/// Makes the status (USAGE) for NULL passed as `what`.
ScatterStatus *makeNullStatus(const char *what);

/// Returns a status (MEMORY) that needs no allocation. Destroying it has no
/// effect.
ScatterStatus *getMemoryStatus();

} // namespace scatter

#endif // SCATTER_LIB_CAPI_STATUS_H
