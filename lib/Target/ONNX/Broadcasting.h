//===- Broadcasting.h - elementwise ops with broadcast operands -*- C++ -*-===//

#ifndef SCATTER_LIB_TARGET_ONNX_BROADCASTING_H
#define SCATTER_LIB_TARGET_ONNX_BROADCASTING_H

#include "NodeConversion.h"
#include "scatter/Conversion/ImportUtils/Tensors.h"

namespace scatter::onnx {

/// A tensor of `type` of which `body` computes the elements from those of
/// `inputs`, which are broadcast to its shape. Null if `body` fails.
mlir::Value mapBroadcast(mlir::ImplicitLocOpBuilder &b,
                         mlir::RankedTensorType type, mlir::ValueRange inputs,
                         ScalarBody body);

/// The result of a node of which `body` computes the elements from those of all
/// operands, broadcast to one shape.
mlir::LogicalResult replaceByMap(NodeConversion &c, mlir::Type element,
                                 ScalarBody body);

/// The MLIR type of element type `number`, null if there is none.
mlir::Type getElementType(NodeConversion &c, int64_t number);

} // namespace scatter::onnx

#endif // SCATTER_LIB_TARGET_ONNX_BROADCASTING_H
