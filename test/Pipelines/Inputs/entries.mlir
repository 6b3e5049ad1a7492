module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "scatter" = #dlti.target_device_spec<ENTRIES>>} {

func.func @sum_rows(%d: memref<?x256xf32>, %i: memref<?x1xi64>, %u: memref<?x256xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<?x1xi64>, memref<?x256xf32>)
      outs(%d : memref<?x256xf32>) reduction(sum)
  return
}

func.func @sum_elements(%d: memref<?xf32>, %i: memref<?x1xi64>, %u: memref<?xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<?x1xi64>, memref<?xf32>)
      outs(%d : memref<?xf32>) reduction(sum)
  return
}

// Private copies, of which there are no more than cores.
func.func @sum_small(%d: memref<256xi32>, %i: memref<?x1xi64>, %u: memref<?xi32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<?x1xi64>, memref<?xi32>)
      outs(%d : memref<256xi32>) reduction(sum)
  return
}

// A shared check, unless the offsets are worth a check of their own.
func.func @two(%d: memref<?x?xf32>, %e: memref<?x?xf32>, %i: memref<?x2xi64>, %u: memref<?xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<?x2xi64>, memref<?xf32>) outs(%d : memref<?x?xf32>) reduction(sum)
  scatter.scatter_nd_update ins(%i, %u : memref<?x2xi64>, memref<?xf32>) outs(%d : memref<?x?xf32>) reduction(sum)
  return
}

func.func @slice(%d: memref<?x?xf32>, %u: memref<?x?xf32>, %p: index, %q: index) {
  scatter.slice_scatter ins(%u : memref<?x?xf32>) outs(%d : memref<?x?xf32>) from [%p] to [%q]
  return
}

func.func @product(%a: memref<64x64xf32>, %b: memref<64x64xf32>, %c: memref<64x64xf32>) {
  linalg.matmul ins(%a, %b : memref<64x64xf32>, memref<64x64xf32>) outs(%c : memref<64x64xf32>)
  return
}

}
