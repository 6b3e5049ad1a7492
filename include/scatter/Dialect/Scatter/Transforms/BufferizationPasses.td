//===- BufferizationPasses.td - before and after buffers ---*- tablegen -*-===//

#ifndef SCATTER_DIALECT_SCATTER_TRANSFORMS_BUFFERIZATIONPASSES_TD
#define SCATTER_DIALECT_SCATTER_TRANSFORMS_BUFFERIZATIONPASSES_TD

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

def ScatterOutlineUpdatesPass
    : Pass<"scatter-outline-updates", "::mlir::ModuleOp"> {
  let summary = "lower the updates of long functions in functions of their own";
  let description = [{
    Input: scatter ops on memrefs, after `scatter-plan`. In a function with
    `min-updates` or more of them whose sizes are known at run time only, each
    is replaced by a call of a private function. Equal ops without reports share
    one; a report holds the location of its op. LLVM takes time that grows with
    the square of the length of a function (docs/Performance.md, "Compilation
    and code").

    Example, with `min-updates=2`:

    ```mlir
    scatter.slice_scatter ins(%u : memref<?xf32>) outs(%d : memref<8xf32>)
        from [0] to [2] {sizes_match}
    scatter.slice_scatter ins(%v : memref<?xf32>) outs(%d : memref<8xf32>)
        from [0] to [2] {sizes_match}
    ```

    becomes

    ```mlir
      call @scatter_update(%u, %d) : (memref<?xf32>, memref<8xf32>) -> ()
      call @scatter_update(%v, %d) : (memref<?xf32>, memref<8xf32>) -> ()
    ...
    func.func private @scatter_update(%u: memref<?xf32>, %d: memref<8xf32>)
        attributes {no_inline, passthrough = ["noinline"]} {
      scatter.slice_scatter ins(%u : memref<?xf32>) outs(%d : memref<8xf32>)
          from [0] to [2] {sizes_match}
      return
    }
    ```
  }];
  let options = [
    Option<"minUpdates", "min-updates", "int64_t", "kMinOutlinedUpdates",
           "minimum number of ops of a function">,
  ];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect",
                           "::mlir::func::FuncDialect",
                           "::scatter::ScatterDialect"];
}

def ScatterSeparateResultsPass
    : Pass<"scatter-separate-results", "::mlir::ModuleOp"> {
  let summary = "return each tensor of a function in memory of its own";
  let description = [{
    Input: tensors, functions that are called. A result that may be in the memory
    of a result before it (the same value, or a slice of it) is copied.
    One-Shot Bufferize takes the results of a call as separate memory, so that
    an update of one in place would change the other. Left alone: functions
    without callers, and results in the memory of arguments, of which the
    analysis knows.

    Example:

    ```mlir
    return %x, %x : tensor<8xf32>, tensor<8xf32>
    ```

    becomes

    ```mlir
    %copy = bufferization.alloc_tensor() copy(%x) : tensor<8xf32>
    return %x, %copy : tensor<8xf32>, tensor<8xf32>
    ```
  }];
  let dependentDialects = ["::mlir::bufferization::BufferizationDialect"];
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
    their init get fills of their own as well. An op that takes the same
    `tensor.empty` twice gets two: bufferization makes one buffer of two values
    that a loop carries and that start as the same `tensor.empty`. It also lets
    a nested loop write to what an outer loop carries, so that uses in a loop
    that starts with a `tensor.empty` get one of their own. Left alone: smaller
    constants, constants with different elements, vectors. Run it right
    before bufferization: folding makes constants of fills of some kinds.

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

#endif // SCATTER_DIALECT_SCATTER_TRANSFORMS_BUFFERIZATIONPASSES_TD
