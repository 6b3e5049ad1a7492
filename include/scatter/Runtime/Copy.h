/*===- Copy.h - copies that bypass the cache ----------------------*- C -*-===*\
|*                                                                            *|
|* Plain C, no dependency on LLVM; every function is thread-safe.             *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#ifndef SCATTER_RUNTIME_COPY_H
#define SCATTER_RUNTIME_COPY_H

#include "scatter/Runtime/Runtime.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Copies `bytes` bytes from `source` to `target`, which do not overlap. Whole
    cache lines of `target` are written by non-temporal stores, where the CPU is
    an x86-64. The source is prefetched `prefetch_bytes` bytes ahead, also
    beyond its end; 0 stands for no prefetch. Other threads see the stores after
    a fence of the calling thread (`scatter.nontemporal_fence`). Called by
    generated code. */
SCATTER_RUNTIME_EXPORT void
scatter_runtime_copy_nontemporal(void *target, const void *source,
                                 int64_t bytes, int64_t prefetch_bytes);

#ifdef __cplusplus
}
#endif

#endif /* SCATTER_RUNTIME_COPY_H */
