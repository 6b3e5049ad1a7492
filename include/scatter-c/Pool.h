/*===- Pool.h - a pool of large buffers ---------------------------*- C -*-===*\
|*                                                                            *|
|* The system zeroes the pages of fresh memory, which takes as long as        *|
|* copying a tensor. Buffers of SCATTER_POOL_MIN_BYTES or more that programs  *|
|* allocate for results and intermediate values are therefore kept when they  *|
|* are freed, and reused for the next allocation of similar size. A host can  *|
|* allocate its own results from this pool.                                   *|
|*                                                                            *|
|* There is one pool per process. All functions are thread-safe. They do not  *|
|* wait for other threads, so that they can be called in a forked process.    *|
|* Sizes are in bytes.                                                        *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#ifndef SCATTER_C_POOL_H
#define SCATTER_C_POOL_H

#include "scatter-c/Support.h"

/* Debian: libdlpack-dev. Any version from 0.6 on. */
#include <dlpack/dlpack.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The minimum size in bytes of buffers that are pooled, 4 MiB. */
#define SCATTER_POOL_MIN_BYTES ((size_t)4 << 20)

/** Returns an uninitialized buffer of at least `size` bytes, aligned to 2 MiB.
    The caller owns it and returns it with scatter_pool_free. Returns NULL if
    `size` is less than SCATTER_POOL_MIN_BYTES or if memory is exhausted. */
SCATTER_C_EXPORT void *scatter_pool_allocate(size_t size);

/** Keeps `buffer` for later allocations, or frees it. `buffer` must be NULL or
    a result of scatter_pool_allocate. */
SCATTER_C_EXPORT void scatter_pool_free(void *buffer);

/** Returns an uninitialized tensor in memory of the pool, with the type and the
    sizes of `like`. It is dense, and its dimensions have the same order in
    memory as those of `like`. Its `deleter` returns the memory to the pool and
    may be called at any time and on any thread. Returns NULL if the tensor has
    less than SCATTER_POOL_MIN_BYTES, if the limit of the pool is 0, or if
    memory is exhausted. */
SCATTER_C_EXPORT DLManagedTensor *
scatter_pool_make_tensor(const DLTensor *like);

/** Sets the maximum number of bytes in freed buffers (256 MiB by default) and
    frees the oldest buffers beyond it. 0 frees all buffers and keeps none from
    then on. Returns the former maximum. */
SCATTER_C_EXPORT size_t scatter_pool_set_limit(size_t bytes);

/** Returns the maximum number of bytes in freed buffers. */
SCATTER_C_EXPORT size_t scatter_pool_limit(void);

/** Returns the current number of bytes in freed buffers. */
SCATTER_C_EXPORT size_t scatter_pool_idle_bytes(void);

#ifdef __cplusplus
}
#endif

#endif /* SCATTER_C_POOL_H */
