//===- SliceKernel.cpp - writes of slices by kernels ----------------------===//

#include "SliceKernel.h"

#include "Specialization.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace scatter;
using namespace scatter::kernels;

/// The dimension along which elements are contiguous, or the rank.
static size_t findRow(const Operand &target) {
  for (size_t i = target.shape.size(); i-- > 0;)
    if (std::abs(target.strides[i]) == 1 && target.shape[i] > 1)
      return i;
  return target.shape.size();
}

SliceKernel::SliceKernel(const Operand &target, const Operand &updates,
                         ArrayRef<SliceRange> ranges, unsigned threads) {
  size_t rowDim = findRow(target);
  int64_t rowStep = 1;
  if (rowDim < ranges.size() && ranges[rowDim].length > 1)
    rowStep = target.strides[rowDim] * ranges[rowDim].step;
  bool hasGaps = rowStep != 1 && isFastStep(rowStep, target.itemSize);
  Loops loops;
  for (auto [i, range] : enumerate(ranges)) {
    // A step that is not taken may be any number.
    int64_t stride = range.length > 1 ? target.strides[i] * range.step : 1;
    if (!hasGaps || i != rowDim)
      loops.push_back({range.length, {stride, updates.strides[i]}});
  }
  sortLoops(loops);
  mergeLoops(loops);
  if (!hasGaps) {
    if (loops.empty())
      loops.push_back({1, {1, 1}});
    row = {0, 1, loops.back().size};
    setCall(target.type, loops, row.length, /*hasSource=*/false, threads);
    return;
  }
  int64_t length = ranges[rowDim].length, reach = (length - 1) * rowStep;
  loops.push_back({length, {1, updates.strides[rowDim]}});
  row = {rowStep > 0 ? 0 : -reach, rowStep, length};
  // The row begins with the lowest element.
  offset = std::min<int64_t>(reach, 0) * target.itemSize;
  setCall(target.type, loops, std::abs(reach) + 1, /*hasSource=*/false,
          threads);
}

SliceKernel::SliceKernel(const Operand &updates, int64_t numRows,
                         int64_t rowSize, const SliceRange &row,
                         unsigned threads)
    : row(row) {
  Loops loops;
  if (numRows > 1)
    loops.push_back({numRows, {rowSize, row.length}});
  loops.push_back({row.length, {1, 1}});
  setCall(updates.type, loops, rowSize, /*hasSource=*/true, threads);
}

void SliceKernel::setCall(ElementType type, ArrayRef<Loop> loops,
                          int64_t rowSize, bool hasSource, unsigned threads) {
  SmallVector<int64_t, 4> shape = getSizes(loops);
  KernelKey key;
  key.op = KernelKey::Op::SliceScatter;
  key.setElementType(type);
  key.rank = uint8_t(shape.size());
  key.hasSource = hasSource;
  key.threads = uint16_t(threads);
  key.step = int8_t(row.step);
  KernelArray updates = makeKernelArray(type, shape, getStrides(loops, 1),
                                        key.layouts[KernelKey::Updates]);
  shape.back() = rowSize;
  KernelArray data = makeKernelArray(type, shape, getStrides(loops, 0),
                                     key.layouts[KernelKey::Data]);
  SmallVector<KernelArray, 3> arrays(hasSource ? 2 : 1, data);
  arrays.push_back(std::move(updates));
  call = KernelCall(key, arrays);
}

/// start and stop of a slice that is not empty, as the op has them.
static std::array<int64_t, 2> getBounds(const SliceRange &row) {
  int64_t stop = row.start + row.length * row.step;
  // A negative one would count from the end.
  return {row.start, stop < 0 ? INT64_MIN + 1 : stop};
}

Error SliceKernel::run(const Operand &target, const Operand &updates,
                       ArrayRef<SliceRange> ranges) const {
  char *data = target.data + offset;
  for (size_t i = 0; i < ranges.size(); ++i)
    data += ranges[i].start * target.strides[i] * target.itemSize;
  return call.run({data, updates.data}, getBounds(row));
}

Error SliceKernel::run(char *source, char *data, const Operand &updates) const {
  return call.run({source, data, updates.data}, getBounds(row));
}
