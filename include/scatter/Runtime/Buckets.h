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

/** Sorts `count` index tuples into `buckets` buckets, stably. Called by
    generated code, once for each thread and its chunk of the tuples.

    `indices` points to the first component of the first tuple. A component has
    4 or 8 bytes. Tuples are `tuple_stride` components apart, the `depth`
    components of a tuple `component_stride`. The variable arguments have the
    type int64_t: for each component the size of the dimension that it indexes
    and its stride in elements. `kind` is one of SCATTER_ERROR_INDEX to
    SCATTER_ERROR_INDEX_UNSIGNED and defines what an index means, `policy` is a
    ScatterTuplePolicy. The slot of a tuple is at the offset `origin` plus the
    sum of its components times their strides, which is not negative. A page is
    a range of 2^`page_bits` offsets. The slots of a page have the same bucket.
    A hash of the page selects it, so that buckets stay balanced if many tuples
    name neighbouring slots.

    An entry has 2 * `offset_bytes` bytes and describes a tuple. The first half
    is the offset of the slot, an integer of 4 or 8 bytes. If `updates` is null,
    the second half begins with the number of the tuple, an int32_t that counts
    from `first`. Otherwise it begins with a copy of the update, of at most
    `offset_bytes` bytes. `updates` then points to the update of the first
    tuple. Each update has `update_bytes` bytes, and the next one follows at a
    distance of `update_stride` bytes.

    The entries of bucket b are those from `begins`[b] to `begins`[b + 1]. The
    first entry of all has the number `first`. `begins` has `buckets` + 1
    elements. At most `count` entries are written. The memory that is written
    must not overlap the memory that is read.

    If `only` is not negative, it is the number of the only bucket that gets
    entries, the first of which has the number `first`. Of `begins`, the element
    of this bucket and the next one are written. Memory for `count` entries from
    number `first` on may be written. */
SCATTER_RUNTIME_EXPORT void scatter_runtime_fill_buckets(
    int32_t kind, int32_t policy, const void *indices, int32_t component_bytes,
    int64_t depth, int64_t component_stride, int64_t tuple_stride,
    int64_t origin, int64_t first, int64_t count, int64_t buckets, int64_t only,
    int32_t page_bits, int64_t *begins, void *entries, int32_t offset_bytes,
    const void *updates, int64_t update_bytes, int64_t update_stride, ...);

/** Finds the last tuple of each slot in one bucket. Without a reduction, only
    its update needs to be written. Called by generated code, by the thread that
    applies the bucket.

    The entries of the bucket are in `lists` lists, in the order of the tuples.
    Those of list i are from `begins`[i * `pitch`] to `begins`[i * `pitch` + 1].
    They are as scatter_runtime_fill_buckets writes them, with numbers of
    tuples. Entries of slots that no later entry has move to the end of their
    list and keep their order. `firsts`[i] becomes the number of the first of
    them.

    `seen` has `words` words, with one bit for each 2^`slot_bits` offsets, in
    which at most one slot begins. Its first `cleared` words are set to 0. The
    bits of the slots of this bucket must be 0 then, and are set. If `words` is
    0, all entries are kept. */
SCATTER_RUNTIME_EXPORT void
scatter_runtime_keep_last(int64_t lists, const int64_t *begins, int64_t pitch,
                          void *entries, int32_t offset_bytes,
                          int32_t slot_bits, uint64_t *seen, int64_t words,
                          int64_t cleared, int64_t *firsts);

#ifdef __cplusplus
}
#endif

#endif /* SCATTER_RUNTIME_BUCKETS_H */
