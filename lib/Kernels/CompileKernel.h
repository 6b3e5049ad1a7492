//===- CompileKernel.h - compiles kernels that are not built in -*- C++ -*-===//
//
// libscatter_kernels has no compiler and defines these functions itself
// (NoCompiler.cpp).
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_LIB_KERNELS_COMPILEKERNEL_H
#define SCATTER_LIB_KERNELS_COMPILEKERNEL_H

#include "KernelKey.h"

#include "scatter/ExecutionEngine/Program.h"

namespace scatter::kernels {

/// Whether the library can compile kernels.
bool hasCompiler();

/// Whether a thread of the library may compile: there is a compiler, enough
/// memory that a compilation does not fail for want of it, and the process can
/// end meanwhile. If the process destroys variables of the compiler when it
/// ends, a caller must have compiled before.
bool canCompileInBackground();

/// Compiles the kernel `key`, or loads it from disk. Fails with CompileError,
/// or with std::errc::not_enough_memory. Thread-safe. A fork must not happen
/// meanwhile.
llvm::Expected<Program> compileKernel(const KernelKey &key);

} // namespace scatter::kernels

#endif // SCATTER_LIB_KERNELS_COMPILEKERNEL_H
