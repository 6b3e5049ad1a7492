/*===- Buckets.c - sorts index tuples by their slots ----------------------===*\
|*                                                                            *|
|* A counting sort: one pass over the tuples counts the entries of each       *|
|* bucket, a second one writes them. Both first compute the offsets and the   *|
|* buckets of a block of tuples, by vectors on CPUs with AVX2 or AVX-512. If  *|
|* there is one block, the second pass uses those of the first. With AVX-512  *|
|* both passes process 8 tuples at a time if there are few buckets.           *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#include "scatter/Runtime/Buckets.h"

#include "Indices.h"
#include "scatter/Runtime/CPULevel.h"

#include <stdarg.h>
#ifdef __x86_64__
#include <immintrin.h>
#define AVX512 "avx512f,avx512dq,avx512vl,popcnt"
#define WITH_AVX512 __attribute__((target(AVX512)))
#endif

#define ALWAYS_INLINE inline __attribute__((always_inline))

/* The offset of a tuple that is in no bucket. */
#define DROPPED (-1)

/* Tuples of a block, if there are several, and the most tuples of a single
   block. */
#define BLOCK 256
#define SINGLE_BLOCK 1024

/* The largest number of components that has a loop of its own. */
#define MAX_FAST_DEPTH 3

typedef struct Dimension {
  int64_t size, stride;
} Dimension;

/* The slots of the tuples of a block. */
typedef struct Slots {
  int64_t offsets[SINGLE_BLOCK];
  /* For a tuple that is in no bucket, the number of buckets. */
  uint32_t buckets[SINGLE_BLOCK];
} Slots;

typedef struct Chunk Chunk;

/* The parts of the sort for which there are several functions. */
typedef struct Functions {
  /* Computes the slots of `count` tuples, at most a block, from number `begin`
     on. */
  void (*computeSlots)(const Chunk *chunk, int64_t begin, int64_t count,
                       Slots *slots);
  /* Adds the tuples of each bucket to `counts`, which has an element more than
     there are buckets. */
  void (*countTuples)(const Slots *slots, int64_t count, int64_t *counts,
                      int64_t numBuckets);
  /* Writes the entries of the tuples of a block. The begin of each bucket moves
     to the end of what is written. */
  void (*writeBlock)(const Chunk *chunk, const Slots *slots, int64_t begin,
                     int64_t count);
} Functions;

/* The arguments of a call, with distances in bytes. */
struct Chunk {
  int32_t kind, policy, componentBytes, pageBits;
  int64_t depth, componentStride, tupleStride, origin, first, count, numBuckets;
  const char *indices;
  const Dimension *dimensions;
  int64_t *begins;
  char *entries;
  int32_t offsetBytes;
  const char *updates;
  int64_t updateBytes, updateStride;
  Functions functions;
};

/* The offset of the slot that the tuple at `components` names, or DROPPED. */
static ALWAYS_INLINE int64_t computeOffset(const Chunk *chunk,
                                           const char *components,
                                           int64_t depth, int32_t bytes) {
  int64_t offset = chunk->origin;
  for (int64_t i = 0; i < depth; ++i) {
    Dimension dimension = chunk->dimensions[i];
    int64_t index =
        loadIndex(components + i * chunk->componentStride, bytes, chunk->kind);
    if (chunk->policy == SCATTER_TUPLE_DROP &&
        !isValidIndex(chunk->kind, index, dimension.size))
      return DROPPED;
    if (chunk->policy == SCATTER_TUPLE_CLAMP && dimension.size == 0)
      return DROPPED;
    index = chunk->policy == SCATTER_TUPLE_CLAMP
                ? clampIndex(chunk->kind, index, dimension.size)
                : normalizeIndex(chunk->kind, index, dimension.size);
    offset += index * dimension.stride;
  }
  return offset;
}

/* Computes the offsets of `count` tuples from number `begin` on, which have
   `depth` components of `bytes` bytes. `isPlain` says that arePlain holds. */
static ALWAYS_INLINE void computeOffsetsOf(const Chunk *given, int64_t begin,
                                           int64_t count,
                                           int64_t *restrict offsets,
                                           int64_t depth, int32_t bytes,
                                           int isPlain) {
  /* Copies that no store changes. */
  Dimension dimensions[MAX_FAST_DEPTH];
  Chunk chunk = *given;
  if (depth <= MAX_FAST_DEPTH) {
    memcpy(dimensions, given->dimensions, (size_t)depth * sizeof(*dimensions));
    chunk.dimensions = dimensions;
  }
  /* The compiler uses vectors if it knows these. */
  if (isPlain) {
    chunk.kind = SCATTER_ERROR_INDEX;
    chunk.policy = SCATTER_TUPLE_VALID;
    chunk.componentStride = bytes;
    chunk.tupleStride = depth * bytes;
  }
  const char *components = chunk.indices + begin * chunk.tupleStride;
  for (int64_t i = 0; i < count; ++i, components += chunk.tupleStride)
    offsets[i] = computeOffset(&chunk, components, depth, bytes);
}

