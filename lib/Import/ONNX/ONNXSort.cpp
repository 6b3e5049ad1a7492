//===- ONNXSort.cpp - TopK ------------------------------------------------===//

#include "Common/SizeChecks.h"
#include "ONNXConverters.h"
#include "scatter/Import/Utils/Sorting.h"

using namespace mlir;
using namespace scatter;
using namespace scatter::onnx;

LogicalResult onnx::convertTopK(NodeConversion &c) {
  FailureOr<int64_t> axis = c.axis("axis", -1, c.rank(0));
  if (failed(axis))
    return failure();
  FailureOr<Sizes> given = c.integers(1);
  if (failed(given))
    return failure();
  if (given->size() != 1)
    return c.error(c.describeInput(1) + ": expected one element, found " +
                   str(c.type(1)));
  OpFoldResult size = c.size(0, *axis);
  FailureOr<OpFoldResult> count = requireUpTo(c, 1, 0, given->front(), size);
  if (failed(count))
    return c.error(c.describeInput(1) + ": expected 0 to " + str(size) +
                   ", the size along the axis, found " + str(given->front()));
  // Sorted results are valid where none are asked for.
  TopOrder order = {*axis, c.integer("largest", 1) != 0};
  for (Value result :
       topElements(c.b, c.operand(0), order, *count, c.b.getI64Type()))
    (void)c.replace(result);
  return success();
}
