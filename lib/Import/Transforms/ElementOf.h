//===- ElementOf.h - elements of computed tensors as scalars ----*- C++ -*-===//

#ifndef SCATTER_LIB_IMPORT_TRANSFORMS_ELEMENTOF_H
#define SCATTER_LIB_IMPORT_TRANSFORMS_ELEMENTOF_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace scatter {

/// Emits the element of `tensor` at `at`, which has one index per dimension. If
/// the tensor is computed by elementwise ops, broadcasts and reshapes of unit
/// dimensions, the computation of the element is emitted again, so that
/// `tensor` itself is not needed.
mlir::Value emitElementOf(mlir::ImplicitLocOpBuilder &b, mlir::Value tensor,
                          llvm::ArrayRef<mlir::Value> at);

} // namespace scatter

#endif // SCATTER_LIB_IMPORT_TRANSFORMS_ELEMENTOF_H
