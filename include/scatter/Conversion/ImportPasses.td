//===- ImportPasses.td - conversions from other dialects ---*- tablegen -*-===//

#ifndef SCATTER_CONVERSION_IMPORTPASSES_TD
#define SCATTER_CONVERSION_IMPORTPASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertStableHLOToScatterPass
    : Pass<"convert-stablehlo-to-scatter", "::mlir::ModuleOp"> {
  let summary = "convert StableHLO in generic form to scatter and upstream ops";
  let description = [{
    Input: ops of StableHLO, whose dialect is not installed: the generic form of
    the text, read with `--allow-unregistered-dialect`. All tensors have static
    shapes. Output: arith, bufferization, complex, linalg, math, scf, tensor, and scatter
    ops for `stablehlo.scatter` and `dynamic_update_slice`. An op that is not
    converted is an error that says why. Everything else is left alone, but for
    attributes of dialects that are not registered, which are dropped.

    A scatter becomes one `scatter_nd_update` for each of its inputs, with
    `out_of_bounds(drop) negative_indices(reject)`. Dimensions that windows
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

#endif // SCATTER_CONVERSION_IMPORTPASSES_TD
