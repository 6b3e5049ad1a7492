//===- Status.h - error objects of the C API --------------------*- C++ -*-===//

#ifndef SCATTER_LIB_CAPI_STATUS_H
#define SCATTER_LIB_CAPI_STATUS_H

#include "scatter-c/Status.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"

namespace scatter {

/// A status with `message`; never null. To be called under a guard, like the
/// functions below.
ScatterStatus *makeStatus(ScatterStatusCode code, const llvm::Twine &message);

/// A status for an error of the engine.
ScatterStatus *makeErrorStatus(llvm::Error error);

/// The same, null for success.
inline ScatterStatus *makeStatus(llvm::Error error) {
  return LLVM_LIKELY(!error) ? nullptr : makeErrorStatus(std::move(error));
}

/// The status (USAGE) for NULL in the place of `what`.
ScatterStatus *makeNullStatus(const char *what);

/// A status (MEMORY) that exists always; destroying it does nothing.
ScatterStatus *getMemoryStatus();

} // namespace scatter

#endif // SCATTER_LIB_CAPI_STATUS_H
