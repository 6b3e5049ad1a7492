//===- OpenMP.h - the OpenMP runtime of programs ----------------*- C++ -*-===//

#ifndef SCATTER_LIB_EXECUTIONENGINE_OPENMP_H
#define SCATTER_LIB_EXECUTIONENGINE_OPENMP_H

#include "llvm/Support/Error.h"

namespace scatter {

/// Loads an LLVM OpenMP runtime into this process unless it has one. The
/// runtime stays loaded. Fails with CompileError. A later call may succeed.
llvm::Error loadOpenMPRuntime();

/// Checks, once per calling thread, that the system can start a team of
/// `threads` threads, because the runtime ends the process if it cannot. Fails
/// with std::errc::not_enough_memory. The runtime must be loaded.
llvm::Error checkWorkers(unsigned threads);

} // namespace scatter

#endif // SCATTER_LIB_EXECUTIONENGINE_OPENMP_H
