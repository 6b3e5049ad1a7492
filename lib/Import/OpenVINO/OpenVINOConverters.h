//===- OpenVINOConverters.h - the table of supported ops ----------------*- C++
//-*-===//

#ifndef SCATTER_LIB_IMPORT_OPENVINO_OPENVINOCONVERTERS_H
#define SCATTER_LIB_IMPORT_OPENVINO_OPENVINOCONVERTERS_H

#include "LayerConversion.h"

namespace scatter::openvino {

/// Appends the results of the layer, or reports an error.
using Converter = mlir::LogicalResult (*)(LayerConversion &);

/// The newest operation set that the table has been checked against.
inline constexpr int64_t kNewestOpset = 17;

/// An op of the operation sets `since` to `until`. `name` is the type of layers
/// in the IR. Entries of the same name have disjoint ranges.
struct OpConverter {
  llvm::StringLiteral name;
  /// The supported element types of input 0, a set of ElementKinds. `Any` for
  /// ops that only move elements.
  unsigned kinds;
  int64_t since, until;
  unsigned minInputs, maxInputs;
  /// Null for Parameter and Result, which belong to the function.
  Converter convert;
  /// Unsupported cases beyond those of all ops, for the table in the
  /// documentation.
  llvm::StringLiteral limits = "";
};

/// The supported ops, by type.
llvm::ArrayRef<OpConverter> getConverters();

/// Returns the entry for layers of `type` in operation set `opset`, or null.
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
mlir::LogicalResult convertCumSum(LayerConversion &c);
mlir::LogicalResult convertNonZero(LayerConversion &c);
mlir::LogicalResult convertReduction(LayerConversion &c);
mlir::LogicalResult convertSoftmax(LayerConversion &c);
mlir::LogicalResult convertTopK(LayerConversion &c);

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

#endif // SCATTER_LIB_IMPORT_OPENVINO_OPENVINOCONVERTERS_H
