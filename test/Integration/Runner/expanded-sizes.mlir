// RUN: %lower %s | %run -e main | FileCheck %s

// Several dynamic sizes of one.

func.func @expand(%x: tensor<?xf32>, %a: index, %b: index) -> tensor<?x?xf32> {
  %r = tensor.expand_shape %x [[0, 1]] output_shape [%a, %b] : tensor<?xf32> into tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// Of every second element.
func.func @expand_slice(%x: memref<?xf32>, %out: memref<?x2x?xf32>, %n: index, %a: index, %b: index) {
  %s = memref.subview %x[1] [%n] [2] : memref<?xf32> to memref<?xf32, strided<[2], offset: 1>>
  %r = memref.expand_shape %s [[0, 1, 2]] output_shape [%a, 2, %b]
      : memref<?xf32, strided<[2], offset: 1>> into memref<?x2x?xf32, strided<[?, ?, 2], offset: 1>>
  memref.copy %r, %out : memref<?x2x?xf32, strided<[?, ?, 2], offset: 1>> to memref<?x2x?xf32>
  return
}

func.func private @printMemrefF32(tensor<*xf32>)

func.func @main() {
  // CHECK:      [0, 1, 2]
  // CHECK-NEXT: [3, 4, 5]
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %x = arith.constant dense<[0.0, 1.0, 2.0, 3.0, 4.0, 5.0]> : tensor<6xf32>
  %d = tensor.cast %x : tensor<6xf32> to tensor<?xf32>
  %0 = call @expand(%d, %c2, %c3) : (tensor<?xf32>, index, index) -> tensor<?x?xf32>
  %1 = tensor.cast %0 : tensor<?x?xf32> to tensor<*xf32>
  call @printMemrefF32(%1) : (tensor<*xf32>) -> ()

  // CHECK:      [7, 9]
  // CHECK-NEXT: [11, 13]
  %y = arith.constant dense<[6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0, 13.0]> : tensor<8xf32>
  %m = bufferization.to_buffer %y read_only : tensor<8xf32> to memref<8xf32>
  %md = memref.cast %m : memref<8xf32> to memref<?xf32>
  %copy = memref.alloc(%c1, %c2) : memref<?x2x?xf32>
  call @expand_slice(%md, %copy, %c4, %c1, %c2) : (memref<?xf32>, memref<?x2x?xf32>, index, index, index) -> ()
  %3 = bufferization.to_tensor %copy restrict : memref<?x2x?xf32> to tensor<?x2x?xf32>
  %4 = tensor.cast %3 : tensor<?x2x?xf32> to tensor<*xf32>
  call @printMemrefF32(%4) : (tensor<*xf32>) -> ()
  return
}
