//===- Kernels.h - the two ops as functions on arrays -----------*- C++ -*-===//
//
// Updates arrays of any rank, sizes and strides, without MLIR at the caller's
// side. Each call picks a kernel by element types, layouts and options, which
// is compiled on its first use, kept in memory, and kept on disk in the folder
// that getDefaultCacheDirectory returns (Environment.h).
//
// All functions are thread-safe and may be called in a forked process. Nothing
// else may use the memory that a call writes while it runs, not even elements
// between those that are written.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_KERNELS_KERNELS_H
#define SCATTER_KERNELS_KERNELS_H

#include "scatter/Dialect/Scatter/IR/ScatterEnums.h"
#include "scatter/ExecutionEngine/Buffer.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include <cstddef>

namespace scatter {

/// The options of scatterNDUpdate, see the op.
struct NDUpdateOptions {
  Reduction reduction = Reduction::none;
  OutOfBounds outOfBounds = OutOfBounds::error;
  NegativeIndices negativeIndices = NegativeIndices::wrap;
  /// A promise that no two tuples name the same slot.
  bool uniqueIndices = false;
  /// A promise that the tuples ascend.
  bool indicesAreSorted = false;
  /// Threads that may be used, at most EngineOptions::maxThreads; 0: as many as
  /// getDefaultThreads() says.
  unsigned threads = 0;
};

/// The options of sliceScatter.
struct SliceScatterOptions {
  /// Threads that may be used, at most EngineOptions::maxThreads; 0: as many as
  /// getDefaultThreads() says.
  unsigned threads = 0;
};

/// The slice start:stop:step along each of `axes`, everything along other axes.
struct SliceBounds {
  llvm::ArrayRef<int64_t> start, stop;
  /// Empty: all 1.
  llvm::ArrayRef<int64_t> step;
  /// In [-rank, rank - 1]; empty: the first ones.
  llvm::ArrayRef<int64_t> axes;
};

/// Where a result goes.
class Destination {
public:
  /// Returns `bytes` bytes at a multiple of `alignment`, or null.
  using Allocate = llvm::function_ref<void *(size_t bytes, size_t alignment)>;

  /// An array of the type and the shape of `data`. That of `data` itself
  /// updates in place; any other may overlap all arguments. After an error its
  /// elements are what they were.
  Destination(const ArrayView &out) : out(out), isArray(true) {}
  Destination(const BufferView &out) : Destination(ArrayView(out)) {}

  /// Memory without gaps, asked for once the arguments have been checked, which
  /// gets the strides of getResultStrides. It is the caller's, also if the call
  /// fails afterwards.
  Destination(Allocate allocate) : allocate(allocate) {}

  /// The array, or null if there is an allocator.
  const ArrayView *getArray() const { return isArray ? &out : nullptr; }

  /// Memory of the allocator.
  void *getMemory(size_t bytes, size_t alignment) const {
    return allocate(bytes, alignment);
  }

private:
  ArrayView out;
  bool isArray = false;
  Allocate allocate = nullptr;
};

/// The strides of a result in memory of an allocator, for data of these strides
/// (empty: row-major): dimensions follow each other in memory as those of data
/// do, so that the result of a row-major array is row-major.
llvm::SmallVector<int64_t, 4> getResultStrides(llvm::ArrayRef<int64_t> shape,
                                               llvm::ArrayRef<int64_t> strides);

/// Writes `data`, updated by `updates` at the tuples of `indices` (i32 or i64,
/// signed or unsigned), to `destination`. `indices` and `updates` are read
/// before anything is written and may overlap the destination. Where `updates`
/// has rank 0 an array of one element and any rank is taken as well. Fails with
/// ArgumentError, with RuntimeError for an index out of bounds, with
/// CompileError, or with std::errc::not_enough_memory.
llvm::Error scatterNDUpdate(const ArrayView &data, const ArrayView &indices,
                            const ArrayView &updates,
                            const Destination &destination,
                            const NDUpdateOptions &options = {});

/// Writes `data`, the slice `bounds` of which is replaced by `updates`, to
/// `destination`. `updates` has the shape of the slice and may overlap the
/// destination. Fails with ArgumentError, with RuntimeError for a step of 0,
/// with CompileError, or with std::errc::not_enough_memory.
llvm::Error sliceScatter(const ArrayView &data, const ArrayView &updates,
                         const SliceBounds &bounds,
                         const Destination &destination,
                         const SliceScatterOptions &options = {});

/// Fails with ArgumentError if the functions do not take `out` as a
/// destination, for callers that copy results there themselves.
llvm::Error checkDestination(const ArrayView &out);

/// The number of kernels that are kept in memory unless setMaxKernels was
/// called.
inline constexpr size_t kDefaultMaxKernels = 512;

struct KernelCounts {
  /// Kernels that the process keeps for later calls.
  size_t inMemory = 0;
  /// Kernels that the process has compiled, and loaded from disk.
  size_t compiled = 0, loaded = 0;
};

KernelCounts getKernelCounts();

/// Sets how many kernels are kept in memory and frees those beyond it, the ones
/// that were not used for the longest time. Threads keep a few of those that
/// they used last. Returns the number before.
size_t setMaxKernels(size_t count);

} // namespace scatter

#endif // SCATTER_KERNELS_KERNELS_H
