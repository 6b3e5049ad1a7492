//===- ScatterInferShape.cpp - result types and shapes of the ops ---------===//

#include "scatter/Dialect/Scatter/IR/Scatter.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace scatter;

/// On tensors the result has the type of `data`. On memrefs there is none.
static LogicalResult inferFromData(Type data,
                                   SmallVectorImpl<Type> &inferredTypes) {
  if (isa<RankedTensorType>(data))
    inferredTypes.push_back(data);
  return success();
}

LogicalResult ScatterNDUpdateOp::inferReturnTypes(
    MLIRContext *context, std::optional<Location> location, ValueRange operands,
    DictionaryAttr attributes, OpaqueProperties properties, RegionRange regions,
    SmallVectorImpl<Type> &inferredReturnTypes) {
  Adaptor adaptor(operands, attributes, properties, regions);
  return inferFromData(adaptor.getData().getType(), inferredReturnTypes);
}

LogicalResult SliceScatterOp::inferReturnTypes(
    MLIRContext *context, std::optional<Location> location, ValueRange operands,
    DictionaryAttr attributes, OpaqueProperties properties, RegionRange regions,
    SmallVectorImpl<Type> &inferredReturnTypes) {
  Adaptor adaptor(operands, attributes, properties, regions);
  return inferFromData(adaptor.getData().getType(), inferredReturnTypes);
}

/// The result has the shape of `data`.
static LogicalResult reifyFromData(OpBuilder &builder, Location loc, Value data,
                                   ReifiedRankedShapedTypeDims &shapes) {
  if (!isa<RankedTensorType>(data.getType()))
    return failure();
  shapes.push_back(tensor::getMixedSizes(builder, loc, data));
  return success();
}

LogicalResult
ScatterNDUpdateOp::reifyResultShapes(OpBuilder &builder,
                                     ReifiedRankedShapedTypeDims &shapes) {
  return reifyFromData(builder, getLoc(), getData(), shapes);
}

LogicalResult
SliceScatterOp::reifyResultShapes(OpBuilder &builder,
                                  ReifiedRankedShapedTypeDims &shapes) {
  return reifyFromData(builder, getLoc(), getData(), shapes);
}
