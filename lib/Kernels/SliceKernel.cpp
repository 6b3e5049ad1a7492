//===- SliceKernel.cpp - kernels that write slices ------------------------===//

#include "SliceKernel.h"

#include "CompileKernel.h"
#include "Loops.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/Support/MathExtras.h"

#include "scatter/Plan/KernelThresholds.h"
#include <cstring>

using namespace llvm;
using namespace scatter;
using namespace scatter::kernels;

/// Returns the innermost dimension along which the slice has several elements,
/// provided that all memory between two of them belongs to `target`. Otherwise
/// returns the rank.
static size_t findRow(const Operand &target, ArrayRef<SliceRange> ranges) {
  auto dims = to_vector<4>(seq<size_t>(0, target.shape.size()));
  sort(dims, [&](size_t a, size_t b) {
    return std::abs(target.strides[a]) < std::abs(target.strides[b]);
  });
  int64_t contiguousStride = 1;
  for (size_t i : dims) {
    if (target.shape[i] == 1)
      continue;
    if (std::abs(target.strides[i]) != contiguousStride)
      break;
    if (ranges[i].length > 1)
      return i;
    contiguousStride *= target.shape[i];
  }
  return target.shape.size();
}

/// Returns the number of bytes of the slice if it is one short row that is
/// contiguous in both arrays, otherwise 0. memcpy copies such a row in less
/// time than a kernel call takes.
static size_t countShortRowBytes(ArrayRef<Loop> loops, int64_t itemSize) {
  if (loops.empty())
    return size_t(itemSize);
  const Loop &row = loops.back();
  bool isShort = loops.size() == 1 && row.strides[0] == 1 &&
                 row.strides[1] == 1 &&
                 row.size <= kMaxMemcpyRowBytes / itemSize;
  return isShort ? size_t(row.size * itemSize) : 0;
}

/// Joins the elements of each row into one larger element if rows are short in
/// both arrays and lie at multiples of the row size. Returns the bytes of a
/// row, or 1 if nothing was joined.
static int64_t joinRows(Loops &loops, int64_t itemSize) {
  if (loops.size() < 2)
    return 1;
  const Loop row = loops.back();
  int64_t bytes = row.size * itemSize;
  auto areMultiples = [&](const Loop &loop) {
    return loop.strides[0] % row.size == 0 && loop.strides[1] % row.size == 0;
  };
  if (row.strides[0] != 1 || row.strides[1] != 1 ||
      bytes > kMaxJoinedRowBytes || !isPowerOf2_64(bytes) ||
      !all_of(drop_end(loops), areMultiples))
    return 1;
  loops.pop_back();
  for (Loop &loop : loops)
    for (int64_t &stride : loop.strides)
      stride /= row.size;
  return bytes;
}

/// Returns loops over the slice, innermost last, without dimension `skipped`.
static Loops getLoops(const Operand &target, const Operand &updates,
                      ArrayRef<SliceRange> ranges,
                      std::optional<size_t> skipped = std::nullopt) {
  Loops loops;
  for (auto [i, range] : enumerate(ranges)) {
    // The stride of a dimension with one element is not used.
    int64_t stride = range.length > 1 ? target.strides[i] * range.step : 1;
    if (i != skipped)
      loops.push_back({range.length, {stride, updates.strides[i]}});
  }
  sortLoops(loops);
  mergeLoops(loops);
  return loops;
}

