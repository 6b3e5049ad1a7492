//===- ScatterGatherOp.td - reading at tuples of indices ---*- tablegen -*-===//

#ifndef SCATTER_DIALECT_SCATTER_IR_SCATTERGATHEROP_TD
#define SCATTER_DIALECT_SCATTER_IR_SCATTERGATHEROP_TD

include "mlir/Interfaces/DestinationStyleOpInterface.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "scatter/Dialect/Scatter/IR/ScatterDialect.td"
include "scatter/Dialect/Scatter/IR/ScatterEnums.td"
include "scatter/Dialect/Scatter/IR/ScatterOperands.td"
include "scatter/Dialect/Scatter/IR/ScatterPlan.td"

//===----------------------------------------------------------------------===//
// GatherNDOp
//===----------------------------------------------------------------------===//

def Scatter_GatherNDOp : Op<Scatter_Dialect, "gather_nd", [
    DestinationStyleOpInterface,
    DeclareOpInterfaceMethods<ConditionallySpeculatable>,
    DeclareOpInterfaceMethods<InferTypeOpInterface>,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
    DeclareOpInterfaceMethods<ReifyRankedShapedTypeOpInterface,
                              ["reifyResultShapes"]>
  ]> {
  let summary = "reads elements or slices of `data` at tuples of indices";
  let description = [{
    The counterpart of `scatter.scatter_nd_update`. `indices` holds tuples of k
    indices in its last dimension. Each tuple names an element or a slice of
    `data`, which becomes the corresponding part of the result:

    ```
    for t in row-major order over indices.shape[:-1]:
        slot = normalise(indices[t])               # k components
        out[t] = data[t[:b] ++ slot]               # element or slice
    ```

    The first b = `batch_dims` dimensions of `indices` and `data` are the same:
    a tuple reads the part of `data` at its own position in them. With r the
    rank of `data` and q the rank of `indices`, k follows from the ranks alone:
    k = q - 1 + r - b - rank(out). k = 0 reads all of that part for each tuple.

    `out` only gives the shape of the result and, on memrefs, its memory: every
    element is overwritten. On memrefs the op has no result, and `out` must not
    overlap the other operands.

    `negative_indices` means what it means in `scatter.scatter_nd_update`.
    `out_of_bounds` says what happens to a tuple with a component out of bounds:
    `error` (default) reports the first one before anything is written (the
    elements of the result on tensors are unspecified then), `drop` gives the
    elements of its slice the value `fill`, `clamp` moves the component to the
    nearest valid one (it counts as dropped where the dimension has size 0),
    `undefined` is a promise that there is none.

    Without `fill` it is 0. Under other policies than `drop` and `clamp` it has
    no effect.

    `sizes_match` promises that the sizes that are not static obey (GN3) to (GN6),
    and that a tensor.cast of an operand holds: they are not compared at run
    time. The behavior is undefined if they do not.

    Of `plan`, the partitions serial, chunks (of tuples) and slice are allowed.
    `offsets = blocks` reads elements by vectors.

    Constraints:
    * (GN1) `indices`, `data` and `out` are all tensors or all memrefs.
    * (GN2) r >= 1, q >= 1 and 0 <= b <= min(q - 1, r).
    * (GN3) 0 <= k <= r - b, and indices.shape[-1] = k.
    * (GN4) indices.shape[:b] = data.shape[:b].
    * (GN5) out.shape[:q-1] = indices.shape[:-1].
    * (GN6) out.shape[q-1:] = data.shape[b+k:].
    * (GN7) `out`, `data` and `fill` have the same element type.
    * (GN8) an element type without a zero, such as a pointer, has a `fill` under
      `drop` and `clamp`.
    * (GN9) on tensors there is one result, of the type of `out`; on memrefs
      there is none.
    * (GN10) the partition of `plan` is serial, chunks or slice, slice only for
      slots of more than one element, or of complex elements.
    * (GN11) an element has 1 to 8192 bits.
    * (GN12) the elements of each operand lie between the start of its memory
      and 2^63 - 1 bytes after it, as far as the type tells.

    Unless `sizes_match` is given, sizes that are dynamic are checked at run
    time, before the first write, and reported like an index out of bounds.

    Example:

    ```mlir
    // data = [1, 2, 3, 4, 5, 6, 7, 8] and indices = [[4], [3], [-1]] give
    // [5, 4, 8].
    %r = scatter.gather_nd
           ins(%indices, %data : tensor<3x1xi64>, tensor<8xf32>)
           outs(%init : tensor<3xf32>) -> tensor<3xf32>

    // Rows of a table; a row that does not exist reads as %nan.
    scatter.gather_nd ins(%ids, %table : memref<?x1xi32>, memref<1000x64xf32>)
        outs(%rows : memref<?x64xf32>) fill(%nan : f32) out_of_bounds(drop)

    // data = [[1, 2, 3], [4, 5, 6]] and indices = [[[2], [0]], [[1], [1]]]
    // give [[3, 1], [5, 5]].
    %s = scatter.gather_nd
           ins(%indices2, %data2 : tensor<2x2x1xi64>, tensor<2x3xf32>)
           outs(%init2 : tensor<2x2xf32>) batch_dims(1) -> tensor<2x2xf32>
    ```
  }];

  let arguments = (ins
    Arg<Scatter_Indices, "tuples of k indices in the last dimension">:$indices,
    Arg<Scatter_Payload, "what is read">:$data,
    Arg<Scatter_Payload, "the init: the shape and memory of the result">:$out,
    Arg<Optional<AnyType>, "what dropped tuples read">:$fill,
    DefaultValuedAttr<Scatter_OutOfBoundsAttr,
                      "::scatter::OutOfBounds::error">:$out_of_bounds,
    DefaultValuedAttr<Scatter_NegativeIndicesAttr,
                      "::scatter::NegativeIndices::wrap">:$negative_indices,
    DefaultValuedAttr<I64Attr, "0">:$batch_dims,
    UnitAttr:$sizes_match,
    OptionalAttr<Scatter_PlanAttr>:$plan
  );
  let results = (outs Optional<AnyRankedTensor>:$result);

  let assemblyFormat = [{
    `ins` `(` $indices `,` $data `:` type($indices) `,` type($data) `)`
    `outs` `(` $out `:` type($out) `)`
    (`fill` `(` $fill^ `:` type($fill) `)`)?
    `` custom<GatherOptions>($out_of_bounds, $negative_indices, $batch_dims)
    attr-dict (`->` type($result)^)?
  }];

  let builders = [
    OpBuilder<(ins "::mlir::Value":$indices, "::mlir::Value":$data,
                   "::mlir::Value":$out,
                   CArg<"::scatter::OutOfBounds",
                        "::scatter::OutOfBounds::error">:$outOfBounds,
                   CArg<"::scatter::NegativeIndices",
                        "::scatter::NegativeIndices::wrap">:$negativeIndices,
                   CArg<"int64_t", "0">:$batchDims,
                   CArg<"::mlir::Value", "{}">:$fill)>
  ];

  let hasVerifier = 1;
  let hasFolder = 1;
  let hasCanonicalizer = 1;

  let extraClassDeclaration = [{
    /// True: the verifier compares the types, with a message that names both.
    static bool isCompatibleReturnTypes(::mlir::TypeRange, ::mlir::TypeRange) {
      return true;
    }
    ::mlir::MutableOperandRange getDpsInitsMutable() { return getOutMutable(); }
    ::mlir::ShapedType getIndicesType() {
      return ::llvm::cast<::mlir::ShapedType>(getIndices().getType());
    }
    ::mlir::ShapedType getDataType() {
      return ::llvm::cast<::mlir::ShapedType>(getData().getType());
    }
    ::mlir::ShapedType getOutType() {
      return ::llvm::cast<::mlir::ShapedType>(getOut().getType());
    }
    /// Number b of batch dimensions.
    int64_t getNumBatchDims() { return getBatchDims(); }
    /// First dimension of `data` that the tuples index.
    int64_t getFirstIndexedDim() { return getBatchDims(); }
    /// Rank r of `data`.
    int64_t getDataRank() { return getDataType().getRank(); }
    /// Rank q - 1 of the tuples' iteration space, batch dimensions included.
    int64_t getBatchRank() { return getIndicesType().getRank() - 1; }
    /// Number k of components of a tuple.
    int64_t getIndexDepth() {
      return getBatchRank() + getDataRank() - getNumBatchDims() -
             getOutType().getRank();
    }
    /// Size of the dimension of `data` that a component of the tuples indexes.
    int64_t getIndexedSize(int64_t component) {
      return getDataType().getDimSize(getNumBatchDims() + component);
    }
    /// First dimension of `data` that a slice has.
    int64_t getFirstSliceDim() { return getNumBatchDims() + getIndexDepth(); }
    /// Rank r - b - k of the slice that a tuple names.
    int64_t getSliceRank() { return getDataRank() - getFirstSliceDim(); }
    /// Type of the elements of `data` and `out`.
    ::mlir::Type getElementType() { return getDataType().getElementType(); }
    /// Whether a tuple may read `fill`.
    bool mayDrop() {
      return getOutOfBounds() == ::scatter::OutOfBounds::drop ||
             getOutOfBounds() == ::scatter::OutOfBounds::clamp;
    }
    /// The value of `plan`, the default one if there is none.
    ::scatter::Plan getPlanOrDefault() {
      return getPlanAttr() ? getPlanAttr().getValue() : ::scatter::Plan();
    }
  }];
}

#endif // SCATTER_DIALECT_SCATTER_IR_SCATTERGATHEROP_TD
