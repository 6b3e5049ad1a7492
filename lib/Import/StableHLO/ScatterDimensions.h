//===- ScatterDimensions.h - dimension numbers of scatter -------*- C++ -*-===//
//
// The names and labels are those of the StableHLO specification.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_LIB_IMPORT_STABLEHLO_SCATTERDIMENSIONS_H
#define SCATTER_LIB_IMPORT_STABLEHLO_SCATTERDIMENSIONS_H

#include "Conversion.h"

namespace scatter {

/// The dimension numbers of a scatter, checked against the types of its
/// operands.
struct ScatterDimensions {
  /// Reads and checks the dimension numbers of `c`. It has `count` inputs of
  /// equal shape and as many updates of equal shape.
  static mlir::FailureOr<ScatterDimensions> get(OpConversion &c,
                                                unsigned count);

  llvm::SmallVector<int64_t> updateWindow, inserted, inputBatching,
      indicesBatching, toOperand;
  int64_t indexVector = 0;

  /// Dimensions of the updates that are not in a window, in order.
  llvm::SmallVector<int64_t> updateScatter;
  /// Dimensions of the inputs along which windows extend, in order. Each
  /// corresponds to an entry of `updateWindow`.
  llvm::SmallVector<int64_t> window;
  /// The size of a window in each dimension of the inputs, and the last
  /// position at which a window is in bounds.
  Sizes windowSizes, last;
  mlir::RankedTensorType input, indices, updates;
  Sizes inputSizes, updateSizes;

  /// Returns the component of an index vector that is the position of the
  /// windows along dimension `dim` of the inputs, if there is one.
  std::optional<unsigned> getComponent(int64_t dim) const;
  /// The position of `dim` in `window`, if it is there.
  std::optional<unsigned> getWindow(int64_t dim) const;
  /// If dimension `dim` of the inputs is a batching dimension, returns the
  /// position in `updateScatter` of the dimension that it corresponds to.
  std::optional<unsigned> getBatch(int64_t dim) const;
  /// The sizes of the scatter dimensions of the updates.
  Sizes getScatterSizes() const;
  /// Whether all shapes are static and there is one index vector.
  bool isOneWindow() const;
};

} // namespace scatter

#endif // SCATTER_LIB_IMPORT_STABLEHLO_SCATTERDIMENSIONS_H
