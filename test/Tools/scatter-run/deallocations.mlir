// RUN: %npy %t.d.npy i4 "np.zeros(8)"
// RUN: %npy %t.u.npy i4 "np.arange(4)"
// RUN: scatter-run %s --entry=f --input=%t.d.npy --input=%t.u.npy | FileCheck %s
// RUN: scatter-run %s --entry=g --input=%t.d.npy --input=%t.u.npy | FileCheck %s

// A program may free what it allocates, also beside tensors.

// CHECK: [0, 0, 0, 1, 2, 3, 0, 0]
func.func @f(%d: memref<8xi32>, %u: memref<4xi32>) {
  %a = memref.alloc() : memref<4xi32>
  memref.copy %u, %a : memref<4xi32> to memref<4xi32>
  scatter.slice_scatter ins(%a : memref<4xi32>) outs(%d : memref<8xi32>) from [2] to [6]
  memref.dealloc %a : memref<4xi32>
  return
}
func.func @g(%d: tensor<8xi32>, %u: tensor<4xi32>) -> tensor<8xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%t = %d) -> tensor<8xi32> {
    %a = memref.alloc() : memref<2xindex>
    memref.store %i, %a[%c1] : memref<2xindex>
    %n = memref.load %a[%c1] : memref<2xindex>
    memref.dealloc %a : memref<2xindex>
    %from = arith.addi %n, %c3 : index
    %to = arith.addi %from, %c1 : index
    %source = arith.addi %n, %c1 : index
    %x = tensor.extract_slice %u[%source] [1] [1] : tensor<4xi32> to tensor<1xi32>
    %s = scatter.slice_scatter ins(%x : tensor<1xi32>) outs(%t : tensor<8xi32>) from [%from] to [%to] -> tensor<8xi32>
    scf.yield %s : tensor<8xi32>
  }
  return %r : tensor<8xi32>
}
