//===- StridedSlice.cpp - StridedSlice, TensorStridedSliceUpdate ----------===//

#include "Converters.h"
#include "scatter/Conversion/ImportUtils/Shapes.h"
#include "scatter/Dialect/Scatter/IR/Scatter.h"

using namespace mlir;
using namespace scatter;
using namespace scatter::tensorflow;

namespace {

/// A part of a tensor: along each dimension `sizes[i]` elements from
/// `offsets[i]` on, `strides[i]` apart.
struct StridedRegion {
  SmallVector<int64_t> offsets, sizes, strides;
  /// The sizes without the dimensions that an index selects, and with those
  /// that are new.
  SmallVector<int64_t> shape;
};

/// Entries of begin, end and strides, and what the masks say about entry i.
struct Bounds {
  SmallVector<int64_t> begin, end, strides;
  int64_t beginMask, endMask, ellipsisMask, newAxisMask, shrinkMask;

  static bool has(int64_t mask, size_t i) { return (mask >> i) & 1; }
};

} // namespace

static FailureOr<Bounds> getBounds(NodeConversion &c) {
  Bounds bounds;
  SmallVector<int64_t> *lists[] = {&bounds.begin, &bounds.end, &bounds.strides};
  for (auto [i, list] : llvm::enumerate(lists)) {
    auto values = c.constantIntegers(i + 1);
    if (failed(values))
      return failure();
    *list = std::move(*values);
  }
  // Masks have 32 bits.
  if (bounds.end.size() != bounds.begin.size() ||
      bounds.strides.size() != bounds.begin.size() || bounds.begin.size() > 32)
    return c.error("expected begin, end and strides of one length, at most 32");
  bounds.beginMask = c.integer("begin_mask", 0);
  bounds.endMask = c.integer("end_mask", 0);
  bounds.ellipsisMask = c.integer("ellipsis_mask", 0);
  bounds.newAxisMask = c.integer("new_axis_mask", 0);
  bounds.shrinkMask = c.integer("shrink_axis_mask", 0);
  if (bounds.ellipsisMask & (bounds.ellipsisMask - 1))
    return c.error("attribute 'ellipsis_mask': expected at most one bit, "
                   "found " +
                   Twine(bounds.ellipsisMask));
  return bounds;
}

/// The part of dimension `dim`, of size `size`, that entry `i` names.
static LogicalResult addDimension(NodeConversion &c, const Bounds &bounds,
                                  size_t i, int64_t size,
                                  StridedRegion &region) {
  int64_t begin = bounds.begin[i], end = bounds.end[i];
  int64_t stride = bounds.strides[i];
  bool isIndex = Bounds::has(bounds.shrinkMask, i);
  if (stride == 0 || (isIndex && stride < 0))
    return c.error(
        c.describeInput(3) + ": expected " +
        (isIndex ? "a positive number for an index" : "numbers other than 0") +
        ", found " + str(bounds.strides));
  if (isIndex) {
    if (begin < -size || begin >= size)
      return c.error(c.describeInput(1) + ": expected an index from " +
                     Twine(-size) + " to " + Twine(size - 1) + ", found " +
                     Twine(begin));
    region.offsets.push_back(begin < 0 ? begin + size : begin);
    region.sizes.push_back(1);
    region.strides.push_back(1);
    return success();
  }
  int64_t low = stride > 0 ? 0 : -1, high = stride > 0 ? size : size - 1;
  auto clamp = [&](int64_t bound) {
    return std::clamp(bound < 0 ? bound + size : bound, low, high);
  };
  int64_t from = Bounds::has(bounds.beginMask, i) ? (stride > 0 ? low : high)
                                                  : clamp(begin);
  int64_t to =
      Bounds::has(bounds.endMask, i) ? (stride > 0 ? high : low) : clamp(end);
  __int128 length =
      (__int128(to) - from + stride + (stride > 0 ? -1 : 1)) / stride;
  region.offsets.push_back(from);
  region.sizes.push_back(length > 0 ? int64_t(length) : 0);
  region.strides.push_back(stride);
  region.shape.push_back(region.sizes.back());
  return success();
}

