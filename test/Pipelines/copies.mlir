// RUN: scatter-opt %s --scatter-to-llvm | FileCheck %s

// How many copies are left when the whole pipeline has run, and why. Branches
// with weights are those of allocations that fail.

// 1 copy, behind the loop: the steps update the memory of the argument, which
// the function may write; the result is memory that the caller frees.

// CHECK-LABEL: llvm.func @cache_in_a_loop(
// CHECK-NOT:     {{@malloc|memcpy|@memrefCopy}}
// CHECK:         llvm.store %{{.*}} : vector<8xf32>
// CHECK-NOT:     {{@malloc|memcpy|@memrefCopy}}
// CHECK:         llvm.br
// CHECK:         llvm.call @malloc(
// CHECK-NOT:     llvm.cond_br %{{[^ ]+}},
// CHECK:         "llvm.intr.memcpy"
// CHECK-NOT:     {{@malloc|memcpy|@memrefCopy|llvm.cond_br %[^ ]+,}}
// CHECK:         llvm.return
func.func @cache_in_a_loop(%cache: tensor<64x8xf32> {bufferization.writable = true}, %kv: tensor<1x8xf32>, %n: index) -> tensor<64x8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %p = %c0 to %n step %c1 iter_args(%c = %cache) -> (tensor<64x8xf32>) {
    %q = arith.addi %p, %c1 : index
    %next = scatter.slice_scatter ins(%kv : tensor<1x8xf32>) outs(%c : tensor<64x8xf32>) from [%p] to [%q] -> tensor<64x8xf32>
    scf.yield %next : tensor<64x8xf32>
  }
  return %r : tensor<64x8xf32>
}

// 1 copy, before the loop: the argument is read-only, and the steps update the
// memory of the result.

// CHECK-LABEL: llvm.func @read_only_cache_in_a_loop(
// CHECK-NOT:     {{llvm.br|llvm.cond_br %[^ ]+,}}
// CHECK:         llvm.call @malloc(
// CHECK-NOT:     {{llvm.br|llvm.cond_br %[^ ]+,}}
// CHECK:         "llvm.intr.memcpy"
// CHECK-NOT:     {{@malloc|memcpy|@memrefCopy}}
// CHECK:         llvm.store %{{.*}} : vector<8xf32>
// CHECK-NOT:     {{@malloc|memcpy|@memrefCopy}}
// CHECK:         llvm.return
func.func @read_only_cache_in_a_loop(%cache: tensor<64x8xf32> {bufferization.writable = false}, %kv: tensor<1x8xf32>, %n: index) -> tensor<64x8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %p = %c0 to %n step %c1 iter_args(%c = %cache) -> (tensor<64x8xf32>) {
    %q = arith.addi %p, %c1 : index
    %next = scatter.slice_scatter ins(%kv : tensor<1x8xf32>) outs(%c : tensor<64x8xf32>) from [%p] to [%q] -> tensor<64x8xf32>
    scf.yield %next : tensor<64x8xf32>
  }
  return %r : tensor<64x8xf32>
}

// 0 copies: a memref is updated where it is.

// CHECK-LABEL: llvm.func @memref_in_a_loop(
// CHECK-NOT:     {{@malloc|memcpy|@memrefCopy}}
// CHECK:         llvm.return
func.func @memref_in_a_loop(%cache: memref<64x8xf32>, %kv: memref<1x8xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %p = %c0 to %n step %c1 {
    %q = arith.addi %p, %c1 : index
    scatter.slice_scatter ins(%kv : memref<1x8xf32>) outs(%cache : memref<64x8xf32>) from [%p] to [%q]
  }
  return
}
