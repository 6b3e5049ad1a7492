// RUN: scatter-opt %s --split-input-file --eliminate-empty-tensors | FileCheck %s --check-prefix=EMPTY
// RUN: scatter-opt %s --split-input-file --loop-invariant-subset-hoisting | FileCheck %s --check-prefix=HOIST
// RUN: scatter-opt %s --split-input-file --eliminate-empty-tensors --one-shot-bufferize="bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map" | FileCheck %s --check-prefix=BUFFER

// The producer of a slice writes to `data`, in one buffer.

// EMPTY-LABEL: func @slice(
// EMPTY-SAME:    %[[U:[^:]*]]: tensor<4x8xf32>, %[[D:[^:]*]]: tensor<16x8xf32>
// EMPTY:         %[[PART:.*]] = tensor.extract_slice %[[D]][12, 0] [4, 8] [1, 1]
// EMPTY:         linalg.exp ins(%[[U]] : tensor<4x8xf32>) outs(%[[PART]]
// BUFFER-LABEL: func @slice(
// BUFFER-NOT:     memref.alloc
// BUFFER:         linalg.exp
// BUFFER:         scatter.slice_scatter
func.func @slice(%u: tensor<4x8xf32>, %d: tensor<16x8xf32>) -> tensor<16x8xf32> {
  %e = tensor.empty() : tensor<4x8xf32>
  %v = linalg.exp ins(%u : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  %r = scatter.slice_scatter ins(%v : tensor<4x8xf32>) outs(%d : tensor<16x8xf32>) from [-4] to [100] -> tensor<16x8xf32>
  return %r : tensor<16x8xf32>
}
// -----

// A start that is known at run time is resolved.

// EMPTY-LABEL: func @run_time_start(
// EMPTY-SAME:    %[[D:[^:]*]]: tensor<16x8xf32>, %[[P:[^:]*]]: index
// EMPTY:         %[[PART:.*]] = tensor.extract_slice %[[D]][%{{.*}}, 0] [4, 8] [1, 1]
// EMPTY:         linalg.exp {{.*}} outs(%[[PART]]
func.func @run_time_start(%u: tensor<4x8xf32>, %d: tensor<16x8xf32>, %p: index, %q: index) -> tensor<16x8xf32> {
  %e = tensor.empty() : tensor<4x8xf32>
  %v = linalg.exp ins(%u : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  %r = scatter.slice_scatter ins(%v : tensor<4x8xf32>) outs(%d : tensor<16x8xf32>) from [%p] to [%q] {sizes_match} -> tensor<16x8xf32>
  return %r : tensor<16x8xf32>
}
// -----

// Dynamic sizes are those that the bounds have, not those of the producer.

// EMPTY-LABEL: func @dynamic(
// EMPTY-SAME:    %[[U:[^:]*]]: tensor<?x?xf32>, %[[D:[^:]*]]: tensor<?x?xf32>, %[[P:[^:]*]]: index, %[[Q:[^:]*]]: index
// EMPTY:         %[[PART:.*]] = tensor.extract_slice %[[D]][%{{.*}}, 0] [%{{.*}}, %{{.*}}] [1, 1]
// EMPTY:         linalg.exp ins(%[[U]] : {{.*}}) outs(%[[PART]]
func.func @dynamic(%u: tensor<?x?xf32>, %d: tensor<?x?xf32>, %p: index, %q: index, %n: index, %m: index) -> tensor<?x?xf32> {
  %e = tensor.empty(%n, %m) : tensor<?x?xf32>
  %v = linalg.exp ins(%u : tensor<?x?xf32>) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  %r = scatter.slice_scatter ins(%v : tensor<?x?xf32>) outs(%d : tensor<?x?xf32>) from [%p] to [%q] {sizes_match} -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
// -----

// Not insertions: a slice that runs backwards, and one that may report.

// EMPTY-LABEL: func @backwards(
// EMPTY-NOT:     tensor.extract_slice
// EMPTY-LABEL: func @may_report(
// EMPTY-NOT:     tensor.extract_slice
// EMPTY:         scatter.slice_scatter
func.func @backwards(%u: tensor<4x8xf32>, %d: tensor<16x8xf32>) -> tensor<16x8xf32> {
  %e = tensor.empty() : tensor<4x8xf32>
  %v = linalg.exp ins(%u : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  %r = scatter.slice_scatter ins(%v : tensor<4x8xf32>) outs(%d : tensor<16x8xf32>) from [7] to [3] step [-1] -> tensor<16x8xf32>
  return %r : tensor<16x8xf32>
}
func.func @may_report(%u: tensor<4x8xf32>, %d: tensor<16x8xf32>, %p: index, %q: index) -> tensor<16x8xf32> {
  %e = tensor.empty() : tensor<4x8xf32>
  %v = linalg.exp ins(%u : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  %r = scatter.slice_scatter ins(%v : tensor<4x8xf32>) outs(%d : tensor<16x8xf32>) from [%p] to [%q] -> tensor<16x8xf32>
  return %r : tensor<16x8xf32>
}
// -----

// A slice that is read and written in each iteration is carried by the loop
// instead of the whole tensor.

// HOIST-LABEL: func @carried(
// HOIST-SAME:    %[[D:[^:]*]]: tensor<16x8xf32>
// HOIST:         %[[PART:.*]] = tensor.extract_slice %[[D]][2, 0] [4, 8] [2, 1]
// HOIST:         %[[LOOP:.*]]:2 = scf.for {{.*}} iter_args(%{{.*}} = %[[D]], %[[X:.*]] = %[[PART]])
// HOIST-NOT:       scatter.slice_scatter
// HOIST:         }
// HOIST:         scatter.slice_scatter ins(%[[LOOP]]#1 {{.*}} outs(%[[LOOP]]#0
func.func @carried(%d: tensor<16x8xf32>, %n: index) -> tensor<16x8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %d) -> tensor<16x8xf32> {
    %x = tensor.extract_slice %t[2, 0] [4, 8] [2, 1] : tensor<16x8xf32> to tensor<4x8xf32>
    %y = linalg.exp ins(%x : tensor<4x8xf32>) outs(%x : tensor<4x8xf32>) -> tensor<4x8xf32>
    %s = scatter.slice_scatter ins(%y : tensor<4x8xf32>) outs(%t : tensor<16x8xf32>) from [2] to [10] step [2] -> tensor<16x8xf32>
    scf.yield %s : tensor<16x8xf32>
  }
  return %r : tensor<16x8xf32>
}
// -----

// The start alone is enough, which a slice with elements does not exceed.

// HOIST-LABEL: func @carried_dynamic(
// HOIST-SAME:    %[[D:[^:]*]]: tensor<?x8xf32>
// HOIST:         %[[PART:.*]] = tensor.extract_slice %[[D]][2, 0] [4, 8] [2, 1]
// HOIST:         %[[LOOP:.*]]:2 = scf.for {{.*}} iter_args(%{{.*}} = %[[D]], %[[X:.*]] = %[[PART]])
// HOIST-NOT:       scatter.slice_scatter
// HOIST:         }
// HOIST:         scatter.slice_scatter ins(%[[LOOP]]#1 {{.*}} outs(%[[LOOP]]#0
// HOIST-LABEL: func @unknown_end(
// HOIST:         scf.for
// HOIST:           scatter.slice_scatter
func.func @carried_dynamic(%d: tensor<?x8xf32>, %n: index, %q: index) -> tensor<?x8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %d) -> tensor<?x8xf32> {
    %x = tensor.extract_slice %t[2, 0] [4, 8] [2, 1] : tensor<?x8xf32> to tensor<4x8xf32>
    %y = linalg.exp ins(%x : tensor<4x8xf32>) outs(%x : tensor<4x8xf32>) -> tensor<4x8xf32>
    %s = scatter.slice_scatter ins(%y : tensor<4x8xf32>) outs(%t : tensor<?x8xf32>) from [2] to [%q] step [2] {sizes_match} -> tensor<?x8xf32>
    scf.yield %s : tensor<?x8xf32>
  }
  return %r : tensor<?x8xf32>
}
func.func @unknown_end(%d: tensor<?x8xf32>, %n: index) -> tensor<?x8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %d) -> tensor<?x8xf32> {
    %x = tensor.extract_slice %t[0, 0] [4, 8] [1, 1] : tensor<?x8xf32> to tensor<4x8xf32>
    %y = linalg.exp ins(%x : tensor<4x8xf32>) outs(%x : tensor<4x8xf32>) -> tensor<4x8xf32>
    %s = scatter.slice_scatter ins(%y : tensor<4x8xf32>) outs(%t : tensor<?x8xf32>) from [-4] to [100] {sizes_match} -> tensor<?x8xf32>
    scf.yield %s : tensor<?x8xf32>
  }
  return %r : tensor<?x8xf32>
}
// -----