#define COMPUTE_OFFSETS(DEPTH, BYTES, IS_PLAIN)                                \
  computeOffsetsOf(chunk, begin, count, offsets, DEPTH, BYTES, IS_PLAIN)

static ALWAYS_INLINE void computeOffsets(const Chunk *chunk, int64_t begin,
                                         int64_t count, int64_t *offsets) {
  int isWide = chunk->componentBytes == 8;
  int64_t depth = chunk->depth;
  if (depth == 1 && isWide)
    COMPUTE_OFFSETS(1, 8, /*IS_PLAIN=*/0);
  else if (depth == 1)
    COMPUTE_OFFSETS(1, 4, /*IS_PLAIN=*/0);
  else if (depth == 2 && isWide)
    COMPUTE_OFFSETS(2, 8, /*IS_PLAIN=*/0);
  else if (depth == 2)
    COMPUTE_OFFSETS(2, 4, /*IS_PLAIN=*/0);
  else if (depth == 3 && isWide)
    COMPUTE_OFFSETS(3, 8, /*IS_PLAIN=*/0);
  else
    COMPUTE_OFFSETS(depth, chunk->componentBytes, /*IS_PLAIN=*/0);
}

/* Computes the buckets of `count` slots: a multiplicative hash of their pages,
   scaled to the number of buckets. */
static ALWAYS_INLINE void computeBuckets(const Chunk *chunk, int64_t count,
                                         const int64_t *restrict offsets,
                                         uint32_t *restrict buckets) {
  uint32_t numBuckets = (uint32_t)chunk->numBuckets;
  int32_t pageBits = chunk->pageBits;
  for (int64_t i = 0; i < count; ++i) {
    uint32_t hash = (uint32_t)((uint64_t)offsets[i] >> pageBits) * 0x9E3779B1u;
    uint32_t bucket = (uint32_t)((uint64_t)hash * numBuckets >> 32);
    buckets[i] = offsets[i] == DROPPED ? numBuckets : bucket;
  }
}

static void computeSlots(const Chunk *chunk, int64_t begin, int64_t count,
                         Slots *slots) {
  computeOffsets(chunk, begin, count, slots->offsets);
  computeBuckets(chunk, count, slots->offsets, slots->buckets);
}

#ifdef __x86_64__

/* Whether all indices are valid, negative ones count from the end, and tuples
   have no gaps. */
static ALWAYS_INLINE int arePlain(const Chunk *chunk) {
  int64_t bytes = chunk->componentBytes;
  return chunk->kind == SCATTER_ERROR_INDEX &&
         chunk->policy == SCATTER_TUPLE_VALID &&
         (chunk->depth == 1 || chunk->componentStride == bytes) &&
         chunk->tupleStride == chunk->depth * bytes;
}

/* Whether the tuples are the offsets: unsigned numbers of 4 bytes. */
static ALWAYS_INLINE int areOffsets(const Chunk *chunk) {
  return chunk->kind == SCATTER_ERROR_INDEX_UNSIGNED && chunk->depth == 1 &&
         chunk->policy == SCATTER_TUPLE_VALID && chunk->componentBytes == 4 &&
         chunk->tupleStride == 4 && chunk->origin == 0 &&
         chunk->dimensions[0].stride == 1;
}

static int canUseVectors(const Chunk *chunk) {
  return areOffsets(chunk) || (arePlain(chunk) && chunk->depth <= 2);
}

static ALWAYS_INLINE void loadOffsets(const Chunk *chunk, int64_t begin,
                                      int64_t count,
                                      int64_t *restrict offsets) {
  const char *narrow = chunk->indices + 4 * begin;
  for (int64_t i = 0; i < count; ++i)
    offsets[i] = loadIndex(narrow + 4 * i, 4, SCATTER_ERROR_INDEX_UNSIGNED);
}

