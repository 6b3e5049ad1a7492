//===- VerifyUtils.h - checks that verifiers share --------------*- C++ -*-===//

#ifndef SCATTER_LIB_DIALECT_SCATTER_IR_VERIFYUTILS_H
#define SCATTER_LIB_DIALECT_SCATTER_IR_VERIFYUTILS_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Operation.h"

#include <optional>

namespace scatter {

/// Whether both sizes are static and differ.
bool conflict(int64_t lhs, int64_t rhs);

/// A static size that differs from the required one.
struct SizeConflict {
  int64_t dim, expected, found;
  mlir::StringRef reason;
};

/// Emits a diagnostic about a dimension of `operand` if there is a conflict.
mlir::LogicalResult emitIfConflict(mlir::Operation *op,
                                   std::optional<SizeConflict> conflict,
                                   mlir::StringRef operand = "updates");

/// (ND1), (S1), (GN1): operands are all tensors or all memrefs, and
/// (ND9), (S9), (GN9): one result of the type of the init on tensors, else
/// none. `name` is that of the init.
mlir::LogicalResult verifyInitForm(mlir::Operation *op, mlir::ValueRange inputs,
                                   mlir::Value init,
                                   mlir::StringRef name = "data");

/// (ND11), (S11), (GN11): elements have a bounded number of bits, and
/// (ND12), (S12), (GN12): memory can hold the operands.
mlir::LogicalResult verifyOperandSizes(
    mlir::Operation *op, mlir::ShapedType data,
    mlir::ArrayRef<std::pair<mlir::StringRef, mlir::ShapedType>> operands);

} // namespace scatter

#endif // SCATTER_LIB_DIALECT_SCATTER_IR_VERIFYUTILS_H
