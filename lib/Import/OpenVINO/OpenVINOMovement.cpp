//===- OpenVINOMovement.cpp - Concat, Slice, Split, StridedSlice, Transpose
//-------===//

#include "Common/Movement.h"
#include "Common/StridedSlice.h"
#include "OpenVINOConverters.h"

using namespace mlir;
using namespace scatter;
using namespace scatter::openvino;

LogicalResult openvino::convertConcat(LayerConversion &c) {
  FailureOr<int64_t> axis =
      c.normalizeAxis(c.integer("axis", std::nullopt), c.rank(0));
  return succeeded(axis) ? replaceByConcat(c, *axis) : failure();
}

LogicalResult openvino::convertTranspose(LayerConversion &c) {
  auto order = c.constantIntegers(1);
  if (failed(order))
    return failure();
  if (order->empty())
    *order = llvm::to_vector(llvm::reverse(llvm::seq(c.rank(0))));
  return replaceByTranspose(c, *order, c.describeInput(1));
}

LogicalResult openvino::convertSlice(LayerConversion &c) {
  SliceBounds bounds;
  for (unsigned i : {1u, 2u}) {
    auto values = c.integers(i);
    if (failed(values))
      return failure();
    (i == 1 ? bounds.starts : bounds.ends) = *values;
  }
  for (unsigned i = 3; i < c.getNumOperands(); ++i) {
    auto values = c.constantIntegers(i);
    if (failed(values))
      return failure();
    (i == 3 ? bounds.steps : bounds.axes) = *values;
  }
  if (!c.hasOperand(4))
    bounds.axes = llvm::to_vector(llvm::seq<int64_t>(0, bounds.starts.size()));
  return replaceBySlice(c, bounds);
}

/// Returns the kind that the masks define for each of `count` entries of begin
/// and end.
static FailureOr<SmallVector<StridedEntry>> getEntryKinds(LayerConversion &c,
                                                          size_t count) {
  SmallVector<StridedEntry> entries(count);
  auto setKinds = [&](StringRef name, StridedEntry::Kind kind) {
    for (auto [entry, bit] : llvm::zip(entries, c.integers(name)))
      if (bit)
        entry.kind = kind;
  };
  setKinds("shrink_axis_mask", StridedEntry::Index);
  setKinds("new_axis_mask", StridedEntry::NewAxis);
  setKinds("ellipsis_mask", StridedEntry::Ellipsis);
  int64_t ellipses = llvm::count_if(entries, [](const StridedEntry &entry) {
    return entry.kind == StridedEntry::Ellipsis;
  });
  if (ellipses > 1)
    return c.error("attribute 'ellipsis_mask': expected at most one ellipsis, "
                   "found " +
                   Twine(ellipses));
  return entries;
}

LogicalResult openvino::convertStridedSlice(LayerConversion &c) {
  auto begin = c.integers(1), end = c.integers(2);
  if (failed(begin) || failed(end))
    return failure();
  size_t count = begin->size();
  FailureOr<SmallVector<int64_t>> strides = SmallVector<int64_t>(count, 1);
  if (c.hasOperand(3))
    strides = c.constantIntegers(3);
  if (failed(strides))
    return failure();
  if (end->size() != count || strides->size() != count)
    return c.error("expected begin, end and strides of one length, found " +
                   str(*begin) + ", " + str(*end) + " and " + str(*strides));
  auto entries = getEntryKinds(c, count);
  if (failed(entries))
    return failure();
  for (size_t i = 0; i < count; ++i) {
    StridedEntry &entry = (*entries)[i];
    entry.begin = (*begin)[i];
    entry.end = (*end)[i];
    entry.stride = (*strides)[i];
    if (entry.kind == StridedEntry::Range && entry.stride == 0)
      return c.error(c.describeInput(3) +
                     ": expected numbers other than 0, found " + str(*strides));
  }
  for (auto [entry, bit] : llvm::zip(*entries, c.integers("begin_mask")))
    if (bit && entry.kind == StridedEntry::Range)
      entry.openBegin(c.b);
  for (auto [entry, bit] : llvm::zip(*entries, c.integers("end_mask")))
    if (bit)
      entry.openEnd(c.b);
  return replaceByStridedSlice(c, *entries);
}

LogicalResult openvino::convertSplit(LayerConversion &c) {
  FailureOr<int64_t> axis = c.axis(1, c.rank(0));
  int64_t count = c.integer("num_splits", std::nullopt);
  if (failed(axis) || c.hasFailed())
    return failure();
  if (count != int64_t(c.layer.outputs.size()))
    return c.error("attribute 'num_splits': expected " +
                   Twine(c.layer.outputs.size()) +
                   ", the number of outputs, found " + Twine(count));
  return replaceByEqualSplit(c, *axis, count, "num_splits");
}

LogicalResult openvino::convertVariadicSplit(LayerConversion &c) {
  FailureOr<int64_t> axis = c.axis(1, c.rank(0));
  if (failed(axis))
    return failure();
  auto sizes = getPartSizes(c, 2, c.size(0, *axis));
  return succeeded(sizes) ? replaceBySplit(c, *axis, *sizes) : failure();
}
