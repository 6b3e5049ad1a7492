//===- Kernels.h - compiled kernels by type, rank and options ---*- C++ -*-===//
//
// A kernel updates arrays of any sizes in place, or copies an array and updates
// the copy. Everything here needs the GIL; what may take time runs without it.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_PYTHON_KERNELS_H
#define SCATTER_PYTHON_KERNELS_H

#include "Arrays.h"
#include "PreparedCall.h"

#include <cstring>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

namespace scatter::python {

inline constexpr int kMaxThreads = 1024;

/// The options' values by their positions; the first is the default.
inline constexpr const char *kReductions[] = {"none", "sum", "sub",
                                              "prod", "min", "max"};
inline constexpr const char *kPolicies[] = {"error", "drop", "clamp",
                                            "undefined"};
inline constexpr const char *kNegatives[] = {"wrap", "reject"};
/// From here on reductions compare.
inline constexpr int8_t kFirstOrdered = 4;

/// What distinguishes kernels. Compared as bytes: every member must be set.
struct KernelKey {
  enum Op : int8_t { NDUpdate, SliceScatter };
  Op op = NDUpdate;
  ElementId element = 0;
  /// Rank of data; k, or the number of axes.
  int8_t rank = 0, depth = 0;
  /// Bit i: array i (data, then the others) is not row-major. Bit 4 + i: not
  /// even its rows are contiguous.
  int8_t strided = 0;
  /// NDUpdate: indices and options.
  ElementId indexElement = 0;
  int8_t indicesRank = 0, reduction = 0, outOfBounds = 0, negative = 0,
         isUnique = 0, isSorted = 0;
  /// The array that is updated follows data, which is copied to it first.
  int8_t copies = 0;
  /// SliceScatter: the step along the last dimension if the kernel is for that
  /// one alone, or 0.
  int8_t lastStep = 0;
  int16_t threads = 1;
  /// NDUpdate: the size of the last dimension if the kernel is for that one
  /// alone, or 0.
  int16_t rowLength = 0;
  /// SliceScatter: the axes.
  int8_t axes[kMaxRank] = {};

  bool operator==(const KernelKey &other) const {
    return std::memcmp(this, &other, sizeof(*this)) == 0;
  }
};

// There is no padding that has no value.
static_assert(std::has_unique_object_representations_v<KernelKey>);

/// The step if kernels exist for it alone along the last dimension, where their
/// loops are made of vectors, else 0.
inline int8_t getFastStep(int64_t step) {
  constexpr int64_t longest = 8;
  return step >= -longest && step <= longest ? int8_t(step) : 0;
}

/// The length of the rows of `updates`, which are the slices, if kernels exist
/// for it alone, else 0. Such rows need no branches: slots of 16 bytes take 0.4
/// of the time, rows of 256 bytes 0.7 to 0.9. Few updates are not worth the
/// time to compile one, nor are all lengths.
inline int16_t getFastRowLength(const View &updates) {
  constexpr int64_t maxRowBytes = 1024, maxShortLength = 16;
  constexpr size_t minBytes = 1 << 14;
  int64_t length = updates.size(updates.rank() - 1);
  bool isCommon = length <= maxShortLength || (length & (length - 1)) == 0;
  bool isFast = isCommon && length * updates.itemSize <= maxRowBytes &&
                updates.countBytes() >= minBytes;
  return isFast ? int16_t(length) : int16_t(0);
}

/// The MLIR module of a kernel: one function on memrefs, followed by start,
/// stop and step of a slice.
std::string writeKernel(const KernelKey &key);

enum class Outcome {
  Done,
  /// Nothing was written; an exception is set.
  Failed,
  /// The arrays do not fit each other; nothing was written, no exception.
  Declined
};

/// A compiled kernel and its idle calls; lives as long as the process.
struct Kernel {
  ScatterProgram *program = nullptr;
  const ScatterEntry *entry = nullptr;
  size_t numScalars = 0;
  bool hasUnsignedIndices = false;
  std::vector<std::unique_ptr<PreparedCall>> idle;

  /// Runs on arrays followed by scalars.
  Outcome run(const DLTensor *const *arrays, size_t numArrays,
              const int64_t *scalars);
};

/// The kernel for `key`, compiled on first use; null with an exception.
Kernel *getKernel(const KernelKey &key);

/// The number of kernels that were compiled.
size_t countKernels();

} // namespace scatter::python

#endif // SCATTER_PYTHON_KERNELS_H
