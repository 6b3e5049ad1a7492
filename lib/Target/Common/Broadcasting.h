//===- Broadcasting.h - elementwise ops with broadcast operands -*- C++ -*-===//

#ifndef SCATTER_LIB_TARGET_COMMON_BROADCASTING_H
#define SCATTER_LIB_TARGET_COMMON_BROADCASTING_H

#include "NodeConversionBase.h"
#include "scatter/Conversion/ImportUtils/Tensors.h"

namespace scatter {

/// A tensor of `type` of which `body` computes the elements from those of
/// `inputs`, which are broadcast to its shape: of the sizes that are known at
/// run time, those of dimensions that are aligned are the same. Null if `body`
/// fails.
mlir::Value mapBroadcast(mlir::ImplicitLocOpBuilder &b,
                         mlir::RankedTensorType type, mlir::ValueRange inputs,
                         ScalarBody body);

/// The result of a node of which `body` computes the elements from those of all
/// operands, broadcast to one shape.
mlir::LogicalResult replaceByMap(NodeConversionBase &c, mlir::Type element,
                                 ScalarBody body);

} // namespace scatter

#endif // SCATTER_LIB_TARGET_COMMON_BROADCASTING_H
