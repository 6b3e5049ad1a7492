/*===- Kernels.h - the two ops as functions on tensors ------------*- C -*-===*\
|*                                                                            *|
|* Updates tensors of any rank, sizes and strides (Call.h says what tensors   *|
|* are taken), without MLIR at the caller's side:                             *|
|*                                                                            *|
|*   ScatterNDUpdateOptions options = {sizeof(options)};                      *|
|*   options.reduction = SCATTER_REDUCTION_SUM;                               *|
|*   ScatterStatus *status =                                                  *|
|*       scatter_nd_update(&data, &indices, &updates, &data, &options);       *|
|*                                                                            *|
|* Each call picks a kernel by element types, layouts and options. It is      *|
|* compiled on its first use and kept in memory, and on disk in the folder    *|
|* that the variable SCATTER_CACHE_DIR names (empty: nowhere; not set:        *|
|* "scatter" in the user's cache folder, XDG_CACHE_HOME or ~/.cache), which   *|
|* must belong to the user alone. The variable SCATTER_NUM_THREADS says how   *|
|* many threads a call or a program may use where nothing else does. Both are *|
|* read once.                                                                 *|
|*                                                                            *|
|* libscatter_kernels has these functions without a compiler: a call that it  *|
|* has no kernel for fails with COMPILE (docs/Embedding.md). It keeps nothing *|
|* on disk.                                                                   *|
|*                                                                            *|
|* All functions are thread-safe and may be called in a forked process.       *|
|* Nothing else may use the memory that a call writes while it runs, not even *|
|* elements between those that are written.                                   *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#ifndef SCATTER_C_KERNELS_H
#define SCATTER_C_KERNELS_H

#include "scatter-c/Status.h"

/* Debian: libdlpack-dev. Any version from 0.6 on. */
#include <dlpack/dlpack.h>

#ifdef __cplusplus
extern "C" {
#endif

/** How an update combines with the element that it hits. */
typedef SCATTER_C_ENUM(ScatterReduction) {
  SCATTER_REDUCTION_NONE = 0,
  SCATTER_REDUCTION_SUM = 1,
  SCATTER_REDUCTION_SUB = 2,
  SCATTER_REDUCTION_PROD = 3,
  SCATTER_REDUCTION_MIN = 4,
  SCATTER_REDUCTION_MAX = 5
} ScatterReduction;

/** What happens to a tuple with an index out of bounds. */
typedef SCATTER_C_ENUM(ScatterOutOfBounds) {
  /** It is an error, and nothing is written. */
  SCATTER_OUT_OF_BOUNDS_ERROR = 0,
  /** The tuple is ignored. */
  SCATTER_OUT_OF_BOUNDS_DROP = 1,
  /** The nearest position is taken. */
  SCATTER_OUT_OF_BOUNDS_CLAMP = 2,
  /** A promise that there is none; nothing is checked. */
  SCATTER_OUT_OF_BOUNDS_UNDEFINED = 3
} ScatterOutOfBounds;

/** What a negative index means. */
typedef SCATTER_C_ENUM(ScatterNegativeIndices) {
  /** It counts from the end. */
  SCATTER_NEGATIVE_INDICES_WRAP = 0,
  /** It is out of bounds. */
  SCATTER_NEGATIVE_INDICES_REJECT = 1
} ScatterNegativeIndices;

/** Returns memory for a result, `bytes` bytes at a multiple of `alignment`, or
    NULL if there is none. `user` is that of the options. Called on the thread
    of the function, once the arguments have been checked. */
typedef void *(*ScatterAllocateCallback)(size_t bytes, size_t alignment,
                                         void *user);

/** Options of scatter_nd_update. A member that is 0 is at its default, but for
    the first one. */
typedef struct ScatterNDUpdateOptions {
  /** sizeof(ScatterNDUpdateOptions), so that members may be added. */
  size_t struct_size;
  ScatterReduction reduction;
  ScatterOutOfBounds out_of_bounds;
  ScatterNegativeIndices negative_indices;
  /** Not 0: a promise that no two tuples name the same slot. */
  int unique_indices;
  /** Not 0: a promise that the tuples ascend. */
  int indices_are_sorted;
  /** Threads that may be used, 1 to 1024; 0: the default. */
  unsigned threads;
  /** Where the result goes if there is no `out`; see below. */
  ScatterAllocateCallback allocate;
  void *user;
} ScatterNDUpdateOptions;

/** Options of scatter_slice_scatter, as above. */
typedef struct ScatterSliceScatterOptions {
  /** sizeof(ScatterSliceScatterOptions). */
  size_t struct_size;
  unsigned threads;
  ScatterAllocateCallback allocate;
  void *user;
} ScatterSliceScatterOptions;

/** Writes `data`, updated by `updates` at the tuples of `indices` (integers of
    32 or 64 bits), to `out`. `options` may be NULL.

    `out` has the type and the shape of `data`. Where it is the same memory, the
    update is done in place; otherwise it may overlap all arguments. After an
    error its elements are what they were. `indices` and `updates` are read
    before anything is written and may be parts of `data`. With `out` NULL the
    result is memory from the callback `allocate`, which is the caller's from
    then on, also if an error is returned. It has no gaps, and its dimensions
    follow each other as those of `data` do: row-major for row-major data.

    Errors: TYPE, SHAPE, USAGE (NULL, options), INDEX, COMPILE, MEMORY. */
SCATTER_C_EXPORT ScatterStatus *
scatter_nd_update(const DLTensor *data, const DLTensor *indices,
                  const DLTensor *updates, const DLTensor *out,
                  const ScatterNDUpdateOptions *options);

/** Writes `data`, of which the slice start[i]:stop[i]:step[i] along axes[i] for
    each i < count is replaced by `updates`, to `out`, for which the same holds.
    The bounds mean what they mean in Python. `step` NULL: all 1; `axes` NULL:
    0 to count - 1. `updates` has exactly the shape of the slice.

    Errors: TYPE, SHAPE, USAGE (NULL, options), ZERO_STEP, COMPILE, MEMORY. */
SCATTER_C_EXPORT ScatterStatus *scatter_slice_scatter(
    const DLTensor *data, const DLTensor *updates, const int64_t *start,
    const int64_t *stop, const int64_t *step, const int64_t *axes, size_t count,
    const DLTensor *out, const ScatterSliceScatterOptions *options);

/** Whether the functions take `out` as a destination, for callers that copy
    results there themselves, such as to elements of another byte order. Errors:
    TYPE, SHAPE (elements that share memory, among others), USAGE (NULL). */
SCATTER_C_EXPORT ScatterStatus *scatter_check_destination(const DLTensor *out);

/** Counts of kernels. */
typedef struct ScatterKernelCounts {
  /** Kernels that the process keeps for later calls. */
  size_t in_memory;
  /** Kernels that the process has compiled, and loaded from disk. */
  size_t compiled, loaded;
} ScatterKernelCounts;

/** The counts of this process. */
SCATTER_C_EXPORT ScatterKernelCounts scatter_kernels_count(void);

/** Sets how many kernels are kept in memory (512 unless set) and frees those
    beyond it, the ones that were not used for the longest time. Threads keep a
    few of those that they used last. Returns the number before. */
SCATTER_C_EXPORT size_t scatter_kernels_set_limit(size_t count);

#ifdef __cplusplus
}
#endif

#endif /* SCATTER_C_KERNELS_H */
