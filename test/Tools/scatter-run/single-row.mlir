// RUN: %npy %t.from.npy i8 0x7ffffffffffffffe
// RUN: %npy %t.to.npy i8 -2
// RUN: %npy %t.step.npy i8 -0x8000000000000000
// RUN: scatter-run %s --threads=2 --input=%t.from.npy --input=%t.to.npy --input=%t.step.npy | FileCheck %s
// RUN: %npy %t.from.npy i8 0
// RUN: %npy %t.to.npy i8 1
// RUN: %npy %t.step.npy i8 0x6fb586fb586fb587
// RUN: scatter-run %s --threads=2 --input=%t.from.npy --input=%t.to.npy --input=%t.step.npy | FileCheck %s

// Threads share the one row of a slice whatever the step, which is not taken:
// 66000 times the second one is 1200 more than a multiple of 2^64.

// CHECK: tensor<1x66000xi8>
// CHECK-NEXT: {{^\[\[}}7, 7,
// CHECK-NOT:  {{[0-6]}}

func.func @main(%from: index, %to: index, %step: index) -> tensor<1x66000xi8> {
  %one = arith.constant 1 : index
  %zero = arith.constant 0 : i8
  %seven = arith.constant 7 : i8
  %data = memref.alloc(%one) : memref<?x66000xi8>
  %source = memref.alloc(%one) : memref<?x66000xi8>
  %updates = memref.alloc(%one) : memref<?x66000xi8>
  linalg.fill ins(%zero : i8) outs(%source : memref<?x66000xi8>)
  linalg.fill ins(%seven : i8) outs(%updates : memref<?x66000xi8>)
  scatter.slice_scatter ins(%updates : memref<?x66000xi8>) outs(%data : memref<?x66000xi8>) source(%source : memref<?x66000xi8>)
      from [%from] to [%to] step [%step] axes [0]
      {plan = #scatter.plan<partition = slice, threads = <2, bytes = 1>>}
  %tensor = bufferization.to_tensor %data restrict : memref<?x66000xi8> to tensor<?x66000xi8>
  %result = tensor.cast %tensor : tensor<?x66000xi8> to tensor<1x66000xi8>
  return %result : tensor<1x66000xi8>
}
