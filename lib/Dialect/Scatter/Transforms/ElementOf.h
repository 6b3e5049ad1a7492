//===- ElementOf.h - elements of computed tensors as scalars ----*- C++ -*-===//

#ifndef SCATTER_LIB_DIALECT_SCATTER_TRANSFORMS_ELEMENTOF_H
#define SCATTER_LIB_DIALECT_SCATTER_TRANSFORMS_ELEMENTOF_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace scatter {

/// The element of `tensor` at `at`, one index for each dimension. What elements
/// of elementwise ops, broadcasts and reshapes of unit dimensions are computed
/// from is computed anew, so that `tensor` itself is not needed.
mlir::Value emitElementOf(mlir::ImplicitLocOpBuilder &b, mlir::Value tensor,
                          llvm::ArrayRef<mlir::Value> at);

} // namespace scatter

#endif // SCATTER_LIB_DIALECT_SCATTER_TRANSFORMS_ELEMENTOF_H
