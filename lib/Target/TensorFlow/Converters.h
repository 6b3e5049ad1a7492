//===- Converters.h - the table of ops --------------------------*- C++ -*-===//

#ifndef SCATTER_LIB_TARGET_TENSORFLOW_CONVERTERS_H
#define SCATTER_LIB_TARGET_TENSORFLOW_CONVERTERS_H

#include "NodeConversion.h"

namespace scatter::tensorflow {

/// Appends the results of the conversion, or reports an error.
using Converter = mlir::LogicalResult (*)(NodeConversion &);

struct OpConverter {
  llvm::StringLiteral name;
  /// The element types of input 0, of ElementKinds. Any where an op moves
  /// elements, whichever input they come from.
  unsigned kinds;
  /// How many inputs there may be, without those that only run before.
  unsigned minInputs, maxInputs;
  Converter convert;
  /// What is refused beyond the limits of all ops, for the table of ops.
  llvm::StringLiteral limits = "";
};

/// The ops that are imported, by name.
llvm::ArrayRef<OpConverter> getConverters();

/// The entry for op `name`; null if there is none.
const OpConverter *findConverter(llvm::StringRef name);

/// Whether the op calls a function of the model, which is inlined.
bool isCallOp(llvm::StringRef name);

/// Whether the op has to do with a variable, which a frozen graph has not.
bool isVariableOp(llvm::StringRef name);

/// The elementwise ops among them.
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

#endif // SCATTER_LIB_TARGET_TENSORFLOW_CONVERTERS_H
