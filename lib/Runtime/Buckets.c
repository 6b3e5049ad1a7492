/*===- Buckets.c - sorts index tuples by their slots ----------------------===*\
|*                                                                            *|
|* A counting sort: one pass over the tuples counts the entries of each       *|
|* bucket, a second one writes them. Both first compute the offsets and the   *|
|* buckets of a block of tuples, by vectors on CPUs with AVX2 or AVX-512. If  *|
|* there is one block, the second pass uses those of the first. With AVX-512  *|
|* both passes process 8 tuples at a time if there are few buckets.           *|
|*                                                                            *|
|* A single bucket needs no counts, so one pass is enough.                    *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#include "scatter/Runtime/Buckets.h"

#include "Attributes.h"
#include "TupleSlots.h"
#include "scatter/Plan/RuntimeThresholds.h"
#include "scatter/Runtime/CPULevel.h"

#include <stddef.h>
#include <string.h>
#ifdef __x86_64__
#include <immintrin.h>
#endif

typedef ScatterTupleSort Chunk;

/* The parts of the sort for which there are several functions. */
typedef struct Functions {
  ComputeSlots *computeSlots;
  /* Adds the tuples of each bucket to `counts`, which has an element more than
     there are buckets. */
  void (*countTuples)(const Slots *slots, int64_t count, int64_t *counts,
                      int64_t numBuckets);
  /* Writes the entries of the tuples of a block, or those of the only bucket.
     The begin of each bucket moves to the end of what is written. */
  void (*writeBlock)(const Chunk *chunk, const Slots *slots, int64_t begin,
                     int64_t count);
} Functions;

static ALWAYS_INLINE int64_t countBlock(const Chunk *chunk, int64_t begin) {
  int64_t left = chunk->count - begin;
  return left < SCATTER_BLOCK_TUPLES || chunk->count <= SCATTER_MAX_BLOCK_TUPLES
             ? left
             : SCATTER_BLOCK_TUPLES;
}

static void countTuples(const Slots *slots, int64_t count, int64_t *counts,
                        int64_t numBuckets) {
  /* Tuples that are in no bucket are counted behind the last one. */
  int64_t numCounts = numBuckets + 1;
  /* An increment waits for the one before it if both are of the same bucket. If
     there are few buckets, tuples next to each other have own counts. */
  enum { LANES = SCATTER_COUNTER_LANES, FEW = SCATTER_FEW_COUNTERS };
  if (numCounts > FEW) {
    for (int64_t i = 0; i < count; ++i)
      ++counts[slots->buckets[i]];
    return;
  }
  int32_t few[LANES][FEW] = {{0}};
  for (int64_t i = 0; i < count; ++i)
    ++few[i % LANES][slots->buckets[i]];
  for (int64_t lane = 0; lane < LANES; ++lane)
    for (int64_t i = 0; i < numCounts; ++i)
      counts[i] += few[lane][i];
}

/* Writes entry `number` for `tuple`. `offsetBytes` and `updateBytes` are those
   of the chunk. */
static ALWAYS_INLINE void writeEntry(const Chunk *chunk, int64_t number,
                                     int64_t offset, int64_t tuple,
                                     int32_t offsetBytes, int64_t updateBytes) {
  char *entry = (char *)chunk->entries + number * 2 * offsetBytes;
  if (offsetBytes == 4)
    *(uint32_t *)entry = (uint32_t)offset;
  else
    *(int64_t *)entry = offset;
  if (updateBytes == 0)
    *(int32_t *)(entry + offsetBytes) = (int32_t)(chunk->first + tuple);
  else
    memcpy(entry + offsetBytes,
           (const char *)chunk->updates + tuple * chunk->update_stride,
           (size_t)updateBytes);
}

static ALWAYS_INLINE void writeBlockOf(const Chunk *given, const Slots *slots,
                                       int64_t begin, int64_t count,
                                       int32_t offsetBytes,
                                       int64_t updateBytes) {
  /* A copy that no store changes. */
  Chunk chunk = *given;
  if (chunk.only >= 0) {
    int64_t number = chunk.begins[chunk.only];
    /* The next entry replaces one of another bucket. A branch would often be
       mispredicted. */
    for (int64_t i = 0; i < count; ++i) {
      writeEntry(&chunk, number, slots->offsets[i], begin + i, offsetBytes,
                 updateBytes);
      number += slots->buckets[i] == chunk.only;
    }
    chunk.begins[chunk.only] = number;
    return;
  }
  for (int64_t i = 0; i < count; ++i)
    if (slots->buckets[i] != chunk.tuples.buckets)
      writeEntry(&chunk, chunk.begins[slots->buckets[i]]++, slots->offsets[i],
                 begin + i, offsetBytes, updateBytes);
}

