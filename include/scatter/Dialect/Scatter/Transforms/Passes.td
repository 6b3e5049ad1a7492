//===- Passes.td - transformations of scatter ops ----------*- tablegen -*-===//

#ifndef SCATTER_DIALECT_SCATTER_TRANSFORMS_PASSES_TD
#define SCATTER_DIALECT_SCATTER_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"
include "scatter/Dialect/Scatter/Transforms/FusionPasses.td"

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

def ScatterBufferizeChainsPass : Pass<"scatter-bufferize-chains"> {
  let summary = "make the updates of a long chain updates of one buffer";
  let description = [{
    Input: tensors, right before one-shot-bufferize with
    `bufferize-function-boundaries` and identity layouts. Of `min-length` or
    more updates in a block, each of which is the only use of the result of the
    one before, all but the first become updates of the buffer of its result.
    one-shot-bufferize still decides whether the first one is in place, and sees
    all others as one write after it; its time grows with the cube of the number
    of updates of one tensor otherwise.

    Left alone: shorter chains, and buffers whose layout is not the identity.

    Example, with `min-length=2`:

    ```mlir
    %0 = scatter.slice_scatter ins(%u : tensor<2xf32>) outs(%d : tensor<8xf32>)
        from [0] to [2] -> tensor<8xf32>
    %1 = scatter.slice_scatter ins(%v : tensor<2xf32>) outs(%0 : tensor<8xf32>)
        from [1] to [3] -> tensor<8xf32>
    ```

    becomes

    ```mlir
    %0 = scatter.slice_scatter ins(%u : tensor<2xf32>) outs(%d : tensor<8xf32>)
        from [0] to [2] -> tensor<8xf32>
    %m = bufferization.to_buffer %0 : tensor<8xf32> to memref<8xf32>
    %n = bufferization.to_buffer %v read_only : tensor<2xf32> to memref<2xf32>
    scatter.slice_scatter ins(%n : memref<2xf32>) outs(%m : memref<8xf32>)
        from [1] to [3]
    %1 = bufferization.to_tensor %m restrict writable
        : memref<8xf32> to tensor<8xf32>
    ```
  }];
  let options = [
    Option<"minLength", "min-length", "int64_t", "16",
           "minimum number of updates of a chain">,
  ];
  let dependentDialects = ["::mlir::bufferization::BufferizationDialect",
                           "::scatter::ScatterDialect"];
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

def ScatterKeepDeallocationsPass : Pass<"scatter-keep-deallocations"> {
  let summary = "keep the deallocations of a program";
  let description = [{
    Input: any. Each `memref.dealloc` and the `memref.alloc` whose memory it
    frees get the attribute `bufferization.manual_deallocation`: the pipeline of
    buffer deallocation frees neither, and accepts both. It is an error if the
    memory is not that of a `memref.alloc` of the same function, possibly
    through casts: the caller, or this pipeline, frees any other memory.

    Example:

    ```mlir
    %a = memref.alloc() : memref<4xf32>
    "use"(%a) : (memref<4xf32>) -> ()
    memref.dealloc %a : memref<4xf32>
    ```

    becomes

    ```mlir
    %a = memref.alloc() {bufferization.manual_deallocation} : memref<4xf32>
    "use"(%a) : (memref<4xf32>) -> ()
    memref.dealloc %a {bufferization.manual_deallocation} : memref<4xf32>
    ```
  }];
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

def ScatterSplitChecksPass : Pass<"scatter-split-checks"> {
  let summary = "split updates into a check, an update and a report";
  let description = [{
    Input: `scatter.scatter_nd_update` with `out_of_bounds(error)`, on tensors
    or memrefs; likewise `scatter.gather_nd` and `scatter.generic`, which has a
    check for each index operand under `error`. The check of its indices becomes
    an op of its own, the update an op that needs no check, executed where the
    indices are valid. It can be tiled and fused then: a tile of an op under
    `error` would be written before the indices of the next one are checked.
    Where the indices are not valid,
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

#endif // SCATTER_DIALECT_SCATTER_TRANSFORMS_PASSES_TD
