// RUN: scatter-opt %s --convert-scatter-to-llvm | FileCheck %s --check-prefixes=CHECK,PARTIAL
// RUN: scatter-opt %s --convert-to-llvm | FileCheck %s --check-prefixes=CHECK,WHOLE

// A sort of tuples is a call of the runtime library with a struct (ScatterTupleSort). Addresses are those of the first
// element that is meant, strides of components and updates are in bytes.

// CHECK: llvm.func @scatter_runtime_fill_buckets(!llvm.ptr)

// PARTIAL:      func.func @numbers(
// WHOLE:        llvm.func @numbers(
// CHECK:          %[[SORT:.*]] = llvm.alloca %{{.*}} x !llvm.array<20 x i64>
// CHECK:          %[[DIMS:.*]] = llvm.alloca %{{.*}} x !llvm.array<4 x i64>
// CHECK-DAG:      %[[UPDATES:.*]] = llvm.mlir.zero : !llvm.ptr
// CHECK-DAG:      %[[KIND:.*]] = llvm.mlir.constant(1 : i64) : i64
// CHECK-DAG:      %[[DEPTH:.*]] = llvm.mlir.constant(2 : i64) : i64
// CHECK-DAG:      %[[BYTES:.*]] = llvm.mlir.constant(8 : i64) : i64
// CHECK-DAG:      %[[INDICES:.*]] = llvm.getelementptr %{{.*}}[%{{.*}}] : (!llvm.ptr, i64) -> !llvm.ptr, i64
// CHECK-DAG:      %[[COMPONENT_STRIDE:.*]] = llvm.mul %{{.*}}, %[[BYTES]] : i64
// CHECK:          %[[DIM_1:.*]] = llvm.getelementptr inbounds %[[DIMS]][16]
// CHECK:          llvm.store %{{.*}}, %[[DIM_1]] : i64
// CHECK:          %[[PAGE:.*]] = llvm.mlir.constant(10 : i64)
// CHECK:          %[[ALL:.*]] = llvm.mlir.constant(-1 : i64)
// CHECK:          %[[AT_0:.*]] = llvm.getelementptr inbounds %[[SORT]][0]
// CHECK-NEXT:     llvm.store %[[INDICES]], %[[AT_0]] : !llvm.ptr
// CHECK:          %[[AT_8:.*]] = llvm.getelementptr inbounds %[[SORT]][8]
// CHECK-NEXT:     llvm.store %[[BYTES]], %[[AT_8]] : i64
// CHECK:          %[[AT_16:.*]] = llvm.getelementptr inbounds %[[SORT]][16]
// CHECK-NEXT:     llvm.store %[[COMPONENT_STRIDE]], %[[AT_16]] : i64
// CHECK:          %[[AT_32:.*]] = llvm.getelementptr inbounds %[[SORT]][32]
// CHECK-NEXT:     llvm.store %[[KIND]], %[[AT_32]] : i64
// CHECK:          %[[AT_48:.*]] = llvm.getelementptr inbounds %[[SORT]][48]
// CHECK-NEXT:     llvm.store %[[DEPTH]], %[[AT_48]] : i64
// CHECK:          %[[AT_56:.*]] = llvm.getelementptr inbounds %[[SORT]][56]
// CHECK-NEXT:     llvm.store %[[DIMS]], %[[AT_56]] : !llvm.ptr
// CHECK:          %[[AT_72:.*]] = llvm.getelementptr inbounds %[[SORT]][72]
// CHECK-NEXT:     llvm.store %[[PAGE]], %[[AT_72]] : i64
// CHECK:          %[[AT_96:.*]] = llvm.getelementptr inbounds %[[SORT]][96]
// CHECK-NEXT:     llvm.store %[[ALL]], %[[AT_96]] : i64
// CHECK:          %[[AT_136:.*]] = llvm.getelementptr inbounds %[[SORT]][136]
// CHECK-NEXT:     llvm.store %[[UPDATES]], %[[AT_136]] : !llvm.ptr
// CHECK:          llvm.call @scatter_runtime_fill_buckets(%[[SORT]]) :
func.func @numbers(%i: memref<?xi64>, %b: memref<?xindex>, %e: memref<?xi64>, %at: index, %n: index, %ts: index, %cs: index, %d0: index, %s0: index, %d1: index, %s1: index, %o: index, %m: index, %row: index, %f: index) {
  scatter.fill_buckets index %n tuples of %i[%at] by %ts, %cs dims(%d0, %d1) strides(%s0, %s1) origin %o into %m buckets of 10
      outs(%b[%row], %e[%f]) : memref<?xi64>, memref<?xindex>, memref<?xi64>
  return
}

