/*===- CPULevel.h - the x86-64 level of the CPU -------------------*- C -*-===*\
|*                                                                            *|
|* The levels are the microarchitecture levels of the x86-64 ABI. Compilers   *|
|* accept them as the CPUs x86-64, x86-64-v2, x86-64-v3 and x86-64-v4. A CPU  *|
|* of one level also runs code of all lower levels. Objects with code for     *|
|* several levels, and the kernels of libscatter_kernels, select the code of  *|
|* the best level that the CPU supports. Plain C without a dependency on      *|
|* LLVM. Every function is thread-safe.                                       *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#ifndef SCATTER_RUNTIME_CPULEVEL_H
#define SCATTER_RUNTIME_CPULEVEL_H

#include "scatter/Runtime/Runtime.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Returns the x86-64 level that this process uses: 1 for x86-64, 2 to 4 for
    x86-64-v2 to x86-64-v4, 0 on other CPUs. It is the level of the CPU, unless
    the environment variable SCATTER_KERNELS_CPU names a lower one. The first
    call in a process determines it. Called by generated code that has several
    levels. */
SCATTER_RUNTIME_EXPORT int32_t scatter_runtime_get_cpu_level(void);

/** Returns the level with the CPU name `name`, or 0 if `name` is not an x86-64
    level. Does not depend on the machine. */
SCATTER_RUNTIME_EXPORT int32_t
scatter_runtime_parse_cpu_level(const char *name);

#ifdef __cplusplus
}
#endif

#endif /* SCATTER_RUNTIME_CPULEVEL_H */
