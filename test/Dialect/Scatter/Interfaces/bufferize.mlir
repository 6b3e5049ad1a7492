// RUN: scatter-opt %s --one-shot-bufferize="bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map" --canonicalize --cse --split-input-file | FileCheck %s --implicit-check-not=memref.copy --implicit-check-not=memref.alloc --implicit-check-not=bufferization.

// How many copies each program needs, and why. The implicit checks reject every
// copy and allocation that no line below counts.

//===----------------------------------------------------------------------===//
// No copy: the old value of `data` is not used afterwards
//===----------------------------------------------------------------------===//

// 0 copies: the argument is written in place and returned.

// CHECK-LABEL: func @last_use_is_updated_in_place(
// CHECK-SAME:    %[[D:[^:]*]]: memref<16x8xf32>, %[[I:[^:]*]]: memref<4x1xi64>, %[[U:[^:]*]]: memref<4x8xf32>
// CHECK-NEXT:    scatter.scatter_nd_update ins(%[[I]], %[[U]] : memref<4x1xi64>, memref<4x8xf32>) outs(%[[D]] : memref<16x8xf32>) reduction(sum) out_of_bounds(drop) negative_indices(reject) {unique_indices}{{$}}
// CHECK-NEXT:    return %[[D]]
func.func @last_use_is_updated_in_place(%d: tensor<16x8xf32>, %i: tensor<4x1xi64>, %u: tensor<4x8xf32>) -> tensor<16x8xf32> {
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<4x1xi64>, tensor<4x8xf32>)
         outs(%d : tensor<16x8xf32>) reduction(sum) out_of_bounds(drop) negative_indices(reject) {unique_indices} -> tensor<16x8xf32>
  return %r : tensor<16x8xf32>
}

// CHECK-LABEL: func @last_use_of_a_slice_is_updated_in_place(
// CHECK-SAME:    %[[D:[^:]*]]: memref<16x?xf32>, %[[U:[^:]*]]: memref<?x?xf32>, %[[A:[^:]*]]: index
// CHECK-NEXT:    scatter.slice_scatter ins(%[[U]] : memref<?x?xf32>) outs(%[[D]] : memref<16x?xf32>) from [%[[A]], 1] to [9, 8] step [2, -3] axes [-1, 0]{{$}}
// CHECK-NEXT:    return %[[D]]
func.func @last_use_of_a_slice_is_updated_in_place(%d: tensor<16x?xf32>, %u: tensor<?x?xf32>, %a: index) -> tensor<16x?xf32> {
  %r = scatter.slice_scatter ins(%u : tensor<?x?xf32>) outs(%d : tensor<16x?xf32>)
         from [%a, 1] to [9, 8] step [2, -3] axes [-1, 0] -> tensor<16x?xf32>
  return %r : tensor<16x?xf32>
}

// 0 copies: a check reads its indices, a report those and the sizes of tensors
// that are written in between.

// CHECK-LABEL: func @check_and_report(
// CHECK-SAME:    %[[D:[^:]*]]: memref<16x8xf32>, %[[I:[^:]*]]: memref<4x1xi64>, %[[U:[^:]*]]: memref<4x8xf32>
// CHECK-NEXT:    %[[VALID:.*]] = scatter.check_indices %[[I]] within [16] negative_indices(reject) : memref<4x1xi64>
// CHECK-NEXT:    scatter.scatter_nd_update {{.*}} outs(%[[D]] :
// CHECK-NEXT:    scatter.report_indices %[[I]] within [16] negative_indices(reject) : memref<4x1xi64>
// CHECK-NEXT:    return %[[VALID]], %[[D]]
func.func @check_and_report(%d: tensor<16x8xf32>, %i: tensor<4x1xi64>, %u: tensor<4x8xf32>) -> (i1, tensor<16x8xf32>) {
  %valid = scatter.check_indices %i within [16] negative_indices(reject) : tensor<4x1xi64>
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<4x1xi64>, tensor<4x8xf32>) outs(%d : tensor<16x8xf32>) out_of_bounds(drop) -> tensor<16x8xf32>
  scatter.report_indices %i within [16] negative_indices(reject) : tensor<4x1xi64>
  return %valid, %r : i1, tensor<16x8xf32>
}

