//===- Kernels.h - the ops as functions on arrays ---------------*- C++ -*-===//
//
// Updates arrays of any rank, shape and strides. The caller needs no MLIR. Each
// call selects a kernel by element types, layouts and options. A kernel is
// compiled on its first use and kept in memory. It is also stored on disk, in
// the folder that getDefaultCacheDirectory returns (Environment.h).
//
// Only the first call with arrays of certain types, layouts, options and common
// row lengths waits for a compiler, and the first one of those that drop or
// clamp that finds an index out of bounds. When calls with the same sizes have
// done enough work, a thread of the library compiles a faster kernel for these
// sizes, which later calls use. A fork and the end of the process wait for a
// compilation of that thread. The thread exists only while it compiles.
//
// All functions are thread-safe and may be called in a forked process. While a
// call runs, nothing else may use the memory range that it writes, including
// the bytes between the elements that are written.
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
  /// Promises that no two index tuples name the same slot.
  bool uniqueIndices = false;
  /// Promises that the index tuples are in ascending order.
  bool indicesAreSorted = false;
  /// The number of threads that may be used, at most EngineOptions::maxThreads.
  /// 0 stands for getDefaultThreads().
  unsigned threads = 0;
  /// Compiles all kernels that later calls with the same types, layouts, sizes
  /// and options use before the function returns.
  bool compilesAhead = false;
};

/// The options of sliceScatter.
struct SliceScatterOptions {
  /// The number of threads that may be used, at most EngineOptions::maxThreads.
  /// 0 stands for getDefaultThreads().
  unsigned threads = 0;
  /// Compiles all kernels that later calls with the same types, layouts, sizes
  /// and options use before the function returns.
  bool compilesAhead = false;
};

/// The options of gatherND, see the op gather_nd.
struct GatherNDOptions {
  OutOfBounds outOfBounds = OutOfBounds::error;
  NegativeIndices negativeIndices = NegativeIndices::wrap;
  /// The number of leading dimensions that `data` and `indices` share.
  int64_t batchDims = 0;
  /// The element of the type of `data` that dropped tuples read, which is
  /// copied. Null for 0.
  const void *fill = nullptr;
  /// As in NDUpdateOptions.
  unsigned threads = 0;
  bool compilesAhead = false;
};

/// The options of scatterElements.
struct ElementsOptions {
  /// The axis of `data` that an index names a position of, in
  /// [-rank, rank - 1].
  int64_t axis = 0;
  Reduction reduction = Reduction::none;
  OutOfBounds outOfBounds = OutOfBounds::error;
  NegativeIndices negativeIndices = NegativeIndices::wrap;
  /// As in NDUpdateOptions.
  unsigned threads = 0;
  bool compilesAhead = false;
};

/// A bound of a slice that is not given, as None in Python's slices. Not
/// INT64_MIN, which programs use for "before the first element".
inline constexpr int64_t kNotGiven = INT64_MIN + 2;

/// The slice start:stop:step along each of `axes`. Other axes are taken whole.
/// Each start, stop and step may be kNotGiven.
struct SliceBounds {
  llvm::ArrayRef<int64_t> start, stop;
  /// Empty if all steps are 1.
  llvm::ArrayRef<int64_t> step;
  /// Each in [-rank, rank - 1]. Empty stands for the leading axes.
  llvm::ArrayRef<int64_t> axes;
};

/// The memory that a result is written to: an array, or an allocator.
class Destination {
public:
  /// Returns `bytes` bytes aligned to `alignment`, or null.
  using Allocate = llvm::function_ref<void *(size_t bytes, size_t alignment)>;

  /// Writes to an array with the element type and the shape of `data`. If it is
  /// the array of `data`, the update is in place. Any other array may overlap
  /// all arguments. If the call fails, the elements of `out` are unchanged.
  Destination(const ArrayView &out) : out(out), isArray(true) {}
  Destination(const BufferView &out) : Destination(ArrayView(out)) {}

  /// Calls `allocate` once, after the arguments have been checked. The result
  /// is written to that memory with the strides of getResultStrides. The caller
  /// owns the memory, also if the call fails afterwards.
  Destination(Allocate allocate) : allocate(allocate) {}

  /// The array, or null if there is an allocator.
  const ArrayView *getArray() const { return isArray ? &out : nullptr; }

  /// Returns memory of the allocator, or null.
  void *getMemory(size_t bytes, size_t alignment) const {
    return allocate(bytes, alignment);
  }

private:
  ArrayView out;
  bool isArray = false;
  Allocate allocate = nullptr;
};

