//===- OpenMP.h - the runtime of threaded programs --------------*- C++ -*-===//

#ifndef SCATTER_LIB_EXECUTIONENGINE_OPENMP_H
#define SCATTER_LIB_EXECUTIONENGINE_OPENMP_H

#include "llvm/Support/Error.h"

namespace scatter {

/// Makes sure that this process has an OpenMP runtime of LLVM's interface,
/// loading one if needed; it stays loaded. Fails with CompileError.
llvm::Error loadOpenMPRuntime();

} // namespace scatter

#endif // SCATTER_LIB_EXECUTIONENGINE_OPENMP_H
