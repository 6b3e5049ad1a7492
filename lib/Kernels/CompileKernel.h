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

/// Compiles the kernel `key`, or loads it from disk. Fails with CompileError,
/// or with std::errc::not_enough_memory. Not thread-safe: calls must not be
/// concurrent.
llvm::Expected<Program> compileKernel(const KernelKey &key);

} // namespace scatter::kernels

#endif // SCATTER_LIB_KERNELS_COMPILEKERNEL_H
