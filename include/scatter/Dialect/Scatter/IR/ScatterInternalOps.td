//===- ScatterInternalOps.td - ops between our passes ------*- tablegen -*-===//
//
// What convert-scatter-to-loops makes and convert-scatter-to-llvm lowers.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_DIALECT_SCATTER_IR_SCATTERINTERNALOPS_TD
#define SCATTER_DIALECT_SCATTER_IR_SCATTERINTERNALOPS_TD

include "mlir/Interfaces/SideEffectInterfaces.td"
include "scatter/Dialect/Scatter/IR/ScatterDialect.td"
include "scatter/Dialect/Scatter/IR/ScatterEnums.td"

//===----------------------------------------------------------------------===//
// ReportOp
//===----------------------------------------------------------------------===//

def Scatter_ViolationKind : Scatter_Enum<"ViolationKind",
    "what a report is about; values of ScatterErrorKind", [
  I32EnumAttrCase<"index", 1>,
  I32EnumAttrCase<"index_reject", 2>,
  I32EnumAttrCase<"index_unsigned", 3>,
  I32EnumAttrCase<"zero_step", 4>,
  I32EnumAttrCase<"shape", 5>,
  I32EnumAttrCase<"operand", 7>,
]>;
def Scatter_ViolationKindAttr
    : EnumAttr<Scatter_Dialect, Scatter_ViolationKind, "violation"> {
  let assemblyFormat = "`<` $value `>`";
}

def Scatter_ReportOp : Op<Scatter_Dialect, "report", [
    MemoryEffects<[MemWrite]>]> {
  let summary = "reports a violation to the runtime";
  let description = [{
    Calls `scatter_runtime_report` with the location of this op. The meaning of
    the operands depends on the kind, see `ScatterErrorKind` in
    `scatter/Runtime/Runtime.h`. The runtime is on the host: the nearest symbol
    table must be a `builtin.module`. Made by `convert-scatter-to-loops`, lowered by
    `convert-scatter-to-llvm` or any pass that uses the dialect's
    ConvertToLLVMPatternInterface.

    Example:

    ```mlir
    scatter.report index %tuple, %component, %value, %size
    ```
  }];
  let arguments = (ins
    Scatter_ViolationKindAttr:$kind,
    Arg<I64, "tuple, entry of step, or number of the operand">:$tuple,
    Arg<I64, "component, axis, or dimension">:$component,
    Arg<I64, "what was found">:$value,
    Arg<I64, "the size that was expected">:$size
  );
  let hasVerifier = 1;
  let assemblyFormat = [{
    custom<Violation>($kind) $tuple `,` $component `,` $value `,` $size
    attr-dict
  }];
}

//===----------------------------------------------------------------------===//
// ReportInvalidIndexOp
//===----------------------------------------------------------------------===//

/// Contiguous elements.
class Scatter_RowOf<list<Type> types> : ConfinedType<MemRefRankOf<types, [1]>,
    [CPred<"::llvm::cast<::mlir::MemRefType>($_self).areTrailingDimsContiguous(1)">],
    "1-D memref with stride 1", "::mlir::MemRefType">;

def Scatter_ReportInvalidIndexOp : Op<Scatter_Dialect, "report_invalid_index", [
    AttrSizedOperandSegments, MemoryEffects<[MemWrite]>]> {
  let summary = "reports the first index that is out of bounds";
  let description = [{
    Calls `scatter_runtime_report_invalid_index` with the location of this op:
    a search in row-major order for the first component of an index tuple that
    is out of bounds, and its report, if there is one, of the given kind.

    `batch_sizes` and `batch_strides` are the dimensions of the tuples, `offset`
    is the position of the first component of the first one, `component_stride`
    the distance of the components of a tuple, and `dims` are the sizes of the
    dimensions that they index. Strides and the offset are in elements.

    Made and lowered by the passes that make and lower `scatter.report`. Its
    nearest symbol table must be a `builtin.module` too.

    Example:

    ```mlir
    scatter.report_invalid_index index %indices[%c0] batch(%n) strides(%c2)
        dims(%d0, %d1) stride %c1 : memref<?xi64>
    ```
  }];
  let arguments = (ins
    Scatter_ViolationKindAttr:$kind,
    Arg<Scatter_RowOf<[I32, I64, Index]>, "", [MemRead]>:$indices,
    Index:$offset,
    Variadic<I64>:$batch_sizes,
    Variadic<I64>:$batch_strides,
    Variadic<I64>:$dims,
    I64:$component_stride
  );
  let hasVerifier = 1;
  let assemblyFormat = [{
    custom<Violation>($kind) $indices `[` $offset `]`
    `batch` `(` $batch_sizes `)` `strides` `(` $batch_strides `)`
    `dims` `(` $dims `)` `stride` $component_stride
    attr-dict `:` type($indices)
  }];
}

