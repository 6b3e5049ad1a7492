// RUN: %lower %s | %run -e main | FileCheck %s
// RUN: %lower %s | mlir-translate-22 --mlir-to-llvmir -o %t.ll

// Examples 1 to 4 of ScatterNDUpdate-15: indices 0, 2, -3, -3, 0.

func.func @none(%d: tensor<4xf32>, %i: tensor<5x1xi32>, %u: tensor<5xf32>)
    -> tensor<4xf32> {
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<5x1xi32>, tensor<5xf32>)
      outs(%d : tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

func.func @sum(%d: tensor<?xf32>, %i: tensor<?x?xi32>, %u: tensor<?xf32>)
    -> tensor<?xf32> {
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<?x?xi32>, tensor<?xf32>)
      outs(%d : tensor<?xf32>) reduction(sum) -> tensor<?xf32>
  return %r : tensor<?xf32>
}

func.func @sub(%d: tensor<4xi32>, %i: tensor<5x1xi32>, %u: tensor<5xi32>)
    -> tensor<4xi32> {
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<5x1xi32>, tensor<5xi32>)
      outs(%d : tensor<4xi32>) reduction(sub) -> tensor<4xi32>
  return %r : tensor<4xi32>
}

func.func @prod(%d: memref<4xf32>, %i: memref<5x1xi32>, %u: memref<5xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<5x1xi32>, memref<5xf32>)
      outs(%d : memref<4xf32>) reduction(prod)
  return
}

func.func private @printMemrefF32(tensor<*xf32>)
func.func private @printMemrefI32(tensor<*xi32>)

func.func @main() {
  %d = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %u = arith.constant dense<[10.0, 20.0, 30.0, 40.0, 50.0]> : tensor<5xf32>
  %i = arith.constant dense<[[0], [2], [-3], [-3], [0]]> : tensor<5x1xi32>

  // CHECK: [50,  40,  20,  4]
  %0 = call @none(%d, %i, %u)
      : (tensor<4xf32>, tensor<5x1xi32>, tensor<5xf32>) -> tensor<4xf32>
  %1 = tensor.cast %0 : tensor<4xf32> to tensor<*xf32>
  call @printMemrefF32(%1) : (tensor<*xf32>) -> ()

  // CHECK: [61,  72,  23,  4]
  %dd = tensor.cast %d : tensor<4xf32> to tensor<?xf32>
  %ii = tensor.cast %i : tensor<5x1xi32> to tensor<?x?xi32>
  %uu = tensor.cast %u : tensor<5xf32> to tensor<?xf32>
  %2 = call @sum(%dd, %ii, %uu)
      : (tensor<?xf32>, tensor<?x?xi32>, tensor<?xf32>) -> tensor<?xf32>
  %3 = tensor.cast %2 : tensor<?xf32> to tensor<*xf32>
  call @printMemrefF32(%3) : (tensor<*xf32>) -> ()

  // CHECK: [-59,  -68,  -17,  4]
  %id = arith.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %iu = arith.constant dense<[10, 20, 30, 40, 50]> : tensor<5xi32>
  %4 = call @sub(%id, %i, %iu)
      : (tensor<4xi32>, tensor<5x1xi32>, tensor<5xi32>) -> tensor<4xi32>
  %5 = tensor.cast %4 : tensor<4xi32> to tensor<*xi32>
  call @printMemrefI32(%5) : (tensor<*xi32>) -> ()

  // CHECK: [500,  2400,  60,  4]
  %md = bufferization.alloc_tensor() copy(%d) : tensor<4xf32>
  %m = bufferization.to_buffer %md : tensor<4xf32> to memref<4xf32>
  %mi = bufferization.to_buffer %i : tensor<5x1xi32> to memref<5x1xi32>
  %mu = bufferization.to_buffer %u : tensor<5xf32> to memref<5xf32>
  call @prod(%m, %mi, %mu) : (memref<4xf32>, memref<5x1xi32>, memref<5xf32>) -> ()
  %6 = bufferization.to_tensor %m restrict : memref<4xf32> to tensor<4xf32>
  %7 = tensor.cast %6 : tensor<4xf32> to tensor<*xf32>
  call @printMemrefF32(%7) : (tensor<*xf32>) -> ()
  return
}
