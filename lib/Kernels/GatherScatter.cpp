//===- GatherScatter.cpp - message passing on arrays ----------------------===//

#include "scatter/Kernels/GatherScatter.h"

#include "KernelSignature.h"
#include "RowFunction.h"

#include "llvm/ADT/STLExtras.h"
#include <numeric>

using namespace llvm;
using namespace scatter;
using namespace scatter::kernels;

/// Whether gatherScatter computes with elements of `type`.
static bool isNumber(ElementType type) {
  switch (type.kind) {
  case ElementKind::Float:
  case ElementKind::BFloat16:
    return type.bitWidth <= 64;
  case ElementKind::Signless:
  case ElementKind::Unsigned:
    return type.bitWidth >= 8 && type.bitWidth <= 64;
  default:
    return false;
  }
}

static Reduction getReduction(MessageReduction reduction) {
  switch (reduction) {
  case MessageReduction::sum:
  case MessageReduction::mean:
    return Reduction::sum;
  case MessageReduction::min:
    return Reduction::min;
  case MessageReduction::max:
    return Reduction::max;
  case MessageReduction::prod:
    return Reduction::prod;
  }
  return Reduction::sum;
}

static int64_t countElements(ArrayRef<int64_t> sizes) {
  return std::accumulate(sizes.begin(), sizes.end(), int64_t(1),
                         std::multiplies<int64_t>());
}

/// Returns the number of rows of the result. `out` may be null.
static Expected<int64_t> chooseNumRows(const Operand &x, const Operand *out,
                                       const PreparedIndices *prepared,
                                       int64_t given) {
  int64_t size = given;
  if (size < -1)
    return makeShapeError("'size': expected 0 or more, found " + Twine(size));
  if (out && size != -1 && out->shape.front() != size)
    return makeShapeError("'size': expected " + Twine(out->shape.front()) +
                          ", the number of rows of 'out', found " +
                          Twine(size));
  if (size == -1)
    size = out        ? out->shape.front()
           : prepared ? prepared->getNumRows()
                      : x.shape.front();
  if (prepared && prepared->getNumRows() != size)
    return makeShapeError("'dst': expected indices prepared for " +
                          Twine(size) + " rows, found " +
                          Twine(prepared->getNumRows()));
  return size;
}

/// Checks the destination of the messages that the elements of a result of
/// `shape` are.
static Error checkArgs(const Operand &args, ArrayRef<int64_t> shape,
                       MessageReduction reduction) {
  if (reduction != MessageReduction::min && reduction != MessageReduction::max)
    return make_error<ArgumentError>(
        ArgumentError::Reason::Value,
        "'args': expected NULL unless the reduction is min or max, found an "
        "array");
  if (args.type != ElementType{ElementKind::Signless, 64})
    return makeTypeError("'args': expected i64, found " + args.type.str());
  if (Error error = checkShape("args", args.shape, shape))
    return error;
  return checkDistinctElements("args", args);
}

