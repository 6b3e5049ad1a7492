// RUN: scatter-opt %s --scatter-bound-allocations | FileCheck %s

// One comparison per allocation with one dynamic size, which holds for negative sizes as well. 2^62 bytes are
// 2^60 elements of f32, or 2^60 / 3 rows of 3.

// CHECK-LABEL: func @one(
// CHECK-SAME:    %[[N:.*]]: index
func.func @one(%n: index) -> (memref<?xf32>, memref<?x3xf32>) {
  // CHECK:       %[[LIMIT:.*]] = arith.constant 1152921504606846976 : index
  // CHECK:       %[[BEYOND:.*]] = arith.cmpi ugt, %[[N]], %[[LIMIT]] : index
  // CHECK:       %[[SIZE:.*]] = arith.select %[[BEYOND]], %[[LIMIT]], %[[N]] : index
  // CHECK:       memref.alloc(%[[SIZE]]) {alignment = 64 : i64} : memref<?xf32>
  %0 = memref.alloc(%n) {alignment = 64 : i64} : memref<?xf32>
  // CHECK:       arith.constant 384307168202282325 : index
  // CHECK:       memref.alloc(%{{.*}}) : memref<?x3xf32>
  %1 = memref.alloc(%n) : memref<?x3xf32>
  return %0, %1 : memref<?xf32>, memref<?x3xf32>
}

// The product of several is computed with 128 bits. Nothing is too large where one of them is 0.

// CHECK-LABEL: func @several(
// CHECK-SAME:    %[[N:.*]]: index, %[[M:.*]]: index
func.func @several(%n: index, %m: index) -> memref<?x?xcomplex<f64>> {
  // CHECK:       %[[LIMIT:.*]] = arith.constant 288230376151711744 : index
  // CHECK:       %[[FIRST:.*]] = arith.cmpi ugt, %[[N]], %[[LIMIT]]
  // CHECK:       %[[LOW:.*]], %[[HIGH:.*]] = arith.mului_extended %[[N]], %[[M]]
  // CHECK:       %[[WRAPS:.*]] = arith.cmpi ne, %[[HIGH]]
  // CHECK:       arith.ori %[[FIRST]], %[[WRAPS]]
  // CHECK:       arith.cmpi ugt, %[[LOW]], %[[LIMIT]]
  // CHECK:       %[[SIZE0:.*]] = arith.select %[[BEYOND:.*]], %[[LIMIT]], %[[N]]
  // CHECK-DAG:   %[[ONE:.*]] = arith.constant 1 : index
  // CHECK-DAG:   %[[SIZE1:.*]] = arith.select %[[BEYOND]], %[[ONE]], %[[M]]
  // CHECK:       memref.alloc(%[[SIZE0]], %[[SIZE1]])
  %0 = memref.alloc(%n, %m) : memref<?x?xcomplex<f64>>
  return %0 : memref<?x?xcomplex<f64>>
}

// CHECK-LABEL: func @descriptors(
func.func @descriptors(%n: index) -> memref<?xmemref<?xf32>> {
  // 5 words each.
  // CHECK:       arith.constant 115292150460684697 : index
  %0 = memref.alloc(%n) : memref<?xmemref<?xf32>>
  return %0 : memref<?xmemref<?xf32>>
}

// If the static sizes alone are beyond, memory that is not empty is beyond. The product of all sizes could wrap.

// CHECK-LABEL: func @beyond(
// CHECK-SAME:    %[[N:.*]]: index
func.func @beyond(%n: index) -> memref<?x4611686018427387905xi32> {
  // CHECK-DAG:   %[[NONE:.*]] = arith.constant 0 : index
  // CHECK-DAG:   %[[ISANY:.*]] = arith.cmpi ugt, %[[N]], %[[NONE]] : index
  // CHECK-DAG:   %[[MOST:.*]] = arith.constant 4611686018427387904 : index
  // CHECK:       %[[BYTES:.*]] = arith.select %[[ISANY]], %[[MOST]], %{{.*}} : index
  // CHECK:       %[[MEMORY:.*]] = memref.alloc(%[[BYTES]]) {alignment = 64 : i64} : memref<?xi8>
  // CHECK:       %[[VIEW:.*]] = memref.view %[[MEMORY]][%{{.*}}][%[[N]]] : memref<?xi8> to memref<?x4611686018427387905xi32>
  // CHECK:       return %[[VIEW]]
  %0 = memref.alloc(%n) {alignment = 64 : i64} : memref<?x4611686018427387905xi32>
  return %0 : memref<?x4611686018427387905xi32>
}

// Static sizes and sizes on the stack are left alone.

// CHECK-LABEL: func @static(
// CHECK-NOT:     arith.cmpi
func.func @static(%n: index) {
  %0 = memref.alloc() : memref<8xf32>
  %1 = memref.alloca(%n) : memref<?xf32>
  memref.dealloc %0 : memref<8xf32>
  return
}
