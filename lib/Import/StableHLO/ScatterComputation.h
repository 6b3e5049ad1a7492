//===- ScatterComputation.h - regions that combine two elements -*- C++ -*-===//
//
// The computations of stablehlo.scatter and stablehlo.select_and_scatter.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_LIB_IMPORT_STABLEHLO_SCATTERCOMPUTATION_H
#define SCATTER_LIB_IMPORT_STABLEHLO_SCATTERCOMPUTATION_H

#include "Conversion.h"
#include "scatter/Dialect/Scatter/IR/Scatter.h"

namespace scatter {

/// What the computation of a scatter does with one of the inputs.
struct ScatterComputation {
  /// If there is none, the input is not changed.
  std::optional<Reduction> reduction;
  /// The op that combines elements, or null if there is none.
  mlir::Operation *op = nullptr;
};

/// What the computation of a scatter does with one of the inputs where it is a
/// reduction of the element by a value that depends on the updates only.
struct SplitComputation {
  /// If there is none, the input is not changed.
  std::optional<Reduction> reduction;
  /// The value, in the body: the update itself or what is computed of updates.
  mlir::Value update;
};

/// Returns how `body` splits for input `i` of `count` inputs, or none if it
/// does not.
std::optional<SplitComputation> splitComputation(mlir::Block &body, unsigned i,
                                                 unsigned count,
                                                 mlir::Type elementType);

/// Analyzes what `body` returns for input `i` of `count` inputs. Diagnostics
/// call the region `name`.
mlir::FailureOr<ScatterComputation>
matchComputation(const OpConversion &c, llvm::StringRef name, mlir::Block &body,
                 unsigned i, unsigned count);

} // namespace scatter

#endif // SCATTER_LIB_IMPORT_STABLEHLO_SCATTERCOMPUTATION_H
