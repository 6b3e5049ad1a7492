//===- SizeTable.h - sizes of values, each by one op ------------*- C++ -*-===//

#ifndef SCATTER_LIB_DIALECT_SCATTER_TRANSFORMS_SIZETABLE_H
#define SCATTER_LIB_DIALECT_SCATTER_TRANSFORMS_SIZETABLE_H

#include "mlir/IR/OpDefinition.h"
#include "llvm/ADT/DenseMap.h"

namespace scatter {

/// Provides the sizes of values by as few ops as possible. A tensor that is an
/// update of another one has the sizes of that one. Ops that query a size are
/// placed where its value is defined, so that equal sizes are the same value
/// and are outside of loops.
class SizeTable {
public:
  /// Returns size `dim` of `value`, a ranked tensor or memref.
  mlir::OpFoldResult get(mlir::Value value, int64_t dim);

  /// Erases the ops that this table created and that have no uses.
  void eraseUnused();

private:
  mlir::Value getSource(mlir::Value value);

  llvm::DenseMap<mlir::Value, mlir::Value> sources;
  llvm::DenseMap<std::pair<mlir::Value, int64_t>, mlir::Value> sizes;
};

/// Whether a cast of `value` stays where the sizes are compared. Upstream moves
/// a cast of the result of another op into this op, which runs before.
bool keepsCast(mlir::Value value);

} // namespace scatter

#endif // SCATTER_LIB_DIALECT_SCATTER_TRANSFORMS_SIZETABLE_H