// 1 copy: an index tensor that is updated before it is checked.

// CHECK-LABEL: func @check_after_an_update_of_the_indices(
// CHECK-SAME:    %[[I:[^:]*]]: memref<4x1xi64>
// CHECK-NEXT:    %[[COPY:.*]] = memref.alloc()
// CHECK-NEXT:    memref.copy %[[I]], %[[COPY]]
// CHECK-NEXT:    scatter.slice_scatter {{.*}} outs(%[[COPY]]
// CHECK-NEXT:    scatter.check_indices %[[I]]
func.func @check_after_an_update_of_the_indices(%i: tensor<4x1xi64>, %j: tensor<2x1xi64>, %p: index) -> (i1, tensor<4x1xi64>) {
  %i1 = scatter.slice_scatter ins(%j : tensor<2x1xi64>) outs(%i : tensor<4x1xi64>) from [%p] to [9] -> tensor<4x1xi64>
  %valid = scatter.check_indices %i within [16] : tensor<4x1xi64>
  return %valid, %i1 : i1, tensor<4x1xi64>
}

// 0 copies: each op takes the buffer of the one before.

// CHECK-LABEL: func @two_ops_on_one_buffer(
// CHECK-SAME:    %[[D:[^:]*]]: memref<16xf32>
// CHECK-NEXT:    scatter.scatter_nd_update {{.*}} outs(%[[D]] :
// CHECK-NEXT:    scatter.slice_scatter {{.*}} outs(%[[D]] :
// CHECK-NEXT:    scatter.scatter_nd_update {{.*}} outs(%[[D]] :
// CHECK-NEXT:    return %[[D]]
func.func @two_ops_on_one_buffer(%d: tensor<16xf32>, %i: tensor<4x1xi64>, %u: tensor<4xf32>, %a: index) -> tensor<16xf32> {
  %0 = scatter.scatter_nd_update ins(%i, %u : tensor<4x1xi64>, tensor<4xf32>) outs(%d : tensor<16xf32>) -> tensor<16xf32>
  %1 = scatter.slice_scatter ins(%u : tensor<4xf32>) outs(%0 : tensor<16xf32>) from [%a] to [8] -> tensor<16xf32>
  %2 = scatter.scatter_nd_update ins(%i, %u : tensor<4x1xi64>, tensor<4xf32>) outs(%1 : tensor<16xf32>) reduction(sum) -> tensor<16xf32>
  return %2 : tensor<16xf32>
}

// 0 copies: the cache that the loop carries is one buffer; no copy per step.

// CHECK-LABEL: func @cache_in_a_loop(
// CHECK-SAME:    %[[CACHE:[^:]*]]: memref<1x32x4096x128xf32>
// CHECK:         scf.for %[[P:.*]] = %{{.*}} to %{{.*}} step %{{.*}} {
// CHECK:           scatter.slice_scatter {{.*}} outs(%[[CACHE]] : {{.*}}) from [%[[P]]] to [%{{.*}}] axes [2]
// CHECK:         return %[[CACHE]]
func.func @cache_in_a_loop(%cache: tensor<1x32x4096x128xf32>, %kv: tensor<1x32x1x128xf32>, %n: index) -> tensor<1x32x4096x128xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %p = %c0 to %n step %c1 iter_args(%c = %cache) -> (tensor<1x32x4096x128xf32>) {
    %q = arith.addi %p, %c1 : index
    %next = scatter.slice_scatter ins(%kv : tensor<1x32x1x128xf32>) outs(%c : tensor<1x32x4096x128xf32>)
              from [%p] to [%q] axes [2] -> tensor<1x32x4096x128xf32>
    scf.yield %next : tensor<1x32x4096x128xf32>
  }
  return %r : tensor<1x32x4096x128xf32>
}

// 0 copies: both branches update the one buffer.

