//===- ScalarRegion.h - regions of elementwise ops on scalars ---*- C++ -*-===//

#ifndef SCATTER_LIB_CONVERSION_STABLEHLOTOSCATTER_SCALARREGION_H
#define SCATTER_LIB_CONVERSION_STABLEHLOTOSCATTER_SCALARREGION_H

#include "Conversion.h"

namespace scatter {

/// Checks what emitScalarRegion relies on: `region`, which diagnostics call
/// `name`, has one block with arguments of the scalar types `arguments`, of
/// elementwise ops and constants, which returns values of types `results`.
mlir::LogicalResult checkScalarRegion(const OpConversion &c,
                                      mlir::Region &region,
                                      llvm::StringRef name,
                                      mlir::TypeRange arguments,
                                      mlir::TypeRange results);

/// Emits the scalar form of `region` for signless arguments.
mlir::LogicalResult
emitScalarRegion(mlir::ImplicitLocOpBuilder &b, mlir::Region &region,
                 mlir::ValueRange args,
                 llvm::SmallVectorImpl<mlir::Value> &results);

} // namespace scatter

#endif // SCATTER_LIB_CONVERSION_STABLEHLOTOSCATTER_SCALARREGION_H
