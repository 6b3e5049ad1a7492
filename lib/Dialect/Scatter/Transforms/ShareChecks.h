//===- ShareChecks.h - one check for several updates ------------*- C++ -*-===//

#ifndef SCATTER_LIB_DIALECT_SCATTER_TRANSFORMS_SHARECHECKS_H
#define SCATTER_LIB_DIALECT_SCATTER_TRANSFORMS_SHARECHECKS_H

#include "scatter/Dialect/Scatter/IR/Scatter.h"

#include "mlir/Analysis/AliasAnalysis.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"

namespace scatter {

/// Whether `from` precedes `to` in its block, or precedes an op that contains
/// `to`.
bool precedes(mlir::Operation *from, mlir::Operation *to);

/// Merges the checks of indices below an op and moves them out of loops, on
/// tensors and on memrefs. On tensors, upstream's common subexpression
/// elimination and loop-invariant code motion do the same. On memrefs they stop
/// at every write, even at one that cannot change the indices.
class CheckSharing {
public:
  explicit CheckSharing(mlir::Operation *root) : root(root), aliases(root) {}

  void run();

  /// Returns the value that says whether the indices of `check` are valid after
  /// `run`. `check` must have been below the op before `run`.
  mlir::Value getValid(CheckIndicesOp check) const;

  /// Erases checks that were replaced by others.
  void eraseReplaced();

private:
  /// The memory that an op and the ops nested in it may write or free.
  struct Writes {
    /// Whether it may be any memory.
    bool isAny = false;
    /// Maps a written value to the indices of the updates that write it. These
    /// are null if other ops write it too. They matter because an update must
    /// not write its own indices.
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
  /// Maps the result of a check to the value that replaces it.
  llvm::DenseMap<mlir::Value, mlir::Value> replacements;
  llvm::SmallVector<CheckIndicesOp> replaced;
};

} // namespace scatter

#endif // SCATTER_LIB_DIALECT_SCATTER_TRANSFORMS_SHARECHECKS_H
