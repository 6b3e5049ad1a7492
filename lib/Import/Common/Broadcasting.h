//===- Broadcasting.h - elementwise ops with broadcast operands -*- C++ -*-===//

#ifndef SCATTER_LIB_IMPORT_COMMON_BROADCASTING_H
#define SCATTER_LIB_IMPORT_COMMON_BROADCASTING_H

#include "NodeConversionBase.h"
#include "scatter/Import/Utils/Tensors.h"

namespace scatter {

/// Makes a tensor of `type`. `body` computes an element of it from elements of
/// `inputs`, which are broadcast to its shape. Static sizes of 1 are broadcast.
/// A dynamic size must equal the size of the result. Returns null if `body`
/// fails.
mlir::Value mapBroadcast(mlir::ImplicitLocOpBuilder &b,
                         mlir::RankedTensorType type, mlir::ValueRange inputs,
                         ScalarBody body);

/// Replaces the node by a tensor of elements that `body` computes from those of
/// all operands, which are broadcast to one shape.
mlir::LogicalResult replaceByMap(NodeConversionBase &c, mlir::Type element,
                                 ScalarBody body);

} // namespace scatter

#endif // SCATTER_LIB_IMPORT_COMMON_BROADCASTING_H
