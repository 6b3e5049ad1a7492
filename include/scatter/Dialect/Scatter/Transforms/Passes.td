//===- Passes.td - transformations of scatter ops ----------*- tablegen -*-===//

#ifndef SCATTER_DIALECT_SCATTER_TRANSFORMS_PASSES_TD
#define SCATTER_DIALECT_SCATTER_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"
include "scatter/Dialect/Scatter/Transforms/BufferizationPasses.td"
include "scatter/Dialect/Scatter/Transforms/FusionPasses.td"

def ScatterElideCopiesPass : Pass<"scatter-elide-copies"> {
  let summary = "make a copy and the update of the copy one op";
  let description = [{
    Input: scatter ops on memrefs, after bufferization. A `memref.copy` and the
    op that next updates its target become an op with a `source`, so that each
    byte is written once. A `memref.copy` into a subview of the target counts as
    a `scatter.slice_scatter`. Bounds and sizes may be static or known at run
    time. A copy that is copied back while both still hold the same is not
    copied back, and not made if nothing else uses it.

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
    the sizes of what is cast. Results of other ops than scatter ops and calls
    are cast only under `sizes_match`, because upstream moves such a cast into
    the op, before the comparison. `data` and the result keep their types, as they
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
    `scf.for` and, on tensors, `scf.while`; on memrefs if nothing in between may
    write `indices`. A check that leaves loops on memrefs is executed where the
    loops are.

    With `shared-only` ops stay as they are unless their check is shared with
    another one or leaves a loop, or the op is fused with the producer of
    `updates` (`scatter-tile-and-fuse`): one op that checks and updates can keep what
    it computes from the indices. Where that is worth more than a check (tuples
    of several components and short slots), only a loop is a reason.

    With `with-consumers` the ops with `TilingInterface` that use the result of
    an update, or depend on it, are executed in the branch as well: with the
    updated `data` after it, with `data` itself after the report. An update can
    then be fused into loops of a consumer, which must read its result and not
    that of the `scf.if`. The clones after the report have no discardable
    attributes, so that one op has the tag by which a script finds it.

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
    Option<"withConsumers", "with-consumers", "bool", "false",
           "execute the ops that depend on an update in its branch">,
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect",
    "::mlir::bufferization::BufferizationDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect",
    "::mlir::tensor::TensorDialect", "::scatter::ScatterDialect"
  ];
}

def ScatterCheckCastsPass : Pass<"scatter-check-casts"> {
  let summary = "compare the sizes that casts assert";
  let description = [{
    A `tensor.cast` or `memref.cast` to a static size asserts the size: upstream
    leaves undefined what happens if the source has another one, and moves the
    static size to ops that are executed before the cast. This pass makes the
    program compare such sizes at the cast, report one that differs and end the
    call. It runs before other passes fold casts.

    A cast of the result of an op that upstream would move it to becomes a
    `tensor.extract_slice` of everything, and linalg ops compute the slice. No
    checks are made for casts of operands whose sizes an update or a gather
    compares itself.

    Example:

    ```mlir
    %t = tensor.cast %a : tensor<?x8xf32> to tensor<4x8xf32>
    ```

    becomes

    ```mlir
    %d = tensor.dim %a, %c0 : tensor<?x8xf32>
    %differs = arith.cmpi ne, %d, %c4 : index
    scf.if %differs {
      scatter.report operand %equal, %dim, %found, %expected
    }
    %t = tensor.cast %a : tensor<?x8xf32> to tensor<4x8xf32>
    ```
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect", "::mlir::tensor::TensorDialect",
    "::scatter::ScatterDialect"
  ];
}

#endif // SCATTER_DIALECT_SCATTER_TRANSFORMS_PASSES_TD
