//===- Passes.td - transformations of scatter ops ----------*- tablegen -*-===//

#ifndef SCATTER_DIALECT_SCATTER_TRANSFORMS_PASSES_TD
#define SCATTER_DIALECT_SCATTER_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

def ScatterAliasResultsPass : Pass<"scatter-alias-results", "::mlir::ModuleOp"> {
  let summary = "return results in the memory of donated arguments";
  let description = [{
    Input: functions on memrefs, after bufferization and before the pipeline of
    buffer deallocation, which copies results that are not newly allocated. If a
    result is the memory of an argument with the attribute `scatter.donated`,
    the function no longer returns it: the caller has it. The attribute
    `scatter.donors` of the function then says for each former result which
    argument holds it, or -1. A memory holds one result.

    `scatter.donated` alone allows any result in the memory of the argument.
    With a number it is an error if that result is elsewhere. Left alone:
    functions with callers in the module, or with several returns.

    Example:

    ```mlir
    func.func @step(%c: memref<8xf32> {scatter.donated = 0},
                    %i: memref<1x1xi64>, %u: memref<1xf32>) -> memref<8xf32> {
      scatter.scatter_nd_update ins(%i, %u : memref<1x1xi64>, memref<1xf32>)
          outs(%c : memref<8xf32>)
      return %c : memref<8xf32>
    }
    ```

    becomes

    ```mlir
    func.func @step(%c: memref<8xf32>, %i: memref<1x1xi64>, %u: memref<1xf32>)
        attributes {scatter.donors = array<i64: 0>} {
      scatter.scatter_nd_update ins(%i, %u : memref<1x1xi64>, memref<1xf32>)
          outs(%c : memref<8xf32>)
      return
    }
    ```
  }];
}

