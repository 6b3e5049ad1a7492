//===- BuildKernel.h - the IR of a kernel -----------------------*- C++ -*-===//

#ifndef SCATTER_LIB_KERNELS_BUILDKERNEL_H
#define SCATTER_LIB_KERNELS_BUILDKERNEL_H

#include "KernelKey.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace scatter::kernels {

/// Builds the module of the kernel `key`. It has one function, `name`, with the
/// arguments that KernelSignature.h describes.
mlir::OwningOpRef<mlir::ModuleOp> buildKernel(const KernelKey &key,
                                              llvm::StringRef name,
                                              mlir::MLIRContext *context);

} // namespace scatter::kernels

#endif // SCATTER_LIB_KERNELS_BUILDKERNEL_H
