//===- ONNXConverters.h - the table of supported ops ----------------*- C++
//-*-===//

#ifndef SCATTER_LIB_IMPORT_ONNX_ONNXCONVERTERS_H
#define SCATTER_LIB_IMPORT_ONNX_ONNXCONVERTERS_H

#include "ONNXNodeConversion.h"

namespace scatter::onnx {

/// Appends the results of the node, or reports an error.
using Converter = mlir::LogicalResult (*)(NodeConversion &);

/// The newest operator set that the table has been checked against.
inline constexpr int64_t kNewestVersion = 28;

/// An op of the operator sets `since` to `until`. Entries of the same name have
/// disjoint ranges.
struct OpConverter {
  llvm::StringLiteral name;
  /// The supported element types of input 0, a set of ElementKinds. `Any` for
  /// ops that only move elements.
  unsigned kinds;
  int64_t since, until;
  /// The number of inputs. The first `minInputs` must be present.
  unsigned minInputs, maxInputs;
  /// The names of all attributes that the op has, separated by spaces.
  llvm::StringLiteral attributes;
  Converter convert;
  /// Unsupported cases beyond those of all ops, for the table in the
  /// documentation.
  llvm::StringLiteral limits = "";

  /// Whether operands may have dynamic sizes.
  bool takesDynamicShapes() const;
};

/// The supported ops, by name.
llvm::ArrayRef<OpConverter> getConverters();

/// Returns the entry for op `name` in version `version`, or null.
const OpConverter *findConverter(llvm::StringRef name, int64_t version);

/// Converts all elementwise ops of the table.
mlir::LogicalResult convertElementwise(NodeConversion &c);

// Elementwise.cpp
mlir::LogicalResult convertCast(NodeConversion &c);
mlir::LogicalResult convertCastLike(NodeConversion &c);
mlir::LogicalResult convertClip(NodeConversion &c);
mlir::LogicalResult convertElu(NodeConversion &c);
mlir::LogicalResult convertGelu(NodeConversion &c);
mlir::LogicalResult convertMean(NodeConversion &c);
mlir::LogicalResult convertMod(NodeConversion &c);
mlir::LogicalResult convertPow(NodeConversion &c);
mlir::LogicalResult convertVariadic(NodeConversion &c);
mlir::LogicalResult convertWhere(NodeConversion &c);

// Shapes.cpp
mlir::LogicalResult convertConstant(NodeConversion &c);
mlir::LogicalResult convertConstantOfShape(NodeConversion &c);
mlir::LogicalResult convertExpand(NodeConversion &c);
mlir::LogicalResult convertFlatten(NodeConversion &c);
mlir::LogicalResult convertIdentity(NodeConversion &c);
mlir::LogicalResult convertRange(NodeConversion &c);
mlir::LogicalResult convertReshape(NodeConversion &c);
mlir::LogicalResult convertShape(NodeConversion &c);
mlir::LogicalResult convertSize(NodeConversion &c);
mlir::LogicalResult convertSqueeze(NodeConversion &c);
mlir::LogicalResult convertTile(NodeConversion &c);
mlir::LogicalResult convertUnsqueeze(NodeConversion &c);

// Movement.cpp
mlir::LogicalResult convertConcat(NodeConversion &c);
mlir::LogicalResult convertOneHot(NodeConversion &c);
mlir::LogicalResult convertPad(NodeConversion &c);
mlir::LogicalResult convertSlice(NodeConversion &c);
mlir::LogicalResult convertSplit(NodeConversion &c);
mlir::LogicalResult convertTranspose(NodeConversion &c);
mlir::LogicalResult convertTrilu(NodeConversion &c);

// Gather.cpp
mlir::LogicalResult convertGather(NodeConversion &c);
mlir::LogicalResult convertGatherElements(NodeConversion &c);
mlir::LogicalResult convertGatherND(NodeConversion &c);

// Normalization.cpp
mlir::LogicalResult convertBatchNormalization(NodeConversion &c);
mlir::LogicalResult convertNormalization(NodeConversion &c);

// Scatter.cpp
mlir::LogicalResult convertScatterElements(NodeConversion &c);
mlir::LogicalResult convertScatterND(NodeConversion &c);
mlir::LogicalResult convertTensorScatter(NodeConversion &c);

// Reduce.cpp
mlir::LogicalResult convertArgReduction(NodeConversion &c);
mlir::LogicalResult convertCumSum(NodeConversion &c);
mlir::LogicalResult convertNonZero(NodeConversion &c);
mlir::LogicalResult convertReduction(NodeConversion &c);
mlir::LogicalResult convertSoftmax(NodeConversion &c);

// Sort.cpp
mlir::LogicalResult convertTopK(NodeConversion &c);

// Einsum.cpp
mlir::LogicalResult convertEinsum(NodeConversion &c);

// Contraction.cpp
mlir::LogicalResult convertGemm(NodeConversion &c);
mlir::LogicalResult convertMatMul(NodeConversion &c);

// ControlFlow.cpp
mlir::LogicalResult convertDropout(NodeConversion &c);
mlir::LogicalResult convertIf(NodeConversion &c);

} // namespace scatter::onnx

#endif // SCATTER_LIB_IMPORT_ONNX_ONNXCONVERTERS_H
