/*===- Kernels.h - the two ops as functions on tensors ------------*- C -*-===*\
|*                                                                            *|
|* Updates tensors of any rank, shape and strides (Call.h describes which     *|
|* tensors are accepted). The caller needs no MLIR:                           *|
|*                                                                            *|
|*   ScatterNDUpdateOptions options = {sizeof(options)};                      *|
|*   options.reduction = SCATTER_REDUCTION_SUM;                               *|
|*   ScatterStatus *status =                                                  *|
|*       scatter_nd_update(&data, &indices, &updates, &data, &options);       *|
|*                                                                            *|
|* Each call selects a kernel by element types, layouts and options. A kernel *|
|* is compiled on its first use and kept in memory. Only that first call      *|
|* waits for a compiler, and, with DROP or CLAMP, the first one that finds an *|
|* index out of bounds. When calls with the same sizes have done enough work, *|
|* a thread of the library compiles a faster kernel for these sizes. A fork   *|
|* and the end of the process wait until it has compiled that kernel. The     *|
|* thread exists only while it compiles.                                      *|
|*                                                                            *|
|* Kernels are also stored on disk, in the folder that the environment        *|
|* variable SCATTER_CACHE_DIR names. If the variable is empty, nothing is     *|
|* stored. If it is not set, the folder is "scatter" in the user's cache      *|
|* folder (XDG_CACHE_HOME or ~/.cache). The folder must belong to the user    *|
|* and be accessible to no other user. The environment variable               *|
|* SCATTER_NUM_THREADS sets the default number of threads of calls and        *|
|* programs. Both variables are read once per process.                        *|
|*                                                                            *|
|* libscatter_kernels has these functions without a compiler. A call for      *|
|* which it has no kernel fails with COMPILE (docs/SelfContained.md). It      *|
|* stores nothing on disk.                                                    *|
|*                                                                            *|
|* All functions are thread-safe and may be called in a forked process. While *|
|* a call runs, nothing else may use the memory range that it writes,         *|
|* including the bytes between the elements that are written.                 *|
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

/** How an update is combined with the element that it updates. */
typedef SCATTER_C_ENUM(ScatterReduction) {
  SCATTER_REDUCTION_NONE = 0,
  SCATTER_REDUCTION_SUM = 1,
  SCATTER_REDUCTION_SUB = 2,
  SCATTER_REDUCTION_PROD = 3,
  SCATTER_REDUCTION_MIN = 4,
  SCATTER_REDUCTION_MAX = 5
} ScatterReduction;

/** The behavior for a tuple with an index out of bounds. */
typedef SCATTER_C_ENUM(ScatterOutOfBounds) {
  /** Fails, and nothing is written. */
  SCATTER_OUT_OF_BOUNDS_ERROR = 0,
  /** The tuple is ignored. */
  SCATTER_OUT_OF_BOUNDS_DROP = 1,
  /** Each index is clamped to the nearest valid index. */
  SCATTER_OUT_OF_BOUNDS_CLAMP = 2,
  /** Promises that there is no such tuple. Nothing is checked. */
  SCATTER_OUT_OF_BOUNDS_UNDEFINED = 3
} ScatterOutOfBounds;

/** The meaning of a negative index. */
typedef SCATTER_C_ENUM(ScatterNegativeIndices) {
  /** It counts from the end. */
  SCATTER_NEGATIVE_INDICES_WRAP = 0,
  /** It is out of bounds. */
  SCATTER_NEGATIVE_INDICES_REJECT = 1
} ScatterNegativeIndices;

/** Codes of element types (DLDataTypeCode) that headers of DLPack before 0.8
   and 1.1 do not declare. The library takes them with each version. */
typedef SCATTER_C_ENUM(ScatterTypeCode) {
  SCATTER_TYPE_BOOL = 6,
  SCATTER_TYPE_FLOAT8_E3M4 = 7,
  SCATTER_TYPE_FLOAT8_E4M3 = 8,
  SCATTER_TYPE_FLOAT8_E4M3B11FNUZ = 9,
  SCATTER_TYPE_FLOAT8_E4M3FN = 10,
  SCATTER_TYPE_FLOAT8_E4M3FNUZ = 11,
  SCATTER_TYPE_FLOAT8_E5M2 = 12,
  SCATTER_TYPE_FLOAT8_E5M2FNUZ = 13,
  SCATTER_TYPE_FLOAT8_E8M0FNU = 14
} ScatterTypeCode;

/** Set the enumerator called `name`, such as "sum", "drop" or "wrap". For a
   name that other libraries use, such as "add", the message says the one to
   use. Errors: USAGE (another name, NULL). */
SCATTER_C_EXPORT ScatterStatus *
scatter_parse_reduction(const char *name, ScatterReduction *reduction);
SCATTER_C_EXPORT ScatterStatus *
scatter_parse_out_of_bounds(const char *name,
                            ScatterOutOfBounds *out_of_bounds);
SCATTER_C_EXPORT ScatterStatus *
scatter_parse_negative_indices(const char *name,
                               ScatterNegativeIndices *negative_indices);

