//===- Reports.h - reports of operands that do not fit ----------*- C++ -*-===//

#ifndef SCATTER_IMPORT_UTILS_REPORTS_H
#define SCATTER_IMPORT_UTILS_REPORTS_H

#include "scatter/Runtime/Runtime.h"

#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/OpDefinition.h"
#include "llvm/ADT/Twine.h"

namespace scatter {

/// Makes the program report dimension or element `at` of `operand` and end the
/// call unless `holds`. The report begins with the location of `b`: a position
/// in a file or a name.
void reportUnless(mlir::ImplicitLocOpBuilder &b, const llvm::Twine &operand,
                  mlir::Value holds, ScatterErrorOperand expectation,
                  mlir::OpFoldResult at, mlir::OpFoldResult found,
                  mlir::OpFoldResult expected);
inline void reportUnless(mlir::ImplicitLocOpBuilder &b,
                         const llvm::Twine &operand, mlir::Value holds,
                         ScatterErrorOperand expectation, int64_t at,
                         mlir::OpFoldResult found,
                         mlir::OpFoldResult expected) {
  reportUnless(b, operand, holds, expectation,
               mlir::OpFoldResult(b.getIndexAttr(at)), found, expected);
}

} // namespace scatter

#endif // SCATTER_IMPORT_UTILS_REPORTS_H