//===----------------------------------------------------------------------===//
// NontemporalFenceOp
//===----------------------------------------------------------------------===//

def Scatter_NontemporalFenceOp : Op<Scatter_Dialect, "nontemporal_fence", [
    MemoryEffects<[MemWrite]>]> {
  let summary = "orders non-temporal stores";
  let description = [{
    Nontemporal stores before this op become visible to other threads before any
    store after it. Made by `convert-scatter-to-loops`, lowered to `llvm.fence`
    together with `scatter.report`.

    Example:

    ```mlir
    vector.store %v, %m[%i] {nontemporal = true, alignment = 64 : i64}
        : memref<?xf32>, vector<16xf32>
    scatter.nontemporal_fence
    ```
  }];
  let assemblyFormat = "attr-dict";
}

//===----------------------------------------------------------------------===//
// CopyRowOp
//===----------------------------------------------------------------------===//

def Scatter_CopyRowOp : Op<Scatter_Dialect, "copy_row", [
    AllElementTypesMatch<["target", "source"]>]> {
  let summary = "copies a long row of elements";
  let description = [{
    Copies `length` contiguous elements from `source`, beginning at
    `source_offset`, to `target`, beginning at `target_offset`. The two rows do
    not overlap. `memref.copy` does the same for rows of static length; of
    others it calls a function of MLIR's runtime. With `nontemporal` whole cache
    lines are written by non-temporal stores, and the source is prefetched
    `prefetch_bytes` ahead, if that is not 0. Made by `convert-scatter-to-loops`,
    lowered to `llvm.intr.memcpy`, with `nontemporal` to a call of
    `scatter_runtime_copy_nontemporal`, together with `scatter.report`.

    Example:

    ```mlir
    scatter.copy_row %length, %updates[%j] to %data[%i] : memref<?xf32>, memref<?xf32>
    ```
  }];
  let arguments = (ins
    Index:$length,
    Arg<Scatter_RowOf<[AnyType]>, "", [MemRead]>:$source,
    Index:$source_offset,
    Arg<Scatter_RowOf<[AnyType]>, "", [MemWrite]>:$target,
    Index:$target_offset,
    UnitAttr:$nontemporal,
    DefaultValuedAttr<ConfinedAttr<I64Attr, [IntNonNegative]>, "0">:$prefetch_bytes
  );
  let assemblyFormat = [{
    $length `,` $source `[` $source_offset `]` `to` $target `[` $target_offset `]`
    (`nontemporal` $nontemporal^)? attr-dict `:` type($source) `,` type($target)
  }];
}

//===----------------------------------------------------------------------===//
// FillBucketsOp
//===----------------------------------------------------------------------===//

