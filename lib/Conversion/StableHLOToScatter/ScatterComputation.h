//===- ScatterComputation.h - regions that combine two elements -*- C++ -*-===//
//
// The computations of stablehlo.scatter and stablehlo.select_and_scatter.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_LIB_CONVERSION_STABLEHLOTOSCATTER_SCATTERCOMPUTATION_H
#define SCATTER_LIB_CONVERSION_STABLEHLOTOSCATTER_SCATTERCOMPUTATION_H

#include "Conversion.h"
#include "scatter/Dialect/Scatter/IR/Scatter.h"

namespace scatter {

/// What the computation of a scatter does to one of the inputs.
struct ScatterComputation {
  /// Null: the input stays what it is.
  std::optional<Reduction> reduction;
  /// The op that combines elements, null if there is none.
  mlir::Operation *op = nullptr;
};

/// Reads what `body`, the region that diagnostics call `name`, returns for
/// operand `i`: one of the inputs, of which there are `count`.
mlir::FailureOr<ScatterComputation>
matchComputation(const OpConversion &c, llvm::StringRef name, mlir::Block &body,
                 unsigned i, unsigned count);

} // namespace scatter

#endif // SCATTER_LIB_CONVERSION_STABLEHLOTOSCATTER_SCATTERCOMPUTATION_H
