/*===- BFloat16.h - what LLVM calls for bf16 ----------------------*- C -*-===*\
|*                                                                            *|
|* Code for CPUs without instructions for bf16 calls these functions where a  *|
|* wider float becomes a bf16. GCC's runtime library has them from version 13 *|
|* on.                                                                        *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#ifndef SCATTER_RUNTIME_BFLOAT16_H
#define SCATTER_RUNTIME_BFLOAT16_H

#include "scatter/Runtime/Runtime.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A bf16 as a function returns it. On x86-64 that is the lower half of an SSE
    register, where an f32 is returned, too. */
#ifdef __x86_64__
typedef float ScatterBFloat16Result;
#else
typedef uint16_t ScatterBFloat16Result;
#endif

/* NOLINTBEGIN(readability-identifier-naming): the names are those of LLVM. */

/** The bf16 next to `value`, of two the even one; a NaN stays one. */
SCATTER_RUNTIME_EXPORT ScatterBFloat16Result __truncsfbf2(float value);
SCATTER_RUNTIME_EXPORT ScatterBFloat16Result __truncdfbf2(double value);

/* NOLINTEND(readability-identifier-naming) */

#ifdef __cplusplus
}
#endif

#endif /* SCATTER_RUNTIME_BFLOAT16_H */
