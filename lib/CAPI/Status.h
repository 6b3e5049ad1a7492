//===- Status.h - error objects of the C API --------------------*- C++ -*-===//

#ifndef SCATTER_LIB_CAPI_STATUS_H
#define SCATTER_LIB_CAPI_STATUS_H

#include "scatter-c/Status.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"

namespace scatter {

/// A status with `message`; never null.
ScatterStatus *makeStatus(ScatterStatusCode code, const llvm::Twine &message);

/// A status for an error of the engine, null for success.
ScatterStatus *makeStatus(llvm::Error error);

} // namespace scatter

#endif // SCATTER_LIB_CAPI_STATUS_H
