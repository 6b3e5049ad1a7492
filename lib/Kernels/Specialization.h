//===- Specialization.h - which kernel serves a call ------------*- C++ -*-===//
//
// The one place for the sizes that decide about kernels and copies. The series
// behind them are in docs/Performance.md, "Kernels of the functions".
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_LIB_KERNELS_SPECIALIZATION_H
#define SCATTER_LIB_KERNELS_SPECIALIZATION_H

#include "scatter/Dialect/Scatter/IR/Plan.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <numeric>

namespace scatter::kernels {

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

/// Work of fewer bytes never uses threads, so that it needs no kernel that
/// could.
inline constexpr size_t kMinThreadedBytes = 128 << 10;

/// The bytes that a tuple of a short slot counts for.
inline constexpr size_t kMinTupleBytes = 16;

/// The bytes that an element of a slice counts for whose neighbours are not in
/// the slice.
inline constexpr size_t kMinStridedElementBytes = 8;

/// Rows of a slice up to that many bytes are elements of a kernel for a larger
/// type where their addresses allow it.
inline constexpr int64_t kMaxJoinedRowBytes = 8;

/// Whether there are kernels for `step` alone along contiguous rows, which are
/// written by vectors.
inline bool isFastStep(int64_t step, int64_t itemSize) {
  constexpr int64_t kMaxBytes = 32;
  return step == 1 || step == -1 ||
         (step != 0 && step >= -kMaxBytes && step <= kMaxBytes &&
          step * step * itemSize * itemSize <= kMaxBytes * kMaxBytes);
}

/// Whether rows of `length` elements at `step` in place are worth such a
/// kernel, as in choosePlan. Vectors write blocks of elements that fill whole
/// vectors with their gaps; in rows without such a block a stride takes less
/// time, unless it is 2.
inline bool isFastStridedRow(int64_t length, int64_t step, int64_t itemSize) {
  constexpr int64_t kVectorBytes = 64;
  int64_t block = kVectorBytes / std::gcd(step * itemSize, kVectorBytes);
  bool isDense = std::abs(step) * itemSize < kElementLoopStrideBytes;
  return isFastStep(step, itemSize) &&
         (step == -1 || (isDense && (step == 2 || length >= block)));
}

/// Neither fewer updates nor rare lengths of rows are worth the compilation of
/// a kernel for the length. A length of at most kMaxShortLength is not rare.
inline constexpr size_t kMinFastRowUpdatesBytes = 16 << 10;
inline constexpr int64_t kMaxShortLength = 16;

/// Whether there are kernels for rows of `length` elements alone, which need no
/// branches for their ends.
inline bool isFastRowLength(int64_t length, int64_t itemSize,
                            size_t updatesBytes) {
  constexpr int64_t kMaxRowBytes = 1024;
  bool isCommon = length <= kMaxShortLength || (length & (length - 1)) == 0;
  return length > 0 && isCommon && length * itemSize <= kMaxRowBytes &&
         updatesBytes >= kMinFastRowUpdatesBytes;
}

/// Whether there are kernels for slices with rows of `length` elements alone,
/// which are written without a loop.
inline bool isShortSliceRow(int64_t length, size_t updatesBytes) {
  return length <= kMaxShortLength && updatesBytes >= kMinFastRowUpdatesBytes;
}

/// Whether a copy and a kernel for slices with rows of `shortLength` elements,
/// 0 for others, take less time than a kernel that copies.
inline bool isFasterInTwoSteps(int64_t shortLength) {
  constexpr int64_t kMaxLength = 6;
  return shortLength > 0 && shortLength <= kMaxLength;
}

/// Updates of that many bytes, a tuple counting for kMinTupleBytes, get a
/// kernel for the sizes of data alone when they have come with the same sizes
/// kHotCalls times: it has the plan of a program with these sizes.
inline constexpr size_t kMinHotBytes = 256 << 10;
inline constexpr unsigned kHotCalls = 3;

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

/// Copies of that many bytes are worth a kernel where rows are short.
inline constexpr size_t kMinStridedKernelBytes = 64 << 10;

/// Contiguous copies of that many bytes are made by kernels, which share them
/// among threads and store past the cache.
inline constexpr size_t kMinKernelCopyBytes = 1 << 20;

/// Results of that many bytes are made by kernels with a source, which share
/// the copy among threads and write each element of a slice once.
inline constexpr size_t kMinSourceBytes = 64 << 10;

} // namespace scatter::kernels

#endif // SCATTER_LIB_KERNELS_SPECIALIZATION_H
