/*===- CPULevel.h - the level of the CPU --------------------------*- C -*-===*\
|*                                                                            *|
|* The levels of x86-64 are those of its ABI, which compilers know as the     *|
|* CPUs x86-64, x86-64-v2, x86-64-v3 and x86-64-v4. Each runs the code of     *|
|* lower ones. Objects with code for several levels, and the kernels of       *|
|* libscatter_kernels, take the code of the best one that the CPU has. Plain  *|
|* C, no dependency on LLVM; every function is thread-safe.                   *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#ifndef SCATTER_RUNTIME_CPULEVEL_H
#define SCATTER_RUNTIME_CPULEVEL_H

#include "scatter/Runtime/Runtime.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The level of x86-64 whose code this process runs: 1 for x86-64, 2 to 4 for
    x86-64-v2 to x86-64-v4; 0 on other CPUs. That of the CPU, unless the
   variable SCATTER_KERNELS_CPU of the environment names a lower one. Found by
   the first call in a process. Called by generated code for several levels. */
SCATTER_RUNTIME_EXPORT int32_t scatter_runtime_get_cpu_level(void);

/** The level that compilers know as the CPU `name`, on any machine; 0 if it is
    no level of x86-64. */
SCATTER_RUNTIME_EXPORT int32_t
scatter_runtime_parse_cpu_level(const char *name);

#ifdef __cplusplus
}
#endif

#endif /* SCATTER_RUNTIME_CPULEVEL_H */
