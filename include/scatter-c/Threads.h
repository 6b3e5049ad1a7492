/*===- Threads.h - the threads of compiled programs ---------------*- C -*-===*\
|*                                                                            *|
|* Programs and functions that use several threads take them from workers of  *|
|* the library, or from the host: scatter_set_parallel_for names a function   *|
|* of the host that runs parallel loops, scatter_set_worker_limit bounds the  *|
|* number of workers.                                                         *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#ifndef SCATTER_C_THREADS_H
#define SCATTER_C_THREADS_H

#include "scatter/Runtime/ParallelFor.h"

#endif /* SCATTER_C_THREADS_H */
