//===- FusionPasses.td - fusion and scatter.generic --------*- tablegen -*-===//

#ifndef SCATTER_DIALECT_SCATTER_TRANSFORMS_FUSIONPASSES_TD
#define SCATTER_DIALECT_SCATTER_TRANSFORMS_FUSIONPASSES_TD

include "mlir/Pass/PassBase.td"

def ScatterSimplifyUpdatesPass : Pass<"scatter-simplify-updates"> {
  let summary = "apply the patterns between updates and other ops that pay";
  let description = [{
    Input: tensors. Applies those patterns of
    `scatter/Dialect/Scatter/Transforms/Patterns.h` that save memory traffic:

    * a part of the result of an update or of a gather is computed without the
      rest, or read from where it was before;
    * an update pads its `data`, which is the copy that it writes to;
    * a chain of slices that overwrite all of `data` does not copy it;
    * the result of an update by as many tuples as `data` has slots, or fewer,
      is not converted to another type of elements, but `data` and `updates`
      are; a conversion that undoes one of `data` disappears;
    * the slices that a gather reads are converted, not all of its `data`.

    If numbers of tuples are not known, conversions move where the op then has
    the narrower elements. What an op may have to report stays the same.

    Example:

    ```mlir
    %w = arith.extf %d : tensor<512x64xf16> to tensor<512x64xf32>
    %r = scatter.scatter_nd_update
           ins(%i, %u : tensor<16x1xi64>, tensor<16x64xf32>)
           outs(%w : tensor<512x64xf32>) -> tensor<512x64xf32>
    %t = arith.truncf %r : tensor<512x64xf32> to tensor<512x64xf16>
    ```

    becomes

    ```mlir
    %v = arith.truncf %u : tensor<16x64xf32> to tensor<16x64xf16>
    %t = scatter.scatter_nd_update
           ins(%i, %v : tensor<16x1xi64>, tensor<16x64xf16>)
           outs(%d : tensor<512x64xf16>) -> tensor<512x64xf16>
    ```
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect",
    "::scatter::ScatterDialect"
  ];
}

def ScatterTileAndFusePass : Pass<"scatter-tile-and-fuse"> {
  let summary = "tile updates together with the ops that compute `updates`";
  let description = [{
    Input: tensors, after `scatter-split-checks`. If `updates` of a
    `scatter.scatter_nd_update` is computed element by element, by linalg ops
    or other ops with TilingInterface whose result nothing else needs, the
    update is divided into tiles, and each tile is computed together with its
    part of `updates`. A tile stays in the first-level cache. With several
    threads in the machine description, an outer `scf.forall` divides the slice,
    or the tuples under `unique_indices`. The result has the same bits: tiles of
    tuples are consecutive and in order.

    A `scatter.slice_scatter` with such a producer becomes a
    `tensor.insert_slice`, so that `eliminate-empty-tensors` lets the producer
    write to the slice of `data`.

    Left alone: updates that may have to report or have a `plan`, small
    `updates`, producers with reductions, and producers that read `data`.

    Example:

    ```mlir
    %e = tensor.empty() : tensor<4096x64xf32>
    %v = linalg.exp ins(%u : tensor<4096x64xf32>)
        outs(%e : tensor<4096x64xf32>) -> tensor<4096x64xf32>
    %r = scatter.scatter_nd_update
           ins(%i, %v : tensor<4096x1xi64>, tensor<4096x64xf32>)
           outs(%d : tensor<512x64xf32>) reduction(sum) out_of_bounds(undefined)
           -> tensor<512x64xf32>
    ```

    becomes

    ```mlir
    %r = scf.for %t = %c0 to %c4096 step %c16 iter_args(%part = %d)
        -> (tensor<512x64xf32>) {
      %is = tensor.extract_slice %i[%t, 0] [16, 1] [1, 1]
          : tensor<4096x1xi64> to tensor<16x1xi64>
      %us = tensor.extract_slice %u[%t, 0] [16, 64] [1, 1]
          : tensor<4096x64xf32> to tensor<16x64xf32>
      %e = tensor.empty() : tensor<16x64xf32>
      %vs = linalg.exp ins(%us : tensor<16x64xf32>)
          outs(%e : tensor<16x64xf32>) -> tensor<16x64xf32>
      %next = scatter.scatter_nd_update
          ins(%is, %vs : tensor<16x1xi64>, tensor<16x64xf32>)
          outs(%part : tensor<512x64xf32>) reduction(sum)
          out_of_bounds(undefined) -> tensor<512x64xf32>
      scf.yield %next : tensor<512x64xf32>
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::scf::SCFDialect", "::mlir::tensor::TensorDialect",
    "::scatter::ScatterDialect"
  ];
}

def ScatterGeneralizeNamedOpsPass : Pass<"scatter-generalize-named-ops"> {
  let summary = "make scatter_nd_update and gather_nd a scatter.generic";
  let description = [{
    A gather whose tuples may be dropped gets a filled `out`.

    Left alone: ops with a `source`, and ops whose reduction has no ops in arith
    for the type of the elements (complex numbers, floats of 8 bits, integers
    with a sign in their type or of 2 to 7 bits). `indices_are_sorted` is
    dropped.

    Example:

    ```mlir
    %r = scatter.scatter_nd_update ins(%i, %u : tensor<4x1xi64>, tensor<4x8xf32>)
           outs(%d : tensor<16x8xf32>) reduction(sum) -> tensor<16x8xf32>
    ```

    becomes

    ```mlir
    %r = scatter.generic {indexing_maps = [affine_map<(e, f)[i] -> (e, f)>,
                                           affine_map<(e, f)[i] -> (i, f)>]}
           indices(%i : tensor<4x1xi64>) ins(%u : tensor<4x8xf32>)
           outs(%d : tensor<16x8xf32>) {
    ^bb0(%a: f32, %old: f32):
      %s = arith.addf %old, %a : f32
      scatter.yield %s : f32
    } -> tensor<16x8xf32>
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::tensor::TensorDialect"];
}

def ScatterSpecializeGenericPass : Pass<"scatter-specialize-generic"> {
  let summary = "make scatter.generic a scatter_nd_update or gather_nd where it "
                "is one";
  let description = [{
    The inverse of `--scatter-generalize-named-ops`: a `scatter.generic` with one
    index operand, one input and one out, the maps of a named op and a region
    that is one reduction becomes that op, whose lowering has more partitions
    and precomputed offsets. One that yields its input and has the maps of a
    gather becomes a gather; if its tuples may be dropped, its out must be the
    result of a linalg.fill.
  }];
}

def ScatterFuseProducersPass : Pass<"scatter-fuse-producers"> {
  let summary = "move producers of updates into the region of scatter.generic";
  let description = [{
    A producer of the updates that nothing else needs is computed in the region
    of the update, element by element, instead of being stored to memory before:
    elementwise ops on tensors, and linalg ops of which all loops are parallel
    (casts, broadcasts, transposes, arithmetic). If such an op reads a tensor by
    `tensor.extract` at an index of the tuple, that tensor becomes an input that
    is read by tuples. The op that is updated becomes a `scatter.generic`. The
    result has the same bits: the producer rounds as before, then the reduction.

    Left alone: producers with other uses, inputs that are not computed once for
    each tuple, reductions, and updates whose sizes are neither static nor
    checked before, which `--scatter-split-checks` does.

    Example: with this pass, `out[dst] += w * x[src]`,

    ```mlir
    %m = linalg.generic {
           indexing_maps = [affine_map<(e, f) -> (e)>, affine_map<(e, f) -> (e)>,
                            affine_map<(e, f) -> (e, f)>],
           iterator_types = ["parallel", "parallel"]}
         ins(%src, %w : tensor<9xi64>, tensor<9xf32>)
         outs(%empty : tensor<9x64xf32>) {
    ^bb0(%i: i64, %b: f32, %o: f32):
      %e = arith.index_cast %i : i64 to index
      %f = linalg.index 1 : index
      %a = tensor.extract %x[%e, %f] : tensor<?x64xf32>
      %p = arith.mulf %a, %b : f32
      linalg.yield %p : f32
    } -> tensor<9x64xf32>
    %r = scatter.scatter_nd_update ins(%dst, %m : tensor<9x1xi64>, tensor<9x64xf32>)
           outs(%out : tensor<20x64xf32>) reduction(sum) -> tensor<20x64xf32>
    ```

    becomes

    ```mlir
    %s = tensor.expand_shape %src [[0, 1]] output_shape [9, 1]
           : tensor<9xi64> into tensor<9x1xi64>
    %r = scatter.generic {indexing_maps = [affine_map<(e, f)[d, s] -> (s, f)>,
                                           affine_map<(e, f)[d, s] -> (e)>,
                                           affine_map<(e, f)[d, s] -> (d, f)>]}
           indices(%dst, %s : tensor<9x1xi64>, tensor<9x1xi64>)
           ins(%x, %w : tensor<?x64xf32>, tensor<9xf32>)
           outs(%out : tensor<20x64xf32>) out_of_bounds [error, undefined]
           negative_indices [wrap, reject] {
    ^bb0(%a: f32, %b: f32, %old: f32):
      %p = arith.mulf %a, %b : f32
      %t = arith.addf %old, %p : f32
      scatter.yield %t : f32
    } -> tensor<20x64xf32>
    ```
  }];
  let options = [
    Option<"rowsOnly", "rows-only", "bool", /*default=*/"false",
           "leave updates of short slots alone, which scatter_nd_update writes "
           "faster">,
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::tensor::TensorDialect"];
}

def ScatterVJPPass : Pass<"scatter-vjp", "::mlir::ModuleOp"> {
  let summary = "add the gradient of a function";
  let description = [{
    Input: a function on tensors with one block. Adds a function whose name ends
    with `_vjp`. Its arguments are those of the function and, for each result
    that is a tensor of floats, a cotangent of the same type. It returns the
    product of the cotangents and the Jacobian (the gradient of the results,
    weighted by the cotangents) for each argument that is a tensor of floats.
    The function itself is executed first, for the values that derivatives need.

    Ops with a rule: `scatter_nd_update`, `slice_scatter`, `gather_nd`,
    `scatter.generic`; elementwise ops on tensors and linalg ops of which all
    loops are parallel, made of the ops of arith and math on floats and of
    `tensor.extract` from other tensors; `tensor.expand_shape`,
    `collapse_shape`, `extract_slice`, `insert_slice` and `cast`. Any other op
    on the way from an argument to a result is an error that names it.

    Without a reduction, a slot has its value from the last tuple that names it;
    the gradient of other tuples is 0. Where several updates, or an update and
    the old element, are the minimum or maximum of a slot, they share its
    gradient equally. Tuples that are out of bounds have the gradient 0 unless
    they are clamped. Of two equal operands of a scalar minimum or maximum each
    gets half.

    A product, and a `scatter.generic` that neither adds to the old element nor
    writes each element once, are executed again; the old elements are kept for
    each tuple, in memory of the size of the updates, and the tuples are visited
    from the last to the first. The gradient of an input whose map lacks a
    dimension of the slice takes memory of that size too. There is no rule for
    such an input that is read by tuples, for an input whose map has a result
    twice, for elements that are read by a `tensor.extract` outside of linalg
    ops, for complex numbers, and for control flow in regions.

    Example: for

    ```mlir
    func.func @f(%d: tensor<8xf32>, %i: tensor<4x1xi64>, %u: tensor<4xf32>)
        -> tensor<8xf32> {
      %r = scatter.scatter_nd_update ins(%i, %u : tensor<4x1xi64>, tensor<4xf32>)
             outs(%d : tensor<8xf32>) reduction(sum) -> tensor<8xf32>
      return %r : tensor<8xf32>
    }
    ```

    the pass adds a function with this result (without the unused update):

    ```mlir
    func.func @f_vjp(%d: tensor<8xf32>, %i: tensor<4x1xi64>, %u: tensor<4xf32>,
                     %g: tensor<8xf32>) -> (tensor<8xf32>, tensor<4xf32>) {
      %zero = arith.constant 0.0 : f32
      %empty = tensor.empty() : tensor<4xf32>
      %gu = scatter.gather_nd ins(%i, %g : tensor<4x1xi64>, tensor<8xf32>)
              outs(%empty : tensor<4xf32>) fill(%zero : f32) out_of_bounds(drop)
              -> tensor<4xf32>
      return %g, %gu : tensor<8xf32>, tensor<4xf32>
    }
    ```
  }];
  let options = [
    Option<"function", "function", "std::string", /*default=*/"\"\"",
           "name of the function; may be left out if only one is public">,
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::math::MathDialect", "::mlir::scf::SCFDialect",
    "::mlir::tensor::TensorDialect", "::scatter::ScatterDialect"
  ];
}

#endif // SCATTER_DIALECT_SCATTER_TRANSFORMS_FUSIONPASSES_TD
