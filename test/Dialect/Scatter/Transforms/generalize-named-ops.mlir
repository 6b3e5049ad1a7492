// RUN: scatter-opt %s --scatter-generalize-named-ops | FileCheck %s
// RUN: scatter-opt %s --scatter-generalize-named-ops --scatter-specialize-generic | FileCheck %s --check-prefix=BACK

// CHECK-DAG: #[[$UPDATES:.*]] = affine_map<(d0, d1)[s0] -> (d0, d1)>
// CHECK-DAG: #[[$DATA:.*]] = affine_map<(d0, d1)[s0] -> (s0, d1)>
// CHECK-DAG: #[[$READ:.*]] = affine_map<(d0, d1, d2)[s0] -> (d0, s0, d2)>
// CHECK-DAG: #[[$OUT:.*]] = affine_map<(d0, d1, d2)[s0] -> (d0, d1, d2)>

// CHECK-LABEL: @sum
// CHECK: scatter.generic {indexing_maps = [#[[$UPDATES]], #[[$DATA]]], unique_indices}
// CHECK-SAME: out_of_bounds [drop] negative_indices [reject] {
// CHECK-NEXT: ^bb0(%[[U:.*]]: f32, %[[OLD:.*]]: f32):
// CHECK-NEXT: %[[NEW:.*]] = arith.addf %[[OLD]], %[[U]] : f32
// CHECK-NEXT: scatter.yield %[[NEW]] : f32
// BACK-LABEL: @sum
// BACK: scatter.scatter_nd_update {{.*}} reduction(sum) out_of_bounds(drop) negative_indices(reject) {unique_indices}
func.func @sum(%i: tensor<?x1xi64>, %u: tensor<?x8xf32>, %d: tensor<16x8xf32>) -> tensor<16x8xf32> {
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<?x1xi64>, tensor<?x8xf32>) outs(%d : tensor<16x8xf32>) reduction(sum)
         out_of_bounds(drop) negative_indices(reject) {unique_indices} -> tensor<16x8xf32>
  return %r : tensor<16x8xf32>
}

// CHECK-LABEL: @sub
// CHECK: scatter.generic {indexing_maps = [#[[$UPDATES]], #[[$DATA]]], unique_indices}
// CHECK-SAME: out_of_bounds [drop] negative_indices [reject] {
// CHECK-NEXT: ^bb0(%[[U:.*]]: f32, %[[OLD:.*]]: f32):
// CHECK-NEXT: %[[NEW:.*]] = arith.subf %[[OLD]], %[[U]] : f32
// CHECK-NEXT: scatter.yield %[[NEW]] : f32
// BACK-LABEL: @sub
// BACK: scatter.scatter_nd_update {{.*}} reduction(sub) out_of_bounds(drop) negative_indices(reject) {unique_indices}
func.func @sub(%i: tensor<?x1xi64>, %u: tensor<?x8xf32>, %d: tensor<16x8xf32>) -> tensor<16x8xf32> {
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<?x1xi64>, tensor<?x8xf32>) outs(%d : tensor<16x8xf32>) reduction(sub)
         out_of_bounds(drop) negative_indices(reject) {unique_indices} -> tensor<16x8xf32>
  return %r : tensor<16x8xf32>
}

// CHECK-LABEL: @prod
// CHECK: scatter.generic {indexing_maps = [#[[$UPDATES]], #[[$DATA]]], unique_indices}
// CHECK-SAME: out_of_bounds [drop] negative_indices [reject] {
// CHECK-NEXT: ^bb0(%[[U:.*]]: i32, %[[OLD:.*]]: i32):
// CHECK-NEXT: %[[NEW:.*]] = arith.muli %[[OLD]], %[[U]] : i32
// CHECK-NEXT: scatter.yield %[[NEW]] : i32
// BACK-LABEL: @prod
// BACK: scatter.scatter_nd_update {{.*}} reduction(prod) out_of_bounds(drop) negative_indices(reject) {unique_indices}
func.func @prod(%i: tensor<?x1xi64>, %u: tensor<?x8xi32>, %d: tensor<16x8xi32>) -> tensor<16x8xi32> {
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<?x1xi64>, tensor<?x8xi32>) outs(%d : tensor<16x8xi32>) reduction(prod)
         out_of_bounds(drop) negative_indices(reject) {unique_indices} -> tensor<16x8xi32>
  return %r : tensor<16x8xi32>
}

