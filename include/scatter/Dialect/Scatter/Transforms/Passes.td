//===- Passes.td - transformations of scatter ops ----------*- tablegen -*-===//

#ifndef SCATTER_DIALECT_SCATTER_TRANSFORMS_PASSES_TD
#define SCATTER_DIALECT_SCATTER_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

def ScatterElideCopiesPass : Pass<"scatter-elide-copies"> {
  let summary = "do not copy what is overwritten right after";
  let description = [{
    Input: scatter ops on memrefs, after bufferization. A `memref.copy` into a
    buffer that is next overwritten in a static box, by a
    `scatter.slice_scatter` with steps of 1 or -1 or by a `memref.copy` into a
    subview, becomes copies of the boxes around it, so that each element is
    written once. Left alone: other steps, run-time bounds, and copies whose
    target is used in between.

    Example:

    ```mlir
    memref.copy %src, %dst : memref<8x16xf32> to memref<8x16xf32>
    scatter.slice_scatter ins(%u : memref<4x16xf32>)
        outs(%dst : memref<8x16xf32>) from [4] to [8]
    ```

    becomes

    ```mlir
    %s = memref.subview %src[0, 0] [4, 16] [1, 1] : ...
    %d = memref.subview %dst[0, 0] [4, 16] [1, 1] : ...
    memref.copy %s, %d : ...
    scatter.slice_scatter ins(%u : memref<4x16xf32>)
        outs(%dst : memref<8x16xf32>) from [4] to [8]
    ```
  }];
  let dependentDialects = ["::mlir::memref::MemRefDialect"];
}

def ScatterExpandCopiesPass : Pass<"scatter-expand-copies"> {
  let summary = "turn strided copies into slice_scatter";
  let description = [{
    Input: `memref.copy`, after bufferization. A copy of which one side is not
    contiguous would become a call of a library function that moves element
    after element; as a `scatter.slice_scatter` of everything it gets the
    vector loops of this project. Copies between contiguous memrefs are left
    alone: they become `memcpy`.

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

#endif // SCATTER_DIALECT_SCATTER_TRANSFORMS_PASSES_TD