// CHECK-LABEL: func @either_branch_in_place(
// CHECK-SAME:    %[[D:[^:]*]]: memref<16xf32>
// CHECK:         scf.if
// CHECK:           scatter.scatter_nd_update {{.*}} outs(%[[D]] :
// CHECK:         else
// CHECK:           scatter.scatter_nd_update {{.*}} outs(%[[D]] : {{.*}}) reduction(sum)
// CHECK:         return %[[D]]
func.func @either_branch_in_place(%b: i1, %d: tensor<16xf32>, %i: tensor<4x1xi64>, %u: tensor<4xf32>) -> tensor<16xf32> {
  %r = scf.if %b -> (tensor<16xf32>) {
    %0 = scatter.scatter_nd_update ins(%i, %u : tensor<4x1xi64>, tensor<4xf32>) outs(%d : tensor<16xf32>) -> tensor<16xf32>
    scf.yield %0 : tensor<16xf32>
  } else {
    %1 = scatter.scatter_nd_update ins(%i, %u : tensor<4x1xi64>, tensor<4xf32>) outs(%d : tensor<16xf32>) reduction(sum) -> tensor<16xf32>
    scf.yield %1 : tensor<16xf32>
  }
  return %r : tensor<16xf32>
}

// The same with the other op.

// CHECK-LABEL: func @histogram_in_a_loop(
// CHECK-SAME:    %[[H:[^:]*]]: memref<256xi32>
// CHECK:         scf.for
// CHECK:           scatter.scatter_nd_update {{.*}} outs(%[[H]] :
// CHECK:         return %[[H]]
func.func @histogram_in_a_loop(%h: tensor<256xi32>, %i: tensor<64x1xi64>, %u: tensor<64xi32>, %n: index) -> tensor<256xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %p = %c0 to %n step %c1 iter_args(%c = %h) -> (tensor<256xi32>) {
    %next = scatter.scatter_nd_update ins(%i, %u : tensor<64x1xi64>, tensor<64xi32>) outs(%c : tensor<256xi32>) reduction(sum) -> tensor<256xi32>
    scf.yield %next : tensor<256xi32>
  }
  return %r : tensor<256xi32>
}

// CHECK-LABEL: func @either_branch_of_slices_in_place(
// CHECK-SAME:    %{{[^:]*}}: i1, %[[D:[^:]*]]: memref<16xf32>
// CHECK:         scf.if
// CHECK:           scatter.slice_scatter {{.*}} outs(%[[D]] :
// CHECK:         else
// CHECK:           scatter.slice_scatter {{.*}} outs(%[[D]] : {{.*}}) from [8]
// CHECK:         return %[[D]]
func.func @either_branch_of_slices_in_place(%b: i1, %d: tensor<16xf32>, %u: tensor<4xf32>) -> tensor<16xf32> {
  %r = scf.if %b -> (tensor<16xf32>) {
    %0 = scatter.slice_scatter ins(%u : tensor<4xf32>) outs(%d : tensor<16xf32>) from [0] to [8] step [2] -> tensor<16xf32>
    scf.yield %0 : tensor<16xf32>
  } else {
    %1 = scatter.slice_scatter ins(%u : tensor<4xf32>) outs(%d : tensor<16xf32>) from [8] to [12] -> tensor<16xf32>
    scf.yield %1 : tensor<16xf32>
  }
  return %r : tensor<16xf32>
}

// 0 copies: a bound is a number, read from `data` before the update.

// CHECK-LABEL: func @bound_from_data(
// CHECK-SAME:    %[[D:[^:]*]]: memref<16xindex>
// CHECK:         %[[S:.*]] = memref.load %[[D]]
// CHECK:         scatter.slice_scatter {{.*}} outs(%[[D]] : {{.*}}) from [%[[S]]]
// CHECK:         return %[[D]]
func.func @bound_from_data(%d: tensor<16xindex>, %u: tensor<4xindex>) -> tensor<16xindex> {
  %c3 = arith.constant 3 : index
  %s = tensor.extract %d[%c3] : tensor<16xindex>
  %r = scatter.slice_scatter ins(%u : tensor<4xindex>) outs(%d : tensor<16xindex>) from [%s] to [8] -> tensor<16xindex>
  return %r : tensor<16xindex>
}

// 0 copies: %v is read before `data` is written.

