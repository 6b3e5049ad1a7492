//===- Windows.h - windows that slide over an operand -----------*- C++ -*-===//
//
// What stablehlo.reduce_window and stablehlo.select_and_scatter look at.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_LIB_CONVERSION_STABLEHLOTOSCATTER_WINDOWS_H
#define SCATTER_LIB_CONVERSION_STABLEHLOTOSCATTER_WINDOWS_H

#include "Conversion.h"
#include "scatter/Conversion/ImportUtils/Shapes.h"

namespace scatter {

/// The windows over operand 0 after padding.
struct Windows {
  /// Reads the attributes, of which all but `window_dimensions` are optional,
  /// or emits a diagnostic.
  static mlir::FailureOr<Windows> get(const OpConversion &c);

  /// `operand` with `element` around and between its elements.
  mlir::Value padOperand(mlir::ImplicitLocOpBuilder &b, mlir::Value operand,
                         mlir::Value element) const;

  WindowDims dims;
  /// Elements that the padding adds; negative ones are cut off.
  llvm::SmallVector<int64_t> low, high, interior;
  /// The shape after padding.
  llvm::SmallVector<int64_t> padded;
  /// How many windows there are along each dimension.
  llvm::SmallVector<int64_t> counts;
};

} // namespace scatter

#endif // SCATTER_LIB_CONVERSION_STABLEHLOTOSCATTER_WINDOWS_H
