/*===- Buckets.c - sorts index tuples by their slots ----------------------===*\
|*                                                                            *|
|* A counting sort: one pass over the tuples counts the entries of each       *|
|* bucket, a second one writes them. Both compute the offsets of the slots of *|
|* a block of tuples at a time, by loops for tuples of one to three           *|
|* components, and by one for all others.                                     *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#include "scatter/Runtime/Buckets.h"

#include "Indices.h"

#include <stdarg.h>

#define ALWAYS_INLINE inline __attribute__((always_inline))

/* The offset of a tuple that is in no bucket. */
#define DROPPED (-1)

/* Tuples of a block. */
#define BLOCK 256

/* The largest number of components that a loop of its own is compiled for. */
#define MAX_FAST_DEPTH 3

typedef struct Dimension {
  int64_t size, stride;
} Dimension;

/* The arguments of a call, with distances in bytes. */
typedef struct Chunk {
  int32_t kind, policy, componentBytes, pageBits;
  int64_t depth, componentStride, tupleStride, origin, first, count, numBuckets;
  const char *indices;
  const Dimension *dimensions;
  int64_t *begins;
  char *entries;
  int32_t offsetBytes;
  const char *updates;
  int64_t updateBytes, updateStride;
} Chunk;

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
   `depth` components of `bytes` bytes. */
static ALWAYS_INLINE void computeOffsetsOf(const Chunk *given, int64_t begin,
                                           int64_t count,
                                           int64_t *restrict offsets,
                                           int64_t depth, int32_t bytes) {
  /* Copies that no store changes. */
  Dimension dimensions[MAX_FAST_DEPTH];
  Chunk chunk = *given;
  if (depth <= MAX_FAST_DEPTH) {
    memcpy(dimensions, given->dimensions, (size_t)depth * sizeof(*dimensions));
    chunk.dimensions = dimensions;
  }
  const char *components = chunk.indices + begin * chunk.tupleStride;
  for (int64_t i = 0; i < count; ++i, components += chunk.tupleStride)
    offsets[i] = computeOffset(&chunk, components, depth, bytes);
}

/* The same for tuples of any kind. Returns how many there are, at most a block
   and none behind the end of the chunk. */
static int64_t computeOffsets(const Chunk *chunk, int64_t begin,
                              int64_t *offsets) {
  int64_t left = chunk->count - begin;
  int64_t count = left < BLOCK ? left : BLOCK;
  int isWide = chunk->componentBytes == 8;
  int64_t depth = chunk->depth;
  if (depth == 1 && isWide)
    computeOffsetsOf(chunk, begin, count, offsets, /*depth=*/1, /*bytes=*/8);
  else if (depth == 1)
    computeOffsetsOf(chunk, begin, count, offsets, /*depth=*/1, /*bytes=*/4);
  else if (depth == 2 && isWide)
    computeOffsetsOf(chunk, begin, count, offsets, /*depth=*/2, /*bytes=*/8);
  else if (depth == 2)
    computeOffsetsOf(chunk, begin, count, offsets, /*depth=*/2, /*bytes=*/4);
  else if (depth == 3 && isWide)
    computeOffsetsOf(chunk, begin, count, offsets, /*depth=*/3, /*bytes=*/8);
  else
    computeOffsetsOf(chunk, begin, count, offsets, depth,
                     chunk->componentBytes);
  return count;
}

/* The bucket of the slot at `offset`: a multiplicative hash of its page, scaled
   to the number of buckets. */
static ALWAYS_INLINE int64_t getBucket(const Chunk *chunk, int64_t offset) {
  uint32_t hash = (uint32_t)((uint64_t)offset >> chunk->pageBits) * 0x9E3779B1u;
  return (int64_t)((uint64_t)hash * (uint64_t)chunk->numBuckets >> 32);
}

/* Whether the tuples are the offsets: unsigned numbers of 4 bytes. */
static int areOffsets(const Chunk *chunk) {
  return chunk->kind == SCATTER_ERROR_INDEX_UNSIGNED && chunk->depth == 1 &&
         chunk->policy == SCATTER_TUPLE_VALID && chunk->componentBytes == 4 &&
         chunk->tupleStride == 4 && chunk->origin == 0 &&
         chunk->dimensions[0].stride == 1;
}

static ALWAYS_INLINE int64_t loadOffset(const char *offsets, int64_t i,
                                        int32_t bytes) {
  uint32_t narrow;
  int64_t wide;
  if (bytes == 8) {
    memcpy(&wide, offsets + i * 8, sizeof(wide));
    return wide;
  }
  memcpy(&narrow, offsets + i * 4, sizeof(narrow));
  return narrow;
}