// CHECK-LABEL: func @read_before_the_update(
// CHECK-SAME:    %[[D:[^:]*]]: memref<16xf32>
// CHECK:         %[[V:.*]] = memref.load %[[D]]
// CHECK:         scatter.scatter_nd_update {{.*}} outs(%[[D]] :
// CHECK:         return %[[D]], %[[V]]
func.func @read_before_the_update(%d: tensor<16xf32>, %i: tensor<4x1xi64>, %u: tensor<4xf32>) -> (tensor<16xf32>, f32) {
  %c3 = arith.constant 3 : index
  %v = tensor.extract %d[%c3] : tensor<16xf32>
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<4x1xi64>, tensor<4xf32>) outs(%d : tensor<16xf32>) -> tensor<16xf32>
  return %r, %v : tensor<16xf32>, f32
}

// -----

//===----------------------------------------------------------------------===//
// One copy: the old value is needed
//===----------------------------------------------------------------------===//

// 1 copy: the caller gets the old value too.

// CHECK-LABEL: func @old_value_is_returned(
// CHECK-SAME:    %[[D:[^:]*]]: memref<16x8xf32>
// CHECK:         %[[R:.*]] = memref.alloc() {{.*}}: memref<16x8xf32>
// CHECK:         memref.copy %[[D]], %[[R]]
// CHECK:         scatter.scatter_nd_update {{.*}} outs(%[[R]] :
// CHECK:         return %[[D]], %[[R]]
func.func @old_value_is_returned(%d: tensor<16x8xf32>, %i: tensor<4x1xi64>, %u: tensor<4x8xf32>) -> (tensor<16x8xf32>, tensor<16x8xf32>) {
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<4x1xi64>, tensor<4x8xf32>) outs(%d : tensor<16x8xf32>) -> tensor<16x8xf32>
  return %d, %r : tensor<16x8xf32>, tensor<16x8xf32>
}

// 1 copy: the old value is read after the update.

// CHECK-LABEL: func @old_value_is_read_later(
// CHECK-SAME:    %[[D:[^:]*]]: memref<16xf32>
// CHECK:         %[[R:.*]] = memref.alloc()
// CHECK:         memref.copy %[[D]], %[[R]]
// CHECK:         scatter.slice_scatter {{.*}} outs(%[[R]] :
// CHECK:         memref.load %[[D]]
func.func @old_value_is_read_later(%d: tensor<16xf32>, %u: tensor<4xf32>, %k: index, %a: index) -> (tensor<16xf32>, f32) {
  %r = scatter.slice_scatter ins(%u : tensor<4xf32>) outs(%d : tensor<16xf32>) from [%a] to [8] -> tensor<16xf32>
  %n = tensor.extract %r[%k] : tensor<16xf32>
  %o = tensor.extract %d[%k] : tensor<16xf32>
  %s = arith.addf %n, %o : f32
  return %r, %s : tensor<16xf32>, f32
}

// 1 copy for two updates of one value: the second may write in place.

// CHECK-LABEL: func @two_updates_of_one_value(
// CHECK-SAME:    %[[D:[^:]*]]: memref<16xf32>
// CHECK:         %[[R:.*]] = memref.alloc()
// CHECK:         memref.copy %[[D]], %[[R]]
// CHECK-DAG:     scatter.scatter_nd_update {{.*}} outs(%[[R]] :
// CHECK-DAG:     scatter.scatter_nd_update {{.*}} outs(%[[D]] :
// CHECK:         return
func.func @two_updates_of_one_value(%d: tensor<16xf32>, %i: tensor<4x1xi64>, %u: tensor<4xf32>) -> (tensor<16xf32>, tensor<16xf32>) {
  %0 = scatter.scatter_nd_update ins(%i, %u : tensor<4x1xi64>, tensor<4xf32>) outs(%d : tensor<16xf32>) -> tensor<16xf32>
  %1 = scatter.scatter_nd_update ins(%i, %u : tensor<4x1xi64>, tensor<4xf32>) outs(%d : tensor<16xf32>) reduction(sum) -> tensor<16xf32>
  return %0, %1 : tensor<16xf32>, tensor<16xf32>
}

// 1 copy: the caller keeps the argument, which it may not want changed.