// CHECK-LABEL: @min
// CHECK: scatter.generic {indexing_maps = [#[[$UPDATES]], #[[$DATA]]], unique_indices}
// CHECK-SAME: out_of_bounds [drop] negative_indices [reject] {
// CHECK-NEXT: ^bb0(%[[U:.*]]: f32, %[[OLD:.*]]: f32):
// CHECK-NEXT: %[[NEW:.*]] = arith.minimumf %[[OLD]], %[[U]] : f32
// CHECK-NEXT: scatter.yield %[[NEW]] : f32
// BACK-LABEL: @min
// BACK: scatter.scatter_nd_update {{.*}} reduction(min) out_of_bounds(drop) negative_indices(reject) {unique_indices}
func.func @min(%i: tensor<?x1xi64>, %u: tensor<?x8xf32>, %d: tensor<16x8xf32>) -> tensor<16x8xf32> {
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<?x1xi64>, tensor<?x8xf32>) outs(%d : tensor<16x8xf32>) reduction(min)
         out_of_bounds(drop) negative_indices(reject) {unique_indices} -> tensor<16x8xf32>
  return %r : tensor<16x8xf32>
}

// CHECK-LABEL: @max
// CHECK: scatter.generic {indexing_maps = [#[[$UPDATES]], #[[$DATA]]], unique_indices}
// CHECK-SAME: out_of_bounds [drop] negative_indices [reject] {
// CHECK-NEXT: ^bb0(%[[U:.*]]: i64, %[[OLD:.*]]: i64):
// CHECK-NEXT: %[[NEW:.*]] = arith.maxsi %[[OLD]], %[[U]] : i64
// CHECK-NEXT: scatter.yield %[[NEW]] : i64
// BACK-LABEL: @max
// BACK: scatter.scatter_nd_update {{.*}} reduction(max) out_of_bounds(drop) negative_indices(reject) {unique_indices}
func.func @max(%i: tensor<?x1xi64>, %u: tensor<?x8xi64>, %d: tensor<16x8xi64>) -> tensor<16x8xi64> {
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<?x1xi64>, tensor<?x8xi64>) outs(%d : tensor<16x8xi64>) reduction(max)
         out_of_bounds(drop) negative_indices(reject) {unique_indices} -> tensor<16x8xi64>
  return %r : tensor<16x8xi64>
}

// CHECK-LABEL: @none
// CHECK: scatter.generic {indexing_maps = [#[[$UPDATES]], #[[$DATA]]], unique_indices}
// CHECK-SAME: out_of_bounds [drop] negative_indices [reject] {
// CHECK-NEXT: ^bb0(%[[U:.*]]: f16, %[[OLD:.*]]: f16):
// CHECK-NEXT: scatter.yield %[[U]] : f16
// BACK-LABEL: @none
// BACK: scatter.scatter_nd_update {{.*}}out_of_bounds(drop) negative_indices(reject) {unique_indices}
func.func @none(%i: tensor<?x1xi64>, %u: tensor<?x8xf16>, %d: tensor<16x8xf16>) -> tensor<16x8xf16> {
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<?x1xi64>, tensor<?x8xf16>) outs(%d : tensor<16x8xf16>)
         out_of_bounds(drop) negative_indices(reject) {unique_indices} -> tensor<16x8xf16>
  return %r : tensor<16x8xf16>
}

// Memrefs; the number of components is static.

// CHECK-LABEL: @memrefs
// CHECK: memref.cast %{{.*}} : memref<?x?xi32> to memref<?x2xi32>
// CHECK: scatter.generic
// CHECK: arith.ori
// CHECK-NOT: ->
// CHECK: return
// BACK-LABEL: @memrefs
// BACK: scatter.scatter_nd_update {{.*}} reduction(sum)
func.func @memrefs(%i: memref<?x?xi32>, %u: memref<?xi1>, %d: memref<8x4xi1>) {
  scatter.scatter_nd_update ins(%i, %u : memref<?x?xi32>, memref<?xi1>) outs(%d : memref<8x4xi1>) reduction(sum)
  return
}

