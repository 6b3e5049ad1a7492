/*===- ParallelFor.h - the threads of generated code --------------*- C -*-===*\
|*                                                                            *|
|* Parallel loops of generated code are calls of scatter_parallel_for. It     *|
|* runs on threads of the host where the host has named a function for that,  *|
|* else on workers of this library. Plain C, no dependency on LLVM; every     *|
|* function is thread-safe.                                                   *|
|*                                                                            *|
|* The workers:                                                               *|
|* - Started when a call first needs them; their number is bounded by the     *|
|*   largest call and by scatter_set_worker_limit. Where the system cannot    *|
|*   start one, the others and the caller do its work.                        *|
|* - They serve one call at a time. A call that finds them taken, from        *|
|*   another thread or because calls are nested, does its work alone.         *|
|* - An idle worker spins for a millisecond, then sleeps. Workers live until  *|
|*   the process ends. A forked child starts its own.                         *|
|* - Signals go to other threads. Stacks have 4 MiB.                          *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#ifndef SCATTER_RUNTIME_PARALLELFOR_H
#define SCATTER_RUNTIME_PARALLELFOR_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define SCATTER_PARALLEL_FOR_EXPORT __attribute__((visibility("default")))
#else
#define SCATTER_PARALLEL_FOR_EXPORT
#endif

/** Calls `function(context, i)` once for each i in [0, count), in any order and
    on any threads, the calling one among them, and returns when all calls have
    returned. What was written before it is visible to them, and what they write
    is visible after it. They report to the error record of the calling thread
    (Runtime.h) and have its floating-point control register. They must neither
    throw nor wait for each other. Nothing happens if `count` is not positive.
    Called by generated code, with one index for each chunk of a loop. */
SCATTER_PARALLEL_FOR_EXPORT void
scatter_parallel_for(void (*function)(void *context, int64_t index),
                     void *context, int64_t count);

/** A parallel loop of a host: calls `function(context, i)` once for each i in
    [0, count), in any order and on any threads, and returns when all calls have
    returned. Called from any number of threads at once, also from inside of
    `function`. It must not throw. */
typedef void (*ScatterParallelFor)(void (*function)(void *context,
                                                    int64_t index),
                                   void *context, int64_t count);

/** Makes calls of scatter_parallel_for that begin later run on `parallel_for`,
    or on the workers of this library again if it is NULL. For the whole
    process, that is for this copy of the library. */
SCATTER_PARALLEL_FOR_EXPORT void
scatter_set_parallel_for(ScatterParallelFor parallel_for);

/** The same for calls that the calling thread begins later, before what is set
    for the process; NULL stands for that. For hosts with several pools, of
    which the thread that calls decides. Returns what was set before. */
SCATTER_PARALLEL_FOR_EXPORT ScatterParallelFor
scatter_set_thread_parallel_for(ScatterParallelFor parallel_for);

/** Bounds the number of workers that calls use beside the calling thread. The
    default, which any negative number stands for, is one less than the CPUs
    that the process could use when it first asked; at the most 1023. */
SCATTER_PARALLEL_FOR_EXPORT void scatter_set_worker_limit(int64_t limit);

#ifdef __cplusplus
}
#endif

#endif /* SCATTER_RUNTIME_PARALLELFOR_H */
