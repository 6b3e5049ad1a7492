/*===- ParallelFor.h - threads for generated code -----------------*- C -*-===*\
|*                                                                            *|
|* Parallel loops in generated code call scatter_parallel_for. It runs them   *|
|* on threads of the host if the host has set a function for that, otherwise  *|
|* on the workers of this library. Plain C without a dependency on LLVM.      *|
|* Every function is thread-safe.                                             *|
|*                                                                            *|
|* The workers:                                                               *|
|* - They are started when a call first needs them. Their number is bounded   *|
|*   by the largest call and by scatter_set_worker_limit. If the system       *|
|*   cannot start a worker, the other workers and the caller do its work.     *|
|* - They serve one call at a time. If a call finds them in use, by another   *|
|*   thread or by an enclosing call, it runs all indices on its own thread.   *|
|* - An idle worker spins for a millisecond, then sleeps. Workers live until  *|
|*   the process ends. A forked child starts its own workers.                 *|
|* - Workers block all signals except those that a faulting instruction       *|
|*   raises. Their stacks have 4 MiB.                                         *|
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
    on any threads, which may include the calling thread. Returns when all calls
    have returned. Nothing happens if `count` is not positive.

    Writes before scatter_parallel_for are visible to the calls, and writes of
    the calls are visible after it. The calls report to the error record of the
    calling thread (Runtime.h) and use its floating-point control register. They
    must neither throw nor wait for each other.

    Generated code calls it with one index for each chunk of a loop. */
SCATTER_PARALLEL_FOR_EXPORT void
scatter_parallel_for(void (*function)(void *context, int64_t index),
                     void *context, int64_t count);

/** A parallel loop of a host: calls `function(context, i)` once for each i in
    [0, count), in any order and on any threads, and returns when all calls have
    returned. It may be called from any number of threads at once, and from
    within `function`. It must not throw. */
typedef void (*ScatterParallelFor)(void (*function)(void *context,
                                                    int64_t index),
                                   void *context, int64_t count);

/** Sets the function that later calls of scatter_parallel_for use. NULL selects
    the workers of this library. Applies to the whole process, or more precisely
    to this copy of the library. */
SCATTER_PARALLEL_FOR_EXPORT void
scatter_set_parallel_for(ScatterParallelFor parallel_for);

/** Sets the function for later calls on the calling thread. It takes precedence
    over the function of the process. NULL removes it. For hosts with several
    thread pools, where the calling thread determines the pool. Returns the
    former function. */
SCATTER_PARALLEL_FOR_EXPORT ScatterParallelFor
scatter_set_thread_parallel_for(ScatterParallelFor parallel_for);

/** Sets the maximum number of workers that a call uses in addition to the
    calling thread. A negative number selects the default: one less than the
    number of CPUs that the process could use at the first call that needed it.
    At most 1023 workers are used. */
SCATTER_PARALLEL_FOR_EXPORT void scatter_set_worker_limit(int64_t limit);

#ifdef __cplusplus
}
#endif

#endif /* SCATTER_RUNTIME_PARALLELFOR_H */