// Left alone: a source, and elements that arith has no such op for.

// CHECK-LABEL: @left_alone
// CHECK-NOT: scatter.generic
// CHECK: return
func.func @left_alone(%i: memref<?x1xi64>, %u: memref<?xf32>, %d: memref<8xf32>, %s: memref<8xf32>,
                      %cu: memref<?xcomplex<f32>>, %cd: memref<8xcomplex<f32>>) {
  scatter.scatter_nd_update ins(%i, %u : memref<?x1xi64>, memref<?xf32>) outs(%d : memref<8xf32>)
      source(%s : memref<8xf32>)
  scatter.scatter_nd_update ins(%i, %cu : memref<?x1xi64>, memref<?xcomplex<f32>>)
      outs(%cd : memref<8xcomplex<f32>>) reduction(sum)
  return
}

// No named op has this region, or these maps.

// BACK-LABEL: @no_named_op
// BACK-COUNT-3: scatter.generic
// BACK-NOT: scatter.scatter_nd_update
// BACK: return
func.func @no_named_op(%i: memref<?x1xi64>, %u: memref<?x8xf32>, %d: memref<16x8xf32>, %t: memref<8x?xf32>) {
  scatter.generic {indexing_maps = [affine_map<(e, f)[i] -> (e, f)>, affine_map<(e, f)[i] -> (i, f)>]}
      indices(%i : memref<?x1xi64>) ins(%u : memref<?x8xf32>) outs(%d : memref<16x8xf32>) {
  ^bb0(%a: f32, %old: f32):
    %s = arith.subf %a, %old : f32
    scatter.yield %s : f32
  }
  scatter.generic {indexing_maps = [affine_map<(e, f)[i] -> (f, e)>, affine_map<(e, f)[i] -> (i, f)>]}
      indices(%i : memref<?x1xi64>) ins(%t : memref<8x?xf32>) outs(%d : memref<16x8xf32>) {
  ^bb0(%a: f32, %old: f32):
    scatter.yield %a : f32
  }
  scatter.generic {indexing_maps = [affine_map<(e, f)[i] -> (e, f)>, affine_map<(e, f)[i] -> (i, f)>]}
      indices(%i : memref<?x1xi64>) ins(%u : memref<?x8xf32>) outs(%d : memref<16x8xf32>) {
  ^bb0(%a: f32, %old: f32):
    %s = arith.divf %old, %a : f32
    scatter.yield %s : f32
  }
  return
}

// CHECK-LABEL: @gather
// CHECK: scatter.generic {indexing_maps = [#[[$READ]], #[[$OUT]]]}
// CHECK-SAME: outs(%arg2 : tensor<2x?x4xf32>) negative_indices [reject] {
// CHECK-NEXT: ^bb0(%[[A:.*]]: f32, %{{.*}}: f32):
// CHECK-NEXT: scatter.yield %[[A]] : f32
// BACK-LABEL: @gather
// BACK: scatter.gather_nd {{.*}} outs(%arg2 : tensor<2x?x4xf32>) negative_indices(reject) batch_dims(1)
func.func @gather(%i: tensor<2x?x1xi64>, %x: tensor<2x9x4xf32>, %o: tensor<2x?x4xf32>) -> tensor<2x?x4xf32> {
  %r = scatter.gather_nd ins(%i, %x : tensor<2x?x1xi64>, tensor<2x9x4xf32>) outs(%o : tensor<2x?x4xf32>)
         negative_indices(reject) batch_dims(1) -> tensor<2x?x4xf32>
  return %r : tensor<2x?x4xf32>
}

// A tuple that is dropped reads the fill, of the out then.

