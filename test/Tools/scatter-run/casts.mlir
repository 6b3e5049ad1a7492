// RUN: rm -rf %t && mkdir %t
// RUN: %python -c "import numpy; [numpy.save(f'%t/{n}.npy', numpy.arange(8 * n, dtype='f4').reshape(n, 8)) for n in (3, 4, 5)]"
// RUN: %python -c "import numpy; numpy.save('%t/i.npy', numpy.array([[0], [1], [2], [-1]])); numpy.save('%t/d.npy', numpy.zeros((9, 8), 'f4'))"

// A size that a cast asserts wrongly is reported, and memory beside the operand
// is not read. The sizes do not reach the op that computes the operand.

// RUN: not scatter-run %s --entry=producer --input=%t/i.npy --input=%t/3.npy --input=%t/d.npy 2>&1 | FileCheck %s --check-prefix=THREE
// RUN: not scatter-run %s --entry=producer --input=%t/i.npy --input=%t/5.npy --input=%t/d.npy --threads=2 2>&1 | FileCheck %s --check-prefix=FIVE
// RUN: scatter-run %s --entry=producer --input=%t/i.npy --input=%t/4.npy --input=%t/d.npy | FileCheck %s --check-prefix=FOUR
// THREE: casts.mlir:[[#@LINE+10]]:{{[0-9]+}} ('tensor.cast': source): error: dimension 0: expected size 4, found 3
// THREE-NOT: result0
// FIVE: ('tensor.cast': source): error: dimension 0: expected size 4, found 5
// FOUR: result0: tensor<9x8xf32>
// FOUR-NEXT: {{\[\[}}0, 2, 4, 6,
func.func @producer(%i: tensor<4x1xi64>, %a: tensor<?x8xf32>, %d: tensor<9x8xf32>) -> tensor<9x8xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %a, %c0 : tensor<?x8xf32>
  %e = tensor.empty(%n) : tensor<?x8xf32>
  %u = linalg.add ins(%a, %a : tensor<?x8xf32>, tensor<?x8xf32>) outs(%e : tensor<?x8xf32>) -> tensor<?x8xf32>
  %c = tensor.cast %u : tensor<?x8xf32> to tensor<4x8xf32>
  %r = scatter.scatter_nd_update ins(%i, %c : tensor<4x1xi64>, tensor<4x8xf32>) outs(%d : tensor<9x8xf32>) reduction(sum) -> tensor<9x8xf32>
  return %r : tensor<9x8xf32>
}

// The producer is fused with the update all the same.

// RUN: scatter-opt %s --scatter-to-llvm-simplify --scatter-to-llvm-checks --scatter-to-llvm-fuse | FileCheck %s --check-prefix=FUSED
// FUSED-LABEL: func.func @producer(
// FUSED:         scatter.report operand
// FUSED-NOT:     linalg
// FUSED:         scatter.generic {{.*}} : tensor<4x8xf32>, tensor<4x8xf32>)

// `data` and results.

// RUN: not scatter-run %s --entry=data --input=%t/i.npy --input=%t/4.npy --input=%t/3.npy 2>&1 | FileCheck %s --check-prefix=DATA
// DATA: ('tensor.cast': source): error: dimension 0: expected size 9, found 3
func.func @data(%i: tensor<4x1xi64>, %u: tensor<4x8xf32>, %d: tensor<?x8xf32>) -> tensor<9x8xf32> {
  %c = tensor.cast %d : tensor<?x8xf32> to tensor<9x8xf32>
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<4x1xi64>, tensor<4x8xf32>) outs(%c : tensor<9x8xf32>) -> tensor<9x8xf32>
  return %r : tensor<9x8xf32>
}

// RUN: not scatter-run %s --entry=result --input=%t/3.npy 2>&1 | FileCheck %s --check-prefix=RESULT
// RESULT: ('tensor.cast': source): error: dimension 0: expected size 4, found 3
func.func @result(%a: tensor<?x8xf32>) -> tensor<4x8xf32> {
  %c = tensor.cast %a : tensor<?x8xf32> to tensor<4x8xf32>
  return %c : tensor<4x8xf32>
}

// RUN: not scatter-run %s --entry=memory --input=%t/3.npy --input=%t/4.npy 2>&1 | FileCheck %s --check-prefix=MEMORY
// RUN: scatter-run %s --entry=memory --input=%t/4.npy --input=%t/4.npy --output=b=%t/b.npy
// MEMORY: ('memref.cast': source): error: dimension 0: expected size 4, found 3
func.func @memory(%a: memref<?x8xf32>, %b: memref<4x8xf32>) {
  %c = memref.cast %a : memref<?x8xf32> to memref<4x8xf32>
  memref.copy %c, %b : memref<4x8xf32> to memref<4x8xf32>
  return
}

// In the iterations of parallel loops.

// RUN: not scatter-run %s --entry=parallel --input=%t/3.npy --input=%t/4.npy --threads=2 2>&1 | FileCheck %s --check-prefix=PARALLEL
// RUN: scatter-run %s --entry=parallel --input=%t/4.npy --input=%t/4.npy --threads=2 | FileCheck %s --check-prefix=ALL
// PARALLEL: ('tensor.cast': source): error: dimension 0: expected size 4, found 3
// ALL: [24, 25, 26, 27, 28, 29, 30, 31]]
func.func @parallel(%a: tensor<?x8xf32>, %b: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %r = scf.forall (%k) in (4) shared_outs(%o = %b) -> tensor<4x8xf32> {
    %c = tensor.cast %a : tensor<?x8xf32> to tensor<4x8xf32>
    %x = tensor.extract_slice %c[%k, 0] [1, 8] [1, 1] : tensor<4x8xf32> to tensor<1x8xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %x into %o[%k, 0] [1, 8] [1, 1] : tensor<1x8xf32> into tensor<4x8xf32>
    }
  }
  return %r : tensor<4x8xf32>
}
