//===- Passes.td - conversions from and to the dialect -----*- tablegen -*-===//

#ifndef SCATTER_CONVERSION_PASSES_TD
#define SCATTER_CONVERSION_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertScatterToLoopsPass : Pass<"convert-scatter-to-loops"> {
  let summary = "lower scatter ops on memrefs to loops over vectors";
  let description = [{
    Input: the memref forms of the scatter ops (tensor forms are left alone:
    bufferize first). Output: arith, memref, scf and vector; a violation that
    the types do not exclude becomes a `scatter.report`. How an op is lowered is
    said by its `plan`, which `scatter-plan` chooses; without one it is done by
    one thread, without prefetches, by vectors of 64 bytes.

    `scatter_nd_update` becomes a check phase, one vectorised pass over
    `indices`, and a write phase without checks. The check phase is left out
    where the op says that there is nothing to check. Rows (the contiguous inner
    part of a slice) are copied or combined by vectors. Work that grows with the
    size of `data` is generated for private copies of a small `data` only.

    Example:

    ```mlir
    scatter.slice_scatter ins(%u : memref<2x16xf32>)
        outs(%d : memref<8x16xf32>) from [3] to [5]
    ```

    becomes, the row being one contiguous run of 32 elements:

    ```mlir
    %v0 = vector.load %u_flat[%c0] : memref<?xf32>, vector<16xf32>
    vector.store %v0, %d_flat[%c48] : memref<?xf32>, vector<16xf32>
    %v1 = vector.load %u_flat[%c16] : memref<?xf32>, vector<16xf32>
    vector.store %v1, %d_flat[%c64] : memref<?xf32>, vector<16xf32>
    ```
  }];
  let dependentDialects = [
    "::mlir::LLVM::LLVMDialect", "::mlir::arith::ArithDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect",
    "::mlir::vector::VectorDialect", "::scatter::ScatterDialect"
  ];
}

def ConvertScatterToLLVMPass
    : Pass<"convert-scatter-to-llvm", "::mlir::ModuleOp"> {
  let summary = "lower what the loops leave symbolic to LLVM";
  let description = [{
    Input: `scatter.report`, `scatter.stream_fence` and `scatter.copy_run`.
    Output: a call of `scatter_runtime_report` with the location as a constant
    string, `llvm.fence` and `llvm.intr.memcpy`. Everything else is left alone.
    The upstream pass
    `convert-to-llvm` does the same through the dialect's
    ConvertToLLVMPatternInterface.

    Example:

    ```mlir
    scatter.report index %t, %j, %value, %size
    ```

    becomes

    ```mlir
    %location = llvm.mlir.addressof @scatter_location_0 : !llvm.ptr
    llvm.call @scatter_runtime_report(%c1, %location, %t, %j, %value, %size)
    ```
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

#endif // SCATTER_CONVERSION_PASSES_TD
