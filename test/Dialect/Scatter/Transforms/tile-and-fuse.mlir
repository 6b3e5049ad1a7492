// RUN: scatter-opt %s --split-input-file --scatter-tile-and-fuse | FileCheck %s
// RUN: scatter-opt %s --split-input-file --scatter-set-machine=threads=2 --scatter-tile-and-fuse | FileCheck %s --check-prefix=THREADS
// RUN: scatter-opt %s --split-input-file --scatter-tile-and-fuse --eliminate-empty-tensors | FileCheck %s --check-prefix=EMPTY

// A tile of rows is computed together with its update, for any divisor of the
// number of tuples. Threads divide the slice, so that the order stays.

// CHECK-LABEL: func @tuples(
// CHECK:         scf.for {{.*}} step %c15 iter_args
// CHECK:           tensor.empty() : tensor<15x64xf32>
// CHECK:           linalg.exp {{.*}} outs({{.*}} : tensor<15x64xf32>)
// CHECK:           scatter.scatter_nd_update {{.*}} tensor<15x1xi64>, tensor<15x64xf32>

// THREADS-LABEL: func @tuples(
// THREADS:         scf.forall {{.*}} = (0) to (64) step (32)
// THREADS:           scf.for {{.*}} step %c21
// THREADS:             scatter.scatter_nd_update {{.*}} tensor<21x1xi64>, tensor<21x32xf32>
func.func @tuples(%i: tensor<4095x1xi64>, %u: tensor<4095x64xf32>, %d: tensor<512x64xf32>) -> tensor<512x64xf32> {
  %e = tensor.empty() : tensor<4095x64xf32>
  %v = linalg.exp ins(%u : tensor<4095x64xf32>) outs(%e : tensor<4095x64xf32>) -> tensor<4095x64xf32>
  %r = scatter.scatter_nd_update ins(%i, %v : tensor<4095x1xi64>, tensor<4095x64xf32>) outs(%d : tensor<512x64xf32>) reduction(sum) out_of_bounds(undefined) -> tensor<512x64xf32>
  return %r : tensor<512x64xf32>
}
// -----

// The last tile of a dynamic number of tuples is peeled off.

// CHECK-LABEL: func @dynamic(
// CHECK:         scf.for {{.*}} step %c16
// CHECK:           tensor.empty() : tensor<16x64xf32>
// CHECK:           scatter.scatter_nd_update {{.*}} tensor<16x1xi64>, tensor<16x64xf32>
// CHECK:         scf.for
// CHECK:           scatter.scatter_nd_update {{.*}}sizes_match
func.func @dynamic(%i: tensor<?x1xi64>, %u: tensor<?x64xf32>, %d: tensor<512x64xf32>) -> tensor<512x64xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %u, %c0 : tensor<?x64xf32>
  %e = tensor.empty(%n) : tensor<?x64xf32>
  %v = linalg.exp ins(%u : tensor<?x64xf32>) outs(%e : tensor<?x64xf32>) -> tensor<?x64xf32>
  %r = scatter.scatter_nd_update ins(%i, %v : tensor<?x1xi64>, tensor<?x64xf32>) outs(%d : tensor<512x64xf32>) reduction(sum) out_of_bounds(undefined) {sizes_match} -> tensor<512x64xf32>
  return %r : tensor<512x64xf32>
}
// -----

// Threads divide tuples that name different slots. Narrow rows are not divided
// otherwise: the check beside them is for one thread as well.

