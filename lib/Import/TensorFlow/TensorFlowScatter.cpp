//===- TensorFlowScatter.cpp - scatters and gathers
//---------------------------------===//
//
// The ops behave as in TensorFlow on the CPU: negative indices are out of
// bounds, and an index out of bounds is an error unless the attribute
// `bad_indices_policy` says otherwise.
//
//===----------------------------------------------------------------------===//

#include "Common/ElementKinds.h"
#include "Common/Gather.h"
#include "Common/Scatter.h"
#include "TensorFlowConverters.h"

#include "scatter/Import/Utils/SizedShapes.h"

#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace scatter;
using namespace scatter::tensorflow;

static constexpr NegativeIndices negative = NegativeIndices::reject;

/// Returns what attribute `bad_indices_policy` makes of tuples out of bounds.
static FailureOr<OutOfBounds> getOutOfBounds(NodeConversion &c) {
  std::string policy = c.text("bad_indices_policy", "");
  auto outOfBounds = llvm::StringSwitch<std::optional<OutOfBounds>>(policy)
                         .Cases({"", "DEFAULT", "ERROR"}, OutOfBounds::error)
                         .Case("IGNORE", OutOfBounds::drop)
                         .Default(std::nullopt);
  if (!outOfBounds)
    return c.error("attribute 'bad_indices_policy': expected '', 'DEFAULT', "
                   "'ERROR' or 'IGNORE', found '" +
                   policy + "'");
  return *outOfBounds;
}

LogicalResult tensorflow::convertTensorScatter(NodeConversion &c) {
  StringRef kind = StringRef(c.node.op).drop_front(strlen("TensorScatter"));
  Reduction reduction = kind == "Add"   ? Reduction::sum
                        : kind == "Sub" ? Reduction::sub
                        : kind == "Min" ? Reduction::min
                        : kind == "Max" ? Reduction::max
                                        : Reduction::none;
  FailureOr<OutOfBounds> outOfBounds = getOutOfBounds(c);
  if (failed(outOfBounds))
    return failure();
  return replaceByScatterND(c, reduction, negative, *outOfBounds);
}

/// The operands are indices, updates and a shape. The updates are added to
/// zeros.
LogicalResult tensorflow::convertScatterNd(NodeConversion &c) {
  auto shape = c.nonNegativeIntegers(2);
  FailureOr<OutOfBounds> outOfBounds = getOutOfBounds(c);
  if (failed(shape) || failed(outOfBounds) ||
      failed(checkKind(c, 1, Numbers | Complex)))
    return failure();
  auto type = c.makeSizedType(*shape, c.element(1));
  if (failed(type))
    return failure();
  Value zero = makeZeros(c.b, type->hasStaticShape()
                                  ? *type
                                  : RankedTensorType::get({}, c.element(1)));
  if (!type->hasStaticShape())
    zero = fillTo(c.b, *shape, zero);
  ImportedValue zeros{zero, nullptr, nullptr, {}};
  return c.convertWith({zeros, c.imported(0), c.imported(1)}, {2, 0, 1},
                       [&](NodeConversion &other) {
                         return replaceByScatterND(other, Reduction::sum,
                                                   negative, *outOfBounds);
                       });
}

/// The axis is operand 2, or 0 if there is no operand 2.
LogicalResult tensorflow::convertGather(NodeConversion &c) {
  FailureOr<int64_t> axis = 0;
  if (c.getNumOperands() == 3)
    axis = c.axis(2, c.rank(0));
  else
    axis = c.normalizeAxis(0, c.rank(0));
  if (failed(axis))
    return failure();
  int64_t batch = c.integer("batch_dims", 0);
  if (batch < 0)
    batch += c.rank(1);
  if (batch < 0 || batch > *axis)
    return c.error("attribute 'batch_dims': expected a number from 0 to the "
                   "axis, which is " +
                   Twine(*axis) + ", found " + Twine(batch));
  return replaceByGather(c, *axis, batch, negative);
}

LogicalResult tensorflow::convertGatherNd(NodeConversion &c) {
  FailureOr<OutOfBounds> outOfBounds = getOutOfBounds(c);
  if (failed(outOfBounds))
    return failure();
  if (*outOfBounds == OutOfBounds::drop)
    return c.error("attribute 'bad_indices_policy': expected '', 'DEFAULT' or "
                   "'ERROR', found 'IGNORE'");
  return replaceByGatherND(c, c.integer("batch_dims", 0), negative);
}
