/*===- LastTuples.c - finds the last tuple of each slot -------------------===*/

#include "Attributes.h"
#include "scatter/Runtime/Buckets.h"

#include <string.h>

/* Keeps the last entry of each slot among the entries from `begin` to `end`.
   Returns the number of the first one that is kept. */
static ALWAYS_INLINE int64_t keepLastOf(char *entries, int32_t offsetBytes,
                                        int64_t begin, int64_t end,
                                        int32_t slotBits, uint64_t *seen) {
  int64_t bytes = 2 * offsetBytes, first = end;
  for (int64_t i = end; i-- > begin;) {
    const char *entry = entries + i * bytes;
    uint64_t offset =
        offsetBytes == 4 ? *(const uint32_t *)entry : *(const uint64_t *)entry;
    uint64_t slot = offset >> slotBits, *word = &seen[slot / 64];
    uint64_t bit = (uint64_t)1 << slot % 64;
    /* The next entry that is kept replaces one that is not. */
    memmove(entries + (first - 1) * bytes, entry, (size_t)bytes);
    first -= (*word & bit) == 0;
    *word |= bit;
  }
  return first;
}

void scatter_runtime_keep_last(int64_t lists, const int64_t *begins,
                               int64_t pitch, void *entries,
                               int32_t offset_bytes, int32_t slot_bits,
                               uint64_t *seen, int64_t words, int64_t cleared,
                               int64_t *firsts) {
  if (cleared > 0)
    memset(seen, 0, (size_t)cleared * sizeof(*seen));
  for (int64_t i = lists; i-- > 0;) {
    int64_t begin = begins[i * pitch], end = begins[i * pitch + 1];
    if (words == 0)
      firsts[i] = begin;
    else if (offset_bytes == 4)
      firsts[i] = keepLastOf(entries, 4, begin, end, slot_bits, seen);
    else
      firsts[i] = keepLastOf(entries, 8, begin, end, slot_bits, seen);
  }
}
