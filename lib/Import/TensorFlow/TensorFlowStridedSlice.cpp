//===- TensorFlowStridedSlice.cpp - StridedSlice, TensorStridedSliceUpdate
//----------===//

#include "Common/SizeChecks.h"
#include "Common/StridedSlice.h"
#include "TensorFlowConverters.h"
#include "scatter/Dialect/Scatter/IR/Scatter.h"
#include "scatter/Import/Utils/SizedShapes.h"

using namespace mlir;
using namespace scatter;
using namespace scatter::tensorflow;

/// Whether bit `i` of the attribute `mask` is set.
static bool hasBit(NodeConversion &c, StringRef mask, size_t i) {
  return (c.integer(mask, 0) >> i) & 1;
}

/// Returns the kind of entry `i` from the masks. If several bits are set, an
/// ellipsis takes precedence, then a new axis.
static StridedEntry::Kind getKind(NodeConversion &c, size_t i) {
  if (hasBit(c, "ellipsis_mask", i))
    return StridedEntry::Ellipsis;
  if (hasBit(c, "new_axis_mask", i))
    return StridedEntry::NewAxis;
  return hasBit(c, "shrink_axis_mask", i) ? StridedEntry::Index
                                          : StridedEntry::Range;
}

/// Returns entry `i` of the operands begin, end and strides and of the masks.
static FailureOr<StridedEntry> getEntry(NodeConversion &c, size_t i,
                                        OpFoldResult begin, OpFoldResult end,
                                        int64_t stride) {
  StridedEntry entry{getKind(c, i), begin, end, stride};
  bool isIndex = entry.kind == StridedEntry::Index;
  bool isRange = entry.kind == StridedEntry::Range;
  if ((isRange && stride == 0) || (isIndex && stride <= 0))
    return c.error(
        c.describeInput(3) + ": expected " +
        (isIndex ? "a positive number for an index" : "numbers other than 0") +
        ", found " + Twine(stride));
  if (isRange && hasBit(c, "begin_mask", i))
    entry.openBegin(c.b);
  if (isRange && hasBit(c, "end_mask", i))
    entry.openEnd(c.b);
  return entry;
}

/// Returns the entries that operands 1 to 3 and the masks define.
static FailureOr<SmallVector<StridedEntry>> getEntries(NodeConversion &c) {
  auto begin = c.integers(1), end = c.integers(2);
  auto strides = c.constantIntegers(3);
  if (failed(begin) || failed(end) || failed(strides))
    return failure();
  // Masks have 32 bits.
  if (end->size() != begin->size() || strides->size() != begin->size() ||
      begin->size() > 32)
    return c.error("expected begin, end and strides of one length, at most 32");
  int64_t ellipses = c.integer("ellipsis_mask", 0);
  if (ellipses & (ellipses - 1))
    return c.error("attribute 'ellipsis_mask': expected at most one bit, "
                   "found " +
                   Twine(ellipses));
  SmallVector<StridedEntry> entries;
  for (size_t i = 0; i < begin->size(); ++i) {
    auto entry = getEntry(c, i, (*begin)[i], (*end)[i], (*strides)[i]);
    if (failed(entry))
      return failure();
    entries.push_back(*entry);
  }
  return entries;
}

LogicalResult tensorflow::convertStridedSlice(NodeConversion &c) {
  auto entries = getEntries(c);
  return succeeded(entries) ? replaceByStridedSlice(c, *entries) : failure();
}

/// Returns operand 0 with the elements of `region` replaced by `value`.
static Value updateRegion(NodeConversion &c, const StridedRegion &region,
                          Value value) {
  SmallVector<OpFoldResult> starts, ends, steps;
  SmallVector<int64_t> axes;
  for (auto [i, size] : llvm::enumerate(region.sizes)) {
    int64_t stride = region.strides[i];
    // Dimensions that are covered whole need no bounds.
    if (isSameSize(size, c.size(0, i)) &&
        (isKnown(size, 1) || (isKnown(region.offsets[i], 0) && stride == 1)))
      continue;
    starts.push_back(region.starts[i]);
    ends.push_back(region.ends[i]);
    steps.push_back(c.b.getIndexAttr(stride));
    axes.push_back(i);
  }
  if (axes.empty())
    return value;
  return SliceScatterOp::create(c.b, value, c.operand(0), starts, ends, steps,
                                axes)
      .getResult();
}

LogicalResult tensorflow::convertTensorStridedSliceUpdate(NodeConversion &c) {
  auto entries = getEntries(c);
  if (failed(entries) || failed(c.checkElement(4, c.element(0))))
    return failure();
  auto region = getStridedRegion(c, *entries);
  if (failed(region) || failed(c.makeSizedType(region->shape, c.element(0))))
    return failure();
  if (failed(requireBroadcast(c, 4, region->shape)))
    return c.error(c.describeInput(4) +
                   ": expected a shape that can be broadcast to " +
                   str(region->shape) + ", found " + str(c.type(4)));
  if (llvm::any_of(region->sizes,
                   [](OpFoldResult size) { return isKnown(size, 0); }))
    return c.replace(c.imported(0));
  Value value = broadcastTo(c.b, c.operand(4), region->shape);
  return c.replace(
      updateRegion(c, *region, reshapeTo(c.b, value, region->sizes)));
}
