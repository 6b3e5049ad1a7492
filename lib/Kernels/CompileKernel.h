//===- CompileKernel.h - kernels that a library lacks -----------*- C++ -*-===//
//
// libscatter_kernels, which has no compiler, defines these functions anew
// (NoCompiler.cpp).
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_LIB_KERNELS_COMPILEKERNEL_H
#define SCATTER_LIB_KERNELS_COMPILEKERNEL_H

#include "KernelKey.h"

#include "scatter/ExecutionEngine/Program.h"

namespace scatter::kernels {

/// Whether there is a compiler.
bool hasCompiler();

/// Compiles the kernel `key`, or loads it from disk. Fails with CompileError,
/// or with std::errc::not_enough_memory. One call at a time.
llvm::Expected<Program> compileKernel(const KernelKey &key);

} // namespace scatter::kernels

#endif // SCATTER_LIB_KERNELS_COMPILEKERNEL_H
