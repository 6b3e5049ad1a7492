//===- ScatterCheckOps.td - checks of indices --------------*- tablegen -*-===//
//
// What scatter-split-checks makes of the policy `error` of scatter_nd_update.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_DIALECT_SCATTER_IR_SCATTERCHECKOPS_TD
#define SCATTER_DIALECT_SCATTER_IR_SCATTERCHECKOPS_TD

include "mlir/Interfaces/SideEffectInterfaces.td"
include "scatter/Dialect/Scatter/IR/ScatterDialect.td"
include "scatter/Dialect/Scatter/IR/ScatterEnums.td"
include "scatter/Dialect/Scatter/IR/ScatterOperands.td"
include "scatter/Dialect/Scatter/IR/ScatterPlan.td"

//===----------------------------------------------------------------------===//
// CheckIndicesOp
//===----------------------------------------------------------------------===//

def Scatter_CheckIndicesOp : Op<Scatter_Dialect, "check_indices", [
    DeclareOpInterfaceMethods<ConditionallySpeculatable>,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>
  ]> {
  let summary = "tells whether all tuples of indices are in bounds";
  let description = [{
    `indices` holds tuples of k indices in its last dimension, k being the
    number of sizes in `within`. The result is true if every index is valid in
    the dimension of its size:

    ```
    valid = true
    for t in row-major order over indices.shape[:-1]:
        for j in range(k):
            low = -sizes[j] if negative_indices is wrap else 0
            valid = valid and low <= indices[t][j] < sizes[j]
    ```

    Indices of unsigned types are never negative. Without tuples and with k = 0
    the result is true. So it is if the last dimension of `indices` is dynamic
    and turns out not to be k, or if `indices` is a cast to sizes that it turns
    out not to have: the op whose indices these are reports that.

    `scatter-split-checks` makes this op of `out_of_bounds(error)`. On tensors
    it is pure, so that common subexpression elimination makes one of two checks
    of the same indices and loop-invariant code motion takes a check out of a
    loop. On memrefs it reads `indices`. Of `plan` it uses `threads`, its
    `bytes`, and the `vector_bytes` of `stores`.

    Constraints:
    * (CI1) q >= 1.
    * (CI2) indices.shape[-1] = k, the number of sizes.
    * (CI3) no size is negative.
    * (CI4) the partition of `plan` is serial.
    * (CI5) the elements of `indices` lie between the start of its memory and
      2^63 - 1 bytes after it, as far as the type tells.

    Example:

    ```mlir
    // indices = [[0, 3], [-1, 15]] give true if %d0 >= 1.
    %valid = scatter.check_indices %indices within [%d0, 16] : tensor<2x2xi64>

    %valid = scatter.check_indices %indices within [16] negative_indices(reject)
        : memref<?x1xi32>
    ```
  }];

  let arguments = (ins
    Arg<Scatter_Indices, "tuples of k indices in the last dimension">:$indices,
    Variadic<Index>:$sizes,
    DenseI64ArrayAttr:$static_sizes,
    DefaultValuedAttr<Scatter_NegativeIndicesAttr,
                      "::scatter::NegativeIndices::wrap">:$negative_indices,
    OptionalAttr<Scatter_PlanAttr>:$plan
  );
  let results = (outs I1:$valid);

  let assemblyFormat = [{
    $indices `within` custom<DynamicIndexList>($sizes, $static_sizes) ``
    custom<NegativeIndicesOption>($negative_indices)
    attr-dict `:` type($indices)
  }];

  let builders = [
    OpBuilder<(ins "::mlir::Value":$indices,
                   "::llvm::ArrayRef<::mlir::OpFoldResult>":$sizes,
                   CArg<"::scatter::NegativeIndices",
                        "::scatter::NegativeIndices::wrap">:$negativeIndices)>
  ];

  let hasVerifier = 1;
  let hasFolder = 1;
  let hasCanonicalizer = 1;

  let extraClassDeclaration = [{
    ::mlir::ShapedType getIndicesType() {
      return ::llvm::cast<::mlir::ShapedType>(getIndices().getType());
    }
    /// The sizes of the dimensions that a tuple indexes, k of them.
    ::llvm::SmallVector<::mlir::OpFoldResult> getMixedSizes();
    /// Number k of components of a tuple.
    int64_t getIndexDepth() { return getStaticSizes().size(); }
    /// Rank q - 1 of the tuples' iteration space.
    int64_t getBatchRank() { return getIndicesType().getRank() - 1; }
    /// The value of `plan`, the default one if there is none.
    ::scatter::Plan getPlanOrDefault() {
      return getPlanAttr() ? getPlanAttr().getValue() : ::scatter::Plan();
    }
  }];
}

//===----------------------------------------------------------------------===//
// ReportIndicesOp
//===----------------------------------------------------------------------===//

def Scatter_ReportIndicesOp : Op<Scatter_Dialect, "report_indices", [
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>
  ]> {
  let summary = "reports the first index that is out of bounds";
  let description = [{
    Reports what a `scatter.scatter_nd_update` by these indices, into `data`
    whose indexed dimensions have the sizes `within`, reports under `error`,
    with the location of this op: the first index that is out of bounds, else
    nothing. It reports nothing where the result of `scatter.check_indices` of
    the same operands is true. The op writes the error record of the runtime, so
    that it is neither removed nor executed where the program does not.

    Internal: made by `scatter-split-checks`, lowered by
    `convert-scatter-to-loops`; files that hold it are not promised to be read
    by another version. The operands obey (CI1) to (CI3).

    Example:

    ```mlir
    scatter.report_indices %indices within [16] negative_indices(reject)
        : memref<4x1xi64>
    ```
  }];

  let arguments = (ins
    Arg<Scatter_Indices, "tuples of k indices in the last dimension">:$indices,
    Variadic<Index>:$sizes,
    DenseI64ArrayAttr:$static_sizes,
    DefaultValuedAttr<Scatter_NegativeIndicesAttr,
                      "::scatter::NegativeIndices::wrap">:$negative_indices
  );

  let assemblyFormat = [{
    $indices `within` custom<DynamicIndexList>($sizes, $static_sizes) ``
    custom<NegativeIndicesOption>($negative_indices)
    attr-dict `:` type($indices)
  }];

  let builders = [
    OpBuilder<(ins "::mlir::Value":$indices,
                   "::llvm::ArrayRef<::mlir::OpFoldResult>":$sizes,
                   CArg<"::scatter::NegativeIndices",
                        "::scatter::NegativeIndices::wrap">:$negativeIndices)>
  ];

  let hasVerifier = 1;

  let extraClassDeclaration = [{
    ::mlir::ShapedType getIndicesType() {
      return ::llvm::cast<::mlir::ShapedType>(getIndices().getType());
    }
    /// The sizes of the dimensions that a tuple indexes, k of them.
    ::llvm::SmallVector<::mlir::OpFoldResult> getMixedSizes();
    /// Number k of components of a tuple.
    int64_t getIndexDepth() { return getStaticSizes().size(); }
    /// Rank q - 1 of the tuples' iteration space.
    int64_t getBatchRank() { return getIndicesType().getRank() - 1; }
  }];
}

#endif // SCATTER_DIALECT_SCATTER_IR_SCATTERCHECKOPS_TD
