// One step of a decoder: the keys of the new token go into the cache, one row
// of 128 values per head, at a position known only at run time. The cache is a
// buffer of the caller's and is updated in place.

func.func @append(%cache: memref<1x32x4096x128xf32>,
                  %keys: memref<1x32x1x128xf32>, %position: index) {
  %one = arith.constant 1 : index
  %end = arith.addi %position, %one : index
  scatter.slice_scatter ins(%keys : memref<1x32x1x128xf32>)
      outs(%cache : memref<1x32x4096x128xf32>)
      from [%position] to [%end] step [1] axes [2]
  return
}