/// The region of operand 0 that the operands 1 to 3 and the masks name.
static FailureOr<StridedRegion> getRegion(NodeConversion &c) {
  FailureOr<Bounds> bounds = getBounds(c);
  if (failed(bounds))
    return failure();
  ArrayRef<int64_t> shape = c.shape(0);
  size_t entries = bounds->begin.size(), used = 0;
  bool hasEllipsis = false;
  auto isEllipsis = [&](size_t i) {
    return Bounds::has(bounds->ellipsisMask, i);
  };
  // The new axis is the stronger one of two bits, an ellipsis stronger still.
  auto isNewAxis = [&](size_t i) {
    return !isEllipsis(i) && Bounds::has(bounds->newAxisMask, i);
  };
  for (size_t i = 0; i < entries; ++i) {
    hasEllipsis |= isEllipsis(i);
    used += !isEllipsis(i) && !isNewAxis(i);
  }
  if (used > shape.size())
    return c.error("expected at most " + Twine(shape.size()) +
                   " ranges and indices for " + str(c.type(0)) + ", found " +
                   Twine(used));
  StridedRegion region;
  size_t dim = 0;
  auto addWhole = [&] {
    for (size_t i = 0, count = shape.size() - used; i < count; ++i, ++dim) {
      region.offsets.push_back(0);
      region.sizes.push_back(shape[dim]);
      region.strides.push_back(1);
      region.shape.push_back(shape[dim]);
    }
  };
  for (size_t i = 0; i < entries; ++i) {
    if (isEllipsis(i))
      addWhole();
    else if (isNewAxis(i))
      region.shape.push_back(1);
    else if (failed(addDimension(c, *bounds, i, shape[dim++], region)))
      return failure();
  }
  if (!hasEllipsis)
    addWhole();
  return region;
}

LogicalResult tensorflow::convertStridedSlice(NodeConversion &c) {
  auto region = getRegion(c);
  if (failed(region))
    return failure();
  auto type = c.makeType(region->shape, c.element(0));
  if (failed(type))
    return failure();
  Value slice = extractSlice(c.b, c.operand(0), region->offsets, region->sizes,
                             region->strides);
  return c.replace(reshape(c.b, slice, region->shape));
}

LogicalResult tensorflow::convertTensorStridedSliceUpdate(NodeConversion &c) {
  auto region = getRegion(c);
  if (failed(region) || failed(c.checkElement(4, c.element(0))))
    return failure();
  auto shape = broadcastShapes({c.shape(4), ArrayRef(region->shape)});
  if (!shape || *shape != region->shape)
    return c.error(c.describeInput(4) +
                   ": expected a shape that can be broadcast to " +
                   str(region->shape) + ", found " + str(c.type(4)));
  if (llvm::is_contained(region->sizes, 0))
    return c.replace(c.imported(0));
  Value value = broadcast(c.b, c.operand(4), region->shape);
  value = reshape(c.b, value, region->sizes);
  // Whole dimensions need no bounds.
  SmallVector<OpFoldResult> starts, stops, steps;
  SmallVector<int64_t> axes;
  for (auto [i, size] : llvm::enumerate(region->sizes)) {
    int64_t start = region->offsets[i], step = region->strides[i];
    if (size == c.shape(0)[i] && (step > 0 || size == 1))
      continue;
    int64_t stop = start + (size - 1) * step + (step > 0 ? 1 : -1);
    // A negative bound would count from the end.
    if (stop < 0)
      stop = -INT64_MAX;
    starts.push_back(c.b.getIndexAttr(start));
    stops.push_back(c.b.getIndexAttr(stop));
    steps.push_back(c.b.getIndexAttr(step));
    axes.push_back(i);
  }
  if (axes.empty())
    return c.replace(value);
  auto op = SliceScatterOp::create(c.b, value, c.operand(0), starts, stops,
                                   steps, axes);
  return c.replace(op.getResult());
}
