//===- StridedSlice.cpp - slices with masks -------------------------------===//

#include "StridedSlice.h"

#include "Movement.h"
#include "SizeChecks.h"
#include "scatter/Import/Utils/SizedShapes.h"

using namespace mlir;
using namespace scatter;

void StridedEntry::openBegin(Builder &b) {
  begin = b.getIndexAttr(stride > 0 ? INT64_MIN : INT64_MAX);
}

void StridedEntry::openEnd(Builder &b) {
  end = b.getIndexAttr(stride > 0 ? INT64_MAX : INT64_MIN);
}

/// Adds the slice of the next dimension of operand 0 that entry `place`
/// selects.
static LogicalResult addDimension(NodeConversionBase &c,
                                  const StridedEntry &entry, size_t place,
                                  StridedRegion &region) {
  ImplicitLocOpBuilder &b = c.b;
  OpFoldResult size = c.size(0, region.sizes.size());
  if (entry.kind == StridedEntry::Index) {
    FailureOr<OpFoldResult> index =
        requireIndex(c, 1, place, entry.begin, size);
    if (failed(index))
      return failure();
    OpFoldResult one = b.getIndexAttr(1);
    region.offsets.push_back(*index);
    region.sizes.push_back(one);
    region.strides.push_back(1);
    region.starts.push_back(*index);
    region.ends.push_back(addSizes(b, *index, one));
    return success();
  }
  SlicedDim dim = sliceDim(b, size, entry.begin, entry.end, entry.stride);
  region.offsets.push_back(dim.offset);
  region.sizes.push_back(dim.size);
  region.strides.push_back(std::max(entry.stride, -INT64_MAX));
  region.starts.push_back(entry.begin);
  region.ends.push_back(entry.end);
  region.shape.push_back(dim.size);
  return success();
}

FailureOr<StridedRegion>
scatter::getStridedRegion(NodeConversionBase &c,
                          ArrayRef<StridedEntry> entries) {
  int64_t used = 0;
  bool hasEllipsis = false;
  for (const StridedEntry &entry : entries) {
    used +=
        entry.kind == StridedEntry::Range || entry.kind == StridedEntry::Index;
    hasEllipsis |= entry.kind == StridedEntry::Ellipsis;
  }
  if (used > c.rank(0))
    return c.error("expected at most " + Twine(c.rank(0)) +
                   " ranges and indices for " + str(c.type(0)) + ", found " +
                   Twine(used));
  StridedRegion region;
  StridedEntry whole;
  whole.openBegin(c.b);
  whole.openEnd(c.b);
  auto addWhole = [&] {
    for (int64_t i = used; i < c.rank(0); ++i)
      (void)addDimension(c, whole, 0, region);
  };
  for (auto [i, entry] : llvm::enumerate(entries)) {
    if (entry.kind == StridedEntry::Ellipsis)
      addWhole();
    else if (entry.kind == StridedEntry::NewAxis)
      region.shape.push_back(c.b.getIndexAttr(1));
    else if (failed(addDimension(c, entry, i, region)))
      return failure();
  }
  if (!hasEllipsis)
    addWhole();
  return region;
}

LogicalResult scatter::replaceByStridedSlice(NodeConversionBase &c,
                                             ArrayRef<StridedEntry> entries) {
  auto region = getStridedRegion(c, entries);
  if (failed(region))
    return failure();
  auto type = c.makeSizedType(region->shape, c.element(0));
  if (failed(type))
    return failure();
  Value slice = sliceTo(c.b, c.operand(0), region->offsets, region->sizes,
                        region->strides);
  return c.replace(reshapeTo(c.b, slice, region->shape));
}
