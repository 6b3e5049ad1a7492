/*===- Indices.h - what an index means ----------------------------*- C -*-===*/

#ifndef SCATTER_LIB_RUNTIME_INDICES_H
#define SCATTER_LIB_RUNTIME_INDICES_H

#include "scatter/Runtime/Runtime.h"

#include <string.h>

/* Loads a component of `bytes` bytes, 4 or 8, at `address`. `kind` is a
   ScatterErrorKind of indices and defines how 4 bytes are extended. */
static inline int64_t loadIndex(const char *address, int32_t bytes,
                                int32_t kind) {
  int64_t wide;
  int32_t narrow;
  if (bytes == sizeof(wide)) {
    memcpy(&wide, address, sizeof(wide));
    return wide;
  }
  memcpy(&narrow, address, sizeof(narrow));
  return kind == SCATTER_ERROR_INDEX_UNSIGNED ? (uint32_t)narrow
                                              : (int64_t)narrow;
}

/* Whether `index` is valid in a dimension of `size`. */
static inline int isValidIndex(int32_t kind, int64_t index, int64_t size) {
  if (kind == SCATTER_ERROR_INDEX)
    return -size <= index && index < size;
  return (uint64_t)index < (uint64_t)size;
}

/* The position that a valid `index` means. */
static inline int64_t normalizeIndex(int32_t kind, int64_t index,
                                     int64_t size) {
  return kind == SCATTER_ERROR_INDEX && index < 0 ? index + size : index;
}

/* The valid position nearest to what `index` means; `size` > 0. */
static inline int64_t clampIndex(int32_t kind, int64_t index, int64_t size) {
  if (kind == SCATTER_ERROR_INDEX_UNSIGNED)
    return (uint64_t)index < (uint64_t)size ? index : size - 1;
  index = normalizeIndex(kind, index, size);
  return index < 0 ? 0 : index < size ? index : size - 1;
}

#endif /* SCATTER_LIB_RUNTIME_INDICES_H */
