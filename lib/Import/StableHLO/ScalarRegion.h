//===- ScalarRegion.h - regions of elementwise ops on scalars ---*- C++ -*-===//

#ifndef SCATTER_LIB_CONVERSION_STABLEHLOTOSCATTER_SCALARREGION_H
#define SCATTER_LIB_CONVERSION_STABLEHLOTOSCATTER_SCALARREGION_H

#include "Conversion.h"

namespace scatter {

/// Checks what emitScalarRegion relies on. `region` must have one block, whose
/// arguments have the scalar types `arguments`. It may hold only elementwise
/// ops and constants, and returns values of types `results`. Diagnostics call
/// the region `name`.
mlir::LogicalResult checkScalarRegion(const OpConversion &c,
                                      mlir::Region &region,
                                      llvm::StringRef name,
                                      mlir::TypeRange arguments,
                                      mlir::TypeRange results);

/// Emits the ops of `region` on scalars. `args` and `results` are signless.
mlir::LogicalResult
emitScalarRegion(mlir::ImplicitLocOpBuilder &b, mlir::Region &region,
                 mlir::ValueRange args,
                 llvm::SmallVectorImpl<mlir::Value> &results);

} // namespace scatter

#endif // SCATTER_LIB_CONVERSION_STABLEHLOTOSCATTER_SCALARREGION_H
