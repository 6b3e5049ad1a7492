/*===- Attributes.h - attributes of functions ---------------------*- C -*-===*/

#ifndef SCATTER_LIB_RUNTIME_ATTRIBUTES_H
#define SCATTER_LIB_RUNTIME_ATTRIBUTES_H

#define ALWAYS_INLINE inline __attribute__((always_inline))

#ifdef __x86_64__
/* What CPUs of level 4 have (scatter/Runtime/CPULevel.h). */
#define AVX512 "avx512f,avx512dq,avx512bw,avx512vl,popcnt"
#define WITH_AVX512 __attribute__((target(AVX512)))
#endif

#endif /* SCATTER_LIB_RUNTIME_ATTRIBUTES_H */
