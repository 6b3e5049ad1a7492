// RUN: scatter-opt %s | FileCheck %s
// RUN: scatter-opt %s | scatter-opt | FileCheck %s
// RUN: scatter-opt %s --mlir-print-op-generic | scatter-opt | FileCheck %s
// RUN: scatter-opt %s --emit-bytecode -o %t.mlirbc && scatter-opt %t.mlirbc | FileCheck %s
// RUN: scatter-opt %s --cse | FileCheck %s --check-prefix=CSE
// RUN: scatter-opt %s --loop-invariant-code-motion | FileCheck %s --check-prefix=LICM
// RUN: scatter-opt %s --resolve-ranked-shaped-type-result-dims | FileCheck %s --check-prefix=DIM

// Defaults are left out when printing; keywords come in any order.

// CHECK-LABEL: func @defaults(
// CHECK-NEXT:    scatter.gather_nd ins(%{{.*}}, %{{.*}} : tensor<4x1xi64>, tensor<16x8xf32>) outs(%{{.*}} : tensor<4x8xf32>) -> tensor<4x8xf32>{{$}}
func.func @defaults(%i: tensor<4x1xi64>, %d: tensor<16x8xf32>, %o: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %r = scatter.gather_nd ins(%i, %d : tensor<4x1xi64>, tensor<16x8xf32>) outs(%o : tensor<4x8xf32>)
         batch_dims(0) negative_indices(wrap) out_of_bounds(error) -> tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}

// CHECK-LABEL: func @all_options(
// CHECK-NEXT:    scatter.gather_nd ins(%{{.*}}, %{{.*}} : memref<2x?x1xui32>, memref<2x9xf32, strided<[?, 1]>>) outs(%{{.*}} : memref<2x?xf32>) fill(%{{.*}} : f32) out_of_bounds(drop) negative_indices(reject) batch_dims(1) {plan = #scatter.plan<partition = chunks, threads = 2, offsets = blocks>, sizes_match}{{$}}
func.func @all_options(%i: memref<2x?x1xui32>, %d: memref<2x9xf32, strided<[?, 1]>>, %o: memref<2x?xf32>, %f: f32) {
  scatter.gather_nd ins(%i, %d : memref<2x?x1xui32>, memref<2x9xf32, strided<[?, 1]>>) outs(%o : memref<2x?xf32>)
      fill(%f : f32) batch_dims(1) negative_indices(reject) out_of_bounds(drop)
      {sizes_match, plan = #scatter.plan<threads = 2, partition = chunks, offsets = blocks>}
  return
}

// No components: each tuple reads all of `data`, or of its batch.

// CHECK-LABEL: func @no_components(
// CHECK-COUNT-2: scatter.gather_nd
func.func @no_components(%i: tensor<4x0xi64>, %d: tensor<3xf32>, %o: tensor<4x3xf32>, %b: tensor<4xf32>, %p: tensor<4xf32>) -> (tensor<4x3xf32>, tensor<4xf32>) {
  %0 = scatter.gather_nd ins(%i, %d : tensor<4x0xi64>, tensor<3xf32>) outs(%o : tensor<4x3xf32>) -> tensor<4x3xf32>
  %1 = scatter.gather_nd ins(%i, %b : tensor<4x0xi64>, tensor<4xf32>) outs(%p : tensor<4xf32>) batch_dims(1) -> tensor<4xf32>
  return %0, %1 : tensor<4x3xf32>, tensor<4xf32>
}

// Any element type; one without a zero only where nothing is dropped, or with a
// fill.

// CHECK-LABEL: func @elements_without_zero(
// CHECK-COUNT-2: scatter.gather_nd
func.func @elements_without_zero(%i: memref<4x1xi64>, %d: memref<9xmemref<2xf32>>, %o: memref<4xmemref<2xf32>>, %f: memref<2xf32>) {
  scatter.gather_nd ins(%i, %d : memref<4x1xi64>, memref<9xmemref<2xf32>>) outs(%o : memref<4xmemref<2xf32>>)
  scatter.gather_nd ins(%i, %d : memref<4x1xi64>, memref<9xmemref<2xf32>>) outs(%o : memref<4xmemref<2xf32>>) fill(%f : memref<2xf32>) out_of_bounds(drop)
  return
}

// The tensor form has no effects: equal ops are one.

// CSE-LABEL: func @equal_ops_are_one(
// CSE:         scatter.gather_nd
// CSE-NOT:     scatter.gather_nd
// CSE:         return %[[A:.*]], %[[A]]
func.func @equal_ops_are_one(%i: tensor<4x1xi64>, %d: tensor<8xf32>, %o: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = scatter.gather_nd ins(%i, %d : tensor<4x1xi64>, tensor<8xf32>) outs(%o : tensor<4xf32>) -> tensor<4xf32>
  %1 = scatter.gather_nd ins(%i, %d : tensor<4x1xi64>, tensor<8xf32>) outs(%o : tensor<4xf32>) -> tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

// Only what can never report leaves a loop that may run zero times.

// LICM-LABEL: func @only_total_ops_leave_the_loop(
// LICM-COUNT-2: scatter.gather_nd {{.*}} out_of_bounds({{drop|clamp}})
// LICM:         scf.for
// LICM-COUNT-2: scatter.gather_nd
func.func @only_total_ops_leave_the_loop(%n: index, %i: tensor<4x1xi64>, %d: tensor<8xf32>, %o: tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %k = %c0 to %n step %c1 {
    %0 = scatter.gather_nd ins(%i, %d : tensor<4x1xi64>, tensor<8xf32>) outs(%o : tensor<4xf32>) out_of_bounds(drop) -> tensor<4xf32>
    %1 = scatter.gather_nd ins(%i, %d : tensor<4x1xi64>, tensor<8xf32>) outs(%o : tensor<4xf32>) out_of_bounds(clamp) -> tensor<4xf32>
    %2 = scatter.gather_nd ins(%i, %d : tensor<4x1xi64>, tensor<8xf32>) outs(%o : tensor<4xf32>) out_of_bounds(undefined) -> tensor<4xf32>
    %3 = scatter.gather_nd ins(%i, %d : tensor<4x1xi64>, tensor<8xf32>) outs(%o : tensor<4xf32>) -> tensor<4xf32>
    func.call @use(%0) : (tensor<4xf32>) -> ()
    func.call @use(%1) : (tensor<4xf32>) -> ()
    func.call @use(%2) : (tensor<4xf32>) -> ()
    func.call @use(%3) : (tensor<4xf32>) -> ()
  }
  return
}
func.func private @use(tensor<4xf32>)

// DIM-LABEL: func @sizes_are_those_of_out(
// DIM-SAME:    %[[O:[^:]*]]: tensor<?xf32>)
// DIM:         tensor.dim %[[O]], %c0
func.func @sizes_are_those_of_out(%i: tensor<?x1xi64>, %d: tensor<8xf32>, %o: tensor<?xf32>) -> index {
  %c0 = arith.constant 0 : index
  %r = scatter.gather_nd ins(%i, %d : tensor<?x1xi64>, tensor<8xf32>) outs(%o : tensor<?xf32>) -> tensor<?xf32>
  %s = tensor.dim %r, %c0 : tensor<?xf32>
  return %s : index
}
