//===- ScatterDimensions.h - dimension numbers of scatter -------*- C++ -*-===//
//
// Names and labels are those of the specification of StableHLO.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_LIB_CONVERSION_STABLEHLOTOSCATTER_SCATTERDIMENSIONS_H
#define SCATTER_LIB_CONVERSION_STABLEHLOTOSCATTER_SCATTERDIMENSIONS_H

#include "Conversion.h"

namespace scatter {

/// The dimension numbers of a scatter, checked against the types of its
/// operands.
struct ScatterDimensions {
  /// Reads and checks the dimension numbers of `c`, which has `count` inputs;
  /// their shapes are equal, and so are those of the updates.
  static mlir::FailureOr<ScatterDimensions> get(const OpConversion &c,
                                                unsigned count);

  llvm::SmallVector<int64_t> updateWindow, inserted, inputBatching,
      indicesBatching, toOperand;
  int64_t indexVector = 0;

  /// Dimensions of the updates that are not in a window, in order.
  llvm::SmallVector<int64_t> updateScatter;
  /// Dimensions of the inputs that windows extend along, in order; one for each
  /// of `updateWindow`.
  llvm::SmallVector<int64_t> window;
  /// The size of a window in each dimension of the inputs.
  llvm::SmallVector<int64_t> windowSizes;
  mlir::RankedTensorType input, indices, updates;

  /// The component of an index vector that positions windows along dimension
  /// `dim` of the inputs, if there is one.
  std::optional<unsigned> getComponent(int64_t dim) const;
  /// The position of `dim` in `window`, if it is there.
  std::optional<unsigned> getWindow(int64_t dim) const;
  /// The position in `updateScatter` of the dimension that dimension `dim` of
  /// the inputs goes along with, if that is a batching dimension.
  std::optional<unsigned> getBatch(int64_t dim) const;
  /// The number of index vectors.
  int64_t countWindows() const;
};

} // namespace scatter

#endif // SCATTER_LIB_CONVERSION_STABLEHLOTOSCATTER_SCATTERDIMENSIONS_H
