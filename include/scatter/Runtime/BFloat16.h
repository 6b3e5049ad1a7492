/*===- BFloat16.h - conversions to bf16 that LLVM calls -----------*- C -*-===*\
|*                                                                            *|
|* Code for CPUs without bf16 instructions calls these functions to convert a *|
|* wider float to bf16. The runtime library of GCC has them since version 13. *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#ifndef SCATTER_RUNTIME_BFLOAT16_H
#define SCATTER_RUNTIME_BFLOAT16_H

#include "scatter/Runtime/Runtime.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The return type of functions that return a bf16. On x86-64 the bf16 is
    returned in the lower half of an SSE register, as an f32 is. */
#ifdef __x86_64__
typedef float ScatterBFloat16Result;
#else
typedef uint16_t ScatterBFloat16Result;
#endif

/* NOLINTBEGIN(readability-identifier-naming): the names are those of LLVM. */

/** Rounds `value` to the nearest bf16, ties to even. A NaN stays a NaN. */
SCATTER_RUNTIME_EXPORT ScatterBFloat16Result __truncsfbf2(float value);
SCATTER_RUNTIME_EXPORT ScatterBFloat16Result __truncdfbf2(double value);

/* NOLINTEND(readability-identifier-naming) */

#ifdef __cplusplus
}
#endif

#endif /* SCATTER_RUNTIME_BFLOAT16_H */
