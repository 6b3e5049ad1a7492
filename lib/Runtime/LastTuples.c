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

void scatter_runtime_keep_last(const ScatterLastTuples *bucket) {
  const int64_t *begins = bucket->begins;
  uint64_t *seen = bucket->seen;
  int32_t slotBits = (int32_t)bucket->slot_bits;
  if (bucket->cleared > 0)
    memset(seen, 0, (size_t)bucket->cleared * sizeof(*seen));
  for (int64_t i = bucket->lists; i-- > 0;) {
    int64_t begin = begins[i * bucket->pitch];
    int64_t end = begins[i * bucket->pitch + 1];
    int64_t first = begin;
    if (bucket->words > 0 && bucket->offset_bytes == 4)
      first = keepLastOf(bucket->entries, 4, begin, end, slotBits, seen);
    else if (bucket->words > 0)
      first = keepLastOf(bucket->entries, 8, begin, end, slotBits, seen);
    bucket->firsts[i] = first;
  }
}
