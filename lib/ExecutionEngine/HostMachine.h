//===- HostMachine.h - a description of the host ----------------*- C++ -*-===//

#ifndef SCATTER_LIB_EXECUTIONENGINE_HOSTMACHINE_H
#define SCATTER_LIB_EXECUTIONENGINE_HOSTMACHINE_H

#include "scatter/Dialect/Scatter/Transforms/Machine.h"

namespace scatter {

/// What the system says of the machine that this process runs on. Asked for
/// once per process.
const Machine &getHostMachine();

} // namespace scatter

#endif // SCATTER_LIB_EXECUTIONENGINE_HOSTMACHINE_H