SliceKernel::SliceKernel(const Operand &target, const Operand &updates,
                         ArrayRef<SliceRange> ranges, unsigned threads,
                         bool joinsRows)
    : threads(threads) {
  size_t rowDim = findRow(target, ranges);
  int64_t rowStep = 1;
  if (rowDim < ranges.size())
    rowStep = target.strides[rowDim] * ranges[rowDim].step;
  Loops loops = getLoops(target, updates, ranges);
  // If there is no kernel for this step, the step becomes a stride.
  bool hasGaps = false;
  if (rowDim < ranges.size() && rowStep != 1 && hasCompiler()) {
    // The distance between rows may equal the step within rows.
    bool areJoined = target.isContiguous && loops.back().strides[0] == rowStep;
    int64_t length = areJoined ? loops.back().size : ranges[rowDim].length;
    hasGaps = isFastStridedRow(length, rowStep, target.itemSize);
  }
  if (hasGaps)
    loops = getLoops(target, updates, ranges, rowDim);
  else
    copiedBytes = countShortRowBytes(loops, target.itemSize);
  if (copiedBytes > 0)
    return;
  if (joinsRows && !hasGaps)
    rowBytes = joinRows(loops, target.itemSize);
  KernelKey key;
  int64_t rowSize;
  if (hasGaps) {
    loops.push_back(
        {ranges[rowDim].length, {rowStep, updates.strides[rowDim]}});
    if (target.isContiguous)
      mergeLoops(loops);
    Loop &row = loops.back();
    row.strides[0] = 1;
    int64_t reach = (row.size - 1) * rowStep;
    rowSize = std::abs(reach) + 1;
    // The row begins with the element at the lowest address.
    offset = std::min<int64_t>(reach, 0) * target.itemSize;
    appendBounds({rowStep > 0 ? 0 : -reach, rowStep, row.size}, bounds);
    key.boundAxes = uint64_t(1) << (loops.size() - 1);
    key.rowStep = int8_t(rowStep);
  } else {
    rowSize = loops.back().size;
  }
  SmallVector<int64_t, 4> shape = getSizes(loops);
  key.op = KernelKey::Op::SliceScatter;
  ElementType type = getMovedType(target.type);
  if (rowBytes > 1)
    type = {ElementKind::Signless, uint16_t(8 * rowBytes)};
  key.setElementType(type);
  key.rank = uint8_t(shape.size());
  key.threads = uint16_t(threads);
  KernelArray updatesArray = makeKernelArray(type, shape, getStrides(loops, 1),
                                             key.layouts[KernelKey::Updates]);
  shape.back() = rowSize;
  KernelArray data = makeKernelArray(type, shape, getStrides(loops, 0),
                                     key.layouts[KernelKey::Data]);
  call = KernelCall(key, {data, updatesArray});
  if (!hasGaps && key.rank > 1 && key.rank <= KernelKey::kMaxStaticSizes &&
      isShortSliceRow(rowSize, target.itemSize, updates.countBytes()))
    shortRowLength = rowSize;
  if (shortRowLength > 0 && hasCompiler()) {
    key = call.getKey();
    key.staticSizes[key.rank - 1] = shortRowLength;
    special = SpecialKernel(key);
  }
}

Error SliceKernel::specialize(size_t bytes, bool compilesAhead) {
  KernelRef kernel;
  if (compilesAhead) {
    if (Error error = call.compile())
      return error;
    if (Error error = special.compile().moveInto(kernel))
      return error;
  } else {
    kernel = special.countCall(bytes);
  }
  if (kernel)
    call = KernelCall(special.getKey(), call.getArrays(), std::move(kernel));
  return Error::success();
}

void kernels::appendBounds(const SliceRange &range,
                           SmallVectorImpl<int64_t> &bounds) {
  int64_t stop = range.start + range.length * range.step;
  bounds.push_back(range.start);
  // A negative stop would count from the end.
  bounds.push_back(stop < 0 ? INT64_MIN + 1 : stop);
}

Error SliceKernel::run(const Operand &target, const Operand &updates,
                       ArrayRef<SliceRange> ranges, bool compilesAhead) {
  char *data = target.data + offset;
  for (size_t i = 0; i < ranges.size(); ++i)
    data += ranges[i].start * target.strides[i] * target.itemSize;
  if (copiedBytes > 0) {
    std::memcpy(data, updates.data, copiedBytes);
    return Error::success();
  }
  bool isAligned = (uintptr_t(data) | uintptr_t(updates.data)) % rowBytes == 0;
  if (!unaligned && (!isAligned || (compilesAhead && rowBytes > 1)))
    unaligned = std::make_unique<SliceKernel>(target, updates, ranges, threads,
                                              /*joinsRows=*/false);
  if (compilesAhead && unaligned)
    if (Error error = unaligned->call.compile())
      return error;
  if (!isAligned)
    return unaligned->run(target, updates, ranges, compilesAhead);
  if (LLVM_UNLIKELY(special.isOpen()))
    if (Error error = specialize(updates.countBytes(), compilesAhead))
      return error;
  return call.run({data, updates.data}, bounds);
}
