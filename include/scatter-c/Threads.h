/*===- Threads.h - threads of compiled programs -------------------*- C -*-===*\
|*                                                                            *|
|* Programs and functions with several threads run on workers of the library, *|
|* or on threads of the host. scatter_set_parallel_for sets a function of the *|
|* host that runs parallel loops. scatter_set_worker_limit limits the number  *|
|* of workers.                                                                *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#ifndef SCATTER_C_THREADS_H
#define SCATTER_C_THREADS_H

#include "scatter/Runtime/ParallelFor.h"

#endif /* SCATTER_C_THREADS_H */
