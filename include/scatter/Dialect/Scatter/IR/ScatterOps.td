//===- ScatterOps.td - ops of the scatter dialect ----------*- tablegen -*-===//

#ifndef SCATTER_DIALECT_SCATTER_IR_SCATTEROPS_TD
#define SCATTER_DIALECT_SCATTER_IR_SCATTEROPS_TD

include "mlir/Interfaces/DestinationStyleOpInterface.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "scatter/Dialect/Scatter/IR/ScatterDialect.td"
include "scatter/Dialect/Scatter/IR/ScatterCheckOps.td"
include "scatter/Dialect/Scatter/IR/ScatterEnums.td"
include "scatter/Dialect/Scatter/IR/ScatterGatherOp.td"
include "scatter/Dialect/Scatter/IR/ScatterGenericOp.td"
include "scatter/Dialect/Scatter/IR/ScatterInternalOps.td"
include "scatter/Dialect/Scatter/IR/ScatterOperands.td"
include "scatter/Dialect/Scatter/IR/ScatterPlan.td"

//===----------------------------------------------------------------------===//
// Base class
//===----------------------------------------------------------------------===//

class Scatter_UpdateOp<string mnemonic, list<Trait> traits = []>
    : Op<Scatter_Dialect, mnemonic, !listconcat(traits, [
        DestinationStyleOpInterface,
        DeclareOpInterfaceMethods<ConditionallySpeculatable>,
        DeclareOpInterfaceMethods<InferTypeOpInterface>,
        DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
        DeclareOpInterfaceMethods<ReifyRankedShapedTypeOpInterface,
                                  ["reifyResultShapes"]>
      ])> {
  let results = (outs Optional<AnyRankedTensor>:$result);
  let hasVerifier = 1;
  let hasFolder = 1;
  let hasCanonicalizer = 1;

  let extraClassDefinition = [{
    /// On tensors the result has the type of `data`. On memrefs there is none.
    ::llvm::LogicalResult $cppClass::inferReturnTypes(
        ::mlir::MLIRContext *, ::std::optional<::mlir::Location>,
        ::mlir::ValueRange operands, ::mlir::DictionaryAttr attributes,
        ::mlir::OpaqueProperties properties, ::mlir::RegionRange regions,
        ::llvm::SmallVectorImpl<::mlir::Type> &types) {
      Adaptor adaptor(operands, attributes, properties, regions);
      ::mlir::Type data = adaptor.getData().getType();
      if (::llvm::isa<::mlir::RankedTensorType>(data))
        types.push_back(data);
      return ::mlir::success();
    }
    /// The result has the shape of `data`.
    ::llvm::LogicalResult $cppClass::reifyResultShapes(
        ::mlir::OpBuilder &builder,
        ::mlir::ReifiedRankedShapedTypeDims &shapes) {
      if (!getResult())
        return ::mlir::failure();
      shapes.push_back(
          ::mlir::tensor::getMixedSizes(builder, getLoc(), getData()));
      return ::mlir::success();
    }
  }];

  code commonExtraClassDeclaration = [{
    /// True: the verifier compares the types, with a message that names both.
    static bool isCompatibleReturnTypes(::mlir::TypeRange, ::mlir::TypeRange) {
      return true;
    }
    ::mlir::MutableOperandRange getDpsInitsMutable() { return getDataMutable(); }
    ::mlir::ShapedType getDataType() {
      return ::llvm::cast<::mlir::ShapedType>(getData().getType());
    }
    ::mlir::ShapedType getUpdatesType() {
      return ::llvm::cast<::mlir::ShapedType>(getUpdates().getType());
    }
    /// Rank r of `data`.
    int64_t getDataRank() { return getDataType().getRank(); }
    /// Type of the elements of `data` and `updates`.
    ::mlir::Type getElementType() { return getDataType().getElementType(); }
    /// The value of `plan`, the default one if there is none.
    ::scatter::Plan getPlanOrDefault() {
      return getPlanAttr() ? getPlanAttr().getValue() : ::scatter::Plan();
    }
  }];
}

//===----------------------------------------------------------------------===//
// ScatterNDUpdateOp
//===----------------------------------------------------------------------===//

