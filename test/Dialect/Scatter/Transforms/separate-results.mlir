// RUN: scatter-opt --scatter-separate-results %s | FileCheck %s
// RUN: scatter-run --entry=main %s | FileCheck %s --check-prefix=VALUE

// CHECK-LABEL: func.func private @twice(
// CHECK:         %[[SPLAT:.*]] = tensor.splat
// CHECK:         %[[COPY:.*]] = bufferization.alloc_tensor() copy(%[[SPLAT]]) : tensor<?xi32>
// CHECK:         return %[[SPLAT]], %[[COPY]]
func.func private @twice(%n: index) -> (tensor<?xi32>, tensor<?xi32>) {
  %c = arith.constant 1 : i32
  %e = tensor.splat %c[%n] : tensor<?xi32>
  return %e, %e : tensor<?xi32>, tensor<?xi32>
}

// CHECK-LABEL: func.func private @slice(
// CHECK:         %[[SLICE:.*]] = tensor.extract_slice
// CHECK:         bufferization.alloc_tensor() copy(%[[SLICE]]) : tensor<2xi32>
func.func private @slice(%n: index) -> (tensor<?xi32>, tensor<2xi32>) {
  %c = arith.constant 1 : i32
  %e = tensor.splat %c[%n] : tensor<?xi32>
  %s = tensor.extract_slice %e[0] [2] [1] : tensor<?xi32> to tensor<2xi32>
  return %e, %s : tensor<?xi32>, tensor<2xi32>
}

// One of the two is what the other was made of, by a write: not the same values.
// CHECK-LABEL: func.func private @separate(
// CHECK-NOT:     alloc_tensor
func.func private @separate(%n: index, %x: tensor<?xi32>) -> (tensor<?xi32>, tensor<?xi32>, index) {
  %c = arith.constant 1 : i32
  %z = arith.constant 0 : index
  %e = tensor.splat %c[%n] : tensor<?xi32>
  %i = tensor.insert %c into %x[%z] : tensor<?xi32>
  return %e, %i, %n : tensor<?xi32>, tensor<?xi32>, index
}

// No other function calls it.
// CHECK-LABEL: func.func @main(
// CHECK-NOT:     alloc_tensor
// VALUE:      {{\[}}7, 1, 1]
// VALUE:      {{\[}}1, 1, 1]
// VALUE:      {{\[}}7, 1, 1]
// VALUE:      {{\[}}1, 1]
func.func @main() -> (tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<2xi32>, tensor<?xi32>) {
  %n = arith.constant 3 : index
  %z = arith.constant 0 : index
  %v = arith.constant 7 : i32
  %0:2 = call @twice(%n) : (index) -> (tensor<?xi32>, tensor<?xi32>)
  %1 = tensor.insert %v into %0#0[%z] : tensor<?xi32>
  %2:2 = call @slice(%n) : (index) -> (tensor<?xi32>, tensor<2xi32>)
  %3 = tensor.insert %v into %2#0[%z] : tensor<?xi32>
  %4:3 = call @separate(%n, %1) : (index, tensor<?xi32>) -> (tensor<?xi32>, tensor<?xi32>, index)
  return %1, %0#1, %3, %2#1, %4#0 : tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<2xi32>, tensor<?xi32>
}