/// Returns the strides of a result that is written to memory of an allocator.
/// The result is dense, and its dimensions have the same order in memory as
/// those of data with these strides (empty: row-major). The result of a
/// row-major array is thus row-major.
llvm::SmallVector<int64_t, 4> getResultStrides(llvm::ArrayRef<int64_t> shape,
                                               llvm::ArrayRef<int64_t> strides);

/// Writes `data`, updated by `updates` at the tuples of `indices`, to
/// `destination`. `indices` are i32 or i64, signed or unsigned. `indices` and
/// `updates` are read before anything is written and may overlap the
/// destination. Where the op expects `updates` of rank 0, an array of any rank
/// with one element is accepted too.
///
/// Fails with ArgumentError, with RuntimeError for an index out of bounds, with
/// CompileError, or with std::errc::not_enough_memory.
llvm::Error scatterNDUpdate(const ArrayView &data, const ArrayView &indices,
                            const ArrayView &updates,
                            const Destination &destination,
                            const NDUpdateOptions &options = {});

/// Writes `data`, with the slice `bounds` replaced by `updates`, to
/// `destination`. `updates` has the shape of the slice and may overlap the
/// destination.
///
/// Fails with ArgumentError, with RuntimeError for a step of 0, with
/// CompileError, or with std::errc::not_enough_memory.
llvm::Error sliceScatter(const ArrayView &data, const ArrayView &updates,
                         const SliceBounds &bounds,
                         const Destination &destination,
                         const SliceScatterOptions &options = {});

/// Writes `data`, updated by `updates` at the positions that `indices` name
/// along an axis, to `destination`. `indices` are i32 or i64, signed or
/// unsigned, and have the shape of `updates`, with at most the sizes of `data`
/// on the other axes: updates[p] updates the element at p, but for indices[p]
/// on the axis. Indices of rank 1 name slices: `updates` has the shape of
/// `data` then, with as many positions on the axis as there are indices.
/// Positions are updated in their order. Strides may be 0: an index that is
/// expanded needs no memory and is read once for each row. Arrays may overlap
/// the destination.
///
/// Fails with ArgumentError, with RuntimeError for an index out of bounds, with
/// CompileError, or with std::errc::not_enough_memory.
llvm::Error scatterElements(const ArrayView &data, const ArrayView &indices,
                            const ArrayView &updates,
                            const Destination &destination,
                            const ElementsOptions &options = {});

/// Reads the elements or slices of `data` at the tuples of `indices`, which are
/// i32 or i64, signed or unsigned, to `destination`. The result has the shape
/// indices.shape[:-1] + data.shape[batchDims + indices.shape[-1]:]; in memory
/// of an allocator it is row-major. An array may overlap `data` and `indices`.
///
/// Fails with ArgumentError, with RuntimeError for an index out of bounds, with
/// CompileError, or with std::errc::not_enough_memory.
llvm::Error gatherND(const ArrayView &data, const ArrayView &indices,
                     const Destination &destination,
                     const GatherNDOptions &options = {});

/// Sets `sizes` to the shape of the slice `bounds` of an array of the shape
/// `shape`. Both have one element per dimension and may be the same. Fails with
/// ArgumentError, or with RuntimeError for a step of 0.
llvm::Error getSliceSizes(llvm::ArrayRef<int64_t> shape,
                          const SliceBounds &bounds,
                          llvm::MutableArrayRef<int64_t> sizes);

/// Fails with ArgumentError if the functions do not accept `out` as a
/// destination. For callers that copy results to `out` themselves.
llvm::Error checkDestination(const ArrayView &out);

/// The maximum number of kernels in memory unless setMaxKernels was called.
inline constexpr size_t kDefaultMaxKernels = 512;

struct KernelCounts {
  /// The number of kernels that the process keeps for later calls.
  size_t inMemory = 0;
  /// The numbers of kernels that the process has compiled and loaded from disk.
  size_t compiled = 0, loaded = 0;
  /// How many of these a thread of the library has compiled or loaded, so that
  /// no caller waited.
  size_t inBackground = 0;
};

KernelCounts getKernelCounts();

/// Waits until the thread of the library has compiled all kernels that it has
/// been asked for.
void waitForKernels();

/// Called by the thread of a call before it waits for a compiler (`begins` is
/// 1) and afterwards (0). For hosts with a lock that must not be held
/// meanwhile.
using WaitCallback = void (*)(int begins);

/// Sets the callback of the process. Null for none.
void setWaitCallback(WaitCallback callback);

/// Sets the maximum number of kernels in memory and frees the least recently
/// used kernels beyond it. Each thread still keeps a few kernels that it used
/// last. Returns the former maximum.
size_t setMaxKernels(size_t count);

} // namespace scatter

#endif // SCATTER_KERNELS_KERNELS_H
