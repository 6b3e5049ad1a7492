//===- SliceCopy.cpp - slices of copies -----------------------------------===//

#include "SliceCopy.h"

#include "CopyElements.h"
#include "SliceKernel.h"
#include "Specialization.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace scatter;
using namespace scatter::kernels;

static bool isWhole(const SliceRange &range, int64_t size) {
  return range.start == 0 && range.step == 1 && range.length == size;
}

SliceCopy::SliceCopy(const Operand &data, const Operand &updates,
                     ArrayRef<SliceRange> dataRanges)
    : data(data), updates(updates) {
  for (auto [size, dataRange] : zip_equal(data.shape, dataRanges)) {
    SliceRange range = dataRange;
    if (range.length == 1)
      range.step = 1;
    if (!ranges.empty() && isWhole(range, size) && ranges.back().step == 1) {
      shape.back() *= size;
      ranges.back().start *= size;
      ranges.back().length *= size;
      continue;
    }
    shape.push_back(size);
    ranges.push_back(range);
  }
  strides.resize(shape.size());
  int64_t stride = 1;
  for (size_t i = shape.size(); i-- > 0; stride *= shape[i])
    strides[i] = stride;
}

bool SliceCopy::hasRowsWithGaps() const {
  int64_t step = ranges.back().step;
  return data.countBytes() >= kMinGapsBytes && updates.isContiguous &&
         std::abs(step) > 1 && isFastStep(step, data.itemSize) &&
         (ranges.size() == 1 || (ranges.size() == 2 && ranges[0].step == 1));
}

bool SliceCopy::isLargeBox() const {
  return data.countBytes() >= kMinBoxBytes &&
         updates.countBytes() >= data.countBytes() / kMaxBoxRatio &&
         ranges.back().length * data.itemSize >= kMinBoxRowBytes &&
         all_of(ranges, [](const SliceRange &range) {
           return std::abs(range.step) == 1;
         });
}

Error SliceCopy::copyPart(const Operand &target, ArrayRef<int64_t> starts,
                          ArrayRef<int64_t> lengths, unsigned threads) const {
  if (is_contained(lengths, 0))
    return Error::success();
  int64_t offset = 0;
  for (auto [start, stride] : zip_equal(starts, strides))
    offset += start * stride * data.itemSize;
  // Parts of checked arrays.
  Operand from, to;
  cantFail(from.set("data", {data.data + offset, data.type, lengths, strides}));
  cantFail(to.set("out", {target.data + offset, data.type, lengths, strides}));
  return copyElements(from, to, threads);
}

/// For each of the first dimensions copies what lies before and after the
/// slice, within the slice in the dimensions before.
Error SliceCopy::copySurroundings(const Operand &target, size_t numDims,
                                  unsigned threads) const {
  SmallVector<int64_t, 4> starts(shape.size(), 0), lengths = shape;
  for (size_t i = 0; i < numDims; ++i) {
    const SliceRange &range = ranges[i];
    int64_t last = range.start + (range.length - 1) * range.step;
    int64_t begin = std::min(range.start, last);
    int64_t end = std::max(range.start, last) + 1;
    lengths[i] = begin;
    if (Error error = copyPart(target, starts, lengths, threads))
      return error;
    starts[i] = end;
    lengths[i] = shape[i] - end;
    if (Error error = copyPart(target, starts, lengths, threads))
      return error;
    starts[i] = begin;
    lengths[i] = end - begin;
  }
  return Error::success();
}

Error SliceCopy::writeRowsWithGaps(const Operand &target,
                                   unsigned threads) const {
  if (Error error = copySurroundings(target, ranges.size() - 1, threads))
    return error;
  int64_t numRows = 1, offset = 0;
  if (ranges.size() == 2) {
    numRows = ranges[0].length;
    offset = ranges[0].start * strides[0] * data.itemSize;
  }
  return SliceKernel(updates, numRows, shape.back(), ranges.back(), threads)
      .run(data.data + offset, target.data + offset, updates);
}
