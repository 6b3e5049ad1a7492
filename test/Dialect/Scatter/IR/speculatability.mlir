// RUN: scatter-opt %s --loop-invariant-code-motion | FileCheck %s

// Only what can never report an error leaves a loop that may run zero times.

// CHECK-LABEL: func @drop_and_clamp_leave_the_loop(
// CHECK-COUNT-2: scatter.scatter_nd_update
// CHECK:         scf.for
func.func @drop_and_clamp_leave_the_loop(%n: index, %i: tensor<4x1xi64>, %u: tensor<4xf32>, %d: tensor<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %k = %c0 to %n step %c1 {
    %0 = scatter.scatter_nd_update ins(%i, %u : tensor<4x1xi64>, tensor<4xf32>) outs(%d : tensor<8xf32>) out_of_bounds(drop) -> tensor<8xf32>
    %1 = scatter.scatter_nd_update ins(%i, %u : tensor<4x1xi64>, tensor<4xf32>) outs(%0 : tensor<8xf32>) out_of_bounds(clamp) -> tensor<8xf32>
    func.call @use(%1) : (tensor<8xf32>) -> ()
  }
  return
}

// `error` may report, the promise of `undefined` holds inside the loop only,
// and dynamic sizes may have to be reported.

// CHECK-LABEL: func @what_may_report_stays(
// CHECK-NOT:     scatter.
// CHECK:         scf.for
// CHECK-COUNT-3: scatter.scatter_nd_update
// CHECK:         scatter.slice_scatter
func.func @what_may_report_stays(%n: index, %i: tensor<4x1xi64>, %u: tensor<4xf32>, %v: tensor<?xf32>, %d: tensor<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %k = %c0 to %n step %c1 {
    %0 = scatter.scatter_nd_update ins(%i, %u : tensor<4x1xi64>, tensor<4xf32>) outs(%d : tensor<8xf32>) -> tensor<8xf32>
    %1 = scatter.scatter_nd_update ins(%i, %u : tensor<4x1xi64>, tensor<4xf32>) outs(%d : tensor<8xf32>) out_of_bounds(undefined) -> tensor<8xf32>
    %2 = scatter.scatter_nd_update ins(%i, %v : tensor<4x1xi64>, tensor<?xf32>) outs(%d : tensor<8xf32>) out_of_bounds(drop) -> tensor<8xf32>
    %3 = scatter.slice_scatter ins(%v : tensor<?xf32>) outs(%d : tensor<8xf32>) from [0] to [4] -> tensor<8xf32>
    func.call @use(%0) : (tensor<8xf32>) -> ()
    func.call @use(%1) : (tensor<8xf32>) -> ()
    func.call @use(%2) : (tensor<8xf32>) -> ()
    func.call @use(%3) : (tensor<8xf32>) -> ()
  }
  return
}

// CHECK-LABEL: func @static_slice_leaves_the_loop(
// CHECK:         scatter.slice_scatter
// CHECK:         scf.for
// CHECK-NOT:     scatter.slice_scatter
func.func @static_slice_leaves_the_loop(%n: index, %u: tensor<4xf32>, %d: tensor<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %k = %c0 to %n step %c1 {
    %0 = scatter.slice_scatter ins(%u : tensor<4xf32>) outs(%d : tensor<8xf32>) from [0] to [8] step [2] -> tensor<8xf32>
    func.call @use(%0) : (tensor<8xf32>) -> ()
  }
  return
}

// A run-time step may be 0, a run-time length may differ from that of updates.

// CHECK-LABEL: func @run_time_slices_stay(
// CHECK-NOT:     scatter.
// CHECK:         scf.for
// CHECK-COUNT-3: scatter.slice_scatter
func.func @run_time_slices_stay(%n: index, %a: index, %u: tensor<4xf32>, %d: tensor<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %k = %c0 to %n step %c1 {
    %0 = scatter.slice_scatter ins(%u : tensor<4xf32>) outs(%d : tensor<8xf32>) from [%a] to [8] -> tensor<8xf32>
    %1 = scatter.slice_scatter ins(%u : tensor<4xf32>) outs(%d : tensor<8xf32>) from [0] to [%a] -> tensor<8xf32>
    %2 = scatter.slice_scatter ins(%u : tensor<4xf32>) outs(%d : tensor<8xf32>) from [0] to [8] step [%a] -> tensor<8xf32>
    func.call @use(%0) : (tensor<8xf32>) -> ()
    func.call @use(%1) : (tensor<8xf32>) -> ()
    func.call @use(%2) : (tensor<8xf32>) -> ()
  }
  return
}

// The memref form writes: it stays whatever its policy.

// CHECK-LABEL: func @writes_stay(
// CHECK:         scf.for
// CHECK:         scatter.scatter_nd_update
// CHECK:         scatter.slice_scatter
func.func @writes_stay(%n: index, %i: memref<4x1xi64>, %u: memref<4xf32>, %d: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %k = %c0 to %n step %c1 {
    scatter.scatter_nd_update ins(%i, %u : memref<4x1xi64>, memref<4xf32>) outs(%d : memref<8xf32>) out_of_bounds(drop)
    scatter.slice_scatter ins(%u : memref<4xf32>) outs(%d : memref<8xf32>) from [0] to [8] step [2]
  }
  return
}

func.func private @use(tensor<8xf32>)
