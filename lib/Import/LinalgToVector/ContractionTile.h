//===- ContractionTile.h - a tile of a contraction --------------*- C++ -*-===//

#ifndef SCATTER_LIB_IMPORT_LINALGTOVECTOR_CONTRACTIONTILE_H
#define SCATTER_LIB_IMPORT_LINALGTOVECTOR_CONTRACTIONTILE_H

#include "ContractionOp.h"

namespace scatter {

/// A tile of the result, whose sums are kept in vector registers.
class ContractionTile {
public:
  /// A tile of `rows` rows and `columns` columns. Its vectors have `lanes`
  /// elements; the last one has the remainder. `positions` holds the beginning
  /// of the tile for each loop.
  ContractionTile(mlir::ImplicitLocOpBuilder &b, const Contraction &contraction,
                  const ContractionOperands &operands,
                  mlir::ArrayRef<mlir::Value> positions, int64_t rows,
                  int64_t columns, int64_t lanes);

  /// Adds the products from `begin` to `end` of the innermost reduction, in
  /// this order. `length` is end - begin if that is known, else negative. The
  /// sums start from `init`, or from the elements of the result if `init` is
  /// null.
  void emit(mlir::Value begin, mlir::Value end, int64_t length,
            mlir::Value init);

private:
  using Values = llvm::SmallVector<mlir::Value>;

  mlir::Value index(int64_t value);
  /// Returns the offset of the element of an operand for a row and a column of
  /// the tile.
  mlir::Value getAddress(const FlatOperand &operand, int64_t row,
                         int64_t column);
  mlir::VectorType getVectorType(mlir::Type element, int64_t vector) const;
  Values loadSums();
  void storeSums(mlir::ValueRange sums);
  /// Adds one product to each sum. addBlock adds as many products to each sum
  /// as a vector has lanes.
  Values addProduct(mlir::Value position, mlir::ValueRange sums);
  Values addBlock(mlir::Value position, mlir::ValueRange sums);
  mlir::Value read(const FlatOperand &operand, int64_t row, int64_t vector);
  Values readTransposed(const FlatOperand &operand, int64_t row,
                        int64_t vector);
  Values emitLoop(mlir::Value begin, mlir::Value end, int64_t step,
                  mlir::ValueRange sums,
                  Values (ContractionTile::*add)(mlir::Value,
                                                 mlir::ValueRange));
  mlir::Value emitBody(mlir::ValueRange arguments, mlir::VectorType type);

  mlir::ImplicitLocOpBuilder &b;
  const Contraction &contraction;
  const ContractionOperands &operands;
  Values positions;
  int64_t rows, lanes;
  /// The width of each vector of a row.
  llvm::SmallVector<int64_t> widths;
};

} // namespace scatter

#endif // SCATTER_LIB_IMPORT_LINALGTOVECTOR_CONTRACTIONTILE_H
