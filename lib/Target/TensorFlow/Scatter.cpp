//===- Scatter.cpp - scatters and gathers ---------------------------------===//
//
// As TensorFlow does it on the CPU: negative indices are out of bounds, and an
// index out of bounds is an error.
//
//===----------------------------------------------------------------------===//

#include "Common/Scatter.h"
#include "Common/Gather.h"
#include "Converters.h"

#include "scatter/Conversion/ImportUtils/Tensors.h"

using namespace mlir;
using namespace scatter;
using namespace scatter::tensorflow;

static constexpr NegativeIndices negative = NegativeIndices::reject;

/// Fails unless `reduction` is defined for the type of operand `i`.
static LogicalResult checkReduction(NodeConversion &c, unsigned i,
                                    Reduction reduction) {
  Type element = c.element(i);
  bool isOrdered = reduction == Reduction::min || reduction == Reduction::max;
  if (reduction != Reduction::none &&
      (element.isInteger(1) || (isOrdered && isa<ComplexType>(element))))
    return c.error(c.describeInput(i) +
                   ": expected elements of a type that the op is defined for, "
                   "found " +
                   str(c.type(i)));
  return success();
}

LogicalResult tensorflow::convertTensorScatter(NodeConversion &c) {
  StringRef kind = StringRef(c.node.op).drop_front(strlen("TensorScatter"));
  Reduction reduction = kind == "Add"   ? Reduction::sum
                        : kind == "Sub" ? Reduction::sub
                        : kind == "Min" ? Reduction::min
                        : kind == "Max" ? Reduction::max
                                        : Reduction::none;
  if (failed(checkReduction(c, 0, reduction)))
    return failure();
  return replaceByScatterND(c, reduction, negative);
}

/// Operands are indices, updates and a shape: the updates are added to zeros.
LogicalResult tensorflow::convertScatterNd(NodeConversion &c) {
  auto shape = c.constantIntegers(2);
  if (failed(shape) || failed(checkReduction(c, 1, Reduction::sum)))
    return failure();
  auto type = c.makeType(*shape, c.element(1));
  if (failed(type))
    return failure();
  ImportedValue zeros{makeZeros(c.b, *type), nullptr, nullptr, {}};
  return c.convertWith(
      {zeros, c.imported(0), c.imported(1)}, [](NodeConversion &other) {
        return replaceByScatterND(other, Reduction::sum, negative);
      });
}

/// The axis is operand 2, or 0.
LogicalResult tensorflow::convertGather(NodeConversion &c) {
  FailureOr<int64_t> axis = 0;
  if (c.getNumOperands() == 3)
    axis = c.constantInteger(2);
  if (failed(axis))
    return failure();
  axis = c.normalizeAxis(*axis, c.rank(0));
  int64_t batch = c.integer("batch_dims", 0);
  if (batch < 0)
    batch += c.rank(1);
  if (failed(axis))
    return failure();
  if (batch < 0 || batch > *axis)
    return c.error("attribute 'batch_dims': expected a number from 0 to the "
                   "axis, which is " +
                   Twine(*axis) + ", found " + Twine(batch));
  return replaceByGather(c, *axis, batch, negative);
}

LogicalResult tensorflow::convertGatherNd(NodeConversion &c) {
  return replaceByGatherND(c, c.integer("batch_dims", 0), negative);
}
