//===- ShareChecks.h - one check for several updates ------------*- C++ -*-===//

#ifndef SCATTER_LIB_DIALECT_SCATTER_TRANSFORMS_SHARECHECKS_H
#define SCATTER_LIB_DIALECT_SCATTER_TRANSFORMS_SHARECHECKS_H

#include "scatter/Dialect/Scatter/IR/Scatter.h"

#include "mlir/Analysis/AliasAnalysis.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"

namespace scatter {

/// Merges the checks of indices below an op and takes them out of loops, on
/// tensors and on memrefs. Upstream's common subexpression elimination and
/// loop-invariant code motion do the same on tensors; on memrefs they stop at
/// every write, also at one that cannot change the indices.
class CheckSharing {
public:
  explicit CheckSharing(mlir::Operation *root) : root(root), aliases(root) {}

  void run();

  /// What tells whether the indices of `check`, which stood below the op before
  /// `run`, are valid.
  mlir::Value getValid(CheckIndicesOp check) const;

  /// Erases the checks that others have replaced.
  void eraseReplaced();

private:
  /// The memory that an op, with what is nested in it, may write or free.
  struct Writes {
    /// Whether it may be any.
    bool isAny = false;
    /// With each value the indices of the updates that write it, null if
    /// something else does, too. An update must not write its own operands.
    llvm::MapVector<mlir::Value, mlir::Value> values;
  };

  void merge();
  void hoist(CheckIndicesOp check);
  static Writes collectWrites(mlir::Operation *op);
  bool mayWrite(mlir::Operation *op, mlir::Value indices);
  bool mayWriteBetween(mlir::Operation *from, CheckIndicesOp to);
  void replace(CheckIndicesOp check, mlir::Value valid);

  mlir::Operation *root;
  mlir::AliasAnalysis aliases;
  llvm::DenseMap<mlir::Operation *, Writes> writesOfOps;
  /// What replaces the result of a check.
  llvm::DenseMap<mlir::Value, mlir::Value> replacements;
  llvm::SmallVector<CheckIndicesOp> replaced;
};

} // namespace scatter

#endif // SCATTER_LIB_DIALECT_SCATTER_TRANSFORMS_SHARECHECKS_H
