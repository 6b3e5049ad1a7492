// RUN: split-file %s %t
// RUN: scatter-opt %t/module.mlir --scatter-to-llvm | FileCheck %t/module.mlir
// RUN: scatter-opt %t/plans.mlir --scatter-to-llvm | FileCheck %t/plans.mlir
// RUN: scatter-opt %t/plans.mlir --scatter-to-llvm=openmp=1 | FileCheck %t/plans.mlir --check-prefix=OPENMP
// RUN: scatter-opt %t/loops.mlir --scatter-to-llvm | FileCheck %t/loops.mlir --check-prefix=ONE
// RUN: scatter-opt %t/loops.mlir --scatter-to-llvm=threads=2 | FileCheck %t/loops.mlir --check-prefix=TWO

// What makes code threaded: an entry of the module, or the plan of an op.

//--- module.mlir

// CHECK-NOT: dlti
// CHECK-LABEL: llvm.func @described(
// CHECK:         llvm.call @scatter_parallel_for(
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "scatter" = #dlti.target_device_spec<"threads" = 2 : i64, "core_cache_bytes" = 1048576 : i64>>} {
  func.func @described(%d: memref<?x256xf32>, %i: memref<?x1xi64>, %u: memref<?x256xf32>) {
    scatter.scatter_nd_update ins(%i, %u : memref<?x1xi64>, memref<?x256xf32>)
        outs(%d : memref<?x256xf32>) reduction(sum)
    return
  }
}

//--- plans.mlir

// CHECK-LABEL: llvm.func @by_hand(
// CHECK:         llvm.call @scatter_parallel_for(
// OPENMP-LABEL: llvm.func @by_hand(
// OPENMP:         omp.parallel num_threads(
// OPENMP-NOT:     @scatter_parallel_for
func.func @by_hand(%d: memref<?x256xf32>, %i: memref<?x1xi64>, %u: memref<?x256xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<?x1xi64>, memref<?x256xf32>)
      outs(%d : memref<?x256xf32>) reduction(sum)
      {plan = #scatter.plan<partition = buckets, threads = 2>}
  return
}

// The loop around is serial. The threads are those of the plan.

// CHECK-LABEL: llvm.func @in_a_loop(
// CHECK:         llvm.call @scatter_parallel_for(
func.func @in_a_loop(%d: memref<4x?x256xf32>, %u: memref<4x?x256xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.parallel (%i) = (%c0) to (%c4) step (%c1) {
    scatter.slice_scatter ins(%u : memref<4x?x256xf32>) outs(%d : memref<4x?x256xf32>) from [0] to [4]
        {plan = #scatter.plan<partition = slice, threads = 4>}
  }
  return
}

//--- loops.mlir

// A loop of the program uses the threads of the machine.

// ONE-LABEL: llvm.func @loop(
// ONE-NOT:     @scatter_parallel_for
// TWO-LABEL: llvm.func @loop(
// TWO:         llvm.call @scatter_parallel_for(
func.func @loop(%m: memref<?xf32>, %n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    memref.store %x, %m[%i] : memref<?xf32>
  }
  return
}
