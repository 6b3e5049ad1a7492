/*===- TupleSlots.c - slots and buckets of index tuples -------------------===*/

#include "TupleSlots.h"

#include "Attributes.h"
#include "Indices.h"
#include "scatter/Runtime/CPULevel.h"

/* The offset of a tuple that is in no bucket. */
#define DROPPED (-1)

/* The offset of the slot that the tuple at `components` names, or DROPPED. */
static ALWAYS_INLINE int64_t computeOffset(const Tuples *tuples,
                                           const char *components,
                                           int64_t depth, int32_t bytes) {
  int64_t offset = tuples->origin;
  for (int64_t i = 0; i < depth; ++i) {
    ScatterDimension dimension = tuples->dimensions[i];
    int64_t index = loadIndex(components + i * tuples->component_stride, bytes,
                              tuples->kind);
    if (tuples->policy == SCATTER_TUPLE_DROP &&
        !isValidIndex(tuples->kind, index, dimension.size))
      return DROPPED;
    if (tuples->policy == SCATTER_TUPLE_CLAMP && dimension.size == 0)
      return DROPPED;
    index = tuples->policy == SCATTER_TUPLE_CLAMP
                ? clampIndex(tuples->kind, index, dimension.size)
                : normalizeIndex(tuples->kind, index, dimension.size);
    offset += index * dimension.stride;
  }
  return offset;
}

/* Computes the offsets of `count` tuples from number `begin` on, which have
   `depth` components of `bytes` bytes. `isPlain` says that arePlain holds. */
static ALWAYS_INLINE void computeOffsetsOf(const Tuples *given, int64_t begin,
                                           int64_t count,
                                           int64_t *restrict offsets,
                                           int64_t depth, int32_t bytes,
                                           int isPlain) {
  /* Copies that no store changes. */
  ScatterDimension dimensions[SCATTER_MAX_FAST_DEPTH];
  Tuples tuples = *given;
  if (depth <= SCATTER_MAX_FAST_DEPTH) {
    memcpy(dimensions, given->dimensions, (size_t)depth * sizeof(*dimensions));
    tuples.dimensions = dimensions;
  }
  /* The compiler uses vectors if it knows these. */
  if (isPlain) {
    tuples.kind = SCATTER_ERROR_INDEX;
    tuples.policy = SCATTER_TUPLE_VALID;
    tuples.component_stride = bytes;
    tuples.tuple_stride = depth * bytes;
  }
  const char *components =
      (const char *)tuples.indices + begin * tuples.tuple_stride;
  for (int64_t i = 0; i < count; ++i, components += tuples.tuple_stride)
    offsets[i] = computeOffset(&tuples, components, depth, bytes);
}

#define COMPUTE_OFFSETS(DEPTH, BYTES, IS_PLAIN)                                \
  computeOffsetsOf(tuples, begin, count, offsets, DEPTH, BYTES, IS_PLAIN)

static ALWAYS_INLINE void computeOffsets(const Tuples *tuples, int64_t begin,
                                         int64_t count, int64_t *offsets) {
  int isWide = tuples->component_bytes == 8;
  int64_t depth = tuples->depth;
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
    COMPUTE_OFFSETS(depth, tuples->component_bytes, /*IS_PLAIN=*/0);
}

/* Computes the buckets of `count` slots: a multiplicative hash of their pages,
   scaled to the number of buckets. */
static ALWAYS_INLINE void computeBuckets(const Tuples *tuples, int64_t count,
                                         const int64_t *restrict offsets,
                                         uint32_t *restrict buckets) {
  uint32_t numBuckets = (uint32_t)tuples->buckets;
  int64_t pageBits = tuples->page_bits;
  for (int64_t i = 0; i < count; ++i) {
    uint32_t hash = (uint32_t)((uint64_t)offsets[i] >> pageBits) * 0x9E3779B1u;
    uint32_t bucket = (uint32_t)((uint64_t)hash * numBuckets >> 32);
    buckets[i] = offsets[i] == DROPPED ? numBuckets : bucket;
  }
}

static void computeSlots(const Tuples *tuples, int64_t begin, int64_t count,
                         Slots *slots) {
  computeOffsets(tuples, begin, count, slots->offsets);
  computeBuckets(tuples, count, slots->offsets, slots->buckets);
}

#ifdef __x86_64__

/* Whether all indices are valid, negative ones count from the end, and tuples
   have no gaps. */
static ALWAYS_INLINE int arePlain(const Tuples *tuples) {
  int64_t bytes = tuples->component_bytes;
  return tuples->kind == SCATTER_ERROR_INDEX &&
         tuples->policy == SCATTER_TUPLE_VALID &&
         (tuples->depth == 1 || tuples->component_stride == bytes) &&
         tuples->tuple_stride == tuples->depth * bytes;
}

/* Whether the tuples are the offsets: unsigned numbers of 4 bytes. */
static ALWAYS_INLINE int areOffsets(const Tuples *tuples) {
  return tuples->kind == SCATTER_ERROR_INDEX_UNSIGNED && tuples->depth == 1 &&
         tuples->policy == SCATTER_TUPLE_VALID &&
         tuples->component_bytes == 4 && tuples->tuple_stride == 4 &&
         tuples->origin == 0 && tuples->dimensions[0].stride == 1;
}

static int canUseVectors(const Tuples *tuples) {
  return areOffsets(tuples) || (arePlain(tuples) && tuples->depth <= 2);
}

static ALWAYS_INLINE void loadOffsets(const Tuples *tuples, int64_t begin,
                                      int64_t count,
                                      int64_t *restrict offsets) {
  const char *narrow = (const char *)tuples->indices + 4 * begin;
  for (int64_t i = 0; i < count; ++i)
    offsets[i] = loadIndex(narrow + 4 * i, 4, SCATTER_ERROR_INDEX_UNSIGNED);
}

/* The same as computeOffsets. */
static ALWAYS_INLINE void computeOffsetsByVectors(const Tuples *tuples,
                                                  int64_t begin, int64_t count,
                                                  int64_t *offsets) {
  int isWide = tuples->component_bytes == 8;
  if (areOffsets(tuples))
    loadOffsets(tuples, begin, count, offsets);
  else if (tuples->depth == 1 && isWide)
    COMPUTE_OFFSETS(1, 8, /*IS_PLAIN=*/1);
  else if (tuples->depth == 1)
    COMPUTE_OFFSETS(1, 4, /*IS_PLAIN=*/1);
  else if (isWide)
    COMPUTE_OFFSETS(2, 8, /*IS_PLAIN=*/1);
  else
    COMPUTE_OFFSETS(2, 4, /*IS_PLAIN=*/1);
}

/* Defines the same as computeSlots with the vectors of `TARGET`. */
#define DEFINE_COMPUTE_SLOTS(NAME, TARGET)                                     \
  __attribute__((target(TARGET))) static void NAME(                            \
      const Tuples *tuples, int64_t begin, int64_t count, Slots *slots) {      \
    computeOffsetsByVectors(tuples, begin, count, slots->offsets);             \
    computeBuckets(tuples, count, slots->offsets, slots->buckets);             \
  }

DEFINE_COMPUTE_SLOTS(computeSlots32, "avx2")
DEFINE_COMPUTE_SLOTS(computeSlots64, AVX512)

#endif

ComputeSlots *chooseComputeSlots(const Tuples *tuples) {
#ifdef __x86_64__
  int32_t level = scatter_runtime_get_cpu_level();
  if (level >= 3 && canUseVectors(tuples))
    return level == 3 ? computeSlots32 : computeSlots64;
#else
  (void)tuples;
#endif
  return computeSlots;
}
