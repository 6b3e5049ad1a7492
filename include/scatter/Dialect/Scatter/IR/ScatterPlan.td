//===- ScatterPlan.td - how an op is lowered ---------------*- tablegen -*-===//

#ifndef SCATTER_DIALECT_SCATTER_IR_SCATTERPLAN_TD
#define SCATTER_DIALECT_SCATTER_IR_SCATTERPLAN_TD

include "mlir/IR/AttrTypeBase.td"
include "scatter/Dialect/Scatter/IR/ScatterDialect.td"

def Scatter_PlanAttr : AttrDef<Scatter_Dialect, "Plan"> {
  let mnemonic = "plan";
  let summary = "how an op is lowered";
  let description = [{
    Everything that the loops of an op depend on beside its types and its
    meaning: `scatter-plan` chooses it, `convert-scatter-to-loops` follows it.
    An op without a plan is lowered by the default one. A plan never changes a
    result; one that would (chunks of tuples that may name one slot) is rejected
    by the verifier of the op.

    Fields that have their default are left out. Bytes and tuples are counts;
    what depends on a size known at run time is decided by the generated code,
    against the same numbers.

    | field | default | meaning |
    |---|---|---|
    | `partition` | serial | how the threads divide the work: serial, chunks, buckets, slice, private |
    | `offsets` | components | where the offsets of slots come from: components, blocks, precomputed |
    | `threads` | 1 | threads that divide the work |
    | `vector_bytes` | 64 | bytes of the vectors that rows are processed in, a power of two |
    | `parallel_bytes` | 0 | bytes written from which the threads divide them |
    | `parallel_tuple_bytes` | 0 | bytes that a tuple, or an element of a slice with a step, counts at least in `parallel_bytes` |
    | `parallel_data_bytes` | 0 | bytes of `data` from which the threads divide the work |
    | `parallel_sorted_bytes` | 0 | bytes of slices, without `sorted_tuple_bytes` of each, from which the threads divide the work by buckets whatever the bytes of `data`; 0: never |
    | `sorted_tuple_bytes` | 96 | bytes of a slice that are written in the time in which a tuple is put into a bucket |
    | `parallel_check_bytes` | 0 | bytes of `indices` from which the threads divide the check; 0: never |
    | `prefetch_tuples` | 0 | tuples between a prefetch of a slot and its use; 0: no prefetch |
    | `prefetch_data_bytes` | 0 | bytes of `data` from which slots are prefetched |
    | `prefetch_total_bytes` | 0 | bytes of `data`, all updates and indices from which slots, and updates with gaps between them, are prefetched |
    | `prefetch_level` | 2 | level of the cache that slots, and updates with gaps between them, are prefetched into |
    | `prefetch_bytes` | 0 | bytes that sources of copies are prefetched ahead; 0: no prefetch |
    | `min_offset_tuples` | 256 | tuples from which `offsets` other than components are computed |
    | `scratch_bytes` | 67108864 | bytes that precomputed offsets may take |
    | `offset_block_tuples` | 2048 | tuples of a block of offsets |
    | `bucket_tuples` | 4194304 | tuples that are put into buckets at a time |
    | `one_phase_tuples` | 1024 | tuples up to which each thread finds those of its bucket among all, so that it does not wait for entries of other threads |
    | `divided_tuples` | 16 | tuples for each thread up to which there are no buckets: each thread applies all tuples to a range of each slice |
    | `min_bucket_tuples` | 2048 | tuples for each bucket, if there are more buckets than threads |
    | `max_buckets` | 512 | the most buckets, if there are more than threads |
    | `bucket_bytes` | 0 | bytes of `data` for each bucket, if that makes more buckets than threads; 0: one bucket for each thread |
    | `bucket_data_bytes` | 0 | bytes of `data` from which `bucket_bytes` applies, if the updates have at least twice the bytes of `data`; 0: always |
    | `last_tuples_percent` | 0 | tuples in percent of the slots from which a bucket writes only the last update of each slot, if there is no reduction; 0: never |
    | `nontemporal_bytes` | 0 | bytes written from which stores are nontemporal; 0: never |
    | `nontemporal_row_bytes` | 2048 | bytes of a contiguous row of a slice, or of a gap between rows, from which its stores are nontemporal |
    | `memcpy_bytes` | 0 | bytes of a row from which it is copied by memcpy; 0: never |
    | `chunk_bytes` | 16384 | bytes that a thread takes at least of a single row |
    | `unrolled_bytes` | 256 | bytes of a row, or half as many if a reduction converts floats of less than 32 bits, up to which it has no loop; bytes of a slot that an iteration prefetches |
    | `strided_vectors` | 0 | 1: strided rows are written by whole vectors, 0: by elements |
    | `parallel_copy_bytes` | 0 | bytes of `data` from which the threads divide the copy of the `source` of a `scatter_nd_update` that overwrites little of it; four times as many if it overwrites all; 0: never |
    | `nontemporal_copy_bytes` | 0 | bytes of `data` from which the stores of that copy are nontemporal; 0: never |
    | `one_pass_row_bytes` | 256 | bytes of `data` for each row of a slice from which a `source` is copied in one pass with the slice |
    | `sparse_row_bytes` | 8192 | the same where `data` has `nontemporal_bytes` or more and the slice, of contiguous rows, at most a fourth of it |

    Example:

    ```mlir
    #scatter.plan<partition = buckets, threads = 2, prefetch_tuples = 16>
    ```
  }];
  let parameters = (ins "::scatter::Plan":$value);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

#endif // SCATTER_DIALECT_SCATTER_IR_SCATTERPLAN_TD