/* The offsets of the tuples of a block. */
typedef struct Offsets {
  const char *first;
  int64_t count;
} Offsets;

/* Returns the offsets of the tuples from number `begin` on, which have `bytes`
   bytes: 4 where the tuples are the offsets, else 8, in `memory`. */
static ALWAYS_INLINE Offsets getOffsets(const Chunk *chunk, int64_t begin,
                                        int32_t bytes, int64_t *memory) {
  if (bytes == 4)
    return (Offsets){chunk->indices + 4 * begin, chunk->count - begin};
  return (Offsets){(const char *)memory, computeOffsets(chunk, begin, memory)};
}

static ALWAYS_INLINE void countEntriesOf(const Chunk *given, int32_t bytes) {
  /* A copy that no store changes. */
  Chunk chunk = *given;
  int64_t memory[BLOCK];
  for (int64_t begin = 0; begin < chunk.count;) {
    Offsets offsets = getOffsets(given, begin, bytes, memory);
    begin += offsets.count;
    for (int64_t i = 0; i < offsets.count; ++i) {
      int64_t offset = loadOffset(offsets.first, i, bytes);
      if (offset != DROPPED)
        ++chunk.begins[getBucket(&chunk, offset)];
    }
  }
}

static void countEntries(const Chunk *chunk) {
  memset(chunk->begins, 0,
         (size_t)(chunk->numBuckets + 1) * sizeof(*chunk->begins));
  if (areOffsets(chunk))
    countEntriesOf(chunk, /*bytes=*/4);
  else
    countEntriesOf(chunk, /*bytes=*/8);
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

/* Writes the entries. Offsets are read with `bytes` bytes, see getOffsets, and
   written with `offsetBytes` bytes. Updates have `updateBytes` bytes; 0 stands
   for numbers of tuples. The begin of each bucket moves to its end. */
static ALWAYS_INLINE void writeEntriesOf(const Chunk *given, int32_t bytes,
                                         int32_t offsetBytes,
                                         int64_t updateBytes) {
  Chunk chunk = *given;
  int64_t memory[BLOCK];
  for (int64_t begin = 0; begin < chunk.count;) {
    Offsets offsets = getOffsets(given, begin, bytes, memory);
    for (int64_t i = 0; i < offsets.count; ++i) {
      int64_t offset = loadOffset(offsets.first, i, bytes);
      if (offset == DROPPED)
        continue;
      int64_t number = chunk.begins[getBucket(&chunk, offset)]++;
      char *entry = chunk.entries + number * 2 * offsetBytes;
      if (offsetBytes == 4)
        *(uint32_t *)entry = (uint32_t)offset;
      else
        *(int64_t *)entry = offset;
      int64_t tuple = begin + i;
      if (updateBytes == 0)
        *(int32_t *)(entry + offsetBytes) = (int32_t)(chunk.first + tuple);
      else
        memcpy(entry + offsetBytes, chunk.updates + tuple * chunk.updateStride,
               (size_t)updateBytes);
    }
    begin += offsets.count;
  }
}

static void writeEntries(const Chunk *chunk) {
  int64_t updateBytes = chunk->updates ? chunk->updateBytes : 0;
  int isNarrow = chunk->offsetBytes == 4 && areOffsets(chunk);
  if (isNarrow && updateBytes == 0)
    writeEntriesOf(chunk, /*bytes=*/4, /*offsetBytes=*/4, /*updateBytes=*/0);
  else if (isNarrow && updateBytes == 4)
    writeEntriesOf(chunk, /*bytes=*/4, /*offsetBytes=*/4, /*updateBytes=*/4);
  else if (isNarrow)
    writeEntriesOf(chunk, /*bytes=*/4, /*offsetBytes=*/4, updateBytes);
  else if (chunk->offsetBytes == 4)
    writeEntriesOf(chunk, /*bytes=*/8, /*offsetBytes=*/4, updateBytes);
  else if (updateBytes == 0)
    writeEntriesOf(chunk, /*bytes=*/8, /*offsetBytes=*/8, /*updateBytes=*/0);
  else if (updateBytes == 8)
    writeEntriesOf(chunk, /*bytes=*/8, /*offsetBytes=*/8, /*updateBytes=*/8);
  else
    writeEntriesOf(chunk, /*bytes=*/8, /*offsetBytes=*/8, updateBytes);
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
                 update_stride};
  countEntries(&chunk);
  sumCounts(&chunk);
  writeEntries(&chunk);
  /* The end of a bucket is the begin of the next one. */
  memmove(begins + 1, begins, (size_t)buckets * sizeof(*begins));
  begins[0] = first;
}