// CHECK-LABEL: func @read_only_argument(
// CHECK-SAME:    %[[D:[^:]*]]: memref<16xf32>
// CHECK:         %[[R:.*]] = memref.alloc()
// CHECK:         memref.copy %[[D]], %[[R]]
// CHECK:         scatter.scatter_nd_update {{.*}} outs(%[[R]] :
// CHECK:         return %[[R]]
func.func @read_only_argument(%d: tensor<16xf32> {bufferization.writable = false}, %i: tensor<4x1xi64>, %u: tensor<4xf32>) -> tensor<16xf32> {
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<4x1xi64>, tensor<4xf32>) outs(%d : tensor<16xf32>) -> tensor<16xf32>
  return %r : tensor<16xf32>
}

// CHECK-LABEL: func @slice_of_a_read_only_argument(
// CHECK-SAME:    %[[D:[^:]*]]: memref<16xf32>
// CHECK:         %[[R:.*]] = memref.alloc()
// CHECK:         memref.copy %[[D]], %[[R]]
// CHECK:         scatter.slice_scatter {{.*}} outs(%[[R]] :
// CHECK:         return %[[R]]
func.func @slice_of_a_read_only_argument(%d: tensor<16xf32> {bufferization.writable = false}, %u: tensor<4xf32>) -> tensor<16xf32> {
  %r = scatter.slice_scatter ins(%u : tensor<4xf32>) outs(%d : tensor<16xf32>) from [3] to [7] -> tensor<16xf32>
  return %r : tensor<16xf32>
}

// 0 copies: read-only `updates` and `indices` are only read.

// CHECK-LABEL: func @read_only_operands(
// CHECK-SAME:    %[[D:[^:]*]]: memref<16xf32>, %[[I:[^:]*]]: memref<4x1xi64>, %[[U:[^:]*]]: memref<4xf32>
// CHECK-NEXT:    scatter.scatter_nd_update ins(%[[I]], %[[U]] : {{.*}}) outs(%[[D]] :
// CHECK-NEXT:    scatter.slice_scatter ins(%[[U]] : {{.*}}) outs(%[[D]] :
// CHECK-NEXT:    return %[[D]]
func.func @read_only_operands(%d: tensor<16xf32>, %i: tensor<4x1xi64> {bufferization.writable = false}, %u: tensor<4xf32> {bufferization.writable = false}) -> tensor<16xf32> {
  %0 = scatter.scatter_nd_update ins(%i, %u : tensor<4x1xi64>, tensor<4xf32>) outs(%d : tensor<16xf32>) -> tensor<16xf32>
  %1 = scatter.slice_scatter ins(%u : tensor<4xf32>) outs(%0 : tensor<16xf32>) from [0] to [8] step [2] -> tensor<16xf32>
  return %1 : tensor<16xf32>
}

// 1 copy for two ops: the second writes into the copy of the first.

// CHECK-LABEL: func @two_ops_on_a_read_only_argument(
// CHECK-SAME:    %[[D:[^:]*]]: memref<16xf32>
// CHECK:         %[[R:.*]] = memref.alloc()
// CHECK:         memref.copy %[[D]], %[[R]]
// CHECK-COUNT-2: scatter.scatter_nd_update {{.*}} outs(%[[R]] :
// CHECK:         return %[[R]]
func.func @two_ops_on_a_read_only_argument(%d: tensor<16xf32> {bufferization.writable = false}, %i: tensor<4x1xi64>, %u: tensor<4xf32>) -> tensor<16xf32> {
  %0 = scatter.scatter_nd_update ins(%i, %u : tensor<4x1xi64>, tensor<4xf32>) outs(%d : tensor<16xf32>) -> tensor<16xf32>
  %1 = scatter.scatter_nd_update ins(%i, %u : tensor<4x1xi64>, tensor<4xf32>) outs(%0 : tensor<16xf32>) reduction(sum) -> tensor<16xf32>
  return %1 : tensor<16xf32>
}

// 1 copy: a constant is not writable.

