/*===- CPULevel.c - the x86-64 level of the CPU ---------------------------===*/

#define _GNU_SOURCE
#include "scatter/Runtime/CPULevel.h"

#include <stdlib.h>
#include <string.h>

int32_t scatter_runtime_parse_cpu_level(const char *name) {
  static const char *const names[] = {"x86-64", "x86-64-v2", "x86-64-v3",
                                      "x86-64-v4"};
  for (int32_t i = 0; i < (int32_t)(sizeof(names) / sizeof(*names)); ++i)
    if (strcmp(name, names[i]) == 0)
      return i + 1;
  return 0;
}

/* Returns the level of this CPU, or 0 if it has none. */
static int32_t queryCPU(void) {
#ifdef __x86_64__
  __builtin_cpu_init();
  if (__builtin_cpu_supports("x86-64-v4"))
    return 4;
  if (__builtin_cpu_supports("x86-64-v3"))
    return 3;
  return __builtin_cpu_supports("x86-64-v2") ? 2 : 1;
#else
  return 0;
#endif
}

static int32_t findLevel(void) {
  int32_t level = queryCPU();
  const char *text = secure_getenv("SCATTER_KERNELS_CPU");
  int32_t named = text ? scatter_runtime_parse_cpu_level(text) : 0;
  return named != 0 && named < level ? named : level;
}

int32_t scatter_runtime_get_cpu_level(void) {
  /* Threads that run this at the same time store the same value. */
  static int32_t known = -1;
  int32_t level = __atomic_load_n(&known, __ATOMIC_RELAXED);
  if (level < 0) {
    level = findLevel();
    __atomic_store_n(&known, level, __ATOMIC_RELAXED);
  }
  return level;
}
