//===- IndexAnalysis.h - which positions integers depend on -----*- C++ -*-===//

#ifndef SCATTER_LIB_DIALECT_SCATTER_TRANSFORMS_INDEXANALYSIS_H
#define SCATTER_LIB_DIALECT_SCATTER_TRANSFORMS_INDEXANALYSIS_H

#include "mlir/IR/Block.h"
#include "mlir/IR/BuiltinAttributes.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

#include <optional>
#include <utility>

namespace scatter {

/// What is known of an integer that is computed from the positions in some
/// dimensions.
struct ComputedIndex {
  enum Kind { Constant, Position, Other } kind = Other;
  /// The value of a constant, or the dimension whose position it is.
  int64_t value = 0;
  /// The dimensions on which it may depend.
  llvm::SmallDenseSet<int64_t, 4> dims;
};

/// Looks at integers in the order in which they are computed.
class IndexAnalysis {
public:
  /// The positions in dimensions of `sizes`, which may be dynamic, are
  /// `positions`.
  IndexAnalysis(llvm::ArrayRef<mlir::Value> positions,
                llvm::ArrayRef<int64_t> sizes);

  /// Looks at the scalars of `block`, in which the positions are defined.
  void run(mlir::Block &block);

  /// What is known of `scalar`, of the block or defined before it.
  ComputedIndex get(mlir::Value scalar) const;

private:
  ComputedIndex compute(mlir::Operation *op);
  ComputedIndex computeExtract(mlir::DenseIntElementsAttr constant,
                               llvm::ArrayRef<ComputedIndex> at) const;
  /// The least and the greatest value, if they are known.
  std::optional<std::pair<int64_t, int64_t>>
  getRange(const ComputedIndex &index) const;

  llvm::ArrayRef<int64_t> sizes;
  llvm::DenseMap<mlir::Value, ComputedIndex> known;
};

} // namespace scatter

#endif // SCATTER_LIB_DIALECT_SCATTER_TRANSFORMS_INDEXANALYSIS_H
