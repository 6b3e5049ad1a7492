//===- BuildElementLoops.h - loops over elements along an axis --*- C++ -*-===//

#ifndef SCATTER_LIB_KERNELS_BUILDELEMENTLOOPS_H
#define SCATTER_LIB_KERNELS_BUILDELEMENTLOOPS_H

#include "KernelKey.h"

#include "mlir/IR/Builders.h"

namespace scatter::kernels {

/// Builds the body of a kernel of ScatterElements that checks indices while it
/// writes. `arguments` are those of its function.
void buildElementLoops(mlir::OpBuilder &builder, mlir::Location loc,
                       const KernelKey &key, mlir::ValueRange arguments);

} // namespace scatter::kernels

#endif // SCATTER_LIB_KERNELS_BUILDELEMENTLOOPS_H