// CHECK-LABEL: func @constant_data(
// CHECK:         %[[D:.*]] = memref.get_global
// CHECK:         %[[R:.*]] = memref.alloc()
// CHECK:         memref.copy %[[D]], %[[R]]
// CHECK:         scatter.scatter_nd_update {{.*}} outs(%[[R]] :
func.func @constant_data(%i: tensor<4x1xi64>, %u: tensor<4xf32>) -> tensor<16xf32> {
  %d = arith.constant dense<1.0> : tensor<16xf32>
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<4x1xi64>, tensor<4xf32>) outs(%d : tensor<16xf32>) reduction(sum) -> tensor<16xf32>
  return %r : tensor<16xf32>
}

// 1 copy, outside the loop: the argument is read-only, the loop carries the
// copy.

// CHECK-LABEL: func @read_only_cache_in_a_loop(
// CHECK-SAME:    %[[CACHE:[^:]*]]: memref<64x8xf32>
// CHECK:         %[[R:.*]] = memref.alloc()
// CHECK:         memref.copy %[[CACHE]], %[[R]]
// CHECK:         scf.for
// CHECK:           scatter.slice_scatter {{.*}} outs(%[[R]] :
func.func @read_only_cache_in_a_loop(%cache: tensor<64x8xf32> {bufferization.writable = false}, %kv: tensor<1x8xf32>, %n: index) -> tensor<64x8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %p = %c0 to %n step %c1 iter_args(%c = %cache) -> (tensor<64x8xf32>) {
    %q = arith.addi %p, %c1 : index
    %next = scatter.slice_scatter ins(%kv : tensor<1x8xf32>) outs(%c : tensor<64x8xf32>) from [%p] to [%q] -> tensor<64x8xf32>
    scf.yield %next : tensor<64x8xf32>
  }
  return %r : tensor<64x8xf32>
}

// 1 copy, in the branch that writes: both values are used after the branches.

// CHECK-LABEL: func @old_value_after_a_branch(
// CHECK-SAME:    %{{[^:]*}}: i1, %[[D:[^:]*]]: memref<16xf32>
// CHECK:         memref.alloc()
// CHECK:         memref.copy %[[D]], %[[R:.*]] :
// CHECK:         scatter.scatter_nd_update {{.*}} outs(%[[R]] :
func.func @old_value_after_a_branch(%b: i1, %d: tensor<16xf32>, %i: tensor<4x1xi64>, %u: tensor<4xf32>) -> (tensor<16xf32>, tensor<16xf32>) {
  %r = scf.if %b -> (tensor<16xf32>) {
    %0 = scatter.scatter_nd_update ins(%i, %u : tensor<4x1xi64>, tensor<4xf32>) outs(%d : tensor<16xf32>) -> tensor<16xf32>
    scf.yield %0 : tensor<16xf32>
  } else {
    scf.yield %d : tensor<16xf32>
  }
  return %d, %r : tensor<16xf32>, tensor<16xf32>
}

// -----

//===----------------------------------------------------------------------===//
// Operands derived from `data`: read before the first write
//===----------------------------------------------------------------------===//

// x[1:] = x[:-1]: 1 copy, of the 7 elements that are read; `data` is written in
// place.

// CHECK-LABEL: func @shift(
// CHECK-SAME:    %[[X:[^:]*]]: memref<8xf32>
// CHECK:         %[[READ:.*]] = memref.subview %[[X]][0] [7] [1]
// CHECK:         %[[U:.*]] = memref.alloc() {{.*}}: memref<7xf32>
// CHECK:         memref.copy %[[READ]], %[[U]]
// CHECK:         scatter.slice_scatter ins(%[[U]] : {{.*}}) outs(%[[X]] :
// CHECK:         return %[[X]]
func.func @shift(%x: tensor<8xf32>) -> tensor<8xf32> {
  %u = tensor.extract_slice %x[0] [7] [1] : tensor<8xf32> to tensor<7xf32>
  %r = scatter.slice_scatter ins(%u : tensor<7xf32>) outs(%x : tensor<8xf32>) from [1] to [8] -> tensor<8xf32>
  return %r : tensor<8xf32>
}

// The same with bounds known at run time.

