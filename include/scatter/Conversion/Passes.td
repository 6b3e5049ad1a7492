//===- Passes.td - conversions from and to the dialect -----*- tablegen -*-===//

#ifndef SCATTER_CONVERSION_PASSES_TD
#define SCATTER_CONVERSION_PASSES_TD

include "mlir/Pass/PassBase.td"
include "scatter/Conversion/ExpansionPasses.td"

def ConvertScatterToLoopsPass : Pass<"convert-scatter-to-loops"> {
  let summary = "lower scatter ops on memrefs to loops over vectors";
  let description = [{
    Input: the memref forms of the scatter ops (tensor forms are left alone:
    bufferize first). Output: arith, memref, scf and vector, and the ops
    `scatter.report` and `scatter.report_invalid_index` (violations that the
    types do not exclude), `scatter.fill_buckets`, `scatter.keep_last`,
    `scatter.nontemporal_fence` and `scatter.copy_row`. Memrefs whose elements
    are held in another type (such as bf16, complex, booleans) are cast to it by
    `builtin.unrealized_conversion_cast`, which the lowering of memref to the
    LLVM dialect removes. The `plan` of an op,
    which `scatter-plan` chooses, says how it is lowered. An op without a plan
    is lowered for one thread, without prefetches, by vectors of 64 bytes.

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

    becomes, the row having 32 contiguous elements:

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
  let summary = "lower reports, fences and copies of rows to LLVM";
  let description = [{
    Input: `scatter.report`, `scatter.report_invalid_index`,
    `scatter.fill_buckets`, `scatter.keep_last`, `scatter.nontemporal_fence` and
    `scatter.copy_row`. Output: calls of the functions of the runtime library
    that have the names of the ops, such as `scatter_runtime_fill_buckets`;
    reports pass the location as a constant string. A fence becomes
    `llvm.fence`. A copy becomes `llvm.intr.memcpy`, or with `nontemporal` a
    call of `scatter_runtime_copy_nontemporal`. Everything else is left alone.
    The upstream pass `convert-to-llvm` does the same through the dialect's
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

def ScatterBoundAllocationsPass : Pass<"scatter-bound-allocations"> {
  let summary = "make allocations of 2^62 bytes or more fail";
  let description = [{
    Input: `memref.alloc`. If a dynamic size is negative, or the sizes make 2^62
    bytes or more (their product may wrap), it requests 2^62 bytes instead.
    `malloc` refuses them and returns null, which `scatter-check-allocations`
    reports.

    Example:

    ```mlir
    %m = memref.alloc(%n) : memref<?xf32>
    ```

    becomes

    ```mlir
    %limit = arith.constant 1152921504606846976 : index
    %is_beyond = arith.cmpi ugt, %n, %limit : index
    %size = arith.select %is_beyond, %limit, %n : index
    %m = memref.alloc(%size) : memref<?xf32>
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def ScatterExpandDynamicShapesPass : Pass<"scatter-expand-dynamic-shapes"> {
  let summary = "compute the strides of memrefs with expanded dynamic sizes";
  let description = [{
    A `memref.expand_shape` that makes several dynamic sizes of one becomes a
    `memref.reinterpret_cast`; others stay, as `expand-strided-metadata` takes
    one dynamic size of each group. That the product of the sizes is the size
    that is expanded is not checked, as in MLIR.

    Example:

    ```mlir
    %m = memref.expand_shape %s [[0, 1]] output_shape [%a, %b]
        : memref<?xf32> into memref<?x?xf32>
    ```

    becomes

    ```mlir
    %base, %offset, %size, %stride = memref.extract_strided_metadata %s
        : memref<?xf32> -> memref<f32>, index, index, index
    %m = memref.reinterpret_cast %base to
        offset: [0], sizes: [%a, %b], strides: [%b, 1]
        : memref<f32> to memref<?x?xf32>
    ```
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::memref::MemRefDialect"
  ];
}

def ScatterCheckAllocationsPass
    : Pass<"scatter-check-allocations", "::mlir::ModuleOp"> {
  let summary = "report failed allocations and return from functions";
  let description = [{
    Input: functions of the LLVM dialect, with or without OpenMP. After each
    call of `malloc` and `aligned_alloc` a null pointer is reported as
    SCATTER_ERROR_MEMORY, and control leaves the iteration of an OpenMP loop or
    the function, whose results are zeros. After the loop, and after calls of
    functions that allocate, it leaves the function around as well. Functions
    that have the checks are left alone, as are those of the C interface, which
    store what the function returns. In other regions of OpenMP control goes to
    the end of the region; the code that it skips must not contain barriers.

    A report of SCATTER_ERROR_OPERAND, and a call of a function that makes one,
    ends the function in the same way. What it has allocated on all paths to the
    report, freed on none, and given to no other function is freed before.

    Example:

    ```mlir
    %p = llvm.call @malloc(%bytes) : (i64) -> !llvm.ptr
    ```

    becomes

    ```mlir
      %p = llvm.call @malloc(%bytes) : (i64) -> !llvm.ptr
      %fails = llvm.icmp "eq" %p, %null : !llvm.ptr
      llvm.cond_br %fails, ^report(%bytes, %location), ^rest
      ...
    ^report(%b: i64, %l: !llvm.ptr):
      llvm.call @scatter_runtime_report(%memory, %l, %c0, %c0, %b, %c0)
      llvm.br ^return(%zero)
    ```
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

def ScatterHoistAllocationsPass : Pass<"scatter-hoist-allocations"> {
  let summary = "give small buffers of loops memory on the stack";
  let description = [{
    Input: memrefs, after the pipeline of buffer deallocation and
    `scatter-divide-parallel-loops`. An allocation in a loop that is freed in
    the same block becomes one on the stack, before the outermost loop around it
    that one thread runs. Its address is then known to differ from all others,
    which malloc's aligned to more than a word is not, so that loops over it are
    vectorized.

    Left alone: buffers of sizes known at run time, of more than 16 KiB, or of
    more than 128 KiB together in a function or a chunk of a parallel loop.

    Example:

    ```mlir
    scf.for %i = %c0 to %n step %c1 {
      %m = memref.alloc() : memref<16xf32>
      "use"(%m) : (memref<16xf32>) -> ()
      memref.dealloc %m : memref<16xf32>
    }
    ```

    becomes

    ```mlir
    %m = memref.alloca() : memref<16xf32>
    scf.for %i = %c0 to %n step %c1 {
      "use"(%m) : (memref<16xf32>) -> ()
    }
    ```
  }];
  let dependentDialects = ["::mlir::memref::MemRefDialect"];
}

def ScatterDivideParallelLoopsPass : Pass<"scatter-divide-parallel-loops"> {
  let summary = "divide parallel loops into a chunk for each thread";
  let description = [{
    Input: `scf.parallel` without results. Output: a region of OpenMP with a
    loop over at most as many chunks as the machine description has `threads`,
    from 0 on, one for each thread of the region, and in it a loop over the
    iterations of the chunk. These are numbered, of several dimensions the last
    one varies fastest, and a chunk has consecutive numbers. Where there are as
    few iterations as threads, a chunk is one iteration. With one thread loops
    are left alone.

    A loop with the attribute `scatter.thread_loop`, which
    `convert-scatter-to-loops` creates for plans with several threads, is
    divided whatever the description says, each iteration being a chunk.

    Loops inside of others that are divided, and those with results, whose order
    would matter, are left alone; `convert-scf-to-cf` makes them serial.

    Example, with two threads:

    ```mlir
    scf.parallel (%i) = (%c0) to (%n) step (%c1) {
      "use"(%i) : (index) -> ()
    }
    ```

    becomes

    ```mlir
    %half = arith.ceildivui %n, %c2 : index
    %length = arith.maxui %half, %c1 : index
    %chunks = arith.ceildivui %n, %length : index
    omp.parallel num_threads(%chunks : index) {
      omp.wsloop {
        omp.loop_nest (%chunk) : index = (%c0) to (%chunks) step (%c1) {
          %begin = arith.muli %chunk, %length : index
          %after = arith.addi %begin, %length : index
          %end = arith.minui %after, %n : index
          scf.for %i = %begin to %end step %c1 {
            memref.alloca_scope {
              "use"(%i) : (index) -> ()
            }
          }
          omp.yield
        }
      }
      omp.terminator
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect",
    "::mlir::omp::OpenMPDialect", "::mlir::scf::SCFDialect"
  ];
}

def ScatterOutlineParallelLoopsPass
    : Pass<"scatter-outline-parallel-loops", "::mlir::ModuleOp"> {
  let summary = "call scatter_parallel_for with functions for parallel loops";
  let description = [{
    Input: functions of the LLVM dialect with what
    `scatter-divide-parallel-loops` makes: regions of OpenMP that hold a loop
    from 0 on, with as many iterations as the region has threads. The body of
    the loop becomes a function of a context and an index, the region a call of
    `scatter_parallel_for`. The context is a struct on the stack with the values
    that the body takes from outside. Other regions of OpenMP are left alone, and
    so are all where the machine description of the module has `openmp` = 1.

    Example:

    ```mlir
    omp.parallel num_threads(%n : i64) {
      omp.wsloop {
        omp.loop_nest (%i) : i64 = (%c0) to (%n) step (%c1) {
          llvm.call @f(%x, %i) : (f32, i64) -> ()
          omp.yield
        }
      }
      omp.terminator
    }
    ```

    becomes

    ```mlir
      %field = llvm.getelementptr %context[0, 0]
          : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(f32)>
      llvm.store %x, %field : f32, !llvm.ptr
      %function = llvm.mlir.addressof @scatter_parallel : !llvm.ptr
      llvm.call @scatter_parallel_for(%function, %context, %n)
          : (!llvm.ptr, !llvm.ptr, i64) -> ()
      ...
    llvm.func internal @scatter_parallel(%context: !llvm.ptr, %i: i64) {
      ...
      %x = llvm.load %field : !llvm.ptr -> f32
      llvm.call @f(%x, %i) : (f32, i64) -> ()
      llvm.return
    }
    ```
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

def ScatterConvertLinalgToLoopsPass
    : Pass<"scatter-convert-linalg-to-loops"> {
  let summary = "lower linalg ops to loops that threads share";
  let description = [{
    Input: linalg ops on memrefs. Output: the loops of `convert-linalg-to-loops`
    with the bits of its results. If the machine description has several
    `threads` and the op writes `parallel-bytes`, threads share the outermost
    loop, if its iterations are independent. The innermost loop of a nest is
    marked so that LLVM vectorizes it instead of unrolling it first, which would
    leave the loop around it for vectors that gather. Ops inside of parallel
    loops are not divided.

    Example, with two threads:

    ```mlir
    linalg.exp ins(%a : memref<65536x8xf32>) outs(%b : memref<65536x8xf32>)
    ```

    becomes

    ```mlir
    scf.parallel (%chunk) = (%c0) to (%c2) step (%c1) {
      // The rows from %chunk * 32768 on.
      scf.for %i = %c0 to %c32768 step %c1 { ... }
    } {scatter.thread_loop}
    ```
  }];
  let dependentDialects = [
    "::mlir::LLVM::LLVMDialect", "::mlir::affine::AffineDialect",
    "::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect", "::scatter::ScatterDialect"
  ];
}

def ScatterRunIfPresentPass : Pass<"scatter-run-if-present"> {
  let summary = "run a pipeline where there are ops for it";
  let description = [{
    Runs `pipeline` on an op that contains one of `ops`. A pass that finds
    nothing to rewrite still visits every op; a program of scatter ops is
    compiled in nine tenths of the instructions without the passes that are for
    what may surround them (docs/Performance.md, "Compilation and code").

    Example: `scatter-run-if-present{ops=affine,memref.subview
    pipeline=expand-strided-metadata,lower-affine}`.
  }];
  let constructor = "::scatter::createScatterRunIfPresentPass("
                    "{}, [](::mlir::OpPassManager &) {})";
  let options = [
    ListOption<"ops", "ops", "std::string", "names of ops and of dialects">,
    ListOption<"exceptRows", "except-rows", "std::string",
               "names of ops that count only with a vector of one element, or "
               "of other than one dimension">,
    Option<"pipeline", "pipeline", "std::string", /*default=*/"",
           "the passes to run">
  ];
}

def ScatterShareRecordPass : Pass<"scatter-share-record", "::mlir::ModuleOp"> {
  let summary = "let the threads of a parallel region report to the caller";
  let description = [{
    Input: functions of the LLVM dialect with OpenMP. The threads that run the
    region of an `omp.parallel`, `omp.task` or `omp.teams` install the error
    record of the thread that reaches it, and the former one at the end. Regions
    that cannot report are left alone.

    Example:

    ```mlir
    %record = llvm.call @scatter_runtime_get_record() : () -> !llvm.ptr
    omp.parallel {
      %former = llvm.call @scatter_runtime_install_record(%record)
          : (!llvm.ptr) -> !llvm.ptr
      ...
      llvm.call @scatter_runtime_install_record(%former)
          : (!llvm.ptr) -> !llvm.ptr
      omp.terminator
    }
    ```
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

#endif // SCATTER_CONVERSION_PASSES_TD