// THREADS-LABEL: func @unique(
// THREADS:         scf.forall {{.*}} = (0) to (65536) step (32768)
// THREADS-LABEL: func @narrow(
// THREADS:         scatter.check_indices {{.*}} {plan = #scatter.plan<>}
// THREADS-NOT:     scf.forall
// THREADS:         scf.for
func.func @unique(%i: tensor<65536x1xi64>, %u: tensor<65536xf32>, %d: tensor<100000xf32>) -> tensor<100000xf32> {
  %e = tensor.empty() : tensor<65536xf32>
  %v = linalg.exp ins(%u : tensor<65536xf32>) outs(%e : tensor<65536xf32>) -> tensor<65536xf32>
  %r = scatter.scatter_nd_update ins(%i, %v : tensor<65536x1xi64>, tensor<65536xf32>) outs(%d : tensor<100000xf32>) out_of_bounds(undefined) {unique_indices} -> tensor<100000xf32>
  return %r : tensor<100000xf32>
}
func.func @narrow(%i: tensor<65536x1xi64>, %u: tensor<65536x8xf32>, %d: tensor<512x8xf32>) -> tensor<512x8xf32> {
  %valid = scatter.check_indices %i within [512] : tensor<65536x1xi64>
  %q = scf.if %valid -> tensor<512x8xf32> {
    %e = tensor.empty() : tensor<65536x8xf32>
    %v = linalg.exp ins(%u : tensor<65536x8xf32>) outs(%e : tensor<65536x8xf32>) -> tensor<65536x8xf32>
    %r = scatter.scatter_nd_update ins(%i, %v : tensor<65536x1xi64>, tensor<65536x8xf32>) outs(%d : tensor<512x8xf32>) reduction(sum) out_of_bounds(undefined) -> tensor<512x8xf32>
    scf.yield %r : tensor<512x8xf32>
  } else {
    scf.yield %d : tensor<512x8xf32>
  }
  return %q : tensor<512x8xf32>
}
// -----

// Left alone: small updates, results that are needed elsewhere, producers that
// read `data` or have a reduction, and updates that may have to report.

// CHECK-LABEL: func @small(
// CHECK-NOT:     scf.for
// CHECK-LABEL: func @needed(
// CHECK-NOT:     scf.for
// CHECK-LABEL: func @reads_data(
// CHECK-NOT:     scf.for
// CHECK-LABEL: func @reduction(
// CHECK-NOT:     scf.for
// CHECK-LABEL: func @checked(
// CHECK-NOT:     scf.for
func.func @small(%i: tensor<8x1xi64>, %u: tensor<8x64xf32>, %d: tensor<512x64xf32>) -> tensor<512x64xf32> {
  %e = tensor.empty() : tensor<8x64xf32>
  %v = linalg.exp ins(%u : tensor<8x64xf32>) outs(%e : tensor<8x64xf32>) -> tensor<8x64xf32>
  %r = scatter.scatter_nd_update ins(%i, %v : tensor<8x1xi64>, tensor<8x64xf32>) outs(%d : tensor<512x64xf32>) out_of_bounds(undefined) -> tensor<512x64xf32>
  return %r : tensor<512x64xf32>
}
func.func @needed(%i: tensor<4096x1xi64>, %u: tensor<4096x64xf32>, %d: tensor<512x64xf32>) -> (tensor<512x64xf32>, tensor<4096x64xf32>) {
  %e = tensor.empty() : tensor<4096x64xf32>
  %v = linalg.exp ins(%u : tensor<4096x64xf32>) outs(%e : tensor<4096x64xf32>) -> tensor<4096x64xf32>
  %r = scatter.scatter_nd_update ins(%i, %v : tensor<4096x1xi64>, tensor<4096x64xf32>) outs(%d : tensor<512x64xf32>) out_of_bounds(undefined) -> tensor<512x64xf32>
  return %r, %v : tensor<512x64xf32>, tensor<4096x64xf32>
}
func.func @reads_data(%i: tensor<512x1xi64>, %d: tensor<512x64xf32>) -> tensor<512x64xf32> {
  %e = tensor.empty() : tensor<512x64xf32>
  %v = linalg.exp ins(%d : tensor<512x64xf32>) outs(%e : tensor<512x64xf32>) -> tensor<512x64xf32>
  %r = scatter.scatter_nd_update ins(%i, %v : tensor<512x1xi64>, tensor<512x64xf32>) outs(%d : tensor<512x64xf32>) out_of_bounds(undefined) -> tensor<512x64xf32>
  return %r : tensor<512x64xf32>
}
func.func @reduction(%i: tensor<4096x1xi64>, %a: tensor<4096x16xf32>, %b: tensor<16x64xf32>, %m: tensor<4096x64xf32>, %d: tensor<512x64xf32>) -> tensor<512x64xf32> {
  %v = linalg.matmul ins(%a, %b : tensor<4096x16xf32>, tensor<16x64xf32>) outs(%m : tensor<4096x64xf32>) -> tensor<4096x64xf32>
  %r = scatter.scatter_nd_update ins(%i, %v : tensor<4096x1xi64>, tensor<4096x64xf32>) outs(%d : tensor<512x64xf32>) out_of_bounds(undefined) -> tensor<512x64xf32>
  return %r : tensor<512x64xf32>
}
func.func @checked(%i: tensor<4096x1xi64>, %u: tensor<4096x64xf32>, %d: tensor<512x64xf32>) -> tensor<512x64xf32> {
  %e = tensor.empty() : tensor<4096x64xf32>
  %v = linalg.exp ins(%u : tensor<4096x64xf32>) outs(%e : tensor<4096x64xf32>) -> tensor<4096x64xf32>
  %r = scatter.scatter_nd_update ins(%i, %v : tensor<4096x1xi64>, tensor<4096x64xf32>) outs(%d : tensor<512x64xf32>) -> tensor<512x64xf32>
  return %r : tensor<512x64xf32>
}
// -----

