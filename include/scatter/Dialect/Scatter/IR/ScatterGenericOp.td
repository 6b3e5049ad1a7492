//===- ScatterGenericOp.td - updates by any region ---------*- tablegen -*-===//

#ifndef SCATTER_DIALECT_SCATTER_IR_SCATTERGENERICOP_TD
#define SCATTER_DIALECT_SCATTER_IR_SCATTERGENERICOP_TD

include "mlir/Interfaces/DestinationStyleOpInterface.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "scatter/Dialect/Scatter/IR/ScatterDialect.td"
include "scatter/Dialect/Scatter/IR/ScatterEnums.td"
include "scatter/Dialect/Scatter/IR/ScatterOperands.td"
include "scatter/Dialect/Scatter/IR/ScatterPlan.td"

def Scatter_OutOfBoundsArrayAttr
    : TypedArrayAttrBase<Scatter_OutOfBoundsAttr, "array of out_of_bounds">;
def Scatter_NegativeIndicesArrayAttr
    : TypedArrayAttrBase<Scatter_NegativeIndicesAttr,
                         "array of negative_indices">;

//===----------------------------------------------------------------------===//
// GenericOp
//===----------------------------------------------------------------------===//

def Scatter_GenericOp : Op<Scatter_Dialect, "generic", [
    AttrSizedOperandSegments, DestinationStyleOpInterface,
    SingleBlock,
    DeclareOpInterfaceMethods<ConditionallySpeculatable>,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
    DeclareOpInterfaceMethods<ReifyRankedShapedTypeOpInterface,
                              ["reifyResultShapes"]>
  ]> {
  let summary = "updates elements at tuples of indices by a region";
  let description = [{
    `scatter.generic` is to `scatter.scatter_nd_update` what `linalg.generic` is
    to the named ops of linalg. It iterates over the tuples of `indices`, and for
    each tuple over the elements of a slice:

    ```
    outs = copies of outs
    for t in row-major order over indices[0].shape[:-1]:
        c = the components of indices[0][t], of indices[1][t], ..., normalised
        for s in the slice:
            ins  = [input[map(t, s)[c]] for each input]
            old  = [out[map(t, s)[c]] for each out]
            for each out: out[map(t, s)[c]] = region(ins, old)
    ```

    `indexing_maps` has one map for each input and each out, in this order. The
    dimensions of a map are those of the tuples, then those of the slice; its
    symbols are the components of a tuple, of all index operands one after the
    other. Each result of a map is a dimension or a symbol. An input whose map
    has a symbol is read by tuples (a gather), an out whose map has one is
    written by tuples (a scatter). A dimension of the tuples in the map of an out
    names the position itself, as ONNX's ScatterElements does on the other axes.

    The region gets one element of each input and the old element of each out,
    and yields the new elements. Its ops have no effects. `scatter.index` gives
    the position of a dimension. Values from outside may be used.

    The result is that of this loop, tuple after tuple, whatever the region does
    and with any number of threads. On tensors there is one result for each out;
    on memrefs the op writes into `outs`, and no other operand may overlap them.

    `out_of_bounds` and `negative_indices` have one entry for each index operand
    and mean what they mean for `scatter.scatter_nd_update`: under `error`
    (default), if a component is out of bounds, the first one of the first such
    operand is reported and nothing is written; a tuple is dropped if a
    component of an operand under `drop` is out of bounds. A component indexes
    the dimensions where its symbol is.

    `unique_indices` promises that no two tuples write the same elements,
    `sizes_match` that the sizes that are not static obey (G3) and (G6); they are
    not compared at run time then. Unless it is given, sizes are checked before
    the first write and reported like an index out of bounds.

    Constraints:
    * (G1) `indices`, `ins` and `outs` are all tensors or all memrefs.
    * (G2) there is at least one index operand, and at least one out.
    * (G3) the index operands have one rank q >= 1 and equal sizes but for the
      last; the last size is static.
    * (G4) there is one map for each input and each out. All maps have d
      dimensions, d >= q - 1, and a symbol for each component of a tuple. The
      results are dimensions and symbols, as many as the operand has dimensions.
    * (G5) the map of an out has each dimension of the slice exactly once, and
      no result twice; each component is a result of a map.
    * (G6) the dimensions of operands that have one result, a dimension or a
      symbol, have one size.
    * (G7) the region has one block, whose arguments are the elements of the
      inputs and outs, and yields the elements of the outs.
    * (G8) the ops of the region have no effects, and work on elements, not on
      tensors or memrefs.
    * (G9) on tensors there is one result for each out, of its type; on memrefs
      there is none.
    * (G10) `out_of_bounds` and `negative_indices` have one entry for each index
      operand.
    * (G11) the partition of `plan` is serial; buckets if a component or a
      dimension of the tuples is in the maps of all outs; chunks if a dimension
      of the tuples is, or the indices are unique; or slice if the slice has a
      dimension.
    * (G12) elements are no memrefs and have 1 to 8192 bits, and those of each
      operand lie between the start of its memory and 2^63 - 1 bytes after it,
      as far as the type tells.

    Example:

    ```mlir
    // Message passing: out[dst[e]] += w[e] * x[src[e]], row by row.
    #x = affine_map<(e, f)[src, dst] -> (src, f)>
    #w = affine_map<(e, f)[src, dst] -> (e)>
    #out = affine_map<(e, f)[src, dst] -> (dst, f)>
    %r = scatter.generic {indexing_maps = [#x, #w, #out]}
           indices(%src, %dst : tensor<?x1xi64>, tensor<?x1xi64>)
           ins(%x, %w : tensor<?x64xf32>, tensor<?xf32>)
           outs(%out : tensor<?x64xf32>) {
    ^bb0(%a: f32, %b: f32, %old: f32):
      %m = arith.mulf %a, %b : f32
      %s = arith.addf %old, %m : f32
      scatter.yield %s : f32
    } -> tensor<?x64xf32>

    // ScatterElements along axis 1: data[i, index[i, j]] = updates[i, j].
    %e = scatter.generic {indexing_maps = [affine_map<(i, j)[k] -> (i, j)>,
                                           affine_map<(i, j)[k] -> (i, k)>]}
           indices(%index : tensor<4x5x1xi64>) ins(%updates : tensor<4x5xf32>)
           outs(%data : tensor<4x9xf32>) out_of_bounds [drop] {
    ^bb0(%u: f32, %old: f32):
      scatter.yield %u : f32
    } -> tensor<4x9xf32>
    ```
  }];

  let arguments = (ins
    Variadic<Scatter_Indices>:$indices,
    Variadic<Scatter_Payload>:$inputs,
    Variadic<Scatter_Payload>:$outs,
    AffineMapArrayAttr:$indexing_maps,
    OptionalAttr<Scatter_OutOfBoundsArrayAttr>:$out_of_bounds,
    OptionalAttr<Scatter_NegativeIndicesArrayAttr>:$negative_indices,
    UnitAttr:$unique_indices,
    UnitAttr:$sizes_match,
    OptionalAttr<Scatter_PlanAttr>:$plan
  );
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let regions = (region AnyRegion:$body);

  let assemblyFormat = [{
    attr-dict `indices` `(` $indices `:` type($indices) `)`
    (`ins` `(` $inputs^ `:` type($inputs) `)`)?
    `outs` `(` $outs `:` type($outs) `)` ``
    custom<GenericPolicies>($out_of_bounds, $negative_indices)
    $body (`->` type($results)^)?
  }];

  let builders = [
    OpBuilder<(ins "::mlir::ValueRange":$indices, "::mlir::ValueRange":$inputs,
                   "::mlir::ValueRange":$outs,
                   "::llvm::ArrayRef<::mlir::AffineMap>":$maps,
                   "::llvm::ArrayRef<::scatter::OutOfBounds>":$outOfBounds,
                   "::llvm::ArrayRef<::scatter::NegativeIndices>":$negative,
                   "::llvm::function_ref<void(::mlir::OpBuilder &, "
                   "::mlir::Location, ::mlir::ValueRange)>":$buildBody)>
  ];
  let skipDefaultBuilders = 1;

  let hasVerifier = 1;

  let extraClassDeclaration = [{
    ::mlir::MutableOperandRange getDpsInitsMutable() { return getOutsMutable(); }
    /// The maps of `updates` and `data` of a scatter_nd_update whose updates
    /// have rank `rank`.
    static ::std::pair<::mlir::AffineMap, ::mlir::AffineMap>
    getUpdateMaps(::mlir::MLIRContext *context, int64_t batchRank,
                  int64_t depth, int64_t rank);
    /// Number of the dimensions of the tuples, q - 1.
    int64_t getBatchRank() {
      return ::llvm::cast<::mlir::ShapedType>(
                 getIndices().front().getType()).getRank() - 1;
    }
    /// Number of the dimensions of the tuples and of the slice.
    int64_t getNumDims();
    /// Number of the components of a tuple.
    int64_t getNumComponents();
    /// Number of the first component of each index operand, and the number of
    /// all components.
    ::llvm::SmallVector<int64_t> getFirstComponents();
    ::mlir::AffineMap getMap(int64_t operand) {
      return ::llvm::cast<::mlir::AffineMapAttr>(
                 getIndexingMaps()[operand]).getValue();
    }
    /// The inputs and the outs, in the order of the maps.
    ::llvm::SmallVector<::mlir::Value> getMappedOperands();
    /// The map of out number `out`.
    ::mlir::AffineMap getOutMap(int64_t out) {
      return getMap(getInputs().size() + out);
    }
    ::scatter::OutOfBounds getPolicy(int64_t indexOperand);
    ::scatter::NegativeIndices getNegativePolicy(int64_t indexOperand);
    // The policies of all index operands.
    ::llvm::SmallVector<::scatter::OutOfBounds> getPolicies();
    ::llvm::SmallVector<::scatter::NegativeIndices> getNegativePolicies();
    bool hasTensors() {
      return ::llvm::isa<::mlir::TensorType>(getOuts().front().getType());
    }
    /// The operand, as a number in the order of the maps, and the dimension of
    /// it where `expr`, a dimension or a symbol, first is a result; outs come
    /// first. None if there is no such dimension.
    ::std::optional<::std::pair<int64_t, int64_t>>
    findUse(::mlir::AffineExpr expr);
    /// The dimensions of the tuples that are in the maps of all outs; all
    /// dimensions of the tuples if the indices are unique. Different positions
    /// of these write different elements.
    ::llvm::SmallVector<int64_t> getParallelBatchDims();
    /// The components and the dimensions of the tuples that are in the maps of
    /// all outs. Two tuples that differ in one of these write different
    /// elements.
    ::llvm::SmallVector<::mlir::AffineExpr> getSlotExprs();
    /// The value of `plan`, the default one if there is none.
    ::scatter::Plan getPlanOrDefault() {
      return getPlanAttr() ? getPlanAttr().getValue() : ::scatter::Plan();
    }
  }];
}