static void writeBlock(const Chunk *chunk, const Slots *slots, int64_t begin,
                       int64_t count) {
  int64_t updateBytes = chunk->update_bytes;
  int isNarrow = chunk->offset_bytes == 4;
  if (isNarrow && updateBytes == 0)
    writeBlockOf(chunk, slots, begin, count, /*offsetBytes=*/4,
                 /*updateBytes=*/0);
  else if (isNarrow && updateBytes == 4)
    writeBlockOf(chunk, slots, begin, count, /*offsetBytes=*/4,
                 /*updateBytes=*/4);
  else if (isNarrow)
    writeBlockOf(chunk, slots, begin, count, /*offsetBytes=*/4, updateBytes);
  else if (updateBytes == 0)
    writeBlockOf(chunk, slots, begin, count, /*offsetBytes=*/8,
                 /*updateBytes=*/0);
  else if (updateBytes == 8)
    writeBlockOf(chunk, slots, begin, count, /*offsetBytes=*/8,
                 /*updateBytes=*/8);
  else
    writeBlockOf(chunk, slots, begin, count, /*offsetBytes=*/8, updateBytes);
}

#ifdef __x86_64__

/* Whether the functions below can be used: updates have the size of an integer,
   and no gaps between them. */
static int canFillByVectors(const Chunk *chunk) {
  int64_t bytes = chunk->update_bytes;
  int arePacked = (bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8) &&
                  chunk->update_stride == bytes;
  return (chunk->tuples.buckets <= SCATTER_MAX_VECTOR_BUCKETS ||
          chunk->only >= 0) &&
         (bytes == 0 || arePacked);
}

/* The tuples among the 8 from `i` of `count` on that exist. */
WITH_AVX512 static inline __mmask8 findExisting(int64_t i, int64_t count) {
  return count - i < 8 ? (__mmask8)((1u << (count - i)) - 1) : 0xFF;
}

/* The tuples among them that are in `bucket`. */
WITH_AVX512 static inline __mmask8 findTuples(const Slots *slots, int64_t i,
                                              int64_t count, int64_t bucket) {
  __m256i buckets = _mm256_loadu_si256((const __m256i *)&slots->buckets[i]);
  return _mm256_mask_cmpeq_epi32_mask(findExisting(i, count), buckets,
                                      _mm256_set1_epi32((int32_t)bucket));
}

/* The same as countTuples, without a count of the tuples in no bucket. */
WITH_AVX512 static void countTuplesByVectors(const Slots *slots, int64_t count,
                                             int64_t *counts,
                                             int64_t numBuckets) {
  for (int64_t i = 0; i < count; i += 8)
    for (int64_t bucket = 0; bucket < numBuckets; ++bucket)
      counts[bucket] += __builtin_popcount(findTuples(slots, i, count, bucket));
}

/* The second halves of the entries of 8 tuples from `tuple` on, of which those
   in `exist` are read. */
WITH_AVX512 static ALWAYS_INLINE __m512i loadPayloads(const Chunk *chunk,
                                                      int64_t tuple,
                                                      __mmask8 exist,
                                                      int64_t updateBytes) {
  const char *updates = (const char *)chunk->updates + tuple * updateBytes;
  switch (updateBytes) {
  case 1:
    return _mm512_cvtepu8_epi64(_mm_maskz_loadu_epi8(exist, updates));
  case 2:
    return _mm512_cvtepu16_epi64(_mm_maskz_loadu_epi16(exist, updates));
  case 4:
    return _mm512_cvtepu32_epi64(_mm256_maskz_loadu_epi32(exist, updates));
  case 8:
    return _mm512_maskz_loadu_epi64(exist, updates);
  default:
    return _mm512_add_epi64(_mm512_set1_epi64(chunk->first + tuple),
                            _mm512_setr_epi64(0, 1, 2, 3, 4, 5, 6, 7));
  }
}

/* Writes the entries of a block that are in `bucket`. */
WITH_AVX512 static ALWAYS_INLINE void
writeBucketOf(const Chunk *chunk, const Slots *slots, int64_t begin,
              int64_t count, int64_t bucket, int32_t offsetBytes,
              int64_t updateBytes) {
  /* The pairs of the first and of the last 4 elements of two vectors. */
  const __m512i low = _mm512_setr_epi64(0, 8, 1, 9, 2, 10, 3, 11);
  const __m512i high = _mm512_setr_epi64(4, 12, 5, 13, 6, 14, 7, 15);
  char *to = (char *)chunk->entries + chunk->begins[bucket] * 2 * offsetBytes;
  for (int64_t i = 0; i < count; i += 8) {
    __m512i offsets = _mm512_loadu_si512(&slots->offsets[i]);
    __m512i payloads =
        loadPayloads(chunk, begin + i, findExisting(i, count), updateBytes);
    __mmask8 found = findTuples(slots, i, count, bucket);
    int64_t entries = __builtin_popcount(found);
    if (offsetBytes == 4) {
      __m512i pairs = _mm512_or_si512(offsets, _mm512_slli_epi64(payloads, 32));
      _mm512_mask_storeu_epi64(to, (__mmask8)((1u << entries) - 1),
                               _mm512_maskz_compress_epi64(found, pairs));
    } else {
      __m512i o = _mm512_maskz_compress_epi64(found, offsets);
      __m512i p = _mm512_maskz_compress_epi64(found, payloads);
      uint32_t words = (1u << 2 * entries) - 1;
      _mm512_mask_storeu_epi64(to, (__mmask8)words,
                               _mm512_permutex2var_epi64(o, low, p));
      _mm512_mask_storeu_epi64(to + 64, (__mmask8)(words >> 8),
                               _mm512_permutex2var_epi64(o, high, p));
    }
    to += entries * 2 * offsetBytes;
  }
  chunk->begins[bucket] = (to - (char *)chunk->entries) / (2 * offsetBytes);
}