// CHECK-LABEL: func @shift_by_a_run_time_distance(
// CHECK-SAME:    %[[X:[^:]*]]: memref<?xf32>
// CHECK:         %[[READ:.*]] = memref.subview %[[X]]
// CHECK:         %[[U:.*]] = memref.alloc(
// CHECK:         memref.copy %[[READ]], %[[U]]
// CHECK:         scatter.slice_scatter ins(%[[U]] : {{.*}}) outs(%[[X]] :
func.func @shift_by_a_run_time_distance(%x: tensor<?xf32>, %k: index) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %m = arith.subi %n, %k : index
  %u = tensor.extract_slice %x[0] [%m] [1] : tensor<?xf32> to tensor<?xf32>
  %r = scatter.slice_scatter ins(%u : tensor<?xf32>) outs(%x : tensor<?xf32>) from [%k] to [%n] -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// x[::-1] = x: 1 copy, since each element is read after one of the writes.

// CHECK-LABEL: func @reverse(
// CHECK-SAME:    %[[X:[^:]*]]: memref<8xf32>
// CHECK:         %[[R:.*]] = memref.alloc()
// CHECK:         memref.copy %[[X]], %[[R]]
// CHECK:         scatter.slice_scatter ins(%[[X]] : {{.*}}) outs(%[[R]] :
// CHECK:         return %[[R]]
func.func @reverse(%x: tensor<8xf32>) -> tensor<8xf32> {
  %r = scatter.slice_scatter ins(%x : tensor<8xf32>) outs(%x : tensor<8xf32>) from [-1] to [-9] step [-1] -> tensor<8xf32>
  return %r : tensor<8xf32>
}

// 1 copy: `updates` is `data` itself, its rows in another order.

// CHECK-LABEL: func @permute_rows(
// CHECK-SAME:    %[[X:[^:]*]]: memref<4x8xf32>
// CHECK:         %[[R:.*]] = memref.alloc()
// CHECK:         memref.copy %[[X]], %[[R]]
// CHECK:         scatter.scatter_nd_update ins(%{{.*}}, %[[X]] : {{.*}}) outs(%[[R]] :
func.func @permute_rows(%x: tensor<4x8xf32>, %i: tensor<4x1xi64>) -> tensor<4x8xf32> {
  %r = scatter.scatter_nd_update ins(%i, %x : tensor<4x1xi64>, tensor<4x8xf32>) outs(%x : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}

// 1 copy, of the rows that are read.

// CHECK-LABEL: func @rows_of_data_to_other_places(
// CHECK-SAME:    %[[X:[^:]*]]: memref<16x8xf32>
// CHECK:         %[[READ:.*]] = memref.subview %[[X]][2, 0] [4, 8] [1, 1]
// CHECK:         %[[U:.*]] = memref.alloc() {{.*}}: memref<4x8xf32>
// CHECK:         memref.copy %[[READ]], %[[U]]
// CHECK:         scatter.scatter_nd_update ins(%{{.*}}, %[[U]] : {{.*}}) outs(%[[X]] :
// CHECK:         return %[[X]]
func.func @rows_of_data_to_other_places(%x: tensor<16x8xf32>, %i: tensor<4x1xi64>) -> tensor<16x8xf32> {
  %u = tensor.extract_slice %x[2, 0] [4, 8] [1, 1] : tensor<16x8xf32> to tensor<4x8xf32>
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<4x1xi64>, tensor<4x8xf32>) outs(%x : tensor<16x8xf32>) -> tensor<16x8xf32>
  return %r : tensor<16x8xf32>
}

// 1 copy in each step: the rows that the step reads; the loop carries one
// buffer.

// CHECK-LABEL: func @shift_in_a_loop(
// CHECK-SAME:    %[[X:[^:]*]]: memref<8xf32>
// CHECK:         scf.for
// CHECK:           %[[READ:.*]] = memref.subview %[[X]][0] [7] [1]
// CHECK:           %[[U:.*]] = memref.alloc() {{.*}}: memref<7xf32>
// CHECK:           memref.copy %[[READ]], %[[U]]
// CHECK:           scatter.slice_scatter ins(%[[U]] : {{.*}}) outs(%[[X]] :
// CHECK:         return %[[X]]
func.func @shift_in_a_loop(%x: tensor<8xf32>, %n: index) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %p = %c0 to %n step %c1 iter_args(%c = %x) -> (tensor<8xf32>) {
    %u = tensor.extract_slice %c[0] [7] [1] : tensor<8xf32> to tensor<7xf32>
    %next = scatter.slice_scatter ins(%u : tensor<7xf32>) outs(%c : tensor<8xf32>) from [1] to [8] -> tensor<8xf32>
    scf.yield %next : tensor<8xf32>
  }
  return %r : tensor<8xf32>
}

