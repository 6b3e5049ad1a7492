//===- SizeTable.h - sizes of values, each by one op ------------*- C++ -*-===//

#ifndef SCATTER_LIB_DIALECT_SCATTER_TRANSFORMS_SIZETABLE_H
#define SCATTER_LIB_DIALECT_SCATTER_TRANSFORMS_SIZETABLE_H

#include "mlir/IR/OpDefinition.h"
#include "llvm/ADT/DenseMap.h"

namespace scatter {

/// The sizes of values, by as few ops as possible: the size of a tensor that is
/// made by updating another one is that of the other one. Ops that the query of
/// a size needs stand where the value is defined, so that equal sizes are one
/// value and leave loops.
class SizeTable {
public:
  /// The size of `dim` of `value`, a ranked tensor or memref.
  mlir::OpFoldResult get(mlir::Value value, int64_t dim);

  /// Erases the ops that nothing uses.
  void eraseUnused();

private:
  mlir::Value getSource(mlir::Value value);

  llvm::DenseMap<mlir::Value, mlir::Value> sources;
  llvm::DenseMap<std::pair<mlir::Value, int64_t>, mlir::Value> sizes;
};

} // namespace scatter

#endif // SCATTER_LIB_DIALECT_SCATTER_TRANSFORMS_SIZETABLE_H
