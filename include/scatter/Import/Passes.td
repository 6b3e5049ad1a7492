//===- Passes.td - import of other dialects and models ----*- tablegen -*-===//

#ifndef SCATTER_IMPORT_PASSES_TD
#define SCATTER_IMPORT_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertStableHLOToScatterPass
    : Pass<"convert-stablehlo-to-scatter", "::mlir::ModuleOp"> {
  let summary = "convert StableHLO in generic form to scatter and upstream ops";
  let description = [{
    Input: ops of StableHLO, whose dialect is not installed: the generic form of
    the text, read with `--allow-unregistered-dialect`. Tensors are ranked; the
    sizes of those in `while` are static. Output: arith, bufferization, complex, linalg, math, scf, tensor, and scatter
    ops for `stablehlo.scatter` and `dynamic_update_slice`. An op that is not
    converted is an error that says why. Everything else is left alone, but for
    attributes of dialects that are not registered, which are dropped.

    A scatter becomes one `scatter_nd_update` for each of its inputs, with
    `out_of_bounds(drop) negative_indices(reject)`, if its computation reduces
    each input by a value that depends on the updates only, and else one
    `scatter.generic`. Dimensions that windows
    cover, behind all that are indexed, stay slices; windows smaller than that
    become a tuple for each of their elements. A window that is not in bounds as
    a whole is dropped as a whole. One window alone becomes a `slice_scatter`.

    Example:

    ```mlir
    %r = "stablehlo.scatter"(%table, %rows, %values) <{
        scatter_dimension_numbers = #stablehlo.scatter<
            update_window_dims = [1], inserted_window_dims = [0],
            scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
      ^bb0(%a: tensor<f32>, %b: tensor<f32>):
        %s = "stablehlo.add"(%a, %b)
            : (tensor<f32>, tensor<f32>) -> tensor<f32>
        "stablehlo.return"(%s) : (tensor<f32>) -> ()
    }) : (tensor<16x8xf32>, tensor<4x1xi32>, tensor<4x8xf32>)
        -> tensor<16x8xf32>
    ```

    becomes

    ```mlir
    %r = scatter.scatter_nd_update
        ins(%rows, %values : tensor<4x1xi32>, tensor<4x8xf32>)
        outs(%table : tensor<16x8xf32>) reduction(sum) out_of_bounds(drop)
        negative_indices(reject) -> tensor<16x8xf32>
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect",
    "::mlir::bufferization::BufferizationDialect",
    "::mlir::complex::ComplexDialect", "::mlir::func::FuncDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::math::MathDialect",
    "::mlir::scf::SCFDialect", "::mlir::tensor::TensorDialect",
    "::scatter::ScatterDialect"
  ];
}

def ConvertTosaToScatterPass : Pass<"convert-tosa-to-scatter"> {
  let summary = "convert tosa.scatter to scatter_nd_update";
  let description = [{
    Input: `tosa.scatter` on ranked tensors. Output: `scatter_nd_update` with
    `unique_indices`, as the specification of TOSA demands. An index out of
    range, which makes the result of a TOSA graph unpredictable, is reported at
    run time. The other ops of TOSA are left alone.

    Example:

    ```mlir
    %r = tosa.scatter %values, %indices, %input
        : (tensor<1x16x8xf32>, tensor<1x4xi32>, tensor<1x4x8xf32>)
        -> tensor<1x16x8xf32>
    ```

    becomes, between changes of shape,

    ```mlir
    %r = scatter.scatter_nd_update
        ins(%i, %u : tensor<4x1xi32>, tensor<4x8xf32>)
        outs(%d : tensor<16x8xf32>) negative_indices(reject) {unique_indices}
        -> tensor<16x8xf32>
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::tensor::TensorDialect", "::scatter::ScatterDialect"
  ];
}

def ConvertTensorToScatterPass : Pass<"convert-tensor-to-scatter"> {
  let summary = "convert tensor.scatter to scatter_nd_update";
  let description = [{
    Input: `tensor.scatter`, whose coordinates are unique. Output:
    `scatter_nd_update` with `unique_indices`. An index out of range, which is
    undefined, is reported at run time. Where dimensions before the last
    scattered one are not scattered, there is a tuple for each position along
    them. `tensor.insert_slice` and everything else is left alone.

    Example:

    ```mlir
    %r = tensor.scatter %source into %dest[%indices] scatter_dims([0]) unique
        : (tensor<4x1x8xf32>, tensor<16x8xf32>, tensor<4x1xindex>)
        -> tensor<16x8xf32>
    ```

    becomes

    ```mlir
    %u = tensor.collapse_shape %source [[0, 1], [2]]
        : tensor<4x1x8xf32> into tensor<4x8xf32>
    %r = scatter.scatter_nd_update
        ins(%indices, %u : tensor<4x1xindex>, tensor<4x8xf32>)
        outs(%dest : tensor<16x8xf32>) negative_indices(reject)
        {unique_indices} -> tensor<16x8xf32>
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::tensor::TensorDialect", "::scatter::ScatterDialect"
  ];
}

def ScatterCopyExchangedPass : Pass<"scatter-copy-exchanged"> {
  let summary = "copy values of a loop that change places";
  let description = [{
    Input: `scf.while` on tensors whose values stay in their buffers by
    `bufferization.materialize_in_destination`, as `convert-stablehlo-to-scatter`
    makes them. A value of the last iteration that another one takes in the next
    iteration, also by a branch or by an update of it, is copied before anything
    overwrites it. So is what a loop inside has made. Without the copy
    bufferization fails, or takes an overwritten value. Run this pass after
    functions that the loop calls are inlined. `scatter-elide-copies` removes
    the copies of what is in the memory of the value already.

    Example:

    ```mlir
    ^bb0(%a: tensor<8xf32>, %b: tensor<8xf32>):
      %c = bufferization.materialize_in_destination %b in %a : ...
      %d = bufferization.materialize_in_destination %a in %b : ...
      scf.yield %c, %d : tensor<8xf32>, tensor<8xf32>
    ```

    becomes

    ```mlir
    ^bb0(%a: tensor<8xf32>, %b: tensor<8xf32>):
      %e = bufferization.alloc_tensor() copy(%b) : tensor<8xf32>
      %f = bufferization.alloc_tensor() copy(%a) : tensor<8xf32>
      %c = bufferization.materialize_in_destination %e in %a : ...
      %d = bufferization.materialize_in_destination %f in %b : ...
      scf.yield %c, %d : tensor<8xf32>, tensor<8xf32>
    ```
  }];
  let dependentDialects = ["::mlir::bufferization::BufferizationDialect"];
}

def ScatterFoldUnsignedSplatsPass : Pass<"scatter-fold-unsigned-splats"> {
  let summary = "make splats of unsigned integers numbers of the loops";
  let description = [{
    Input: tensors. An input of a `linalg.generic` that is an `arith.constant`
    of unsigned or signed integers which are all equal becomes a signless number
    in the body. The patterns for constant inputs in `linalg-fuse-elementwise-ops`
    create a scalar constant of the element type, which arith has for signless
    integers only: run this pass first. Left alone: constants of signless
    integers, floats or different elements, and inputs that the bounds of the
    loops come from.

    Example:

    ```mlir
    %ones = arith.constant dense<1> : tensor<4xui16>
    %r = linalg.generic {
        indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>],
        iterator_types = ["parallel"]
    } ins(%ones : tensor<4xui16>) outs(%e : tensor<4xui16>) {
    ^bb0(%one: ui16, %out: ui16):
      linalg.yield %one : ui16
    } -> tensor<4xui16>
    ```

    becomes

    ```mlir
    %r = linalg.generic {
        indexing_maps = [affine_map<(d0) -> (d0)>],
        iterator_types = ["parallel"]
    } outs(%e : tensor<4xui16>) {
    ^bb0(%out: ui16):
      %number = arith.constant 1 : i16
      %one = builtin.unrealized_conversion_cast %number : i16 to ui16
      linalg.yield %one : ui16
    } -> tensor<4xui16>
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect"
  ];
}

def ScatterWidenSlicesPass : Pass<"scatter-widen-slices"> {
  let summary = "make tuples that count through a dimension name slices";
  let description = [{
    Input: tensors. Where the last component of the tuples of a
    `scatter.scatter_nd_update` counts through a whole dimension of the data,
    along the last dimension of the tuples, and the other components are the
    same along it, the tuples name slices of that dimension: the component and
    the dimension fall away. Front ends make such tuples of scatters along an
    axis whose indices are broadcast, and of an index beside an iota.

    Components are looked at through elementwise `linalg.generic`, reshapes of
    unit dimensions and constants; the new tuples are computed from what these
    read. A report of an index that is out of bounds names a tuple with one
    dimension less. Left alone: dynamic shapes, ops with a plan, tuples of one
    component, a dimension that is counted in part or in another order.

    Example, with `%i` and `%iota` as columns of `%tuples`:

    ```mlir
    %r = scatter.scatter_nd_update
        ins(%tuples, %u : tensor<8x64x2xi64>, tensor<8x64xf32>)
        outs(%x : tensor<100x64xf32>) -> tensor<100x64xf32>
    ```

    becomes, with `%i` as the one column of `%rows`,

    ```mlir
    %r = scatter.scatter_nd_update
        ins(%rows, %u : tensor<8x1xi64>, tensor<8x64xf32>)
        outs(%x : tensor<100x64xf32>) -> tensor<100x64xf32>
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

def ScatterVectorizeContractionsPass : Pass<"scatter-vectorize-contractions"> {
  let summary = "compute sums of products by tiles of vectors";
  let description = [{
    Input: linalg ops on memrefs with a reduction, such as products of matrices,
    whose result is contiguous along a loop of static size, the columns, and
    whose other operands do not depend on the columns, are contiguous along
    them, or along the innermost reduction; the latter are transposed in blocks.
    Their elements are floats or signless integers of 8 to 64 bits, the body has
    ops of arith. Other ops, and those of less than 4096 multiplications, are
    left alone.

    The sums of a tile of rows and columns are kept in vectors. Each is made in
    the order of the reduction loops, as by `convert-linalg-to-loops`, in any
    tile and for any number of threads. A result that has been filled with a
    scalar is not read, and not filled.

    Options replace the entries of the same name of the machine description.
    The pass uses `threads`, `vector-bytes` and
    `parallel-bytes`. With several threads, an `scf.parallel` surrounds the
    tiles of a product whose work is at least `parallel-bytes`; a multiplication
    counts as one byte written.

    Example: a row of 32 columns, with `vector-bytes=64`

    ```mlir
    linalg.matmul ins(%a, %b : memref<1x200xf32>, memref<200x32xf32>)
                  outs(%c : memref<1x32xf32>)
    ```

    becomes

    ```mlir
    %low = vector.load %c_flat[%c0] : memref<32xf32>, vector<16xf32>
    %high = vector.load %c_flat[%c16] : memref<32xf32>, vector<16xf32>
    %low_row = vector.load %b_flat[%address] : memref<6400xf32>, vector<16xf32>
    %factor = memref.load %a_flat[%k] : memref<200xf32>
    %factors = vector.broadcast %factor : f32 to vector<16xf32>
    %products = arith.mulf %factors, %low_row : vector<16xf32>
    %low_1 = arith.addf %low, %products : vector<16xf32>
    ...
    ```
  }];
  let dependentDialects = [
    "::mlir::LLVM::LLVMDialect", "::mlir::arith::ArithDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect",
    "::mlir::vector::VectorDialect"
  ];
}

#endif // SCATTER_IMPORT_PASSES_TD
