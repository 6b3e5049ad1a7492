// RUN: %lower %s | %run -e main | FileCheck %s
// RUN: %lower %s | mlir-translate-22 --mlir-to-llvmir -o %t.ll

func.func @columns(%d: tensor<2x5xf32>, %u: tensor<2x3xf32>) -> tensor<2x5xf32> {
  %r = scatter.slice_scatter ins(%u : tensor<2x3xf32>)
      outs(%d : tensor<2x5xf32>)
      from [-25] to [25] step [2] axes [1] -> tensor<2x5xf32>
  return %r : tensor<2x5xf32>
}

// The updates overlap the slice: x[1:] = x[:-1].
func.func @shift(%x: tensor<5xf32>) -> tensor<5xf32> {
  %u = tensor.extract_slice %x[0] [4] [1] : tensor<5xf32> to tensor<4xf32>
  %r = scatter.slice_scatter ins(%u : tensor<4xf32>) outs(%x : tensor<5xf32>)
      from [1] to [5] -> tensor<5xf32>
  return %r : tensor<5xf32>
}

// x[::step] = x with the step known at run time.
func.func @reverse(%x: tensor<5xf32>, %start: index, %stop: index, %step: index)
    -> tensor<5xf32> {
  %r = scatter.slice_scatter ins(%x : tensor<5xf32>) outs(%x : tensor<5xf32>)
      from [%start] to [%stop] step [%step] -> tensor<5xf32>
  return %r : tensor<5xf32>
}

func.func private @printMemrefF32(tensor<*xf32>)

func.func @main() {
  %d = arith.constant dense<[[0.0, 1.0, 2.0, 3.0, 4.0],
                             [5.0, 6.0, 7.0, 8.0, 9.0]]> : tensor<2x5xf32>
  %u = arith.constant dense<[[10.0, 20.0, 30.0],
                             [40.0, 50.0, 60.0]]> : tensor<2x3xf32>
  // CHECK:      [10,   1,   20,   3,   30]
  // CHECK-NEXT: [40,   6,   50,   8,   60]
  %0 = call @columns(%d, %u)
      : (tensor<2x5xf32>, tensor<2x3xf32>) -> tensor<2x5xf32>
  %1 = tensor.cast %0 : tensor<2x5xf32> to tensor<*xf32>
  call @printMemrefF32(%1) : (tensor<*xf32>) -> ()

  // CHECK: [1, 1, 2, 3, 4]
  %x = arith.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0]> : tensor<5xf32>
  %2 = call @shift(%x) : (tensor<5xf32>) -> tensor<5xf32>
  %3 = tensor.cast %2 : tensor<5xf32> to tensor<*xf32>
  call @printMemrefF32(%3) : (tensor<*xf32>) -> ()

  // CHECK: [5, 4, 3, 2, 1]
  %last = arith.constant 4 : index
  %before = arith.constant -6 : index
  %back = arith.constant -1 : index
  %4 = call @reverse(%x, %last, %before, %back)
      : (tensor<5xf32>, index, index, index) -> tensor<5xf32>
  %5 = tensor.cast %4 : tensor<5xf32> to tensor<*xf32>
  call @printMemrefF32(%5) : (tensor<*xf32>) -> ()
  return
}
