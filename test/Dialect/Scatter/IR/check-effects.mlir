// RUN: scatter-opt %s --cse | FileCheck %s
// RUN: scatter-opt %s --loop-invariant-code-motion | FileCheck %s --check-prefix=LOOP

// What upstream's passes may do to checks and reports.

// On tensors a check is pure.

// CHECK-LABEL: func @equal_checks_are_one(
// CHECK-NEXT:    %[[A:.*]] = scatter.check_indices
// CHECK-NEXT:    %[[B:.*]] = scatter.check_indices {{.*}} negative_indices(reject)
// CHECK-NEXT:    %[[C:.*]] = scatter.check_indices {{.*}} within [9]
// CHECK-NEXT:    return %[[A]], %[[A]], %[[B]], %[[C]]
func.func @equal_checks_are_one(%i: tensor<4x1xi64>) -> (i1, i1, i1, i1) {
  %0 = scatter.check_indices %i within [8] : tensor<4x1xi64>
  %1 = scatter.check_indices %i within [8] : tensor<4x1xi64>
  %2 = scatter.check_indices %i within [8] negative_indices(reject) : tensor<4x1xi64>
  %3 = scatter.check_indices %i within [9] : tensor<4x1xi64>
  %4 = scatter.check_indices %i within [8] : tensor<4x1xi64>
  return %0, %1, %2, %3 : i1, i1, i1, i1
}

// CHECK-LABEL: func @checks_of_an_updated_tensor_are_two(
// CHECK-COUNT-2: scatter.check_indices
func.func @checks_of_an_updated_tensor_are_two(%i: tensor<4x1xi64>, %j: index, %x: i64) -> (i1, i1) {
  %0 = scatter.check_indices %i within [8] : tensor<4x1xi64>
  %i1 = tensor.insert %x into %i[%j, %j] : tensor<4x1xi64>
  %1 = scatter.check_indices %i1 within [8] : tensor<4x1xi64>
  return %0, %1 : i1, i1
}

// On memrefs it reads: what writes in between keeps two checks apart.

// CHECK-LABEL: func @checks_on_memrefs(
// CHECK-COUNT-1: scatter.check_indices
// CHECK-NEXT:    memref.store
// CHECK-NEXT:    scatter.check_indices
// CHECK-NEXT:    return
func.func @checks_on_memrefs(%i: memref<4x1xi64>, %j: index, %x: i64) -> (i1, i1, i1) {
  %0 = scatter.check_indices %i within [8] : memref<4x1xi64>
  %1 = scatter.check_indices %i within [8] : memref<4x1xi64>
  memref.store %x, %i[%j, %j] : memref<4x1xi64>
  %2 = scatter.check_indices %i within [8] : memref<4x1xi64>
  return %0, %1, %2 : i1, i1, i1
}

// A report is made as often as the program says.

// CHECK-LABEL: func @reports_stay(
// CHECK-COUNT-2: scatter.report_indices
func.func @reports_stay(%i: tensor<4x1xi64>) {
  scatter.report_indices %i within [8] : tensor<4x1xi64>
  scatter.report_indices %i within [8] : tensor<4x1xi64>
  return
}

// LOOP-LABEL: func @checks_of_tensors_leave_loops(
// LOOP:         scatter.check_indices
// LOOP-NEXT:    scf.for
// LOOP-NEXT:      scatter.report_indices
// LOOP:           scatter.check_indices %{{.*}} within [8] : memref
// LOOP:           scatter.check_indices %{{.*}} within [%{{.*}}]
func.func @checks_of_tensors_leave_loops(%n: index, %i: tensor<4x1xi64>, %m: memref<4x1xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %k = %c0 to %n step %c1 {
    scatter.report_indices %i within [8] : tensor<4x1xi64>
    %0 = scatter.check_indices %i within [8] : tensor<4x1xi64>
    %1 = scatter.check_indices %m within [8] : memref<4x1xi64>
    %2 = scatter.check_indices %i within [%k] : tensor<4x1xi64>
    func.call @use(%0, %1, %2) : (i1, i1, i1) -> ()
  }
  return
}

func.func private @use(i1, i1, i1)