/** Return the name of an enumerator. NULL for other values. */
SCATTER_C_EXPORT const char *scatter_reduction_name(ScatterReduction reduction);
SCATTER_C_EXPORT const char *
scatter_out_of_bounds_name(ScatterOutOfBounds out_of_bounds);
SCATTER_C_EXPORT const char *
scatter_negative_indices_name(ScatterNegativeIndices negative_indices);

/** Returns `bytes` bytes of memory for a result, aligned to `alignment`, or
    NULL if memory is exhausted. `user` is the member of the options. Called on
    the thread of the function, after the arguments have been checked. */
typedef void *(*ScatterAllocateCallback)(size_t bytes, size_t alignment,
                                         void *user);

/** Indices that are used several times, see GatherScatter.h. */
typedef struct ScatterPrepared ScatterPrepared;

/** Options of scatter_nd_update. 0 is the default of each member, except for
    the first one. */
typedef struct ScatterNDUpdateOptions {
  /** sizeof(ScatterNDUpdateOptions), so that members may be added. */
  size_t struct_size;
  ScatterReduction reduction;
  ScatterOutOfBounds out_of_bounds;
  ScatterNegativeIndices negative_indices;
  /** Not 0: promises that no two tuples name the same slot. */
  int unique_indices;
  /** Not 0: promises that the tuples are in ascending order. */
  int indices_are_sorted;
  /** The number of threads that may be used, 1 to 1024. 0 for the default. */
  unsigned threads;
  /** Allocates the result if `out` is NULL, see below. */
  ScatterAllocateCallback allocate;
  void *user;
  /** Not 0: compiles all kernels that later calls with the same types, layouts,
      sizes and options use before the function returns. */
  int compile_ahead;
  /** Not NULL: takes the place of `indices` of the shape [E, 1], which must be
      NULL. The options that say something about indices do not matter. */
  const ScatterPrepared *prepared;
} ScatterNDUpdateOptions;

/** Options of scatter_slice_scatter. The members are as above. */
typedef struct ScatterSliceScatterOptions {
  /** sizeof(ScatterSliceScatterOptions). */
  size_t struct_size;
  unsigned threads;
  ScatterAllocateCallback allocate;
  void *user;
  int compile_ahead;
} ScatterSliceScatterOptions;

/** Options of scatter_gather_nd. 0 is the default of each member, except for
    the first one. */
typedef struct ScatterGatherNDOptions {
  /** sizeof(ScatterGatherNDOptions), so that members may be added. */
  size_t struct_size;
  ScatterOutOfBounds out_of_bounds;
  ScatterNegativeIndices negative_indices;
  /** The number of leading dimensions that `data` and `indices` share. */
  int64_t batch_dims;
  /** The element of the type of `data` that tuples out of bounds read if they
      are dropped. The function copies it. NULL for 0. */
  const void *fill;
  /** As in ScatterNDUpdateOptions. */
  unsigned threads;
  ScatterAllocateCallback allocate;
  void *user;
  int compile_ahead;
} ScatterGatherNDOptions;

/** Options of scatter_elements. 0 is the default of each member, except for the
    first one. */
typedef struct ScatterElementsOptions {
  /** sizeof(ScatterElementsOptions), so that members may be added. */
  size_t struct_size;
  /** The axis of `data`, in [-rank, rank - 1]. */
  int64_t axis;
  /** As in ScatterNDUpdateOptions. */
  ScatterReduction reduction;
  ScatterOutOfBounds out_of_bounds;
  ScatterNegativeIndices negative_indices;
  unsigned threads;
  ScatterAllocateCallback allocate;
  void *user;
  int compile_ahead;
} ScatterElementsOptions;

/** Writes `data`, updated by `updates` at the tuples of `indices`, to `out`.
    `indices` are integers of 32 or 64 bits. `options` may be NULL.

    `out` must have the type and the shape of `data`. If it is the same memory,
    the update is in place. Otherwise it may overlap all arguments. After an
    error the elements of `out` are unchanged. `indices` and `updates` are read
    before anything is written and may be parts of `data`.

    If `out` is NULL, the result is written to memory of the callback
    `allocate`. The caller owns this memory, also if an error is returned. The
    result is dense, and its dimensions have the same order in memory as those
    of `data`. The result of row-major data is thus row-major.

    Errors: TYPE, SHAPE, USAGE (NULL, options), INDEX, COMPILE, MEMORY. */
SCATTER_C_EXPORT ScatterStatus *
scatter_nd_update(const DLTensor *data, const DLTensor *indices,
                  const DLTensor *updates, const DLTensor *out,
                  const ScatterNDUpdateOptions *options);