def ScatterElideCopiesPass : Pass<"scatter-elide-copies"> {
  let summary = "make a copy and the update of the copy one op";
  let description = [{
    Input: scatter ops on memrefs, after bufferization. A `memref.copy` and the
    op that next updates its target become an op with a `source`, so that each
    byte is written once. A `memref.copy` into a subview of the target counts as
    a `scatter.slice_scatter`. Bounds and sizes may be static or known at run
    time.

    Left alone: copies whose target is used, or whose source may be written, in
    between; and copies of integers that the program computes with, if the
    update can report a violation: nothing is written then, and the program,
    which goes on after a report, would take what was in memory before for an
    address.

    Example:

    ```mlir
    memref.copy %src, %dst : memref<8x16xf32> to memref<8x16xf32>
    scatter.slice_scatter ins(%u : memref<4x16xf32>)
        outs(%dst : memref<8x16xf32>) from [4] to [8]
    ```

    becomes

    ```mlir
    scatter.slice_scatter ins(%u : memref<4x16xf32>)
        outs(%dst : memref<8x16xf32>) source(%src : memref<8x16xf32>)
        from [4] to [8]
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect",
                           "::scatter::ScatterDialect"];
}

def ScatterExpandCopiesPass : Pass<"scatter-expand-copies"> {
  let summary = "turn strided copies into slice_scatter";
  let description = [{
    Input: `memref.copy`, after bufferization. A copy of which one side is not
    contiguous would become a call of a library function that moves element
    after element; as a `scatter.slice_scatter` of everything it gets the
    vector loops of this project. So does, if the machine has the entry
    `nontemporal-bytes`, a contiguous copy of that size or more, or of a size
    known at run time: its stores are non-temporal and its threads several where
    that is faster. Other copies between contiguous memrefs are left alone: they
    become `memcpy`.

    Example:

    ```mlir
    memref.copy %a, %b : memref<4x8xf32, strided<[16, 1]>> to memref<4x8xf32>
    ```

    becomes

    ```mlir
    scatter.slice_scatter ins(%a : memref<4x8xf32, strided<[16, 1]>>)
        outs(%b : memref<4x8xf32>) from [] to []
    ```
  }];
  let dependentDialects = ["::scatter::ScatterDialect"];
}

def ScatterFillSplatsPass : Pass<"scatter-fill-splats"> {
  let summary = "fill large splat constants at run time";
  let description = [{
    Input: tensors. An `arith.constant` of `min-bytes` or more whose elements
    are all equal becomes a `linalg.fill`: as data it would have to be written
    by the compiler, stored in the object and copied wherever it is updated.
    Each op that takes the constant as its init gets a fill of its own, from
    `min-init-bytes` on, and so do ops in a branch; all other uses share one.
    Ops that take the same `linalg.fill` or `tensor.splat` of static shape as
    their init get fills of their own as well. Left alone: smaller constants,
    constants with different elements, vectors. Run it right before
    bufferization: folding makes constants of fills of some kinds.

    Example:

    ```mlir
    %zeros = arith.constant dense<0.0> : tensor<1000000xf32>
    ```

    becomes

    ```mlir
    %zero = arith.constant dense<0.0> : tensor<f32>
    %element = tensor.extract %zero[] : tensor<f32>
    %memory = bufferization.alloc_tensor() : tensor<1000000xf32>
    %zeros = linalg.fill ins(%element : f32)
        outs(%memory : tensor<1000000xf32>) -> tensor<1000000xf32>
    ```
  }];
  let options = [
    Option<"minBytes", "min-bytes", "int64_t", "1 << 20",
           "minimum bytes of a constant that is filled">,
    Option<"minInitBytes", "min-init-bytes", "int64_t", "1 << 12",
           "minimum bytes of a constant that is filled if an op overwrites it">,
  ];
  let dependentDialects = [
    "::mlir::bufferization::BufferizationDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect"
  ];
}

def ScatterSetMachinePass
    : Pass<"scatter-set-machine", "::mlir::ModuleOp"> {
  let summary = "set entries of the machine description of a module";
  let description = [{
    Each option that is given becomes the entry of the same name, with `_` for
    `-`, of the target device `scatter` in the `dlti.target_system_spec` of the
    module. It replaces an entry that is there. This is the first pass of
    `scatter-to-llvm`: all later ones read only the module.

    The options are those of `scatter-opt --help`.

    Example, with `threads=2`:

    ```mlir
    module {}
    ```

    becomes

    ```mlir
    module attributes {dlti.target_system_spec = #dlti.target_system_spec<
        "scatter" = #dlti.target_device_spec<"threads" = 2 : i64>>} {}
    ```
  }];
  let dependentDialects = ["::mlir::DLTIDialect"];
}

def ScatterEraseMachinePass
    : Pass<"scatter-erase-machine", "::mlir::ModuleOp"> {
  let summary = "remove the machine description of a module";
  let description = [{
    Removes the target device `scatter` from the `dlti.target_system_spec` of
    the module, and the specification if it has no other device. This is the
    last pass of `scatter-to-llvm`: stock tools such as `mlir-runner` do not
    read modules with attributes of DLTI.

    Example:

    ```mlir
    module attributes {dlti.target_system_spec = #dlti.target_system_spec<
        "scatter" = #dlti.target_device_spec<"threads" = 2 : i64>>} {}
    ```

    becomes

    ```mlir
    module {}
    ```
  }];
}

def ScatterPlanPass : Pass<"scatter-plan"> {
  let summary = "choose how each op is lowered";
  let description = [{
    Input: scatter ops on memrefs, or on tensors, which count as row-major.
    Each op without a `plan` gets one, from its types and attributes and from
    the machine description: the properties of the target device `scatter` in
    the `dlti.target_system_spec` of the module. An option replaces the entry of
    the same name. A plan that an op has stays. Nothing else changes.

    The options are those of `scatter-opt --help`. With `_` for `-` they are the
    entries of the description, except for `partition`, which asks for serial,
    chunks, buckets, slice or private; an op that does not allow it gets what is
    chosen without the option.

    A remark of category `scatter-plan` (`--remarks-filter=scatter-plan`) tells
    the plan of each op and the reason for its partition.

    Example:

    ```mlir
    module attributes {dlti.target_system_spec = #dlti.target_system_spec<
        "scatter" = #dlti.target_device_spec<"threads" = 2 : i64>>} {
      func.func @add(%d: memref<?x256xf32>, %i: memref<?x1xi64>,
                     %u: memref<?x256xf32>) {
        scatter.scatter_nd_update ins(%i, %u : memref<?x1xi64>, memref<?x256xf32>)
            outs(%d : memref<?x256xf32>) reduction(sum)
        return
      }
    }
    ```

    The op becomes

    ```mlir
    scatter.scatter_nd_update ... reduction(sum) {plan = #scatter.plan<
        partition = buckets, threads = <2, bytes = 131072, ...>,
        prefetch = <16, ...>, ...>}
    ```
  }];
}

def ScatterRefineShapesPass : Pass<"scatter-refine-shapes"> {
  let summary = "infer static sizes of operands from each other";
  let description = [{
    Input: scatter ops on tensors. The sizes of `indices`, `updates` and `data`
    are tied by (ND4) to (ND6) and (S7); what one of them says, or an op that
    runs before says about the same value, holds for the others. `indices` and
    `updates` are cast to the refined types. Sizes that contradict each other
    are an error that names both shapes.

    The casts assert nothing that would not be checked: the lowering compares
    the sizes of what is cast. `data` and the result keep their types, as they
    have their size whether or not the op reports a violation.

    Example:

    ```mlir
    %r = scatter.scatter_nd_update
           ins(%i, %u : tensor<4x?xi64>, tensor<?x8xf32>)
           outs(%d : tensor<16x?xf32>) -> tensor<16x?xf32>
    ```

    becomes

    ```mlir
    %0 = tensor.cast %i : tensor<4x?xi64> to tensor<4x1xi64>
    %1 = tensor.cast %u : tensor<?x8xf32> to tensor<4x8xf32>
    %r = scatter.scatter_nd_update
           ins(%0, %1 : tensor<4x1xi64>, tensor<4x8xf32>)
           outs(%d : tensor<16x?xf32>) -> tensor<16x?xf32>
    ```
  }];
  let dependentDialects = ["::mlir::tensor::TensorDialect"];
}

def ScatterReuseDonatedPass : Pass<"scatter-reuse-donated", "::mlir::func::FuncOp"> {
  let summary = "compute elementwise results in donated arguments";
  let description = [{
    Input: tensors. If an elementwise linalg op computes a result of the function
    from an argument of the same type that has the attribute `scatter.donated`,
    the argument becomes the init of the op. Bufferization then writes the result
    to the memory of the argument, unless its old contents are needed later.
    `scatter-alias-results` no longer returns it. Left alone: results of other
    ops, and inits other than `tensor.empty`.

    Example:

    ```mlir
    func.func @step(%c: tensor<8xf32> {scatter.donated}) -> tensor<8xf32> {
      %new = tensor.empty() : tensor<8xf32>
      %r = linalg.exp ins(%c : tensor<8xf32>) outs(%new : tensor<8xf32>) -> tensor<8xf32>
      return %r : tensor<8xf32>
    }
    ```

    becomes

    ```mlir
    func.func @step(%c: tensor<8xf32> {scatter.donated}) -> tensor<8xf32> {
      %r = linalg.exp ins(%c : tensor<8xf32>) outs(%c : tensor<8xf32>) -> tensor<8xf32>
      return %r : tensor<8xf32>
    }
    ```
  }];
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

def ScatterSplitChecksPass : Pass<"scatter-split-checks"> {
  let summary = "split updates into a check, an update and a report";
  let description = [{
    Input: `scatter.scatter_nd_update` with `out_of_bounds(error)`, on tensors
    or memrefs. The check of its indices becomes an op of its own, the update an
    op that needs no check, executed where the indices are valid. It can be
    tiled and fused then: a tile of an op under `error` would be written before
    the indices of the next one are checked. Where the indices are not valid,
    `scatter.report_indices` makes the report of the original op. Indices that
    are known to be valid leave no branch.

    Sizes that are not known are compared together with the indices, also for
    other policies and for `scatter.slice_scatter`. The update then has the
    attribute `sizes_match`. Updates of tensors in one block share a branch, so
    that a chain of them needs one copy of `data` at most.

    Identical checks are merged, and checks that change in no iteration leave
    `scf.for`, on memrefs if nothing in between may write `indices`. A check
    that leaves loops on memrefs is executed where the loops are.

    With `shared-only` ops stay as they are unless their check is shared with
    another one or leaves a loop, or the op is fused with the producer of
    `updates` (`scatter-tile-and-fuse`): one op that checks and updates can keep what
    it computes from the indices. Where that is worth more than a check (tuples
    of several components and short slots), only a loop is a reason.

    Example:

    ```mlir
    %r = scatter.scatter_nd_update
           ins(%i, %u : tensor<4x1xi64>, tensor<4x8xf32>)
           outs(%d : tensor<16x8xf32>) -> tensor<16x8xf32>
    ```

    becomes

    ```mlir
    %valid = scatter.check_indices %i within [16] : tensor<4x1xi64>
    %r = scf.if %valid -> (tensor<16x8xf32>) {
      %0 = scatter.scatter_nd_update
             ins(%i, %u : tensor<4x1xi64>, tensor<4x8xf32>)
             outs(%d : tensor<16x8xf32>) out_of_bounds(undefined)
             -> tensor<16x8xf32>
      scf.yield %0 : tensor<16x8xf32>
    } else {
      scatter.report_indices %i within [16] : tensor<4x1xi64>
      scf.yield %d : tensor<16x8xf32>
    }
    ```
  }];
  let options = [
    Option<"sharedOnly", "shared-only", "bool", "false",
           "split only ops whose check is shared or leaves a loop, and ops "
           "that are fused">,
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect",
    "::mlir::bufferization::BufferizationDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect",
    "::mlir::tensor::TensorDialect", "::scatter::ScatterDialect"
  ];
}

def ScatterGeneralizeNamedOpsPass : Pass<"scatter-generalize-named-ops"> {
  let summary = "make scatter_nd_update a scatter.generic";
  let description = [{
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
                           "::mlir::memref::MemRefDialect",
                           "::mlir::tensor::TensorDialect"];
}

def ScatterSpecializeGenericPass : Pass<"scatter-specialize-generic"> {
  let summary = "make scatter.generic a scatter_nd_update where it is one";
  let description = [{
    The inverse of `--scatter-generalize-named-ops`: a `scatter.generic` with one
    index operand, one input and one out, the maps of a named op and a region
    that is one reduction becomes that op, whose lowering has more partitions
    and precomputed offsets.
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

    Ops with a rule: `scatter_nd_update` with reduction none, sum and sub;
    `slice_scatter` with constant positive steps; `scatter.generic` with one out,
    if its region adds to the old element, or does not read it and writes each
    element once (a gather); elementwise ops on tensors and linalg ops of which
    all loops are parallel, made of the usual ops of arith and math;
    `tensor.expand_shape`, `collapse_shape` and `cast`. Any other op on the way
    from an argument to a result is an error that names it.

    Without a reduction, a slot has its value from the last tuple that names it;
    the gradient of other tuples is 0. Tuples that are out of bounds have the
    gradient 0 unless they are clamped. Of two equal operands of a minimum or
    maximum each gets half.

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
      %zeros = arith.constant dense<0.0> : tensor<4xf32>
      %gu = scatter.generic {indexing_maps = [affine_map<(e)[s] -> (s)>,
                                              affine_map<(e)[s] -> (e)>]}
              indices(%i : tensor<4x1xi64>) ins(%g : tensor<8xf32>)
              outs(%zeros : tensor<4xf32>) out_of_bounds [drop] {
      ^bb0(%a: f32, %old: f32):
        scatter.yield %a : f32
      } -> tensor<4xf32>
      return %g, %gu : tensor<8xf32>, tensor<4xf32>
    }
    ```
  }];
  let options = [
    Option<"function", "function", "std::string", /*default=*/"\"\"",
           "name of the function; may be left out if only one is public">,
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::math::MathDialect",
                           "::mlir::tensor::TensorDialect"];
}

#endif // SCATTER_DIALECT_SCATTER_TRANSFORMS_PASSES_TD