#define WRITE_BUCKET(OFFSET_BYTES, UPDATE_BYTES)                               \
  writeBucketOf(chunk, slots, begin, count, bucket, OFFSET_BYTES, UPDATE_BYTES)

WITH_AVX512 static void writeBucketByVectors(const Chunk *chunk,
                                             const Slots *slots, int64_t begin,
                                             int64_t count, int64_t bucket) {
  int isNarrow = chunk->offset_bytes == 4;
  switch (chunk->update_bytes) {
  case 0:
    isNarrow ? WRITE_BUCKET(4, 0) : WRITE_BUCKET(8, 0);
    break;
  case 1:
    isNarrow ? WRITE_BUCKET(4, 1) : WRITE_BUCKET(8, 1);
    break;
  case 2:
    isNarrow ? WRITE_BUCKET(4, 2) : WRITE_BUCKET(8, 2);
    break;
  case 4:
    isNarrow ? WRITE_BUCKET(4, 4) : WRITE_BUCKET(8, 4);
    break;
  case 8:
    WRITE_BUCKET(8, 8);
    break;
  }
}

/* The same as writeBlock. */
WITH_AVX512 static void writeBlockByVectors(const Chunk *chunk,
                                            const Slots *slots, int64_t begin,
                                            int64_t count) {
  if (chunk->only >= 0) {
    writeBucketByVectors(chunk, slots, begin, count, chunk->only);
    return;
  }
  for (int64_t bucket = 0; bucket < chunk->tuples.buckets; ++bucket)
    writeBucketByVectors(chunk, slots, begin, count, bucket);
}

#endif

static Functions chooseFunctions(const Chunk *chunk) {
  Functions functions = {chooseComputeSlots(&chunk->tuples), countTuples,
                         writeBlock};
#ifdef __x86_64__
  if (scatter_runtime_get_cpu_level() >= 4 && canFillByVectors(chunk)) {
    functions.countTuples = countTuplesByVectors;
    functions.writeBlock = writeBlockByVectors;
  }
#endif
  return functions;
}

static void countEntries(const Chunk *chunk, const Functions *functions,
                         Slots *slots) {
  memset(chunk->begins, 0,
         (size_t)(chunk->tuples.buckets + 1) * sizeof(*chunk->begins));
  for (int64_t begin = 0, count; begin < chunk->count; begin += count) {
    count = countBlock(chunk, begin);
    functions->computeSlots(&chunk->tuples, begin, count, slots);
    functions->countTuples(slots, count, chunk->begins, chunk->tuples.buckets);
  }
}

/* Replaces the number of entries of each bucket by that of its first entry. */
static void sumCounts(const Chunk *chunk) {
  int64_t begin = chunk->first;
  for (int64_t i = 0; i < chunk->tuples.buckets; ++i) {
    int64_t count = chunk->begins[i];
    chunk->begins[i] = begin;
    begin += count;
  }
}

/* Writes all entries. `slots` are those of the last block, if entries have been
   counted. */
static void writeEntries(const Chunk *chunk, const Functions *functions,
                         Slots *slots) {
  for (int64_t begin = 0, count; begin < chunk->count; begin += count) {
    count = countBlock(chunk, begin);
    if (count < chunk->count || chunk->only >= 0)
      functions->computeSlots(&chunk->tuples, begin, count, slots);
    functions->writeBlock(chunk, slots, begin, count);
  }
}

void scatter_runtime_fill_buckets(const ScatterTupleSort *sort) {
  Functions functions = chooseFunctions(sort);
  int64_t *begins = sort->begins, first = sort->first, only = sort->only;
  Slots slots;
  if (only >= 0) {
    begins[only] = first;
    writeEntries(sort, &functions, &slots);
    begins[only + 1] = begins[only];
    begins[only] = first;
    return;
  }
  countEntries(sort, &functions, &slots);
  sumCounts(sort);
  writeEntries(sort, &functions, &slots);
  /* The end of a bucket is the begin of the next one. */
  memmove(begins + 1, begins, (size_t)sort->tuples.buckets * sizeof(*begins));
  begins[0] = first;
}
