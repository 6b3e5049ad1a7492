//===- TensorFlowConverters.h - the table of supported ops ----------------*-
// C++ -*-===//

#ifndef SCATTER_LIB_IMPORT_TENSORFLOW_TENSORFLOWCONVERTERS_H
#define SCATTER_LIB_IMPORT_TENSORFLOW_TENSORFLOWCONVERTERS_H

#include "TensorFlowNodeConversion.h"

namespace scatter::tensorflow {

/// Appends the results of the node, or reports an error.
using Converter = mlir::LogicalResult (*)(NodeConversion &);

struct OpConverter {
  llvm::StringLiteral name;
  /// The supported element types of input 0, a set of ElementKinds. `Any` for
  /// ops that only move elements.
  unsigned kinds;
  /// The number of inputs, without control inputs.
  unsigned minInputs, maxInputs;
  Converter convert;
  /// Unsupported cases beyond those of all ops, for the table in the
  /// documentation.
  llvm::StringLiteral limits = "";
};

/// The supported ops, by name.
llvm::ArrayRef<OpConverter> getConverters();

/// Returns the entry for op `name`, or null.
const OpConverter *findConverter(llvm::StringRef name);

/// Whether the op calls a function of the model, which is inlined.
bool isCallOp(llvm::StringRef name);

/// Whether the op accesses a variable, which a frozen graph does not have.
bool isVariableOp(llvm::StringRef name);

/// Converts all elementwise ops of the table.
mlir::LogicalResult convertElementwise(NodeConversion &c);

// Elementwise.cpp
mlir::LogicalResult convertAddN(NodeConversion &c);
mlir::LogicalResult convertBiasAdd(NodeConversion &c);
mlir::LogicalResult convertCast(NodeConversion &c);
mlir::LogicalResult convertSelect(NodeConversion &c);
mlir::LogicalResult convertSelectV2(NodeConversion &c);

// Shapes.cpp
mlir::LogicalResult convertBroadcastTo(NodeConversion &c);
mlir::LogicalResult convertConst(NodeConversion &c);
mlir::LogicalResult convertExpandDims(NodeConversion &c);
mlir::LogicalResult convertFill(NodeConversion &c);
mlir::LogicalResult convertIdentity(NodeConversion &c);
mlir::LogicalResult convertLike(NodeConversion &c);
mlir::LogicalResult convertPlaceholder(NodeConversion &c);
mlir::LogicalResult convertRange(NodeConversion &c);
mlir::LogicalResult convertRank(NodeConversion &c);
mlir::LogicalResult convertReshape(NodeConversion &c);
mlir::LogicalResult convertShape(NodeConversion &c);
mlir::LogicalResult convertSize(NodeConversion &c);
mlir::LogicalResult convertSqueeze(NodeConversion &c);
mlir::LogicalResult convertTile(NodeConversion &c);

// Movement.cpp
mlir::LogicalResult convertConcat(NodeConversion &c);
mlir::LogicalResult convertPack(NodeConversion &c);
mlir::LogicalResult convertPad(NodeConversion &c);
mlir::LogicalResult convertSlice(NodeConversion &c);
mlir::LogicalResult convertSplit(NodeConversion &c);
mlir::LogicalResult convertSplitV(NodeConversion &c);
mlir::LogicalResult convertTranspose(NodeConversion &c);
mlir::LogicalResult convertUnpack(NodeConversion &c);

// StridedSlice.cpp
mlir::LogicalResult convertStridedSlice(NodeConversion &c);
mlir::LogicalResult convertTensorStridedSliceUpdate(NodeConversion &c);

// Scatter.cpp
mlir::LogicalResult convertGather(NodeConversion &c);
mlir::LogicalResult convertGatherNd(NodeConversion &c);
mlir::LogicalResult convertScatterNd(NodeConversion &c);
mlir::LogicalResult convertTensorScatter(NodeConversion &c);

// Reduce.cpp
mlir::LogicalResult convertBatchMatMul(NodeConversion &c);
mlir::LogicalResult convertMatMul(NodeConversion &c);
mlir::LogicalResult convertReduction(NodeConversion &c);
mlir::LogicalResult convertSoftmax(NodeConversion &c);

} // namespace scatter::tensorflow

#endif // SCATTER_LIB_IMPORT_TENSORFLOW_TENSORFLOWCONVERTERS_H
