/*===- GatherScatter.h - message passing on tensors ---------------*- C -*-===*\
|*                                                                            *|
|* Sends rows of a tensor along the edges of a graph:                         *|
|*                                                                            *|
|*   ScatterGatherScatterOptions options = {sizeof(options)};                 *|
|*   options.reduction = SCATTER_MESSAGES_MAX;                                *|
|*   ScatterStatus *status =                                                  *|
|*       scatter_gather_scatter(&x, &src, &dst, NULL, &out, &options);        *|
|*                                                                            *|
|* Indices that are used again, as in every epoch of a training, are sorted   *|
|* once:                                                                      *|
|*                                                                            *|
|*   ScatterPrepared *prepared = NULL;                                        *|
|*   ScatterStatus *status = scatter_prepare(&dst, num_rows, &prepared);      *|
|*   ...                                                                      *|
|*   options.prepared = prepared;                                             *|
|*   status = scatter_gather_scatter(&x, &src, NULL, NULL, &out, &options);   *|
|*   ...                                                                      *|
|*   scatter_prepared_destroy(prepared);                                      *|
|*                                                                            *|
|* What Kernels.h says of tensors, kernels and threads holds for these        *|
|* functions. libscatter_kernels has no kernels for them yet.                 *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#ifndef SCATTER_C_GATHERSCATTER_H
#define SCATTER_C_GATHERSCATTER_H

#include "scatter-c/Kernels.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Sorts `dst`, of the shape [E] or [E, 1] and of 32 or 64 bits, signed or
    unsigned, by the rows of a tensor of `num_rows` rows. Sets `prepared` to an
    object of the caller, which does not refer to the memory of `dst`. It never
    changes, so that any number of threads may use it at once. Takes time and
    memory in proportion to E + num_rows.

    Errors: TYPE, SHAPE, USAGE (NULL), INDEX, MEMORY. `prepared` is then
    unchanged. */
SCATTER_C_EXPORT ScatterStatus *scatter_prepare(const DLTensor *dst,
                                                int64_t num_rows,
                                                ScatterPrepared **prepared);

/** Frees `prepared`, which no call may use any more. NULL is ignored. */
SCATTER_C_EXPORT void scatter_prepared_destroy(ScatterPrepared *prepared);

/** Return the number E of indices, and of the rows that they index. */
SCATTER_C_EXPORT int64_t
scatter_prepared_num_indices(const ScatterPrepared *prepared);
SCATTER_C_EXPORT int64_t
scatter_prepared_num_rows(const ScatterPrepared *prepared);

/** How the messages of a row are combined. */
typedef SCATTER_C_ENUM(ScatterMessageReduction) {
  SCATTER_MESSAGES_SUM = 0,
  /** The sum divided by the number of values. That of integers is rounded
      down. */
  SCATTER_MESSAGES_MEAN = 1,
  SCATTER_MESSAGES_MIN = 2,
  SCATTER_MESSAGES_MAX = 3,
  SCATTER_MESSAGES_PROD = 4
} ScatterMessageReduction;

/** Sets the enumerator called `name`: "sum", "mean", "min", "max" or "prod".
    Errors: USAGE (another name, NULL). */
SCATTER_C_EXPORT ScatterStatus *
scatter_parse_message_reduction(const char *name,
                                ScatterMessageReduction *reduction);

/** Options of scatter_gather_scatter. 0 is the default of each member, except
    for the first one. */
typedef struct ScatterGatherScatterOptions {
  /** sizeof(ScatterGatherScatterOptions), so that members may be added. */
  size_t struct_size;
  ScatterMessageReduction reduction;
  /** Not 0: what `out` holds is ignored, and may be anything. */
  int overwrite;
  /** The number of threads that may be used, 1 to 1024. 0 for the default. */
  unsigned threads;
  /** Not NULL: takes the place of `dst`, which must be NULL. */
  const ScatterPrepared *prepared;
  /** Allocates the result if `out` is NULL: row-major memory of `num_rows`
      rows. 0: as many rows as `prepared` indexes, or as `x` has. */
  ScatterAllocateCallback allocate;
  void *user;
  int64_t num_rows;
  /** Not NULL, with MIN and MAX only: a tensor of int64 in the shape of the
      result, which overlaps no other one. It gets the number e of the message
      that each element is, the first of equal ones, or E where the element is
      that of `out` or of a row without messages. Not read. */
  const DLTensor *args;
} ScatterGatherScatterOptions;

/** Combines row dst[e] of `out` with the message x[src[e]], times weight[e] if
    `weight` is not NULL, for e = 0, ..., E - 1. The result is that of this
    order, with any number of threads. `x` has a rank of at least 1 and elements
    that are floats of 16 to 64 bits or integers of 8 to 64 bits. `src` and
    `dst` have the shape [E] and 32 or 64 bits; negative indices count from the
    end. `weight` has the shape [E] and the type of `x`. `out` has the type of
    `x`, and its shape but for the number of rows. It may overlap the other
    tensors.

    `out` takes part as one more value of each row: sums are added to it, and
    the mean of n messages is the sum of all, divided by n + 1. With
    `overwrite`, or where the result is allocated, it does not: sums start at 0,
    and rows without messages become 0.

    Errors: TYPE, SHAPE, USAGE (NULL, options), INDEX, COMPILE, MEMORY. After an
    error of the arguments nothing has been written. */
SCATTER_C_EXPORT ScatterStatus *
scatter_gather_scatter(const DLTensor *x, const DLTensor *src,
                       const DLTensor *dst, const DLTensor *weight,
                       const DLTensor *out,
                       const ScatterGatherScatterOptions *options);

#ifdef __cplusplus
}
#endif

#endif /* SCATTER_C_GATHERSCATTER_H */
