//===- TopK.cpp - the largest or smallest elements ------------------------===//

#include "TopK.h"

#include "SizeChecks.h"
#include "scatter/Import/Utils/Sorting.h"

using namespace mlir;
using namespace scatter;

LogicalResult scatter::replaceByTopElements(NodeConversionBase &c, int64_t axis,
                                            bool isLargest, Type position) {
  FailureOr<Sizes> given = c.integers(1);
  if (failed(given))
    return failure();
  if (given->size() != 1)
    return c.error(c.describeInput(1) + ": expected one element, found " +
                   str(c.type(1)));
  OpFoldResult size = c.size(0, axis);
  FailureOr<OpFoldResult> count = requireUpTo(c, 1, 0, given->front(), size);
  if (failed(count))
    return c.error(c.describeInput(1) + ": expected 0 to " + str(size) +
                   ", the size along the axis, found " + str(given->front()));
  TopOrder order = {axis, isLargest, /*areZerosEqual=*/true};
  for (Value result : topElements(c.b, c.operand(0), order, *count, position))
    (void)c.replace(result);
  return success();
}
