//===- ONNXSort.cpp - TopK ------------------------------------------------===//

#include "Common/TopK.h"
#include "ONNXConverters.h"

using namespace mlir;
using namespace scatter;
using namespace scatter::onnx;

LogicalResult onnx::convertTopK(NodeConversion &c) {
  FailureOr<int64_t> axis = c.axis("axis", -1, c.rank(0));
  if (failed(axis))
    return failure();
  // Where no order is asked for, any is valid.
  return replaceByTopElements(c, *axis, c.integer("largest", 1) != 0,
                              c.b.getI64Type());
}