/** Reads the elements or slices of `data` at the tuples of `indices` to `out`.
    `indices` are integers of 32 or 64 bits. `options` may be NULL. The first
    `batch_dims` dimensions of `indices` and `data` are the same: a tuple reads
    the part of `data` at its own position in them. With k components of a tuple
    the result has the shape indices.shape[:-1] + data.shape[batch_dims + k:].

    `out` must have the type of `data` and the shape of the result. It may
    overlap all arguments. After an error its elements are unchanged. If `out`
    is NULL, the result is written to memory of the callback `allocate`, in
    row-major order. The caller owns this memory, also if an error is returned.

    Errors: TYPE, SHAPE, USAGE (NULL, options), INDEX, COMPILE, MEMORY. */
SCATTER_C_EXPORT ScatterStatus *
scatter_gather_nd(const DLTensor *data, const DLTensor *indices,
                  const DLTensor *out, const ScatterGatherNDOptions *options);

/** Writes `data`, updated by `updates` at the positions that `indices` name
    along an axis, to `out`. `indices` are integers of 32 or 64 bits with the
    shape of `updates`; on all other axes they have at most the size of `data`.
    updates[p] updates the element at p, but for indices[p] on the axis, as
    ONNX's ScatterElements and scatter_add of PyTorch do. The positions p are
    taken in row-major order.

    Indices of rank 1 name slices of `data`: `updates` has the shape of `data`
    then, with as many positions on the axis as there are indices. Arguments may
    be expanded by strides of 0, which saves their memory. `out` is the same as
    in scatter_nd_update. `options` may be NULL.

    Errors: TYPE, SHAPE, USAGE (NULL, options), INDEX, COMPILE, MEMORY. */
SCATTER_C_EXPORT ScatterStatus *
scatter_elements(const DLTensor *data, const DLTensor *indices,
                 const DLTensor *updates, const DLTensor *out,
                 const ScatterElementsOptions *options);

/** A bound that is not given, as None in Python's slices. INT64_MIN itself is a
    bound like any other. */
#define SCATTER_NOT_GIVEN (INT64_MIN + 2)

/** Writes `data`, with a slice replaced by `updates`, to `out`. The slice is
    start[i]:stop[i]:step[i] along axes[i] for each i < count. The bounds have
    the meaning that they have in Python; each may be SCATTER_NOT_GIVEN. NULL
    for `start`, `stop` or `step` stands for `count` of these, NULL for `axes`
    for the axes 0 to count - 1. `updates` must have exactly the shape of the
    slice. `out` is the same as in scatter_nd_update.

    Errors: TYPE, SHAPE, USAGE (NULL, options), ZERO_STEP, COMPILE, MEMORY. */
SCATTER_C_EXPORT ScatterStatus *scatter_slice_scatter(
    const DLTensor *data, const DLTensor *updates, const int64_t *start,
    const int64_t *stop, const int64_t *step, const int64_t *axes, size_t count,
    const DLTensor *out, const ScatterSliceScatterOptions *options);

/** Sets `sizes` to the shape of the slice that scatter_slice_scatter writes in
    an array of the shape `shape`. Both have `rank` elements and may be the
   same. Errors: SHAPE, USAGE (NULL), ZERO_STEP. */
SCATTER_C_EXPORT ScatterStatus *
scatter_slice_sizes(const int64_t *shape, size_t rank, const int64_t *start,
                    const int64_t *stop, const int64_t *step,
                    const int64_t *axes, size_t count, int64_t *sizes);

/** Checks whether the functions accept `out` as a destination. For callers that
    copy results to `out` themselves, for example to another byte order. Errors:
    TYPE, SHAPE (such as elements that share memory), USAGE (NULL). */
SCATTER_C_EXPORT ScatterStatus *scatter_check_destination(const DLTensor *out);

/** Numbers of kernels. */
typedef struct ScatterKernelCounts {
  /** The number of kernels that the process keeps for later calls. */
  size_t in_memory;
  /** The numbers of kernels that the process has compiled and loaded from
      disk. */
  size_t compiled, loaded;
} ScatterKernelCounts;

/** Returns the numbers of kernels of this process. */
SCATTER_C_EXPORT ScatterKernelCounts scatter_kernels_count(void);

/** Sets the maximum number of kernels in memory (512 by default) and frees the
    least recently used kernels beyond it. Each thread still keeps a few kernels
    that it used last. Returns the former maximum. */
SCATTER_C_EXPORT size_t scatter_kernels_set_limit(size_t count);

/** Waits until the thread of the library has compiled all kernels that it has
    been asked for. Returns how many of the kernels in ScatterKernelCounts that
    thread has compiled or loaded from disk. */
SCATTER_C_EXPORT size_t scatter_kernels_wait(void);

/** Called by the thread of a call before it waits for a compiler (`begins` is
   1) and afterwards (0). */
typedef void (*ScatterWaitCallback)(int begins);

/** Sets the callback of the process, for hosts with a lock that must not be
    held meanwhile, such as Python's. NULL for none. */
SCATTER_C_EXPORT void
scatter_kernels_set_wait_callback(ScatterWaitCallback callback);

#ifdef __cplusplus
}
#endif

/* Its functions belong to these. */
#include "scatter-c/GatherScatter.h"

#endif /* SCATTER_C_KERNELS_H */
