//===- ContractionOp.h - a sum of products and its operands -----*- C++ -*-===//

#ifndef SCATTER_LIB_IMPORT_LINALGTOVECTOR_CONTRACTIONOP_H
#define SCATTER_LIB_IMPORT_LINALGTOVECTOR_CONTRACTIONOP_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

#include <optional>

namespace scatter {

/// How an operand is read along the columns, the loop that is vectorized.
enum class ColumnAccess {
  /// It has the same element for all columns.
  Scalar,
  /// Elements of adjacent columns are contiguous.
  Vector,
  /// Elements are contiguous along the innermost reduction instead of along the
  /// columns.
  Transposed
};

/// A memref, viewed as a flat memref.
struct FlatOperand {
  mlir::Value flat, offset;
  /// The stride of the operand for each loop, or null if the loop does not
  /// index it.
  llvm::SmallVector<mlir::Value> strides;
  ColumnAccess access = ColumnAccess::Scalar;
};

/// A linalg op on memrefs that sums over reduction loops and can be vectorized
/// along a row of its result. Loops are numbered as those of the op.
struct Contraction {
  mutable mlir::linalg::LinalgOp op;
  /// The loop that is vectorized. Its size is static.
  unsigned column = 0;
  /// The loop whose iterations reuse the vectors that are read along the
  /// columns, if there is one.
  std::optional<unsigned> row;
  /// The reduction loops, outermost first, and the other parallel loops.
  llvm::SmallVector<unsigned> reductions, outer;
  llvm::SmallVector<int64_t> staticSizes;
  llvm::SmallVector<ColumnAccess> accesses;

  /// Matches `op`. Returns none if it cannot be vectorized along a loop.
  static std::optional<Contraction> match(mlir::linalg::LinalgOp op);

  int64_t getColumns() const { return staticSizes[column]; }
  bool hasTransposed() const;
  /// The number of multiplications. Dynamic sizes count as 1.
  int64_t countProducts() const;
};

/// The operands of a contraction as flat memrefs, and the sizes of its loops.
struct ContractionOperands {
  llvm::SmallVector<FlatOperand> operands;
  llvm::SmallVector<mlir::Value> sizes;

  static ContractionOperands create(mlir::ImplicitLocOpBuilder &b,
                                    const Contraction &contraction);
  const FlatOperand &getResult() const { return operands.back(); }
};

} // namespace scatter

#endif // SCATTER_LIB_IMPORT_LINALGTOVECTOR_CONTRACTIONOP_H
