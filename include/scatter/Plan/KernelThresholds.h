//===- KernelThresholds.h - selects the kernel of a call --------*- C++ -*-===//
//
// What a call of a function compares to select a kernel or a copy, beside the
// numbers of Thresholds.h. Unless a comment names another table, the one of
// docs/Performance.md that supports a number is "Kernels of the functions". The
// kernel library has no compiler, so that all functions are inline.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_PLAN_KERNELTHRESHOLDS_H
#define SCATTER_PLAN_KERNELTHRESHOLDS_H

#include "scatter/Plan/Thresholds.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <numeric>

namespace scatter::kernels {

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

/// Slice rows of at most this many bytes become elements of a kernel for a
/// larger type where their addresses allow it.
inline constexpr int64_t kMaxJoinedRowBytes = 8;

/// The bytes of the widest vectors.
inline constexpr int64_t kVectorBytes = 64;

/// Whether kernels for exactly this `step` along contiguous rows exist. They
/// write with vector instructions.
inline bool isFastStep(int64_t step, int64_t itemSize) {
  constexpr int64_t kMaxBytes = 32;
  return step == 1 || step == -1 ||
         (step != 0 && step >= -kMaxBytes && step <= kMaxBytes &&
          step * step * itemSize * itemSize <= kMaxBytes * kMaxBytes);
}

/// The elements of a row at `step` that, together with their gaps, fill whole
/// vectors.
inline int64_t getBlockLength(int64_t step, int64_t itemSize) {
  return kVectorBytes / std::gcd(step * itemSize, kVectorBytes);
}

/// Slices with rows this short are done as a copy, then an update.
inline constexpr int64_t kMaxTwoStepLength = 6;

/// Whether a kernel with a literal step copies rows of `rowBytes` bytes and
/// writes a slice of `length` elements at `step` in one pass: in blocks, slice
/// and gaps together. A kernel whose step is an argument copies everything
/// before it writes the slice.
inline bool isFastCopyStep(int64_t length, int64_t step, int64_t itemSize,
                           int64_t rowBytes) {
  // KernelKey::rowStep has 8 bits.
  constexpr int64_t kMaxStep = INT8_MAX;
  bool isContiguous = step == 1 || step == -1;
  if (!isContiguous && length <= kMaxTwoStepLength &&
      length < getBlockLength(step, itemSize))
    return false;
  if (isFastStep(step, itemSize))
    return true;
  if (step < -kMaxStep || step > kMaxStep || step == 0)
    return false;
  int64_t stride = std::abs(step), lanes = kVectorBytes / itemSize;
  return usesStridedVectors(stride, lanes, itemSize, /*hasSource=*/true) &&
         std::lcm(stride * itemSize, kVectorBytes) <= rowBytes;
}

/// Whether a kernel with a literal step writes rows with `length` elements at
/// `step` in place. Its vector code writes blocks. For rows shorter than a
/// block a kernel whose rows are elements with a stride is faster, unless the
/// step is 2 and shorter vectors write most elements.
inline bool isFastStridedRow(int64_t length, int64_t step, int64_t itemSize) {
  constexpr int64_t kMaxStridedLength = 8;
  bool isDense = std::abs(step) * itemSize < kElementLoopStrideBytes;
  bool hasBlocks = length >= getBlockLength(step, itemSize) ||
                   (step == 2 && length > kMaxStridedLength);
  return isFastStep(step, itemSize) && (step == -1 || (isDense && hasBlocks));
}

/// A kernel for one row length is not compiled for fewer bytes of updates or
/// for uncommon lengths. Lengths up to kMaxShortLength are common.
inline constexpr size_t kMinFastRowUpdatesBytes = 16 << 10;
inline constexpr int64_t kMaxShortLength = 16;

/// Whether kernels for exactly this row length are used. They need no branches
/// for the ends of rows.
inline bool isFastRowLength(int64_t length, int64_t itemSize,
                            size_t updatesBytes) {
  constexpr int64_t kMaxRowBytes = 1024;
  bool isCommon = length <= kMaxShortLength || (length & (length - 1)) == 0;
  return length > 0 && isCommon && length * itemSize <= kMaxRowBytes &&
         updatesBytes >= kMinFastRowUpdatesBytes;
}

/// Whether kernels for slices with exactly this row length are used. They write
/// a row without a loop. Longer rows gain nothing from that.
inline bool isShortSliceRow(int64_t length, int64_t itemSize,
                            size_t updatesBytes) {
  constexpr int64_t kMaxRowBytes = 128;
  // A shorter element takes as long as one of 4 bytes.
  if (itemSize < 4)
    updatesBytes = updatesBytes / size_t(itemSize) * 4;
  return isFastRowLength(length, itemSize, updatesBytes) &&
         (length <= kMaxShortLength || length * itemSize <= kMaxRowBytes);
}

/// Whether a copy followed by a slice kernel takes less time than a kernel that
/// copies. `shortLength` is the row length if there is a kernel for it,
/// otherwise 0.
inline bool isFasterInTwoSteps(int64_t shortLength) {
  return shortLength > 0 && shortLength <= kMaxTwoStepLength;
}

/// Updates of at least this many bytes get a kernel for their sizes of data. An
/// index tuple counts as at least kBucketedTupleBytes. The kernel has the plan
/// of a program with static sizes.
inline constexpr size_t kMinHotBytes = 256 << 10;
inline constexpr unsigned kHotCalls = 3;
/// A compilation takes a core as long as updates of some hundred MiB.
inline constexpr size_t kMinHotWork = 32 << 20;

/// Whether a special kernel for the sizes of calls is compiled after this many
/// `calls`, which have done `work` bytes in all.
inline bool isHot(unsigned calls, size_t work) {
  return calls >= kHotCalls && work >= kMinHotWork;
}

//===----------------------------------------------------------------------===//
// Elements along an axis
//===----------------------------------------------------------------------===//

/// Rows of at least this many elements whose index is the same are the slice of
/// a tuple. Shorter ones are elements with a tuple each.
inline constexpr int64_t kMinElementsRowLength = 4;

/// The adjacent indices that loops over elements check as a vector.
inline constexpr int64_t kElementsGroup = 8;

/// The bytes of a chunk of a copy of data that is updated while it is in the
/// caches: fewer call kernels more often.
inline constexpr int64_t kElementsChunkBytes = 128 << 10;

//===----------------------------------------------------------------------===//
// Rows of messages
//===----------------------------------------------------------------------===//

/// How many messages ahead kernels of GatherScatter prefetch. The order has as
/// many valid numbers after the last one.
inline constexpr int64_t kMessagePrefetch = 16;
/// The vectors of a row that registers hold. Longer rows are split.
inline constexpr int64_t kRowBlockVectors = 8;
/// The chunks of rows for each thread: more than one, because some threads are
/// slower.
inline constexpr int64_t kRowChunksPerThread = 8;

/// Whether messages are applied faster in their order than sorted by rows of
/// `rowBytes` bytes first, with any number of threads.
inline bool isFasterUnsorted(int64_t rowBytes) {
  constexpr int64_t kMaxRowBytes = 128;
  return rowBytes <= kMaxRowBytes;
}

/// The number of threads that sort the numbers of tuples by rows. Each has a
/// count for each row, which one thread adds up.
inline int64_t getSortChunks(int64_t numTuples, int64_t numRows,
                             unsigned threads) {
  constexpr int64_t kMinTuples = 32 << 10;
  return std::clamp<int64_t>(numTuples / std::max(kMinTuples, numRows), 1,
                             threads);
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

/// memcpy copies a slice of one contiguous row of at most this many bytes in
/// less time than a kernel call takes; up to this size glibc's memcpy does not
/// use `rep movsb`, which is slow on some CPUs.
inline constexpr int64_t kMaxMemcpyRowBytes = 2 << 10;

/// Copies of at least this many bytes use a kernel if rows are short.
inline constexpr size_t kMinStridedKernelBytes = 64 << 10;

/// Contiguous copies of at least this many bytes use kernels, which divide the
/// copy among threads and use non-temporal stores.
inline constexpr size_t kMinKernelCopyBytes = 1 << 20;

/// Results of at least this many bytes use kernels with a source, which divide
/// the copy among threads and write each element of a slice once.
inline constexpr size_t kMinSourceBytes = 64 << 10;

} // namespace scatter::kernels

#endif // SCATTER_PLAN_KERNELTHRESHOLDS_H
