//===- Windows.h - windows that slide over an operand -----------*- C++ -*-===//
//
// The windows of stablehlo.reduce_window and stablehlo.select_and_scatter.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_LIB_IMPORT_STABLEHLO_WINDOWS_H
#define SCATTER_LIB_IMPORT_STABLEHLO_WINDOWS_H

#include "Conversion.h"
#include "scatter/Import/Utils/SizedShapes.h"

namespace scatter {

/// The windows over operand 0 after padding.
struct Windows {
  /// Reads the attributes. All but `window_dimensions` are optional. Emits a
  /// diagnostic if one is not valid.
  static mlir::FailureOr<Windows> get(OpConversion &c);

  /// Returns `operand` with `element` around and between its elements.
  mlir::Value padOperand(mlir::ImplicitLocOpBuilder &b, mlir::Value operand,
                         mlir::Value element) const;

  WindowDims dims;
  /// The number of elements that the padding adds. A negative number removes
  /// elements.
  llvm::SmallVector<int64_t> low, high, interior;
  /// The sizes after padding.
  Sizes padded;
  /// The number of windows along each dimension.
  Sizes counts;
};

} // namespace scatter

#endif // SCATTER_LIB_IMPORT_STABLEHLO_WINDOWS_H
