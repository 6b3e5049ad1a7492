//===- VerifyUtils.h - checks that verifiers share --------------*- C++ -*-===//

#ifndef SCATTER_LIB_DIALECT_SCATTER_IR_VERIFYUTILS_H
#define SCATTER_LIB_DIALECT_SCATTER_IR_VERIFYUTILS_H

#include "scatter/Dialect/Scatter/IR/Scatter.h"
#include "scatter/Dialect/Scatter/IR/StaticSizes.h"

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Operation.h"

#include <optional>

namespace scatter {

/// Whether both sizes are static and differ.
bool conflict(int64_t lhs, int64_t rhs);

/// Returns the first of `matches` whose sizes are static and differ in `op`.
std::optional<SizeMatch> findSizeConflict(mlir::Operation *op,
                                          mlir::ArrayRef<SizeMatch> matches);

/// (ND5), (ND6), (GN4) to (GN6): emits a diagnostic about the first conflict of
/// `matches`. `names` are the names of the operands of `op`.
mlir::LogicalResult verifySizeMatches(mlir::Operation *op,
                                      mlir::ArrayRef<SizeMatch> matches,
                                      mlir::ArrayRef<mlir::StringRef> names);

/// (ND4), (GN3): a tuple has 0 to `most` components, the number of dimensions
/// of `data` that tuples can index, and indices.shape[-1] is this number. It
/// follows from the rank of `tuples`, the operand `name` with the dimensions of
/// the tuples and of the slice.
template <typename OpT>
mlir::LogicalResult verifyIndexDepth(OpT op, mlir::ShapedType tuples,
                                     mlir::StringRef name) {
  int64_t batchDims = op.getFirstIndexedDim(), batchRank = op.getBatchRank();
  int64_t most = op.getDataRank() - batchDims;
  mlir::StringRef less =
      std::is_same_v<OpT, GatherNDOp> ? " less 'batch_dims'" : "";
  int64_t components = op.getIndicesType().getShape().back();
  if (mlir::ShapedType::isStatic(components) && components > most)
    return op.emitOpError("'indices' dimension ")
           << batchRank << ": expected at most " << most
           << " components (the rank of 'data'" << less << "), found "
           << components;
  int64_t depth = op.getIndexDepth();
  if (!conflict(components, depth) && depth >= 0 && depth <= most)
    return mlir::success();
  mlir::InFlightDiagnostic diag = op.emitOpError("'");
  diag << name << "': expected rank ";
  if (mlir::ShapedType::isStatic(components))
    diag << batchRank + most - components;
  else
    diag << "from " << batchRank << " to " << batchRank + most;
  return diag << " (the rank of 'indices' less 1, plus the rank of 'data'"
              << less << (less.empty() ? " less" : " and")
              << " the components of a tuple), found " << tuples.getRank();
}

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
