/*===- Copy.c - copies by non-temporal stores -----------------------------===*/

#include "scatter/Runtime/Copy.h"

#include <string.h>

#ifdef __x86_64__

#include "scatter/Runtime/CPULevel.h"

#include <immintrin.h>

/* Bytes of a cache line. */
#define LINE 64

/* Defines a function that copies `lines` cache lines to an aligned `target` by
   vectors. The prefetch stands between load and store, see docs/Performance.md,
   "Loops of rows". */
#define DEFINE_COPY_LINES(NAME, TARGET, VECTOR, LOAD, STORE)                   \
  __attribute__((target(TARGET))) static void NAME(                            \
      char *target, const char *source, int64_t lines, int64_t prefetch) {     \
    enum { COUNT = LINE / sizeof(VECTOR) };                                    \
    for (; lines > 0; --lines, target += LINE, source += LINE) {               \
      VECTOR vectors[COUNT];                                                   \
      for (int i = 0; i < COUNT; ++i)                                          \
        vectors[i] = LOAD((const void *)(source + i * sizeof(VECTOR)));        \
      if (prefetch)                                                            \
        _mm_prefetch(source + prefetch, _MM_HINT_T0);                          \
      for (int i = 0; i < COUNT; ++i)                                          \
        STORE((void *)(target + i * sizeof(VECTOR)), vectors[i]);              \
    }                                                                          \
  }

DEFINE_COPY_LINES(copyLines16, "sse2", __m128i, _mm_loadu_si128,
                  _mm_stream_si128)
DEFINE_COPY_LINES(copyLines32, "avx", __m256i, _mm256_loadu_si256,
                  _mm256_stream_si256)
DEFINE_COPY_LINES(copyLines64, "avx512f", __m512i, _mm512_loadu_si512,
                  _mm512_stream_si512)

void scatter_runtime_copy_nontemporal(void *target, const void *source,
                                      int64_t bytes, int64_t prefetch_bytes) {
  /* Empty memory may have a null pointer, which memcpy does not take. */
  if (bytes == 0)
    return;
  char *to = target;
  const char *from = source;
  int64_t head = -(intptr_t)target & (LINE - 1);
  if (head > bytes)
    head = bytes;
  int64_t lines = (bytes - head) / LINE, tail = (bytes - head) % LINE;
  memcpy(to, from, (size_t)head);
  to += head;
  from += head;
  int32_t level = scatter_runtime_get_cpu_level();
  if (level >= 4)
    copyLines64(to, from, lines, prefetch_bytes);
  else if (level == 3)
    copyLines32(to, from, lines, prefetch_bytes);
  else
    copyLines16(to, from, lines, prefetch_bytes);
  memcpy(to + lines * LINE, from + lines * LINE, (size_t)tail);
}

#else

void scatter_runtime_copy_nontemporal(void *target, const void *source,
                                      int64_t bytes, int64_t prefetch_bytes) {
  (void)prefetch_bytes;
  if (bytes > 0)
    memcpy(target, source, (size_t)bytes);
}

#endif
