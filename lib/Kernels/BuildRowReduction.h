//===- BuildRowReduction.h - the IR of gather_scatter -----------*- C++ -*-===//

#ifndef SCATTER_LIB_KERNELS_BUILDROWREDUCTION_H
#define SCATTER_LIB_KERNELS_BUILDROWREDUCTION_H

#include "KernelKey.h"

#include "mlir/IR/Builders.h"

namespace scatter::kernels {

/// Emits the body of a kernel of GatherScatter on `arguments`, see
/// RowReduction.h. Loads the dialects that it uses.
void buildRowReduction(mlir::OpBuilder &builder, mlir::Location loc,
                       const KernelKey &key, mlir::ValueRange arguments);

/// Emits the body of such a kernel with the option Unsorted.
void buildUnsortedSum(mlir::OpBuilder &builder, mlir::Location loc,
                      const KernelKey &key, mlir::ValueRange arguments);

} // namespace scatter::kernels

#endif // SCATTER_LIB_KERNELS_BUILDROWREDUCTION_H