// Another slice is read, and one whose start is not known may be any.

// HOIST-LABEL: func @another(
// HOIST:         scf.for
// HOIST:           scatter.slice_scatter
// HOIST-LABEL: func @unknown(
// HOIST:         scf.for
// HOIST:           scatter.slice_scatter
func.func @another(%d: tensor<16x8xf32>, %n: index) -> tensor<16x8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %d) -> tensor<16x8xf32> {
    %x = tensor.extract_slice %t[3, 0] [4, 8] [1, 1] : tensor<16x8xf32> to tensor<4x8xf32>
    %y = linalg.exp ins(%x : tensor<4x8xf32>) outs(%x : tensor<4x8xf32>) -> tensor<4x8xf32>
    %s = scatter.slice_scatter ins(%y : tensor<4x8xf32>) outs(%t : tensor<16x8xf32>) from [2] to [6] -> tensor<16x8xf32>
    scf.yield %s : tensor<16x8xf32>
  }
  return %r : tensor<16x8xf32>
}
func.func @unknown(%d: tensor<16x8xf32>, %n: index, %p: index, %q: index) -> tensor<16x8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %d) -> tensor<16x8xf32> {
    %x = tensor.extract_slice %t[0, 0] [4, 8] [1, 1] : tensor<16x8xf32> to tensor<4x8xf32>
    %y = linalg.exp ins(%x : tensor<4x8xf32>) outs(%x : tensor<4x8xf32>) -> tensor<4x8xf32>
    %s = scatter.slice_scatter ins(%y : tensor<4x8xf32>) outs(%t : tensor<16x8xf32>) from [%p] to [%q] {sizes_match} -> tensor<16x8xf32>
    scf.yield %s : tensor<16x8xf32>
  }
  return %r : tensor<16x8xf32>
}
