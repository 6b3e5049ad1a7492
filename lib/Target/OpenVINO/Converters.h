//===- Converters.h - the table of ops --------------------------*- C++ -*-===//

#ifndef SCATTER_LIB_TARGET_OPENVINO_CONVERTERS_H
#define SCATTER_LIB_TARGET_OPENVINO_CONVERTERS_H

#include "LayerConversion.h"

namespace scatter::openvino {

/// Appends the results of the conversion, or reports an error.
using Converter = mlir::LogicalResult (*)(LayerConversion &);

/// The newest operation set whose ops have been compared with the table.
inline constexpr int64_t kNewestOpset = 17;

/// An op of the operation sets `since` to `until`, by the type that layers of
/// IR have. Entries of one type have disjoint ranges.
struct OpConverter {
  llvm::StringLiteral name;
  /// The element types of input 0, of ElementKinds. Any where an op moves
  /// elements, whichever input they come from.
  unsigned kinds;
  int64_t since, until;
  unsigned minInputs, maxInputs;
  /// Null for Parameter and Result, which are part of the function.
  Converter convert;
  /// What is refused beyond the limits of all ops, for the table of ops.
  llvm::StringLiteral limits = "";
};

/// The ops that are imported, by type.
llvm::ArrayRef<OpConverter> getConverters();

/// The entry for layers of `type` in operation set `opset`; null if there is
/// none.
const OpConverter *findConverter(llvm::StringRef type, int64_t opset);

// Elementwise.cpp
mlir::LogicalResult convertClamp(LayerConversion &c);
mlir::LogicalResult convertConvert(LayerConversion &c);
mlir::LogicalResult convertConvertLike(LayerConversion &c);
mlir::LogicalResult convertDivide(LayerConversion &c);
mlir::LogicalResult convertElementwise(LayerConversion &c);
mlir::LogicalResult convertSelect(LayerConversion &c);

// Gather.cpp
mlir::LogicalResult convertGather(LayerConversion &c);
mlir::LogicalResult convertGatherElements(LayerConversion &c);
mlir::LogicalResult convertGatherND(LayerConversion &c);

// Movement.cpp
mlir::LogicalResult convertConcat(LayerConversion &c);
mlir::LogicalResult convertSlice(LayerConversion &c);
mlir::LogicalResult convertSplit(LayerConversion &c);
mlir::LogicalResult convertStridedSlice(LayerConversion &c);
mlir::LogicalResult convertTranspose(LayerConversion &c);
mlir::LogicalResult convertVariadicSplit(LayerConversion &c);

// Reduce.cpp
mlir::LogicalResult convertMatMul(LayerConversion &c);
mlir::LogicalResult convertReduction(LayerConversion &c);
mlir::LogicalResult convertSoftmax(LayerConversion &c);

// Scatter.cpp
mlir::LogicalResult convertScatterElementsUpdate(LayerConversion &c);
mlir::LogicalResult convertScatterNDUpdate(LayerConversion &c);
mlir::LogicalResult convertScatterUpdate(LayerConversion &c);
mlir::LogicalResult convertSliceScatter(LayerConversion &c);

// Shapes.cpp
mlir::LogicalResult convertBroadcast(LayerConversion &c);
mlir::LogicalResult convertConst(LayerConversion &c);
mlir::LogicalResult convertRange(LayerConversion &c);
mlir::LogicalResult convertReshape(LayerConversion &c);
mlir::LogicalResult convertShapeOf(LayerConversion &c);
mlir::LogicalResult convertSqueeze(LayerConversion &c);
mlir::LogicalResult convertTile(LayerConversion &c);
mlir::LogicalResult convertUnsqueeze(LayerConversion &c);

} // namespace scatter::openvino

#endif // SCATTER_LIB_TARGET_OPENVINO_CONVERTERS_H
