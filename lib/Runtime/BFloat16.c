/*===- BFloat16.c - what LLVM calls for bf16 ------------------------------===*\
|*                                                                            *|
|* Weak, so that a program may have those of a compiler's runtime library.    *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#include "scatter/Runtime/BFloat16.h"

#include <string.h>

static ScatterBFloat16Result toResult(uint16_t bits) {
  ScatterBFloat16Result result = 0;
  memcpy(&result, &bits, sizeof(bits));
  return result;
}

static uint32_t toBits(float value) {
  uint32_t bits;
  memcpy(&bits, &value, sizeof(bits));
  return bits;
}

/* The encoding of the f32 with `bits`, which is no NaN. */
static uint16_t roundToEven(uint32_t bits) {
  return (uint16_t)((bits + 0x7FFF + (bits >> 16 & 1)) >> 16);
}

/* A quiet NaN with the sign of `bits`. */
static uint16_t makeNaN(uint32_t bits) {
  return (uint16_t)(bits >> 16 & 0x8000) | 0x7FC0;
}

__attribute__((weak)) ScatterBFloat16Result __truncsfbf2(float value) {
  uint32_t bits = toBits(value);
  return toResult(value != value ? makeNaN(bits) : roundToEven(bits));
}

__attribute__((weak)) ScatterBFloat16Result __truncdfbf2(double value) {
  float nearest = (float)value;
  uint32_t bits = toBits(nearest);
  if (value != value)
    return toResult(makeNaN(bits));
  /* What an f32 cannot hold is rounded to odd, so that it is not rounded twice:
     towards zero, and the last bit tells that there was more. */
  if ((double)nearest != value) {
    if (nearest > value ? value > 0 : value < 0 && nearest < value)
      --bits;
    bits |= 1;
  }
  return toResult(roundToEven(bits));
}