// 1 copy: `indices` is `data` itself.

// CHECK-LABEL: func @data_as_indices(
// CHECK-SAME:    %[[X:[^:]*]]: memref<4x1xi64>
// CHECK:         %[[R:.*]] = memref.alloc()
// CHECK:         memref.copy %[[X]], %[[R]]
// CHECK:         scatter.scatter_nd_update ins(%[[X]], {{.*}}) outs(%[[R]] :
func.func @data_as_indices(%x: tensor<4x1xi64>, %u: tensor<4x1xi64>) -> tensor<4x1xi64> {
  %r = scatter.scatter_nd_update ins(%x, %u : tensor<4x1xi64>, tensor<4x1xi64>) outs(%x : tensor<4x1xi64>) reduction(sum) -> tensor<4x1xi64>
  return %r : tensor<4x1xi64>
}

// 1 copy, of the 4 elements that serve as indices.

// CHECK-LABEL: func @indices_from_data(
// CHECK-SAME:    %[[X:[^:]*]]: memref<8xi64>
// CHECK:         %[[READ:.*]] = memref.subview %[[X]][0] [4] [1]
// CHECK:         %[[COPY:.*]] = memref.alloc() {{.*}}: memref<4xi64>
// CHECK:         memref.copy %[[READ]], %[[COPY]]
// CHECK:         %[[I:.*]] = memref.expand_shape %[[COPY]]
// CHECK:         scatter.scatter_nd_update ins(%[[I]], {{.*}}) outs(%[[X]] :
func.func @indices_from_data(%x: tensor<8xi64>, %u: tensor<4xi64>) -> tensor<8xi64> {
  %s = tensor.extract_slice %x[0] [4] [1] : tensor<8xi64> to tensor<4xi64>
  %i = tensor.expand_shape %s [[0, 1]] output_shape [4, 1] : tensor<4xi64> into tensor<4x1xi64>
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<4x1xi64>, tensor<4xi64>) outs(%x : tensor<8xi64>) -> tensor<8xi64>
  return %r : tensor<8xi64>
}

// 0 copies: the slice is read before the update whatever aliases it, because
// another op has turned it into a value of its own.

// CHECK-LABEL: func @updates_computed_from_data(
// CHECK-SAME:    %[[X:[^:]*]]: memref<8xf32>
// CHECK:         %[[U:.*]] = memref.alloc() {{.*}}: memref<7xf32>
// CHECK:         linalg.exp ins({{.*}}) outs(%[[U]] :
// CHECK:         scatter.slice_scatter ins(%[[U]] : {{.*}}) outs(%[[X]] :
func.func @updates_computed_from_data(%x: tensor<8xf32>) -> tensor<8xf32> {
  %s = tensor.extract_slice %x[0] [7] [1] : tensor<8xf32> to tensor<7xf32>
  %e = tensor.empty() : tensor<7xf32>
  %u = linalg.exp ins(%s : tensor<7xf32>) outs(%e : tensor<7xf32>) -> tensor<7xf32>
  %r = scatter.slice_scatter ins(%u : tensor<7xf32>) outs(%x : tensor<8xf32>) from [1] to [8] -> tensor<8xf32>
  return %r : tensor<8xf32>
}

// The memref form is left as it is, beside tensors too.

// CHECK-LABEL: func @memrefs_stay(
// CHECK-NEXT:    scatter.scatter_nd_update
// CHECK-NEXT:    scatter.slice_scatter
// CHECK-NEXT:    return
func.func @memrefs_stay(%d: memref<8xf32>, %i: memref<4x1xi64>, %u: memref<4xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<4x1xi64>, memref<4xf32>) outs(%d : memref<8xf32>)
  scatter.slice_scatter ins(%u : memref<4xf32>) outs(%d : memref<8xf32>) from [0] to [4]
  return
}
