/*===- Buckets.h - sorts index tuples by their slots --------------*- C -*-===*\
|*                                                                            *|
|* Where threads divide a scatter_nd_update by slots, each thread first sorts *|
|* a chunk of the tuples into buckets. A bucket holds the tuples of certain   *|
|* slots, in the order of the tuples, and is then applied by one thread.      *|
|* Plain C, no dependency on LLVM; every function is thread-safe.             *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#ifndef SCATTER_RUNTIME_BUCKETS_H
#define SCATTER_RUNTIME_BUCKETS_H

#include "scatter/Runtime/Runtime.h"

#ifdef __cplusplus
extern "C" {
#endif

/** What becomes of an index out of bounds; the values are part of the ABI of
    generated code. */
typedef enum ScatterTuplePolicy {
  /** All indices are valid: the caller has checked them, or promises it. */
  SCATTER_TUPLE_VALID = 0,
  /** A tuple with an index out of bounds is in no bucket. */
  SCATTER_TUPLE_DROP = 1,
  /** The index moves to the nearest valid one; a tuple that indexes a dimension
      of size 0 is in no bucket. */
  SCATTER_TUPLE_CLAMP = 2
} ScatterTuplePolicy;

/** The dimension that a component of a tuple indexes, with its stride in
    elements. */
typedef struct ScatterDimension {
  int64_t size, stride;
} ScatterDimension;

/* Generated code fills the structs below, and knows no other types of members
   than int64_t and pointers. */

/** Index tuples and how they select slots and buckets. */
typedef struct ScatterTuples {
  /** The first component of the first tuple. */
  const void *indices;
  /** Bytes of a component: 4 or 8. */
  int64_t component_bytes;
  /** Distances in bytes from a component to the next one of the tuple, and from
      a tuple to the next one. */
  int64_t component_stride, tuple_stride;
  /** What an index means: SCATTER_ERROR_INDEX to SCATTER_ERROR_INDEX_UNSIGNED;
      and a ScatterTuplePolicy. */
  int64_t kind, policy;
  /** The number of components of a tuple, and the dimension for each. */
  int64_t depth;
  const ScatterDimension *dimensions;
  /** The slot of a tuple is at the offset `origin` plus the sum of its
      components times their strides, which is not negative. */
  int64_t origin;
  /** A page is a range of 2^`page_bits` offsets. The slots of a page have the
      same bucket. A hash of the page selects it, so that buckets stay balanced
      if many tuples name neighbouring slots. */
  int64_t page_bits;
  int64_t buckets;
} ScatterTuples;

/** What scatter_runtime_fill_buckets reads and where it writes. The memory that
    is written must not overlap the memory that is read. */
typedef struct ScatterTupleSort {
  ScatterTuples tuples;
  /** The number of tuples. */
  int64_t count;
  /** -1, or the number of the only bucket that gets entries. */
  int64_t only;
  /** The entries of bucket b are those from `begins`[b] to `begins`[b + 1]. It
      has `buckets` + 1 elements. With `only`, the element of this bucket and
      the next one are written. */
  int64_t *begins;
  /** Entries of 2 * `offset_bytes` bytes, each of which describes a tuple. The
      first half is the offset of the slot, an integer of 4 or 8 bytes. The
      second half begins with the number of the tuple, an int32_t that counts
      from `first`, or with a copy of the update. */
  void *entries;
  int64_t offset_bytes;
  /** The number of the first entry that is written, of at most `count`. With
      `only`, memory for `count` entries from it on may be written. */
  int64_t first;
  /** The update of the first tuple, the bytes of an update, at most
      `offset_bytes`, and the distance in bytes to the next one. Null and 0 if
      the entries have the numbers of the tuples. */
  const void *updates;
  int64_t update_bytes, update_stride;
} ScatterTupleSort;

/** Sorts index tuples into buckets, stably. Called by generated code, once for
    each thread and its chunk of the tuples. */
SCATTER_RUNTIME_EXPORT void
scatter_runtime_fill_buckets(const ScatterTupleSort *sort);

/** The entries of one bucket, in lists in the order of the tuples, as
    scatter_runtime_fill_buckets writes them, with numbers of tuples. */
typedef struct ScatterLastTuples {
  /** The number of lists. The entries of list i are from `begins`[i * `pitch`]
      to `begins`[i * `pitch` + 1]. */
  int64_t lists;
  const int64_t *begins;
  int64_t pitch;
  void *entries;
  int64_t offset_bytes;
  /** `words` words, with one bit for each 2^`slot_bits` offsets, in which at
      most one slot begins. The first `cleared` words are set to 0. The bits of
      the slots of this bucket must be 0 then, and are set. If `words` is 0, all
      entries are kept. */
  uint64_t *seen;
  int64_t words, cleared, slot_bits;
  /** `firsts`[i] becomes the number of the first entry of list i that is
      kept. */
  int64_t *firsts;
} ScatterLastTuples;

/** Finds the last tuple of each slot in one bucket. Without a reduction, only
    its update needs to be written. Called by generated code, by the thread that
    applies the bucket. Entries of slots that no later entry has move to the end
    of their list and keep their order. */
SCATTER_RUNTIME_EXPORT void
scatter_runtime_keep_last(const ScatterLastTuples *bucket);

#ifdef __cplusplus
}
#endif

#endif /* SCATTER_RUNTIME_BUCKETS_H */
