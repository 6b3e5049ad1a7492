//===- ScatterPlan.td - how an op is lowered ---------------*- tablegen -*-===//

#ifndef SCATTER_DIALECT_SCATTER_IR_SCATTERPLAN_TD
#define SCATTER_DIALECT_SCATTER_IR_SCATTERPLAN_TD

include "mlir/IR/AttrTypeBase.td"
include "scatter/Dialect/Scatter/IR/ScatterDialect.td"

def Scatter_PlanAttr : AttrDef<Scatter_Dialect, "Plan"> {
  let mnemonic = "plan";
  let summary = "how an op is lowered";
  let description = [{
    What the loops of an op depend on besides its types and its meaning:
    `scatter-plan` chooses it, `convert-scatter-to-loops` follows it. An op
    without a plan is lowered by the default one. A plan never changes a result;
    one that would (chunks of tuples that may name one slot) is rejected by the
    verifier of the op.

    Fields are in groups. The first value of a group has no name, and a group of
    that value alone has no brackets. Fields that have their default are left
    out. What static sizes decide is decided in the plan; the generated code
    compares run-time sizes with the minimums. Numbers that depend neither on
    the op nor on the machine are constants of `scatter/Plan/Thresholds.h`.

    | field | default | meaning |
    |---|---|---|
    | `partition` | serial | how threads divide the work: serial, chunks, buckets, slice, private |
    | `threads` | 1 | threads that divide the work |
    | `threads`, `bytes` | 0 | minimum of bytes written for `slice` and `chunks`; buckets, private copies, the check of indices and the copy of a `source` need a multiple of it |
    | `threads`, `data_bytes` | 0 | minimum bytes of `data` for buckets, unless slices are so long that sorting their tuples pays anyway; 0: `bytes` alone decides |
    | `buckets`, `bytes` | 0 | bytes of `data` for each bucket, if that makes more buckets than threads; 0: one bucket for each thread |
    | `buckets`, `data_bytes` | 0 | minimum bytes of `data` for more buckets than threads, whose updates must have twice the bytes of `data`; 0: no minimum |
    | `offsets` | components | where the offsets of slots come from: components, blocks, precomputed |
    | `offsets`, `scratch_bytes` | 67108864 | maximum bytes of precomputed offsets |
    | `prefetch` | 0 | tuples between a prefetch of a slot and its use; 0: no prefetch of slots |
    | `prefetch`, `level` | 2 | level of the cache that slots, and updates with gaps between them, are prefetched into; 0: no prefetch, not even of copies |
    | `prefetch`, `data_bytes` | 0 | minimum bytes of `data` for prefetches of slots |
    | `prefetch`, `total_bytes` | 0 | minimum bytes of `data`, updates and indices for prefetches of slots, and of updates with gaps between them |
    | `stores`, `vector_bytes` | 64 | bytes of the vectors that rows are processed in, a power of two |
    | `stores`, `nontemporal_bytes` | 0 | minimum of bytes written by non-temporal stores, twice as many if several threads copy; 0: never |
    | `stores`, `memcpy_bytes` | 0 | minimum bytes of a row that memcpy copies; 0: never |
    | `stores`, `strided_vectors` | 0 | 1: strided rows are written by whole vectors, 0: by elements |

    Example:

    ```mlir
    #scatter.plan<partition = buckets, threads = <2, bytes = 131072>, prefetch = 16>
    ```
  }];
  let parameters = (ins "::scatter::Plan":$value);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

#endif // SCATTER_DIALECT_SCATTER_IR_SCATTERPLAN_TD
