/*===- RuntimeThresholds.h - the numbers of the C runtime ---------*- C -*-===*\
|*                                                                            *|
|* The runtime's part of Thresholds.h, for C: numbers that a measurement      *|
|* could change. The quoted title is the table of docs/Performance.md.        *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#ifndef SCATTER_PLAN_RUNTIMETHRESHOLDS_H
#define SCATTER_PLAN_RUNTIMETHRESHOLDS_H

/* Tuples whose slots are computed before they are sorted, if there are several
   blocks: more do not fit into L1 beside the entries. "Buckets by two
   threads". */
#define SCATTER_BLOCK_TUPLES 256

/* The tuples of a single block, whose slots are kept between the two passes
   instead of computed twice. They are on the stack. "Buckets by two
   threads". */
#define SCATTER_MAX_BLOCK_TUPLES 1024

/* Up to this many counters, tuples next to each other are counted in counters
   of their own, of which there are SCATTER_COUNTER_LANES sets: an increment
   waits for the one before it if both are of the same bucket. "Buckets by two
   threads". */
#define SCATTER_FEW_COUNTERS 8
#define SCATTER_COUNTER_LANES 4

/* The maximum number of buckets that AVX-512 fills one after the other; a pass
   over more takes longer than the vectors save. "Buckets by two threads". */
#define SCATTER_MAX_VECTOR_BUCKETS 3

/* The largest number of components that has a loop of its own: each takes code.
   "Buckets by two threads". */
#define SCATTER_MAX_FAST_DEPTH 3

/* How long a worker looks for a job before it sleeps: waking it takes some 50
   microseconds, looking takes the time of a core. "More threads, more
   cores". */
#define SCATTER_SPIN_NANOSECONDS 1000000
#define SCATTER_SPINS_BETWEEN_LOOKS 64

#endif /* SCATTER_PLAN_RUNTIMETHRESHOLDS_H */