def Scatter_ScatterNDUpdateOp : Scatter_UpdateOp<"scatter_nd_update"> {
  let summary = "updates elements or slices of `data` at tuples of indices";
  let description = [{
    `indices` holds tuples of k indices in its last dimension. Each tuple names
    an element of `data` (k = r) or a slice of rank r - k (k < r); the
    corresponding part of `updates` is combined with it by `reduction`:

    ```
    out = copy(data)
    for t in row-major order over indices.shape[:-1]:
        slot = normalise(indices[t])               # k components
        out[slot] = f(out[slot], updates[t])       # element or slice
    ```

    The result is the one that this loop gives, tuple after tuple, with any
    number of threads: with `none` the last duplicate wins, a float `sum` adds
    in that order and rounds after every addition. On tensors the result is the
    updated value; on memrefs the op writes into `data`, has no result, and the
    operands must not overlap.

    The memref form may have a `source`: then `data` becomes what `source` would
    be after the update, whatever it held before. `source` may be the memory of
    `data`, but not overlap it otherwise. If a tuple is out of bounds under
    `error`, nothing is written.

    With r the rank of `data` and q the rank of `indices`, k follows from the
    ranks alone: k = r + q - 1 - rank(updates). k = 0 applies every update to
    the whole of `data`.

    `reduction` is none (default), sum, sub, prod, min or max. Integers wrap,
    signless ones count as signed. min and max on floats propagate NaN and order
    -0 before +0. On i1, sum is or, sub is xor, prod and min are and, max is or.

    `negative_indices(wrap)` (default) lets index i in [-d, -1] of a dimension
    of size d mean i + d; `reject` makes a negative index out of bounds. Indices
    of unsigned types are never negative.

    `out_of_bounds` says what happens to a tuple with a component out of bounds:
    `error` (default) reports the first one before anything is written and
    leaves `data` as it was, `drop` ignores the tuple, `clamp` moves the
    component to the nearest valid one (the tuple is dropped where the dimension
    has size 0), `undefined` is a promise that there is none.

    `unique_indices` promises that no two tuples name the same slot,
    `indices_are_sorted` that the tuples ascend in lexicographic order.
    A violated promise may give wrong elements, never a write outside `data`.

    `sizes_match` promises that the sizes that are not static obey (ND4) to
    (ND6), and that a tensor.cast of an operand holds: they are not compared at
    run time. The behavior is undefined if they do not.

    Constraints:
    * (ND1) `indices`, `updates` and `data` are all tensors or all memrefs.
    * (ND2) r >= 1.
    * (ND3) q >= 1.
    * (ND4) 0 <= k <= r, and indices.shape[-1] = k.
    * (ND5) updates.shape[:q-1] = indices.shape[:-1].
    * (ND6) updates.shape[q-1:] = data.shape[k:].
    * (ND7) `updates` and `data` have the same element type.
    * (ND8) the element type supports `reduction`: none takes any type, min and
      max take integers up to 64 bits, index and floats, sum, sub and prod take
      complex<f32> and complex<f64> too.
    * (ND9) on tensors there is one result, of the type of `data`; on memrefs
      there is none.
    * (ND10) the partition of `plan` gives the result of one thread: chunks need
      `unique_indices`, or `indices_are_sorted` without `drop`, private copies a
      reduction whose order makes no difference, both and buckets k > 0, slice
      slots of more than one element, or of complex elements.
    * (ND11) an element has 1 to 8192 bits.
    * (ND12) the elements of each operand lie between the start of its memory
      and 2^63 - 1 bytes after it, as far as the type tells.
    * (ND13) only memref forms have a `source`, of the shape and element type of
      `data`.

    Unless `sizes_match` is given, sizes that are dynamic are checked at run
    time, before the first write, and reported like an index out of bounds.
    Those of `source` must be those of `data`.

    Example:

    ```mlir
    // data = [1, 2, 3, 4, 5, 6, 7, 8], indices = [[4], [3], [1], [7]] and
    // updates = [9, 10, 11, 12] give [1, 11, 3, 10, 9, 6, 7, 12].
    %r = scatter.scatter_nd_update
           ins(%indices, %updates : tensor<4x1xi64>, tensor<4xf32>)
           outs(%data : tensor<8xf32>) -> tensor<8xf32>

    // In place, adding rows; negative indices count from the end.
    scatter.scatter_nd_update
        ins(%indices, %rows : memref<?x1xi32>, memref<?x8xf32>)
        outs(%table : memref<16x8xf32>) reduction(sum) out_of_bounds(drop)

    // Out of place: %new becomes %table with the rows added.
    scatter.scatter_nd_update
        ins(%indices, %rows : memref<?x1xi32>, memref<?x8xf32>)
        outs(%new : memref<16x8xf32>) source(%table : memref<16x8xf32>)
        reduction(sum)
    ```
  }];

  let arguments = (ins
    Arg<Scatter_Indices, "tuples of k indices in the last dimension">:$indices,
    Arg<Scatter_Payload, "one element or slice for each tuple">:$updates,
    Arg<Scatter_Payload, "the init: what is updated">:$data,
    Optional<AnyStridedMemRef>:$source,
    DefaultValuedAttr<Scatter_ReductionAttr,
                      "::scatter::Reduction::none">:$reduction,
    DefaultValuedAttr<Scatter_OutOfBoundsAttr,
                      "::scatter::OutOfBounds::error">:$out_of_bounds,
    DefaultValuedAttr<Scatter_NegativeIndicesAttr,
                      "::scatter::NegativeIndices::wrap">:$negative_indices,
    UnitAttr:$unique_indices,
    UnitAttr:$indices_are_sorted,
    UnitAttr:$sizes_match,
    OptionalAttr<Scatter_PlanAttr>:$plan
  );

  let assemblyFormat = [{
    `ins` `(` $indices `,` $updates `:` type($indices) `,` type($updates) `)`
    `outs` `(` $data `:` type($data) `)`
    (`source` `(` $source^ `:` type($source) `)`)?
    `` custom<ScatterOptions>($reduction, $out_of_bounds, $negative_indices)
    attr-dict (`->` type($result)^)?
  }];

  let builders = [
    OpBuilder<(ins "::mlir::Value":$indices, "::mlir::Value":$updates,
                   "::mlir::Value":$data,
                   CArg<"::scatter::Reduction",
                        "::scatter::Reduction::none">:$reduction,
                   CArg<"::scatter::OutOfBounds",
                        "::scatter::OutOfBounds::error">:$outOfBounds,
                   CArg<"::scatter::NegativeIndices",
                        "::scatter::NegativeIndices::wrap">:$negativeIndices,
                   CArg<"bool", "false">:$uniqueIndices,
                   CArg<"bool", "false">:$indicesAreSorted,
                   CArg<"::mlir::Value", "{}">:$source)>
  ];

  let extraClassDeclaration = commonExtraClassDeclaration # [{
    ::mlir::ShapedType getIndicesType() {
      return ::llvm::cast<::mlir::ShapedType>(getIndices().getType());
    }
    /// Rank q - 1 of the tuples' iteration space.
    int64_t getBatchRank() { return getIndicesType().getRank() - 1; }
    /// Number k of components of a tuple.
    int64_t getIndexDepth() {
      return getDataRank() + getBatchRank() - getUpdatesType().getRank();
    }
    /// Rank r - k of the slice that a tuple names.
    int64_t getSliceRank() { return getDataRank() - getIndexDepth(); }
    /// First dimension of `data` that the tuples index.
    int64_t getFirstIndexedDim() { return 0; }
    /// Size of the dimension of `data` that a component of the tuples indexes.
    int64_t getIndexedSize(int64_t component) {
      return getDataType().getDimSize(component);
    }
  }];
}

