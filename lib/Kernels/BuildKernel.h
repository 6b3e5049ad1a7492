//===- BuildKernel.h - the IR of a kernel -----------------------*- C++ -*-===//

#ifndef SCATTER_LIB_KERNELS_BUILDKERNEL_H
#define SCATTER_LIB_KERNELS_BUILDKERNEL_H

#include "KernelKey.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace scatter::kernels {

/// The name of the function of a kernel: that of its op.
llvm::StringRef getFunctionName(const KernelKey &key);

/// Builds the module of the kernel `key`: one function, see KernelKey.h.
mlir::OwningOpRef<mlir::ModuleOp> buildKernel(const KernelKey &key,
                                              mlir::MLIRContext *context);

} // namespace scatter::kernels

#endif // SCATTER_LIB_KERNELS_BUILDKERNEL_H