// The producer of a slice writes to `data`, at the resolved start.

// EMPTY-LABEL: func @slice(
// EMPTY-SAME:    %[[U:[^:]*]]: tensor<4x8xf32>, %[[D:[^:]*]]: tensor<16x8xf32>
// EMPTY:         %[[PART:.*]] = tensor.extract_slice %[[D]][12, 0] [4, 8] [1, 1]
// EMPTY:         %[[V:.*]] = linalg.exp ins(%[[U]] : tensor<4x8xf32>) outs(%[[PART]]
// EMPTY:         tensor.insert_slice %[[V]] into %[[D]][12, 0] [4, 8] [1, 1]
// EMPTY-LABEL: func @backwards(
// EMPTY:         scatter.slice_scatter
// EMPTY-LABEL: func @slice_that_reads_data(
// EMPTY:         scatter.slice_scatter
func.func @slice(%u: tensor<4x8xf32>, %d: tensor<16x8xf32>) -> tensor<16x8xf32> {
  %e = tensor.empty() : tensor<4x8xf32>
  %v = linalg.exp ins(%u : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  %r = scatter.slice_scatter ins(%v : tensor<4x8xf32>) outs(%d : tensor<16x8xf32>) from [-4] to [100] -> tensor<16x8xf32>
  return %r : tensor<16x8xf32>
}
func.func @backwards(%u: tensor<4x8xf32>, %d: tensor<16x8xf32>) -> tensor<16x8xf32> {
  %e = tensor.empty() : tensor<4x8xf32>
  %v = linalg.exp ins(%u : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  %r = scatter.slice_scatter ins(%v : tensor<4x8xf32>) outs(%d : tensor<16x8xf32>) from [7] to [3] step [-1] -> tensor<16x8xf32>
  return %r : tensor<16x8xf32>
}
func.func @slice_that_reads_data(%d: tensor<16x8xf32>) -> tensor<16x8xf32> {
  %p = tensor.extract_slice %d[1, 0] [4, 8] [1, 1] : tensor<16x8xf32> to tensor<4x8xf32>
  %e = tensor.empty() : tensor<4x8xf32>
  %v = linalg.exp ins(%p : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  %r = scatter.slice_scatter ins(%v : tensor<4x8xf32>) outs(%d : tensor<16x8xf32>) from [0] to [4] -> tensor<16x8xf32>
  return %r : tensor<16x8xf32>
}
// -----

// There is nothing to compute.

// CHECK-LABEL: func @no_elements(
// CHECK-NOT:     scf.for
// CHECK:         scatter.scatter_nd_update
func.func @no_elements(%i: tensor<16x1xi64>, %u: tensor<16x0x?xf32>, %e: tensor<16x0x?xf32>, %d: tensor<?x0x?xf32>) -> tensor<?x0x?xf32> {
  %v = linalg.exp ins(%u : tensor<16x0x?xf32>) outs(%e : tensor<16x0x?xf32>) -> tensor<16x0x?xf32>
  %r = scatter.scatter_nd_update ins(%i, %v : tensor<16x1xi64>, tensor<16x0x?xf32>) outs(%d : tensor<?x0x?xf32>) reduction(sum) out_of_bounds(undefined) {sizes_match} -> tensor<?x0x?xf32>
  return %r : tensor<?x0x?xf32>
}