//===----------------------------------------------------------------------===//
// SliceScatterOp
//===----------------------------------------------------------------------===//

def Scatter_SliceScatterOp
    : Scatter_UpdateOp<"slice_scatter", [AttrSizedOperandSegments]> {
  let summary = "overwrites a strided slice of `data` with `updates`";
  let description = [{
    `out = copy(data); out[slices] = updates` with NumPy's slices: for each axis
    listed in `axes` a start (`from`), a stop (`to`) and a step, whole
    dimensions elsewhere. For an axis of size n, in arithmetic without overflow:

    ```
    lo, hi = (0, n) if step > 0 else (-1, n - 1)
    norm(v) = max(v + n, lo) if v < 0 else min(v, hi)
    s, e = norm(start), norm(stop)
    len = number of i >= 0 with s + i * step before e
    ```

    Entries of `from`, `to` and `step` are integers or values of type index.
    `step` may be left out (all ones), and so may `axes` (0 .. m-1); with m = 0
    `updates` replaces everything. An entry of -9223372036854775808 is stored as
    -9223372036854775807, which means the same.

    `updates` has exactly the shape of the slice. It may be computed from
    `data`: on tensors the result is as if it had been read in full first. On
    memrefs the op writes into `data` and the operands must not overlap.

    The memref form may have a `source`: then `data` becomes what `source` would
    be after the update, whatever it held before. `source` may be the memory of
    `data`, but not overlap it otherwise. If there is something to report,
    nothing is written.

    `sizes_match` promises that no step is 0 and that the sizes of `updates`
    obey (S7), which is not compared at run time then. The behavior is undefined
    if they do not.

    Constraints:
    * (S1) `updates` and `data` are all tensors or all memrefs.
    * (S2) r >= 1.
    * (S3) `from`, `to`, `step` and `axes` have one length m, 0 <= m <= r.
    * (S4) every axis is in [-r, r - 1].
    * (S5) no axis is listed twice (after normalisation).
    * (S6) no step is 0.
    * (S7) `updates` has rank r, size len on each listed axis and the size of
      `data` on the others.
    * (S8) `updates` and `data` have the same element type.
    * (S9) on tensors there is one result, of the type of `data`; on memrefs
      there is none.
    * (S10) the partition of `plan` is serial or slice.
    * (S11) an element has 1 to 8192 bits.
    * (S12) the elements of each operand lie between the start of its memory
      and 2^63 - 1 bytes after it, as far as the type tells.
    * (S13) only memref forms have a `source`, of the shape and element type of
      `data`.

    Unless `sizes_match` is given, a step of 0 and sizes of `updates` that come
    to light only at run time are reported before the first write. Those of
    `source` must be those of `data`.

    Example:

    ```mlir
    // data = [[0, 1, 2, 3, 4], [5, 6, 7, 8, 9]] and
    // updates = [[10, 20, 30], [40, 50, 60]] give
    // [[10, 1, 20, 3, 30], [40, 6, 50, 8, 60]].
    %r = scatter.slice_scatter ins(%updates : tensor<2x3xf32>)
           outs(%data : tensor<2x5xf32>)
           from [-25] to [25] step [2] axes [1] -> tensor<2x5xf32>

    // In place, at a position known at run time.
    scatter.slice_scatter ins(%kv : memref<1x32x1x128xf32>)
        outs(%cache : memref<1x32x4096x128xf32>) from [%p] to [%q] axes [2]

    // Out of place: %new becomes %old with the slice overwritten.
    scatter.slice_scatter ins(%u : memref<2x5xf32>)
        outs(%new : memref<8x5xf32>) source(%old : memref<8x5xf32>)
        from [3] to [5]
    ```
  }];

  let arguments = (ins
    Arg<Scatter_Payload, "the values of the slice">:$updates,
    Arg<Scatter_Payload, "the init: what is updated">:$data,
    Variadic<Index>:$start,
    Variadic<Index>:$stop,
    Variadic<Index>:$step,
    Optional<AnyStridedMemRef>:$source,
    DenseI64ArrayAttr:$static_start,
    DenseI64ArrayAttr:$static_stop,
    DenseI64ArrayAttr:$static_step,
    DenseI64ArrayAttr:$axes,
    UnitAttr:$sizes_match,
    OptionalAttr<Scatter_PlanAttr>:$plan
  );

  let assemblyFormat = [{
    `ins` `(` $updates `:` type($updates) `)`
    `outs` `(` $data `:` type($data) `)`
    (`source` `(` $source^ `:` type($source) `)`)?
    custom<SliceBounds>($start, $static_start, $stop, $static_stop,
                        $step, $static_step, $axes)
    attr-dict (`->` type($result)^)?
  }];

  let builders = [
    // With an empty `step` all steps are 1, with an empty `axes` the axes are
    // 0 .. m-1.
    OpBuilder<(ins "::mlir::Value":$updates, "::mlir::Value":$data,
                   "::llvm::ArrayRef<::mlir::OpFoldResult>":$start,
                   "::llvm::ArrayRef<::mlir::OpFoldResult>":$stop,
                   CArg<"::llvm::ArrayRef<::mlir::OpFoldResult>", "{}">:$step,
                   CArg<"::llvm::ArrayRef<int64_t>", "{}">:$axes,
                   CArg<"::mlir::Value", "{}">:$source)>
  ];

  let extraClassDeclaration = commonExtraClassDeclaration # [{
    ::llvm::SmallVector<::mlir::OpFoldResult> getMixedStart();
    ::llvm::SmallVector<::mlir::OpFoldResult> getMixedStop();
    ::llvm::SmallVector<::mlir::OpFoldResult> getMixedStep();
    /// The axes in [0, r - 1], in the order of the bounds.
    ::llvm::SmallVector<int64_t> getNormalizedAxes();
    /// Position in the bounds of axis `dim` of `data`, if it is listed.
    std::optional<unsigned> getBoundOfDim(int64_t dim);
  }];
}

#endif // SCATTER_DIALECT_SCATTER_IR_SCATTEROPS_TD
