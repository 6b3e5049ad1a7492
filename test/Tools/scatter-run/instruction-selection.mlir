// LLVM's fast instruction selector compiles functions that leave the work to
// others: those that start threads, and those for threads that have no loops.

// RUN: scatter-run %s --emit=llvm --mtriple=x86_64 --threads=2 | FileCheck %s
// RUN: scatter-run %s --emit=llvm --mtriple=x86_64 --threads=1 | FileCheck %s --check-prefix=ONE --implicit-check-not=optnone

// The index check is a loop that writes nothing. So many tuples are put into
// buckets by the runtime library, before other functions apply them.

// CHECK:       define void @_mlir_ciface_rows({{.*}}) #[[FAST:[0-9]+]] {
// CHECK:         @llvm.smax
// CHECK:         call void @scatter_parallel_for({{.*}} @[[BUCKETS:scatter_parallel[_0-9]*]],
// ONE:         define void @_mlir_ciface_rows(
func.func @rows(%d: memref<32768x256xf32>, %i: memref<1048577x1xi64>, %u: memref<1048577x256xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<1048577x1xi64>, memref<1048577x256xf32>) outs(%d : memref<32768x256xf32>) reduction(sum)
  return
}

// This one writes few rows itself.

// CHECK:       define void @_mlir_ciface_few_rows({{.*}}) #[[FULL:[0-9]+]] {
// CHECK:       define internal void @[[BUCKETS]]({{.*}}) #[[FAST]] {
// CHECK-NOT:     !llvm.loop
// CHECK:         @scatter_runtime_fill_buckets(
// CHECK:       define internal void @scatter_parallel{{[_0-9]*}}({{.*}}) #[[FULL]] {
// CHECK:         !llvm.loop
// CHECK-DAG:   attributes #[[FAST]] = { noinline nounwind optnone
// CHECK-DAG:   attributes #[[FULL]] = { nounwind "
func.func @few_rows(%d: memref<100x16xf32>, %i: memref<40x1xi64>, %u: memref<40x16xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<40x1xi64>, memref<40x16xf32>) outs(%d : memref<100x16xf32>) reduction(sum)
  return
}
