/*===- BFloat16.c - conversions to bf16 that LLVM calls -------------------===*\
|*                                                                            *|
|* The functions are weak, so that those of a compiler's runtime library take *|
|* precedence.                                                                *|
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

/* Rounds the f32 with the encoding `bits`, which must not be a NaN. */
static uint16_t roundToEven(uint32_t bits) {
  return (uint16_t)((bits + 0x7FFF + (bits >> 16 & 1)) >> 16);
}

/* Returns a quiet NaN with the sign of `bits`. */
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
  /* If the value is not an f32, round it to odd: truncate it and set the last
     bit. This avoids double rounding in the second step. */
  if ((double)nearest != value) {
    if (nearest > value ? value > 0 : value < 0 && nearest < value)
      --bits;
    bits |= 1;
  }
  return toResult(roundToEven(bits));
}
