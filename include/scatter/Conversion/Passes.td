//===- Passes.td - conversions from and to the dialect -----*- tablegen -*-===//

#ifndef SCATTER_CONVERSION_PASSES_TD
#define SCATTER_CONVERSION_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertScatterToLoopsPass : Pass<"convert-scatter-to-loops"> {
  let summary = "lower scatter ops on memrefs to loops over vectors";
  let description = [{
    Input: the memref forms of the scatter ops (tensor forms are left alone:
    bufferize first). Output: arith, memref, scf and vector; a violation that
    the types do not exclude becomes a `scatter.report`.

    `scatter_nd_update` becomes a check phase, one vectorised pass over
    `indices`, and a write phase without checks. The check phase is left out
    where the op says that there is nothing to check. Rows (the contiguous inner
    part of a slice) are copied or combined by vectors of `vector-bytes` bytes.
    Work that grows with the size of `data` is never generated.

    How an op is done is told by a remark of category `scatter-strategy`
    (`--remarks-filter=scatter-strategy`).

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
  let options = [
    Option<"vectorBytes", "vector-bytes", "unsigned",
           "::scatter::ScatterToLoopsOptions().vectorBytes",
           "bytes of the vectors that rows are processed in, a power of two">,
    Option<"threads", "threads", "unsigned",
           "::scatter::ScatterToLoopsOptions().threads",
           "threads that share the work of an op">,
    Option<"parallelBytes", "parallel-bytes", "int64_t",
           "::scatter::ScatterToLoopsOptions().parallelBytes",
           "bytes written from which an op uses its threads">,
    Option<"cacheBytes", "cache-bytes", "int64_t",
           "::scatter::ScatterToLoopsOptions().cacheBytes",
           "bytes of data that the caches next to one core keep">,
    Option<"scratchBytes", "scratch-bytes", "int64_t",
           "::scatter::ScatterToLoopsOptions().scratchBytes",
           "bytes of scratch memory that the offsets of all tuples may take">,
    Option<"streamBytes", "stream-bytes", "int64_t",
           "::scatter::ScatterToLoopsOptions().streamBytes",
           "bytes written from which stores of whole lines bypass the cache, "
           "0 for never">,
    Option<"copyRunBytes", "copy-run-bytes", "int64_t",
           "::scatter::ScatterToLoopsOptions().copyRunBytes",
           "bytes of a row from which it is copied by memcpy, 0 for never">,
    Option<"prefetch", "prefetch", "bool",
           "::scatter::ScatterToLoopsOptions().prefetch",
           "prefetch slots some tuples ahead">,
    Option<"strategy", "scatter-strategy", "::scatter::Partition",
           "::scatter::ScatterToLoopsOptions().strategy",
           "how threads share the tuples of scatter_nd_update; one that an op "
           "does not allow is not used",
           "::scatter::getPartitionValues()">,
  ];
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