Error scatter::gatherScatter(const ArrayView &xView, const ArrayView &srcView,
                             const MessageTargets &dst,
                             const ArrayView *weightView,
                             const Destination &destination,
                             const GatherScatterOptions &options) {
  Expected<unsigned> threads = readThreads(options.threads);
  if (!threads)
    return threads.takeError();
  RowFunction call("gather_scatter", *threads);
  Operand &x = call.messages, &src = call.src, &weight = call.weight, indices;
  Operand out;
  const ArrayView *outView = destination.getArray();
  if (Error error = x.set("x", xView))
    return error;
  if (Error error = src.set("src", srcView))
    return error;
  if (!dst.prepared)
    if (Error error = indices.set("dst", dst.indices))
      return error;
  if (weightView)
    if (Error error = weight.set("weight", *weightView))
      return error;
  if (outView)
    if (Error error = out.set("out", *outView))
      return error;

  if (!isNumber(x.type))
    return makeTypeError(
        "'x': expected floats or integers of 8 to 64 bits, found " +
        x.type.str());
  if (x.shape.empty())
    return makeShapeError("'x': expected a rank of at least 1, found 0");
  if (Error error = checkRowIndexType("src", src))
    return error;
  int64_t numTuples = src.numElements;
  if (!dst.prepared) {
    if (Error error = checkRowIndexType("dst", indices))
      return error;
    if (Error error = checkShape("dst", indices.shape, numTuples))
      return error;
  } else if (dst.prepared->getNumTuples() != numTuples) {
    return makeShapeError("'dst': expected " + Twine(numTuples) +
                          " prepared indices, as many as 'src', found " +
                          Twine(dst.prepared->getNumTuples()));
  }
  if (weightView) {
    if (weight.type != x.type)
      return makeTypeError("'weight': expected the element type of 'x', " +
                           x.type.str() + ", found " + weight.type.str());
    if (Error error = checkShape("weight", weight.shape, numTuples))
      return error;
  }
  if (outView && out.type != x.type)
    return makeTypeError("'out': expected the element type of 'x', " +
                         x.type.str() + ", found " + out.type.str());
  if (outView && out.shape.empty())
    return makeShapeError("'out': expected the rank of 'x', " +
                          Twine(x.getRank()) + ", found 0");
  Expected<int64_t> numRows =
      chooseNumRows(x, outView ? &out : nullptr, dst.prepared, options.size);
  if (!numRows)
    return numRows.takeError();
  SmallVector<int64_t, 4> shape = x.shape;
  shape.front() = *numRows;
  if (outView) {
    if (Error error = checkShape("out", out.shape, shape))
      return error;
    if (Error error = checkDistinctElements("out", out))
      return error;
  }

  Operand args;
  if (options.args) {
    if (Error error = args.set("args", *options.args))
      return error;
    if (Error error = checkArgs(args, shape, options.reduction))
      return error;
    for (const Operand *other : {&x, &src, &weight, &indices, &out})
      if (other->data && mayOverlap(args, *other))
        return make_error<ArgumentError>(
            ArgumentError::Reason::Value,
            "'args': expected memory of its own, found that of another array");
    call.args = &args;
  }
  call.hasSrc = true;
  call.hasWeight = weightView != nullptr;
  call.reduction.type = x.type;
  call.reduction.reduction = getReduction(options.reduction);
  bool isMean = options.reduction == MessageReduction::mean;
  call.reduction.options = isMean ? RowOptions::Mean : RowOptions::None;
  call.reduction.length = countElements(ArrayRef(x.shape).drop_front());
  if (Error error = call.setOrder(dst.prepared, indices, *numRows))
    return error;
  const Operand *start = outView && !options.overwrites ? &out : nullptr;
  return call.run(shape, destination, start);
}

Error scatter::scatterNDUpdate(const ArrayView &dataView,
                               const PreparedIndices &indices,
                               const ArrayView &updatesView,
                               const Destination &destination,
                               const NDUpdateOptions &options) {
  Expected<unsigned> threads = readThreads(options.threads);
  if (!threads)
    return threads.takeError();
  RowFunction call("scatter_nd_update", *threads);
  Operand data, out, &updates = call.messages;
  if (Error error = data.set("data", dataView))
    return error;
  if (Error error = updates.set("updates", updatesView))
    return error;
  if (data.shape.empty())
    return makeShapeError("'data': expected a rank of at least 1, found 0");
  if (data.shape.front() != indices.getNumRows())
    return makeShapeError("'indices': expected indices prepared for " +
                          Twine(data.shape.front()) + " rows, found " +
                          Twine(indices.getNumRows()));
  if (Error error = checkType("updates", updates, data))
    return error;
  SmallVector<int64_t, 4> expected = data.shape;
  expected.front() = indices.getNumTuples();
  if (Error error = checkShape("updates", updates.shape, expected))
    return error;
  if (const ArrayView *array = destination.getArray())
    if (Error error = setOut(out, *array, data, data.shape))
      return error;
  RowReduction &reduction = call.reduction;
  reduction.order = &indices;
  reduction.length = countElements(ArrayRef(data.shape).drop_front());
  reduction.type = getReducedType(data.type, options.reduction);
  reduction.reduction = options.reduction;
  if (reduction.type.kind == ElementKind::Complex) {
    Reduction kind = options.reduction;
    if (kind == Reduction::min || kind == Reduction::max)
      return makeTypeError("'reduction': expected none, sum, sub or prod for " +
                           data.type.str() + ", found " +
                           stringifyReduction(kind));
    if (kind == Reduction::prod)
      return makeTypeError("'reduction': expected none, sum or sub for " +
                           data.type.str() +
                           " and prepared indices, found prod");
    // Real and imaginary parts are combined by themselves.
    reduction.type = {ElementKind::Float, uint16_t(data.type.bitWidth / 2)};
    reduction.length *= 2;
  }
  return call.run(data.shape, destination, &data);
}
