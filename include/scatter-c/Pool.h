/*===- Pool.h - memory of large buffers, used again ---------------*- C -*-===*\
|*                                                                            *|
|* The system clears the pages of fresh memory, which takes as long as to     *|
|* copy a tensor. Buffers of SCATTER_POOL_MIN_BYTES and more that programs    *|
|* allocate, for results and in between, are therefore kept when they are     *|
|* freed and given to the next allocation of about that size. A host can take *|
|* the memory of its own results from there.                                  *|
|*                                                                            *|
|* There is one pool in a process. All functions are thread-safe and wait for *|
|* no other thread, so that they can be called in a forked process. Sizes are *|
|* in bytes.                                                                  *|
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

/** The bytes from which buffers are pooled: 4 MiB. */
#define SCATTER_POOL_MIN_BYTES ((size_t)4 << 20)

/** A buffer of `size` bytes or more, with any contents, at a multiple of 2 MiB.
    It is the caller's, who gives it back by scatter_pool_free. NULL if `size`
   is less than SCATTER_POOL_MIN_BYTES or if there is no memory. */
SCATTER_C_EXPORT void *scatter_pool_allocate(size_t size);

/** Takes back what scatter_pool_allocate returned, or NULL: keeps it for later
    allocations or frees it. */
SCATTER_C_EXPORT void scatter_pool_free(void *buffer);

/** A tensor over memory of the pool with the type and the sizes of `like`, any
    contents and no gaps, whose dimensions follow each other as those of `like`
    do. Its `deleter` gives the memory back, at any time and on any thread. NULL
    if it has less than SCATTER_POOL_MIN_BYTES, if the pool keeps nothing, or if
    there is no memory. */
SCATTER_C_EXPORT DLManagedTensor *
scatter_pool_make_tensor(const DLTensor *like);

/** Sets how many bytes of freed buffers are kept (256 MiB unless set) and frees
    those beyond, the ones freed first to begin with; 0 frees all and keeps
    none. Returns the number before. */
SCATTER_C_EXPORT size_t scatter_pool_set_limit(size_t bytes);

/** How many bytes of freed buffers are kept at the most. */
SCATTER_C_EXPORT size_t scatter_pool_limit(void);

/** How many bytes are in freed buffers. */
SCATTER_C_EXPORT size_t scatter_pool_idle_bytes(void);

#ifdef __cplusplus
}
#endif

#endif /* SCATTER_C_POOL_H */
