//===- ONNXGather.cpp - Gather, GatherElements, GatherND
//----------------------===//

#include "Common/Gather.h"

#include "ONNXConverters.h"

using namespace mlir;
using namespace scatter;
using namespace scatter::onnx;

LogicalResult onnx::convertGather(NodeConversion &c) {
  FailureOr<int64_t> axis = c.axis("axis", 0, c.rank(0));
  return succeeded(axis) ? replaceByGather(c, *axis) : failure();
}

LogicalResult onnx::convertGatherElements(NodeConversion &c) {
  FailureOr<int64_t> axis = c.axis("axis", 0, c.rank(0));
  return succeeded(axis) ? replaceByGatherElements(c, *axis) : failure();
}

LogicalResult onnx::convertGatherND(NodeConversion &c) {
  return replaceByGatherND(c, c.integer("batch_dims", 0));
}