// CHECK-LABEL: @gather_drop
// CHECK: %[[FILLED:.*]] = linalg.fill ins(%arg3 : f32) outs(%arg2 : tensor<5xf32>)
// CHECK: scatter.generic {{.*}} outs(%[[FILLED]] : tensor<5xf32>) out_of_bounds [drop]
// BACK-LABEL: @gather_drop
// BACK: scatter.gather_nd {{.*}} outs(%arg2 : tensor<5xf32>) fill(%arg3 : f32) out_of_bounds(drop)
func.func @gather_drop(%i: tensor<5x2xi64>, %x: tensor<9x4xf32>, %o: tensor<5xf32>, %f: f32) -> tensor<5xf32> {
  %r = scatter.gather_nd ins(%i, %x : tensor<5x2xi64>, tensor<9x4xf32>) outs(%o : tensor<5xf32>) fill(%f : f32)
         out_of_bounds(drop) -> tensor<5xf32>
  return %r : tensor<5xf32>
}

// CHECK-LABEL: @gather_memref
// CHECK: linalg.fill ins(%{{.*}} : f32) outs(%arg2 : memref<5xf32>)
// CHECK: scatter.generic {{.*}} outs(%arg2 : memref<5xf32>) out_of_bounds [clamp]
func.func @gather_memref(%i: memref<5x1xi64>, %x: memref<9xf32>, %o: memref<5xf32>) {
  scatter.gather_nd ins(%i, %x : memref<5x1xi64>, memref<9xf32>) outs(%o : memref<5xf32>) out_of_bounds(clamp)
  return
}

// A wrong size is reported before anything is written, so nothing is filled.

// CHECK-LABEL: @gather_dynamic_memref
// CHECK-NOT: linalg.fill
// CHECK: scatter.gather_nd
func.func @gather_dynamic_memref(%i: memref<?x1xi64>, %x: memref<9xf32>, %o: memref<?xf32>) {
  scatter.gather_nd ins(%i, %x : memref<?x1xi64>, memref<9xf32>) outs(%o : memref<?xf32>) out_of_bounds(clamp)
  return
}

// CHECK-LABEL: @gather_unsigned
// CHECK: %[[ZERO:.*]] = arith.constant 0 : i7
// CHECK: %[[FILL:.*]] = builtin.unrealized_conversion_cast %[[ZERO]] : i7 to ui7
// CHECK: linalg.fill ins(%[[FILL]] : ui7)
func.func @gather_unsigned(%i: tensor<5x1xi64>, %x: tensor<9xui7>, %o: tensor<5xui7>) -> tensor<5xui7> {
  %r = scatter.gather_nd ins(%i, %x : tensor<5x1xi64>, tensor<9xui7>) outs(%o : tensor<5xui7>) out_of_bounds(drop) -> tensor<5xui7>
  return %r : tensor<5xui7>
}

// Elements of an out that is not filled are not those of a gather.

// BACK-LABEL: @keeps_dropped
// BACK: scatter.generic
func.func @keeps_dropped(%i: tensor<5x1xi64>, %x: tensor<9xf32>, %o: tensor<5xf32>) -> tensor<5xf32> {
  %r = scatter.generic {indexing_maps = [affine_map<(e)[i] -> (i)>, affine_map<(e)[i] -> (e)>]}
         indices(%i : tensor<5x1xi64>) ins(%x : tensor<9xf32>) outs(%o : tensor<5xf32>) out_of_bounds [drop] {
  ^bb0(%a: f32, %old: f32):
    scatter.yield %a : f32
  } -> tensor<5xf32>
  return %r : tensor<5xf32>
}

// The number of components of a producer's result is compared by the op only.
// CHECK-LABEL: @components_of_a_producer
// CHECK-NOT: tensor.cast
// CHECK: scatter.gather_nd
// CHECK: scatter.scatter_nd_update
func.func @components_of_a_producer(%p: tensor<?x?xi64>, %e: tensor<?x?xi64>, %d: tensor<16xf32>, %o: tensor<?xf32>) -> tensor<16xf32> {
  %i = linalg.copy ins(%p : tensor<?x?xi64>) outs(%e : tensor<?x?xi64>) -> tensor<?x?xi64>
  %g = scatter.gather_nd ins(%i, %d : tensor<?x?xi64>, tensor<16xf32>) outs(%o : tensor<?xf32>) -> tensor<?xf32>
  %r = scatter.scatter_nd_update ins(%i, %g : tensor<?x?xi64>, tensor<?xf32>) outs(%d : tensor<16xf32>) -> tensor<16xf32>
  return %r : tensor<16xf32>
}
