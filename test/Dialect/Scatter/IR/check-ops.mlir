// RUN: scatter-opt %s | FileCheck %s
// RUN: scatter-opt %s | scatter-opt | FileCheck %s
// RUN: scatter-opt %s --mlir-print-op-generic | scatter-opt | FileCheck %s
// RUN: scatter-opt %s --mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC
// RUN: scatter-opt %s --emit-bytecode -o %t.mlirbc && scatter-opt %t.mlirbc | FileCheck %s

// Assembly and bytecode of the ops that scatter-split-checks makes.

// CHECK-LABEL:   func @check_on_tensors(
// CHECK-SAME:      %[[I:[^:]*]]: tensor<4x2xi64>, %[[N:.*]]: index
// CHECK-NEXT:      %[[A:.*]] = scatter.check_indices %[[I]] within [%[[N]], 16] : tensor<4x2xi64>{{$}}
// CHECK-NEXT:      %[[B:.*]] = scatter.check_indices %[[I]] within [16, %[[N]]] negative_indices(reject) : tensor<4x2xi64>{{$}}
// GENERIC-LABEL: sym_name = "check_on_tensors"
// GENERIC:       "scatter.check_indices"(%{{.*}}, %{{.*}}) <{negative_indices = #scatter.negative_indices<wrap>, static_sizes = array<i64: -9223372036854775808, 16>}> : (tensor<4x2xi64>, index) -> i1
func.func @check_on_tensors(%i: tensor<4x2xi64>, %n: index) -> (i1, i1) {
  %a = scatter.check_indices %i within [%n, 16] : tensor<4x2xi64>
  %b = scatter.check_indices %i within [16, %n] negative_indices(reject) : tensor<4x2xi64>
  return %a, %b : i1, i1
}

// CHECK-LABEL:   func @check_on_memrefs(
// CHECK-NEXT:      scatter.check_indices %{{.*}} within [] : memref<4x0xi32>
// CHECK-NEXT:      scatter.check_indices %{{.*}} within [0] : memref<?xui64, strided<[?], offset: ?>>
// CHECK-NEXT:      scatter.check_indices %{{.*}} within [5] {my.note, plan = #scatter.plan<threads = <2, bytes = 5>>} : memref<3x7x?xindex>
func.func @check_on_memrefs(%e: memref<4x0xi32>, %i: memref<?xui64, strided<[?], offset: ?>>, %j: memref<3x7x?xindex>) -> (i1, i1, i1) {
  %a = scatter.check_indices %e within [] : memref<4x0xi32>
  %b = scatter.check_indices %i within [0] negative_indices(wrap) : memref<?xui64, strided<[?], offset: ?>>
  %c = scatter.check_indices %j within [5] {my.note, plan = #scatter.plan<threads = <2, bytes = 5>>} : memref<3x7x?xindex>
  return %a, %b, %c : i1, i1, i1
}

// CHECK-LABEL:   func @report(
// CHECK-SAME:        %[[I:[^:]*]]: tensor<4x1xi64>, %[[J:[^:]*]]: memref<?x?xi32>, %[[N:[^:]*]]: index
// CHECK-NEXT:      scatter.report_indices %[[I]] within [16] : tensor<4x1xi64>{{$}}
// CHECK-NEXT:      scatter.report_indices %[[J]] within [%[[N]], 8] negative_indices(reject) {my.note} : memref<?x?xi32>
// GENERIC-LABEL: sym_name = "report"
// GENERIC:       "scatter.report_indices"(%{{.*}}) <{negative_indices = #scatter.negative_indices<wrap>, static_sizes = array<i64: 16>}> : (tensor<4x1xi64>) -> ()
func.func @report(%i: tensor<4x1xi64>, %j: memref<?x?xi32>, %n: index) {
  scatter.report_indices %i within [16] : tensor<4x1xi64>
  scatter.report_indices %j within [%n, 8] negative_indices(reject) {my.note} : memref<?x?xi32>
  return
}
