//===- IndexAnalysis.h - which positions integers depend on -----*- C++ -*-===//

#ifndef SCATTER_LIB_IMPORT_TRANSFORMS_INDEXANALYSIS_H
#define SCATTER_LIB_IMPORT_TRANSFORMS_INDEXANALYSIS_H

#include "mlir/IR/Block.h"
#include "mlir/IR/BuiltinAttributes.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

#include <optional>
#include <utility>

namespace scatter {

/// What is known about an integer that is computed from positions in a loop
/// nest.
struct ComputedIndex {
  enum Kind { Constant, Position, Other } kind = Other;
  /// The value of a constant, or the dimension whose position the integer
  /// equals.
  int64_t value = 0;
  /// The dimensions that the integer may depend on.
  llvm::SmallDenseSet<int64_t, 4> dims;
};

/// Analyzes integers in the order in which they are computed.
class IndexAnalysis {
public:
  /// `positions` are the positions in dimensions of `sizes`, which may be
  /// dynamic. `sizes` must outlive the analysis.
  IndexAnalysis(llvm::ArrayRef<mlir::Value> positions,
                llvm::ArrayRef<int64_t> sizes);

  /// Analyzes the scalars that `block` computes from the positions.
  void run(mlir::Block &block);

  /// Returns what is known about `scalar`, which is defined in the block or
  /// before it.
  ComputedIndex get(mlir::Value scalar) const;

private:
  ComputedIndex compute(mlir::Operation *op);
  ComputedIndex computeExtract(mlir::DenseIntElementsAttr constant,
                               llvm::ArrayRef<ComputedIndex> at) const;
  /// Returns the smallest and the largest value, if they are known.
  std::optional<std::pair<int64_t, int64_t>>
  getRange(const ComputedIndex &index) const;

  llvm::ArrayRef<int64_t> sizes;
  llvm::DenseMap<mlir::Value, ComputedIndex> known;
};

} // namespace scatter

#endif // SCATTER_LIB_IMPORT_TRANSFORMS_INDEXANALYSIS_H
