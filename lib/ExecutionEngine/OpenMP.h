//===- OpenMP.h - the runtime of threaded programs --------------*- C++ -*-===//

#ifndef SCATTER_LIB_EXECUTIONENGINE_OPENMP_H
#define SCATTER_LIB_EXECUTIONENGINE_OPENMP_H

#include "llvm/Support/Error.h"

namespace scatter {

/// Makes sure that this process has an OpenMP runtime of LLVM's interface,
/// loading one if needed; it stays loaded. Fails with CompileError; a later
/// call may succeed.
llvm::Error loadOpenMPRuntime();

/// Checks, once per calling thread, that the system can start a team of
/// `threads`: the runtime ends the process if it cannot. Fails
/// with std::errc::not_enough_memory. Needs the runtime.
llvm::Error checkWorkers(unsigned threads);

} // namespace scatter

#endif // SCATTER_LIB_EXECUTIONENGINE_OPENMP_H
