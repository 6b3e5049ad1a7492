// The input of compiler: the product is fused into the update, so that there is
// no memory of 1 MiB for it, and two threads divide the tuples.

// CHECK-NOT: malloc(i64 1048
// CHECK:     call void @scatter_parallel_for(
// CHECK-NOT: malloc(i64 1048
func.func @add_products(%x: tensor<4096x64xf32>, %y: tensor<4096x64xf32>, %i: tensor<4096x1xi64>,
                        %out: tensor<1024x64xf32> {bufferization.writable = true}) -> tensor<1024x64xf32> {
  %product = arith.mulf %x, %y : tensor<4096x64xf32>
  %r = scatter.scatter_nd_update ins(%i, %product : tensor<4096x1xi64>, tensor<4096x64xf32>)
      outs(%out : tensor<1024x64xf32>) reduction(sum) -> tensor<1024x64xf32>
  return %r : tensor<1024x64xf32>
}