/* The same as computeOffsets. */
static ALWAYS_INLINE void computeOffsetsByVectors(const Chunk *chunk,
                                                  int64_t begin, int64_t count,
                                                  int64_t *offsets) {
  int isWide = chunk->componentBytes == 8;
  if (areOffsets(chunk))
    loadOffsets(chunk, begin, count, offsets);
  else if (chunk->depth == 1 && isWide)
    COMPUTE_OFFSETS(1, 8, /*IS_PLAIN=*/1);
  else if (chunk->depth == 1)
    COMPUTE_OFFSETS(1, 4, /*IS_PLAIN=*/1);
  else if (isWide)
    COMPUTE_OFFSETS(2, 8, /*IS_PLAIN=*/1);
  else
    COMPUTE_OFFSETS(2, 4, /*IS_PLAIN=*/1);
}

/* Defines the same as computeSlots with the vectors of `TARGET`. */
#define DEFINE_COMPUTE_SLOTS(NAME, TARGET)                                     \
  __attribute__((target(TARGET))) static void NAME(                            \
      const Chunk *chunk, int64_t begin, int64_t count, Slots *slots) {        \
    computeOffsetsByVectors(chunk, begin, count, slots->offsets);              \
    computeBuckets(chunk, count, slots->offsets, slots->buckets);              \
  }

DEFINE_COMPUTE_SLOTS(computeSlots32, "avx2")
DEFINE_COMPUTE_SLOTS(computeSlots64, AVX512)

#endif

static ALWAYS_INLINE int64_t countBlock(const Chunk *chunk, int64_t begin) {
  int64_t left = chunk->count - begin;
  return left < BLOCK || chunk->count <= SINGLE_BLOCK ? left : BLOCK;
}

