/*===- TupleSlots.h - slots and buckets of index tuples -----------*- C -*-===*/

#ifndef SCATTER_LIB_RUNTIME_TUPLESLOTS_H
#define SCATTER_LIB_RUNTIME_TUPLESLOTS_H

#include "scatter/Plan/RuntimeThresholds.h"
#include "scatter/Runtime/Buckets.h"

typedef ScatterTuples Tuples;

/* The slots of the tuples of a block. */
typedef struct Slots {
  /* For a tuple that is in no bucket, -1. */
  int64_t offsets[SCATTER_MAX_BLOCK_TUPLES];
  /* For a tuple that is in no bucket, the number of buckets. */
  uint32_t buckets[SCATTER_MAX_BLOCK_TUPLES];
} Slots;

/* Computes the slots of `count` tuples, at most
   SCATTER_MAX_BLOCK_TUPLES, from number `begin` on. */
typedef void ComputeSlots(const Tuples *tuples, int64_t begin, int64_t count,
                          Slots *slots);

/* The fastest function for `tuples` on this CPU. */
ComputeSlots *chooseComputeSlots(const Tuples *tuples);

#endif /* SCATTER_LIB_RUNTIME_TUPLESLOTS_H */
