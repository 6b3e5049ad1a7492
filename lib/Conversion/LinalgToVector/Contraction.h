//===- Contraction.h - a sum of products and its operands -------*- C++ -*-===//

#ifndef SCATTER_LIB_CONVERSION_LINALGTOVECTOR_CONTRACTION_H
#define SCATTER_LIB_CONVERSION_LINALGTOVECTOR_CONTRACTION_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

#include <optional>

namespace scatter {

/// How an operand is read along the columns, the loop of the vectors.
enum class ColumnAccess {
  /// It has one element for all columns.
  Scalar,
  /// Its elements of a row are contiguous.
  Vector,
  /// Those of a column are contiguous along the innermost reduction.
  Transposed
};

/// A memref as a row of elements.
struct FlatOperand {
  mlir::Value flat, offset;
  /// Distance of elements for each loop, null where it does not use the loop.
  llvm::SmallVector<mlir::Value> strides;
  ColumnAccess access = ColumnAccess::Scalar;
};

/// A linalg op on memrefs whose result rows are sums of rows. Its loops are
/// those of the op.
struct Contraction {
  mutable mlir::linalg::LinalgOp op;
  /// The loop of the vectors, whose size is static.
  unsigned column = 0;
  /// The loop whose iterations share what is read along the columns, if any.
  std::optional<unsigned> row;
  /// The reductions, outermost first, and the other parallel loops.
  llvm::SmallVector<unsigned> reductions, outer;
  llvm::SmallVector<int64_t> staticSizes;
  llvm::SmallVector<ColumnAccess> accesses;

  /// What `op` is, if it can be computed by vectors along a loop.
  static std::optional<Contraction> match(mlir::linalg::LinalgOp op);

  int64_t getColumns() const { return staticSizes[column]; }
  bool hasTransposed() const;
  /// Multiplications, of which an unknown size counts as one.
  int64_t countProducts() const;
};

/// The operands of a contraction as rows of elements, and its loops' sizes.
struct ContractionOperands {
  llvm::SmallVector<FlatOperand> operands;
  llvm::SmallVector<mlir::Value> sizes;

  static ContractionOperands create(mlir::ImplicitLocOpBuilder &b,
                                    const Contraction &contraction);
  const FlatOperand &getResult() const { return operands.back(); }
};

} // namespace scatter

#endif // SCATTER_LIB_CONVERSION_LINALGTOVECTOR_CONTRACTION_H