static void countTuples(const Slots *slots, int64_t count, int64_t *counts,
                        int64_t numBuckets) {
  /* Tuples that are in no bucket are counted behind the last one. */
  int64_t numCounts = numBuckets + 1;
  /* An increment waits for the one before it if both are of the same bucket. If
     there are few buckets, neighbouring tuples have counts of their own. */
  enum { LANES = 4, FEW = 8 };
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

/* Offsets are written with `offsetBytes` bytes. Updates have `updateBytes`
   bytes; 0 stands for numbers of tuples. */
static ALWAYS_INLINE void writeBlockOf(const Chunk *given, const Slots *slots,
                                       int64_t begin, int64_t count,
                                       int32_t offsetBytes,
                                       int64_t updateBytes) {
  /* A copy that no store changes. */
  Chunk chunk = *given;
  for (int64_t i = 0; i < count; ++i) {
    if (slots->buckets[i] == chunk.numBuckets)
      continue;
    int64_t number = chunk.begins[slots->buckets[i]]++;
    char *entry = chunk.entries + number * 2 * offsetBytes;
    if (offsetBytes == 4)
      *(uint32_t *)entry = (uint32_t)slots->offsets[i];
    else
      *(int64_t *)entry = slots->offsets[i];
    int64_t tuple = begin + i;
    if (updateBytes == 0)
      *(int32_t *)(entry + offsetBytes) = (int32_t)(chunk.first + tuple);
    else
      memcpy(entry + offsetBytes, chunk.updates + tuple * chunk.updateStride,
             (size_t)updateBytes);
  }
}

static void writeBlock(const Chunk *chunk, const Slots *slots, int64_t begin,
                       int64_t count) {
  int64_t updateBytes = chunk->updates ? chunk->updateBytes : 0;
  int isNarrow = chunk->offsetBytes == 4;
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

/* The largest number of buckets for which vectors are faster. */
#define FEW_BUCKETS 3

/* Whether the functions below can be used: entries are pairs of 8 bytes each,
   and have the numbers of tuples. */
static int canFillByVectors(const Chunk *chunk) {
  return chunk->numBuckets <= FEW_BUCKETS && chunk->offsetBytes == 8 &&
         !chunk->updates;
}

/* The tuples among the 8 from `i` of `count` on that are in `bucket`. */
WITH_AVX512 static inline __mmask8 findTuples(const Slots *slots, int64_t i,
                                              int64_t count, int64_t bucket) {
  __mmask8 exist = count - i < 8 ? (__mmask8)((1u << (count - i)) - 1) : 0xFF;
  __m256i buckets = _mm256_loadu_si256((const __m256i *)&slots->buckets[i]);
  return _mm256_mask_cmpeq_epi32_mask(exist, buckets,
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

/* The same as writeBlock. */
WITH_AVX512 static void writeBlockByVectors(const Chunk *given,
                                            const Slots *slots, int64_t begin,
                                            int64_t count) {
  Chunk chunk = *given;
  const __m512i iota = _mm512_setr_epi64(0, 1, 2, 3, 4, 5, 6, 7);
  /* The pairs of the first and of the last 4 elements of two vectors. */
  const __m512i low = _mm512_setr_epi64(0, 8, 1, 9, 2, 10, 3, 11);
  const __m512i high = _mm512_setr_epi64(4, 12, 5, 13, 6, 14, 7, 15);
  for (int64_t i = 0; i < count; i += 8) {
    __m512i offsets = _mm512_loadu_si512(&slots->offsets[i]);
    __m512i numbers =
        _mm512_add_epi64(_mm512_set1_epi64(chunk.first + begin + i), iota);
    for (int64_t bucket = 0; bucket < chunk.numBuckets; ++bucket) {
      __mmask8 found = findTuples(slots, i, count, bucket);
      __m512i o = _mm512_maskz_compress_epi64(found, offsets);
      __m512i n = _mm512_maskz_compress_epi64(found, numbers);
      int64_t entries = __builtin_popcount(found);
      uint32_t words = (1u << 2 * entries) - 1;
      char *to = chunk.entries + chunk.begins[bucket] * 16;
      _mm512_mask_storeu_epi64(to, (__mmask8)words,
                               _mm512_permutex2var_epi64(o, low, n));
      _mm512_mask_storeu_epi64(to + 64, (__mmask8)(words >> 8),
                               _mm512_permutex2var_epi64(o, high, n));
      chunk.begins[bucket] += entries;
    }
  }
}

#endif

static Functions chooseFunctions(const Chunk *chunk) {
  Functions functions = {computeSlots, countTuples, writeBlock};
#ifdef __x86_64__
  int32_t level = scatter_runtime_get_cpu_level();
  if (level >= 3 && canUseVectors(chunk))
    functions.computeSlots = level == 3 ? computeSlots32 : computeSlots64;
  if (level >= 4 && canFillByVectors(chunk)) {
    functions.countTuples = countTuplesByVectors;
    functions.writeBlock = writeBlockByVectors;
  }
#else
  (void)chunk;
#endif
  return functions;
}

static void countEntries(const Chunk *chunk, Slots *slots) {
  memset(chunk->begins, 0,
         (size_t)(chunk->numBuckets + 1) * sizeof(*chunk->begins));
  for (int64_t begin = 0, count; begin < chunk->count; begin += count) {
    count = countBlock(chunk, begin);
    chunk->functions.computeSlots(chunk, begin, count, slots);
    chunk->functions.countTuples(slots, count, chunk->begins,
                                 chunk->numBuckets);
  }
}

/* Replaces the number of entries of each bucket by that of its first entry. */
static void sumCounts(const Chunk *chunk) {
  int64_t begin = chunk->first;
  for (int64_t i = 0; i < chunk->numBuckets; ++i) {
    int64_t count = chunk->begins[i];
    chunk->begins[i] = begin;
    begin += count;
  }
}

/* `slots` are those of the last block. The begin of each bucket moves to its
   end. */
static void writeEntries(const Chunk *chunk, Slots *slots) {
  for (int64_t begin = 0, count; begin < chunk->count; begin += count) {
    count = countBlock(chunk, begin);
    if (count < chunk->count)
      chunk->functions.computeSlots(chunk, begin, count, slots);
    chunk->functions.writeBlock(chunk, slots, begin, count);
  }
}

void scatter_runtime_fill_buckets(
    int32_t kind, int32_t policy, const void *indices, int32_t component_bytes,
    int64_t depth, int64_t component_stride, int64_t tuple_stride,
    int64_t origin, int64_t first, int64_t count, int64_t buckets,
    int32_t page_bits, int64_t *begins, void *entries, int32_t offset_bytes,
    const void *updates, int64_t update_bytes, int64_t update_stride, ...) {
  Dimension dimensions[depth > 0 ? depth : 1];
  va_list arguments;
  va_start(arguments, update_stride);
  for (int64_t i = 0; i < depth; ++i) {
    dimensions[i].size = va_arg(arguments, int64_t);
    dimensions[i].stride = va_arg(arguments, int64_t);
  }
  va_end(arguments);
  Chunk chunk = {kind,
                 policy,
                 component_bytes,
                 page_bits,
                 depth,
                 component_stride * component_bytes,
                 tuple_stride * component_bytes,
                 origin,
                 first,
                 count,
                 buckets,
                 indices,
                 dimensions,
                 begins,
                 entries,
                 offset_bytes,
                 updates,
                 update_bytes,
                 update_stride,
                 /*functions=*/{NULL, NULL, NULL}};
  chunk.functions = chooseFunctions(&chunk);
  Slots slots;
  countEntries(&chunk, &slots);
  sumCounts(&chunk);
  writeEntries(&chunk, &slots);
  /* The end of a bucket is the begin of the next one. */
  memmove(begins + 1, begins, (size_t)buckets * sizeof(*begins));
  begins[0] = first;
}

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
