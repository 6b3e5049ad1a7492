//===- ScalarRegion.h - regions of ops on scalars ---------------*- C++ -*-===//

#ifndef SCATTER_LIB_IMPORT_STABLEHLO_SCALARREGION_H
#define SCATTER_LIB_IMPORT_STABLEHLO_SCALARREGION_H

#include "Conversion.h"

namespace scatter {

/// Checks what emitScalarRegion relies on. `region` must have one block, whose
/// arguments have the scalar types `arguments`. It may hold only elementwise
/// ops and constants, and `if`, `case`, `while` and `map` of these, all on
/// scalars, and returns values of types `results`. Diagnostics call the region
/// `name`.
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

/// Emits the ops of `region` that `values`, which are in it, depend on. `args`
/// has null for the arguments that they do not depend on.
mlir::LogicalResult
emitScalarValues(mlir::ImplicitLocOpBuilder &b, mlir::Region &region,
                 llvm::ArrayRef<mlir::Value> args, mlir::ValueRange values,
                 llvm::SmallVectorImpl<mlir::Value> &results);

/// Whether `value` depends on one of the arguments of `body` from number
/// `begin` up to number `end`.
bool dependsOnArguments(mlir::Value value, mlir::Block &body, unsigned begin,
                        unsigned end);

} // namespace scatter

#endif // SCATTER_LIB_IMPORT_STABLEHLO_SCALARREGION_H
