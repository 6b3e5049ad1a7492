//===- RegionEvaluator.h - the region of scatter.generic --------*- C++ -*-===//

#ifndef SCATTER_LIB_REFERENCE_REGIONEVALUATOR_H
#define SCATTER_LIB_REFERENCE_REGIONEVALUATOR_H

#include "scatter/Dialect/Scatter/IR/Scatter.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/Support/Error.h"

namespace scatter::reference {

/// Returns the constant that the element of `type` at `address` is, or null if
/// there is none of this type.
mlir::TypedAttr readElement(mlir::Type type, const void *address);

/// Writes `value`, a constant of `type`, to `address`.
void writeElement(mlir::Type type, void *address, mlir::Attribute value);

/// Calls the region of an op on constants, one op after the other.
class RegionEvaluator {
public:
  explicit RegionEvaluator(GenericOp op) : block(op.getBody().front()) {}

  /// Returns what the region yields for `arguments` at `position`, which has
  /// one entry for each dimension of the maps.
  llvm::Expected<llvm::SmallVector<mlir::Attribute>>
  run(llvm::ArrayRef<mlir::Attribute> arguments,
      llvm::ArrayRef<int64_t> position);

private:
  /// Returns null for a value from outside that is no constant.
  mlir::Attribute lookup(mlir::Value value) const;
  llvm::Error evaluate(mlir::Operation &op, llvm::ArrayRef<int64_t> position);

  mlir::Block &block;
  llvm::DenseMap<mlir::Value, mlir::Attribute> values;
};

} // namespace scatter::reference

#endif // SCATTER_LIB_REFERENCE_REGIONEVALUATOR_H