//===----------------------------------------------------------------------===//
// YieldOp, IndexOp
//===----------------------------------------------------------------------===//

def Scatter_YieldOp : Op<Scatter_Dialect, "yield", [
    Pure, Terminator, ReturnLike, HasParent<"GenericOp">]> {
  let summary = "yields the new elements of scatter.generic";
  let description = [{
    Ends the region of a `scatter.generic` with the new element of each out.

    Example:

    ```mlir
    scatter.yield %sum : f32
    ```
  }];
  let arguments = (ins Variadic<AnyType>:$values);
  let assemblyFormat = "attr-dict ($values^ `:` type($values))?";
  let builders = [OpBuilder<(ins), [{ /* Ends a region without values. */ }]>];
}

def Scatter_IndexOp : Op<Scatter_Dialect, "index", [
    Pure, HasParent<"GenericOp">]> {
  let summary = "the position of a dimension of scatter.generic";
  let description = [{
    Gives the position in dimension `dim` of the tuples and the slice of the
    `scatter.generic` whose region it is in.

    Constraints:
    * (I1) `dim` is the number of a dimension of the maps.

    Example:

    ```mlir
    %f = scatter.index 1
    ```
  }];
  let arguments = (ins ConfinedAttr<I64Attr, [IntNonNegative]>:$dim);
  let results = (outs Index:$result);
  let assemblyFormat = "$dim attr-dict";
  let hasVerifier = 1;
}

#endif // SCATTER_DIALECT_SCATTER_IR_SCATTERGENERICOP_TD