def Scatter_FillBucketsOp : Op<Scatter_Dialect, "fill_buckets", [
    AttrSizedOperandSegments]> {
  let summary = "sorts a chunk of index tuples into buckets by their slots";
  let description = [{
    Calls `scatter_runtime_fill_buckets` (`scatter/Runtime/Buckets.h`), which
    says what the results are.

    `indices` from `position` on holds `count` tuples, `tuple_stride` elements
    apart, whose components are `component_stride` elements apart. `dims` and
    `strides` are the sizes and strides of the dimensions that the components
    index, and `origin` is the offset of their position 0. `kind` says what an
    index means, `out_of_bounds` what becomes of one that is out of bounds; with
    `error` the indices are checked already. The tuples of a page, a range of
    2^`page_bits` offsets, are in one of the `buckets` buckets.

    `entries` holds pairs of an offset and a number; entry `first` and the
    following ones become the offsets of slots and the numbers of the tuples,
    counted from `first`. With `updates` they become the offsets and the rows of
    `update_length` elements of `updates` that begin at `updates_offset` and are
    `updates_stride` elements apart. The boundaries of the buckets, the first
    entry of each and the end of the last one, are written to `begins` from
    `begins_position` on. If `only` is given, just that bucket is filled.

    Made by `convert-scatter-to-loops`, lowered together with `scatter.report`.
    Its nearest symbol table must be a `builtin.module`.

    Example:

    ```mlir
    scatter.fill_buckets index %n tuples of %indices[%at] by %ts, %cs
        dims(%d0) strides(%s0) origin %o into %b buckets of 10
        outs(%begins[%row], %entries[%first])
        : memref<?xi64>, memref<?xindex>, memref<?xi64>
    ```
  }];
  let arguments = (ins
    Scatter_ViolationKindAttr:$kind,
    DefaultValuedAttr<Scatter_OutOfBoundsAttr,
                      "::scatter::OutOfBounds::error">:$out_of_bounds,
    ConfinedAttr<I32Attr, [IntNonNegative]>:$page_bits,
    DefaultValuedAttr<ConfinedAttr<I64Attr, [IntPositive]>, "1">:$update_length,
    Arg<Scatter_RowOf<[I32, I64, Index]>, "", [MemRead]>:$indices,
    Index:$position,
    Index:$count,
    Index:$tuple_stride,
    Index:$component_stride,
    Variadic<Index>:$dims,
    Variadic<Index>:$strides,
    Index:$origin,
    Index:$buckets,
    Optional<Index>:$only,
    Arg<Scatter_RowOf<[Index]>, "", [MemWrite]>:$begins,
    Index:$begins_position,
    Arg<Scatter_RowOf<[I32, I64]>, "", [MemWrite]>:$entries,
    Index:$first,
    Arg<Optional<Scatter_RowOf<[AnyType]>>, "", [MemRead]>:$updates,
    Optional<Index>:$updates_offset,
    Optional<Index>:$updates_stride
  );
  let hasVerifier = 1;
  let assemblyFormat = [{
    custom<Violation>($kind) $count `tuples` `of` $indices `[` $position `]`
    `by` $tuple_stride `,` $component_stride
    `dims` `(` $dims `)` `strides` `(` $strides `)` `origin` $origin
    `into` $buckets `buckets` `of` $page_bits (`only` $only^)?
    `outs` `(` $begins `[` $begins_position `]` `,` $entries `[` $first `]` `)`
    (`updates` `(` $updates^ `[` $updates_offset `]` `by` $updates_stride `)`)?
    attr-dict `:` type($indices) `,` type($begins) `,` type($entries)
    (`,` type($updates)^)?
  }];
}

//===----------------------------------------------------------------------===//
// KeepLastOp
//===----------------------------------------------------------------------===//

def Scatter_KeepLastOp : Op<Scatter_Dialect, "keep_last"> {
  let summary = "finds the last tuple of each slot in a bucket";
  let description = [{
    Calls `scatter_runtime_keep_last` (`scatter/Runtime/Buckets.h`), which says
    what the results are.

    List i of `lists` is `entries`[`begins`[p], `begins`[p + 1]) with p =
    `bucket` + i * `pitch`. The first entry that is kept of each list is written
    to `firsts` from `firsts_position` on. `seen` has `words` words from
    `seen_position` on; the first `cleared` are set to 0. If `words` is 0, all
    entries are kept.

    Made by `convert-scatter-to-loops`, lowered together with `scatter.report`.
    Its nearest symbol table must be a `builtin.module`.

    Example:

    ```mlir
    scatter.keep_last of %n lists %begins[%bucket] by %pitch, %entries
        by slots of 6 seen %seen[%s] words %words cleared %words
        outs(%firsts[%f]) : memref<?xindex>, memref<?xi64>, memref<?xi64>, memref<?xindex>
    ```
  }];
  let arguments = (ins
    ConfinedAttr<I32Attr, [IntNonNegative]>:$slot_bits,
    Index:$lists,
    Arg<Scatter_RowOf<[Index]>, "", [MemRead]>:$begins,
    Index:$bucket,
    Index:$pitch,
    Arg<Scatter_RowOf<[I32, I64]>, "", [MemRead, MemWrite]>:$entries,
    Arg<Scatter_RowOf<[I64]>, "", [MemRead, MemWrite]>:$seen,
    Index:$seen_position,
    Index:$words,
    Index:$cleared,
    Arg<Scatter_RowOf<[Index]>, "", [MemWrite]>:$firsts,
    Index:$firsts_position
  );
  let hasVerifier = 1;
  let assemblyFormat = [{
    `of` $lists `lists` $begins `[` $bucket `]` `by` $pitch `,` $entries
    `by` `slots` `of` $slot_bits
    `seen` $seen `[` $seen_position `]` `words` $words `cleared` $cleared
    `outs` `(` $firsts `[` $firsts_position `]` `)` attr-dict
    `:` type($begins) `,` type($entries) `,` type($seen) `,` type($firsts)
  }];
}

#endif // SCATTER_DIALECT_SCATTER_IR_SCATTERINTERNALOPS_TD