// PARTIAL:      func.func @updates({{.*}} %[[M:[a-z0-9]*]]: index)
// WHOLE:        llvm.func @updates({{.*}} %[[ONLY:[a-z0-9]*]]: i64)
// CHECK:          %[[SORT:.*]] = llvm.alloca %{{.*}} x !llvm.array<20 x i64>
// PARTIAL:        %[[ONLY:.*]] = builtin.unrealized_conversion_cast %[[M]]
// CHECK:          %[[UPDATES:.*]] = llvm.getelementptr %{{.*}}[%{{.*}}] : (!llvm.ptr, i64) -> !llvm.ptr, f16
// CHECK:          %[[KIND:.*]] = llvm.mlir.constant(3 : i64) : i64
// CHECK:          %[[POLICY:.*]] = llvm.mlir.constant(2 : i64) : i64
// CHECK:          %[[AT_32:.*]] = llvm.getelementptr inbounds %[[SORT]][32]
// CHECK-NEXT:     llvm.store %[[KIND]], %[[AT_32]] : i64
// CHECK:          %[[AT_40:.*]] = llvm.getelementptr inbounds %[[SORT]][40]
// CHECK-NEXT:     llvm.store %[[POLICY]], %[[AT_40]] : i64
// CHECK:          %[[AT_96:.*]] = llvm.getelementptr inbounds %[[SORT]][96]
// CHECK-NEXT:     llvm.store %[[ONLY]], %[[AT_96]] : i64
// CHECK:          %[[AT_136:.*]] = llvm.getelementptr inbounds %[[SORT]][136]
// CHECK-NEXT:     llvm.store %[[UPDATES]], %[[AT_136]] : !llvm.ptr
// CHECK:          llvm.call @scatter_runtime_fill_buckets(%[[SORT]]) :
func.func @updates(%i: memref<?xi32>, %b: memref<?xindex>, %e: memref<?xi32>, %u: memref<?xf16>, %n: index, %m: index) {
  scatter.fill_buckets index_unsigned %n tuples of %i[%n] by %n, %n dims(%n) strides(%n) origin %n into %n buckets of 10 only %m
      outs(%b[%n], %e[%n]) updates(%u[%n] by %n) {out_of_bounds = #scatter.out_of_bounds<clamp>, update_length = 2 : i64}
      : memref<?xi32>, memref<?xindex>, memref<?xi32>, memref<?xf16>
  return
}

// The struct is on the stack of each thread. It does not grow the stack in each iteration of a loop.

// CHECK-LABEL: func @in_loops(
// PARTIAL:       scf.parallel
// PARTIAL:         llvm.alloca
// PARTIAL:         llvm.alloca
// PARTIAL-NOT:     llvm.alloca
// PARTIAL:         scf.for
// PARTIAL-NOT:     llvm.alloca
// PARTIAL:         llvm.call @scatter_runtime_fill_buckets
func.func @in_loops(%i: memref<?xi32>, %b: memref<?xindex>, %e: memref<?xi32>, %n: index, %zero: index, %one: index) {
  scf.parallel (%t) = (%zero) to (%n) step (%one) {
    scf.for %j = %zero to %n step %one {
      scatter.fill_buckets index_unsigned %n tuples of %i[%j] by %n, %n dims(%n) strides(%n) origin %n into %n buckets of 10
          outs(%b[%t], %e[%j]) : memref<?xi32>, memref<?xindex>, memref<?xi32>
    }
  }
  return
}
