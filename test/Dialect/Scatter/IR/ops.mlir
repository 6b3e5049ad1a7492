// RUN: scatter-opt %s | FileCheck %s
// RUN: scatter-opt %s | scatter-opt | FileCheck %s
// RUN: scatter-opt %s --mlir-print-op-generic | scatter-opt | FileCheck %s
// RUN: scatter-opt %s --mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC
// RUN: scatter-opt %s --emit-bytecode -o %t.mlirbc && scatter-opt %t.mlirbc | FileCheck %s
// RUN: scatter-opt %s --emit-bytecode --mlir-print-debuginfo -o %t.mlirbc && scatter-opt %t.mlirbc --verify-each | FileCheck %s

//===----------------------------------------------------------------------===//
// scatter_nd_update
//===----------------------------------------------------------------------===//

// Defaults are left out when printing, but stand in the generic form.

// CHECK-LABEL: func @nd_tensor(
// CHECK-SAME:    %[[I:.*]]: tensor<4x1xi64>, %[[U:.*]]: tensor<4x8xf32>, %[[D:.*]]: tensor<16x8xf32>
// CHECK-NEXT:    %[[R:.*]] = scatter.scatter_nd_update ins(%[[I]], %[[U]] : tensor<4x1xi64>, tensor<4x8xf32>) outs(%[[D]] : tensor<16x8xf32>) -> tensor<16x8xf32>{{$}}
// CHECK-NEXT:    return %[[R]]
// GENERIC-LABEL: sym_name = "nd_tensor"
// GENERIC:       "scatter.scatter_nd_update"(%{{.*}}, %{{.*}}, %{{.*}}) <{negative_indices = #scatter.negative_indices<wrap>, out_of_bounds = #scatter.out_of_bounds<error>, reduction = #scatter.reduction<none>}>
// GENERIC-SAME:  : (tensor<4x1xi64>, tensor<4x8xf32>, tensor<16x8xf32>) -> tensor<16x8xf32>
func.func @nd_tensor(%i: tensor<4x1xi64>, %u: tensor<4x8xf32>, %d: tensor<16x8xf32>) -> tensor<16x8xf32> {
  %r = scatter.scatter_nd_update
         ins(%i, %u : tensor<4x1xi64>, tensor<4x8xf32>)
         outs(%d : tensor<16x8xf32>)
         reduction(none) out_of_bounds(error) negative_indices(wrap) -> tensor<16x8xf32>
  return %r : tensor<16x8xf32>
}

// CHECK-LABEL: func @nd_memref(
// CHECK-NEXT:    scatter.scatter_nd_update ins(%{{.*}}, %{{.*}} : memref<4x1xi64>, memref<4x8xf32>) outs(%{{.*}} : memref<16x8xf32>){{$}}
// GENERIC-LABEL: sym_name = "nd_memref"
// GENERIC:       (memref<4x1xi64>, memref<4x8xf32>, memref<16x8xf32>) -> ()
func.func @nd_memref(%i: memref<4x1xi64>, %u: memref<4x8xf32>, %d: memref<16x8xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<4x1xi64>, memref<4x8xf32>)
      outs(%d : memref<16x8xf32>)
  return
}

// Attributes of other dialects and users stay beside the op's own.

// CHECK-LABEL: func @nd_every_attribute(
// CHECK:         outs(%{{.*}} : tensor<8xf32>) reduction(sum) out_of_bounds(drop) negative_indices(reject) {indices_are_sorted, my.note = "x", unique_indices} -> tensor<8xf32>
// GENERIC-LABEL: sym_name = "nd_every_attribute"
// GENERIC:       <{indices_are_sorted, negative_indices = #scatter.negative_indices<reject>, out_of_bounds = #scatter.out_of_bounds<drop>, reduction = #scatter.reduction<sum>, unique_indices}> {my.note = "x"}
func.func @nd_every_attribute(%i: tensor<4x1xi64>, %u: tensor<4xf32>, %d: tensor<8xf32>) -> tensor<8xf32> {
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<4x1xi64>, tensor<4xf32>)
         outs(%d : tensor<8xf32>)
         reduction(sum) out_of_bounds(drop) negative_indices(reject)
         {unique_indices, indices_are_sorted, my.note = "x"} -> tensor<8xf32>
  return %r : tensor<8xf32>
}

// CHECK-LABEL: func @nd_keywords_in_any_order(
// CHECK-COUNT-3: reduction(max) out_of_bounds(clamp) negative_indices(reject) ->
// CHECK:         outs(%{{.*}} : tensor<8xf32>) negative_indices(reject) ->
func.func @nd_keywords_in_any_order(%i: tensor<4x1xi64>, %u: tensor<4xf32>, %d: tensor<8xf32>) {
  %0 = scatter.scatter_nd_update ins(%i, %u : tensor<4x1xi64>, tensor<4xf32>)
         outs(%d : tensor<8xf32>)
         negative_indices(reject) out_of_bounds(clamp) reduction(max) -> tensor<8xf32>
  %1 = scatter.scatter_nd_update ins(%i, %u : tensor<4x1xi64>, tensor<4xf32>)
         outs(%d : tensor<8xf32>)
         out_of_bounds(clamp) reduction(max) negative_indices(reject) -> tensor<8xf32>
  %2 = scatter.scatter_nd_update ins(%i, %u : tensor<4x1xi64>, tensor<4xf32>)
         outs(%d : tensor<8xf32>)
         reduction(max) negative_indices(reject) out_of_bounds(clamp) -> tensor<8xf32>
  %3 = scatter.scatter_nd_update ins(%i, %u : tensor<4x1xi64>, tensor<4xf32>)
         outs(%d : tensor<8xf32>) negative_indices(reject) -> tensor<8xf32>
  return
}

// CHECK-LABEL: func @nd_reductions(
// CHECK:         outs(%{{.*}} : memref<8xf32>){{$}}
// CHECK-NEXT:    scatter.scatter_nd_update {{.*}} reduction(sum){{$}}
// CHECK-NEXT:    scatter.scatter_nd_update {{.*}} reduction(sub){{$}}
// CHECK-NEXT:    scatter.scatter_nd_update {{.*}} reduction(prod){{$}}
// CHECK-NEXT:    scatter.scatter_nd_update {{.*}} reduction(min){{$}}
// CHECK-NEXT:    scatter.scatter_nd_update {{.*}} reduction(max){{$}}
func.func @nd_reductions(%i: memref<4x1xi64>, %u: memref<4xf32>, %d: memref<8xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<4x1xi64>, memref<4xf32>) outs(%d : memref<8xf32>) reduction(none)
  scatter.scatter_nd_update ins(%i, %u : memref<4x1xi64>, memref<4xf32>) outs(%d : memref<8xf32>) reduction(sum)
  scatter.scatter_nd_update ins(%i, %u : memref<4x1xi64>, memref<4xf32>) outs(%d : memref<8xf32>) reduction(sub)
  scatter.scatter_nd_update ins(%i, %u : memref<4x1xi64>, memref<4xf32>) outs(%d : memref<8xf32>) reduction(prod)
  scatter.scatter_nd_update ins(%i, %u : memref<4x1xi64>, memref<4xf32>) outs(%d : memref<8xf32>) reduction(min)
  scatter.scatter_nd_update ins(%i, %u : memref<4x1xi64>, memref<4xf32>) outs(%d : memref<8xf32>) reduction(max)
  return
}

// CHECK-LABEL: func @nd_policies(
// CHECK:         outs(%{{.*}} : memref<8xf32>) out_of_bounds(drop){{$}}
// CHECK:         outs(%{{.*}} : memref<8xf32>) out_of_bounds(clamp){{$}}
// CHECK:         outs(%{{.*}} : memref<8xf32>) out_of_bounds(undefined){{$}}
func.func @nd_policies(%i: memref<4x1xi64>, %u: memref<4xf32>, %d: memref<8xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<4x1xi64>, memref<4xf32>) outs(%d : memref<8xf32>) out_of_bounds(drop)
  scatter.scatter_nd_update ins(%i, %u : memref<4x1xi64>, memref<4xf32>) outs(%d : memref<8xf32>) out_of_bounds(clamp)
  scatter.scatter_nd_update ins(%i, %u : memref<4x1xi64>, memref<4xf32>) outs(%d : memref<8xf32>) out_of_bounds(undefined)
  return
}

// Every number k of components from 0 to r, and every rank q - 1 of the tuples.

// CHECK-LABEL: func @nd_depths(
// CHECK-COUNT-6: scatter.scatter_nd_update
func.func @nd_depths(%d: tensor<4x5x6xf32>,
                     %i0: tensor<2x0xi32>, %u0: tensor<2x4x5x6xf32>,
                     %i1: tensor<7x1xi32>, %u1: tensor<7x5x6xf32>,
                     %i2: tensor<7x8x2xi32>, %u2: tensor<7x8x6xf32>,
                     %i3: tensor<7x8x9x3xi32>, %u3: tensor<7x8x9xf32>,
                     %i4: tensor<3xi32>, %u4: tensor<f32>,
                     %i5: tensor<0xi32>, %u5: tensor<4x5x6xf32>) {
  %0 = scatter.scatter_nd_update ins(%i0, %u0 : tensor<2x0xi32>, tensor<2x4x5x6xf32>) outs(%d : tensor<4x5x6xf32>) -> tensor<4x5x6xf32>
  %1 = scatter.scatter_nd_update ins(%i1, %u1 : tensor<7x1xi32>, tensor<7x5x6xf32>) outs(%d : tensor<4x5x6xf32>) -> tensor<4x5x6xf32>
  %2 = scatter.scatter_nd_update ins(%i2, %u2 : tensor<7x8x2xi32>, tensor<7x8x6xf32>) outs(%d : tensor<4x5x6xf32>) -> tensor<4x5x6xf32>
  %3 = scatter.scatter_nd_update ins(%i3, %u3 : tensor<7x8x9x3xi32>, tensor<7x8x9xf32>) outs(%d : tensor<4x5x6xf32>) -> tensor<4x5x6xf32>
  %4 = scatter.scatter_nd_update ins(%i4, %u4 : tensor<3xi32>, tensor<f32>) outs(%d : tensor<4x5x6xf32>) -> tensor<4x5x6xf32>
  %5 = scatter.scatter_nd_update ins(%i5, %u5 : tensor<0xi32>, tensor<4x5x6xf32>) outs(%d : tensor<4x5x6xf32>) -> tensor<4x5x6xf32>
  return
}

// Sizes may be dynamic anywhere, also the number of components: k follows from
// the ranks.

// CHECK-LABEL: func @nd_dynamic(
// CHECK:         ins(%{{.*}}, %{{.*}} : tensor<?x?xi64>, tensor<?x?xf32>) outs(%{{.*}} : tensor<?x?xf32>) -> tensor<?x?xf32>
// CHECK:         ins(%{{.*}}, %{{.*}} : tensor<?x1xi64>, tensor<4x?xf32>) outs(%{{.*}} : tensor<?x8xf32>) -> tensor<?x8xf32>
func.func @nd_dynamic(%i: tensor<?x?xi64>, %u: tensor<?x?xf32>, %d: tensor<?x?xf32>,
                      %i1: tensor<?x1xi64>, %u1: tensor<4x?xf32>, %d1: tensor<?x8xf32>) {
  %0 = scatter.scatter_nd_update ins(%i, %u : tensor<?x?xi64>, tensor<?x?xf32>) outs(%d : tensor<?x?xf32>) -> tensor<?x?xf32>
  %1 = scatter.scatter_nd_update ins(%i1, %u1 : tensor<?x1xi64>, tensor<4x?xf32>) outs(%d1 : tensor<?x8xf32>) -> tensor<?x8xf32>
  return
}

// CHECK-LABEL: func @nd_empty(
// CHECK:         ins(%{{.*}}, %{{.*}} : memref<0x1xi64>, memref<0x8xf32>) outs(%{{.*}} : memref<16x8xf32>)
// CHECK:         ins(%{{.*}}, %{{.*}} : memref<4x1xi64>, memref<4x0xf32>) outs(%{{.*}} : memref<16x0xf32>)
// CHECK:         ins(%{{.*}}, %{{.*}} : memref<4x1xi64>, memref<4x8xf32>) outs(%{{.*}} : memref<0x8xf32>)
func.func @nd_empty(%i0: memref<0x1xi64>, %u0: memref<0x8xf32>, %d0: memref<16x8xf32>,
                    %i1: memref<4x1xi64>, %u1: memref<4x0xf32>, %d1: memref<16x0xf32>,
                    %u2: memref<4x8xf32>, %d2: memref<0x8xf32>) {
  scatter.scatter_nd_update ins(%i0, %u0 : memref<0x1xi64>, memref<0x8xf32>) outs(%d0 : memref<16x8xf32>)
  scatter.scatter_nd_update ins(%i1, %u1 : memref<4x1xi64>, memref<4x0xf32>) outs(%d1 : memref<16x0xf32>)
  scatter.scatter_nd_update ins(%i1, %u2 : memref<4x1xi64>, memref<4x8xf32>) outs(%d2 : memref<0x8xf32>)
  return
}

// Strided memrefs, each with an offset and a memory space of its own.

// CHECK-LABEL: func @nd_layouts(
// CHECK:         ins(%{{.*}}, %{{.*}} : memref<4x1xi64, strided<[2, 1], offset: ?>, 1>, memref<4x8xf32, strided<[?, ?], offset: ?>, 2>) outs(%{{.*}} : memref<16x8xf32, strided<[16, 2], offset: 3>, "fast">)
func.func @nd_layouts(%i: memref<4x1xi64, strided<[2, 1], offset: ?>, 1>,
                      %u: memref<4x8xf32, strided<[?, ?], offset: ?>, 2>,
                      %d: memref<16x8xf32, strided<[16, 2], offset: 3>, "fast">) {
  scatter.scatter_nd_update
      ins(%i, %u : memref<4x1xi64, strided<[2, 1], offset: ?>, 1>,
                   memref<4x8xf32, strided<[?, ?], offset: ?>, 2>)
      outs(%d : memref<16x8xf32, strided<[16, 2], offset: 3>, "fast">)
  return
}

// CHECK-LABEL: func @nd_index_types(
// CHECK-COUNT-7: scatter.scatter_nd_update
func.func @nd_index_types(%u: tensor<4xf32>, %d: tensor<8xf32>,
    %i32: tensor<4x1xi32>, %i64: tensor<4x1xi64>, %si32: tensor<4x1xsi32>, %si64: tensor<4x1xsi64>,
    %ui32: tensor<4x1xui32>, %ui64: tensor<4x1xui64>, %index: tensor<4x1xindex>) {
  %0 = scatter.scatter_nd_update ins(%i32, %u : tensor<4x1xi32>, tensor<4xf32>) outs(%d : tensor<8xf32>) -> tensor<8xf32>
  %1 = scatter.scatter_nd_update ins(%i64, %u : tensor<4x1xi64>, tensor<4xf32>) outs(%d : tensor<8xf32>) -> tensor<8xf32>
  %2 = scatter.scatter_nd_update ins(%si32, %u : tensor<4x1xsi32>, tensor<4xf32>) outs(%d : tensor<8xf32>) -> tensor<8xf32>
  %3 = scatter.scatter_nd_update ins(%si64, %u : tensor<4x1xsi64>, tensor<4xf32>) outs(%d : tensor<8xf32>) -> tensor<8xf32>
  %4 = scatter.scatter_nd_update ins(%ui32, %u : tensor<4x1xui32>, tensor<4xf32>) outs(%d : tensor<8xf32>) -> tensor<8xf32>
  %5 = scatter.scatter_nd_update ins(%ui64, %u : tensor<4x1xui64>, tensor<4xf32>) outs(%d : tensor<8xf32>) -> tensor<8xf32>
  %6 = scatter.scatter_nd_update ins(%index, %u : tensor<4x1xindex>, tensor<4xf32>) outs(%d : tensor<8xf32>) -> tensor<8xf32>
  return
}

// Attributes that the generic form leaves out have their defaults.

// CHECK-LABEL: func @nd_attributes_in_dictionary(
// CHECK:         reduction(min) out_of_bounds(drop) {unique_indices} ->
func.func @nd_attributes_in_dictionary(%i: tensor<4x1xi64>, %u: tensor<4xf32>, %d: tensor<8xf32>) -> tensor<8xf32> {
  %r = "scatter.scatter_nd_update"(%i, %u, %d)
         {reduction = #scatter.reduction<min>, out_of_bounds = #scatter.out_of_bounds<drop>, unique_indices}
         : (tensor<4x1xi64>, tensor<4xf32>, tensor<8xf32>) -> tensor<8xf32>
  return %r : tensor<8xf32>
}

//===----------------------------------------------------------------------===//
// slice_scatter
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @slice_tensor(
// CHECK-SAME:    %[[U:.*]]: tensor<4x8xf32>, %[[D:.*]]: tensor<16x8xf32>
// CHECK-NEXT:    %[[R:.*]] = scatter.slice_scatter ins(%[[U]] : tensor<4x8xf32>) outs(%[[D]] : tensor<16x8xf32>) from [1] to [9] step [2] -> tensor<16x8xf32>{{$}}
// CHECK-NEXT:    return %[[R]]
// GENERIC-LABEL: sym_name = "slice_tensor"
// GENERIC:       "scatter.slice_scatter"(%{{.*}}, %{{.*}}) <{axes = array<i64: 0>, operandSegmentSizes = array<i32: 1, 1, 0, 0, 0, 0>, static_start = array<i64: 1>, static_step = array<i64: 2>, static_stop = array<i64: 9>}>
// GENERIC-SAME:  : (tensor<4x8xf32>, tensor<16x8xf32>) -> tensor<16x8xf32>
func.func @slice_tensor(%u: tensor<4x8xf32>, %d: tensor<16x8xf32>) -> tensor<16x8xf32> {
  %r = scatter.slice_scatter ins(%u : tensor<4x8xf32>) outs(%d : tensor<16x8xf32>)
         from [1] to [9] step [2] axes [0] -> tensor<16x8xf32>
  return %r : tensor<16x8xf32>
}

// CHECK-LABEL: func @slice_memref(
// CHECK-NEXT:    scatter.slice_scatter ins(%{{.*}} : memref<2x8xf32>) outs(%{{.*}} : memref<16x8xf32>) from [3] to [5]{{$}}
func.func @slice_memref(%u: memref<2x8xf32>, %d: memref<16x8xf32>) {
  scatter.slice_scatter ins(%u : memref<2x8xf32>) outs(%d : memref<16x8xf32>) from [3] to [5] step [1]
  return
}

// Run-time entries stand between the constants, in every list.

// CHECK-LABEL: func @slice_mixed_bounds(
// CHECK-SAME:    %[[U:[^:]*]]: tensor<?x?x8xf32>, %[[D:[^:]*]]: tensor<16x?x8xf32>, %[[A:[^:]*]]: index, %[[B:[^:]*]]: index, %[[C:[^:]*]]: index
// CHECK-NEXT:    %{{.*}} = scatter.slice_scatter ins(%[[U]] : tensor<?x?x8xf32>) outs(%[[D]] : tensor<16x?x8xf32>) from [1, %[[A]]] to [%[[B]], 8] step [%[[C]], 1] {my.note = 1 : i64} -> tensor<16x?x8xf32>
// GENERIC-LABEL: sym_name = "slice_mixed_bounds"
// GENERIC:       operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 0>, static_start = array<i64: 1, -9223372036854775808>, static_step = array<i64: -9223372036854775808, 1>, static_stop = array<i64: -9223372036854775808, 8>
func.func @slice_mixed_bounds(%u: tensor<?x?x8xf32>, %d: tensor<16x?x8xf32>, %a: index, %b: index, %c: index) {
  %r = scatter.slice_scatter ins(%u : tensor<?x?x8xf32>) outs(%d : tensor<16x?x8xf32>)
         from [1, %a] to [%b, 8] step [%c, 1] axes [0, 1] {my.note = 1} -> tensor<16x?x8xf32>
  return
}

// CHECK-LABEL: func @slice_keywords_in_any_order(
// CHECK-COUNT-2: outs(%{{.*}} : tensor<16x8xf32>) from [0] to [8] step [2] axes [1] -> tensor<16x8xf32>
func.func @slice_keywords_in_any_order(%u: tensor<16x4xf32>, %d: tensor<16x8xf32>) {
  %0 = scatter.slice_scatter ins(%u : tensor<16x4xf32>) outs(%d : tensor<16x8xf32>)
         axes [1] step [2] to [8] from [0] -> tensor<16x8xf32>
  %1 = scatter.slice_scatter ins(%u : tensor<16x4xf32>) outs(%d : tensor<16x8xf32>)
         to [8] from [0] axes [1] step [2] -> tensor<16x8xf32>
  return
}

// Axes are kept as written: negative, in any order.

// CHECK-LABEL: func @slice_axes(
// CHECK:         from [1, 2] to [3, 4] axes [-1, 0] ->
// CHECK:         from [1, 2] to [3, 4] axes [1, 0] ->
// CHECK:         from [1, 2] to [3, 4] ->
func.func @slice_axes(%u: tensor<2x2xf32>, %d: tensor<16x8xf32>) {
  %0 = scatter.slice_scatter ins(%u : tensor<2x2xf32>) outs(%d : tensor<16x8xf32>) from [1, 2] to [3, 4] axes [-1, 0] -> tensor<16x8xf32>
  %1 = scatter.slice_scatter ins(%u : tensor<2x2xf32>) outs(%d : tensor<16x8xf32>) from [1, 2] to [3, 4] axes [1, 0] -> tensor<16x8xf32>
  %2 = scatter.slice_scatter ins(%u : tensor<2x2xf32>) outs(%d : tensor<16x8xf32>) from [1, 2] to [3, 4] axes [0, 1] -> tensor<16x8xf32>
  return
}

// m = 0 replaces everything.

// CHECK-LABEL: func @slice_no_axes(
// CHECK:         scatter.slice_scatter ins(%{{.*}} : tensor<8xf32>) outs(%{{.*}} : tensor<8xf32>) from [] to [] -> tensor<8xf32>{{$}}
// GENERIC-LABEL: sym_name = "slice_no_axes"
// GENERIC:       axes = array<i64>
// GENERIC-SAME:  static_start = array<i64>, static_step = array<i64>, static_stop = array<i64>
func.func @slice_no_axes(%u: tensor<8xf32>, %d: tensor<8xf32>) -> tensor<8xf32> {
  %r = scatter.slice_scatter ins(%u : tensor<8xf32>) outs(%d : tensor<8xf32>) from [] to [] step [] axes [] -> tensor<8xf32>
  return %r : tensor<8xf32>
}

// The smallest integer marks run-time entries; as a bound it becomes its
// neighbour, which means the same. Both ends of the range are exact otherwise.

// CHECK-LABEL: func @slice_extreme_bounds(
// CHECK:         from [9223372036854775807] to [-9223372036854775807] step [-1] ->
// CHECK:         from [-9223372036854775807] to [9223372036854775807] ->
// CHECK:         from [7] to [-9223372036854775807] step [-9223372036854775807] ->
// CHECK:         from [-9223372036854775807] to [9223372036854775807] step [9223372036854775807] ->
func.func @slice_extreme_bounds(%u: tensor<8xf32>, %u1: tensor<1xf32>, %d: tensor<8xf32>) {
  %0 = scatter.slice_scatter ins(%u : tensor<8xf32>) outs(%d : tensor<8xf32>)
         from [9223372036854775807] to [-9223372036854775808] step [-1] -> tensor<8xf32>
  %1 = scatter.slice_scatter ins(%u : tensor<8xf32>) outs(%d : tensor<8xf32>)
         from [-9223372036854775808] to [9223372036854775807] -> tensor<8xf32>
  %2 = scatter.slice_scatter ins(%u1 : tensor<1xf32>) outs(%d : tensor<8xf32>)
         from [7] to [-9223372036854775808] step [-9223372036854775808] -> tensor<8xf32>
  %3 = scatter.slice_scatter ins(%u1 : tensor<1xf32>) outs(%d : tensor<8xf32>)
         from [-9223372036854775808] to [9223372036854775807] step [9223372036854775807] -> tensor<8xf32>
  return
}

// CHECK-LABEL: func @slice_layouts(
// CHECK:         ins(%{{.*}} : memref<2x8xf32, strided<[1, 2], offset: 4>, 1>) outs(%{{.*}} : memref<?x?xf32, strided<[?, ?], offset: ?>, 2>) from [1] to [3]
func.func @slice_layouts(%u: memref<2x8xf32, strided<[1, 2], offset: 4>, 1>,
                         %d: memref<?x?xf32, strided<[?, ?], offset: ?>, 2>) {
  scatter.slice_scatter ins(%u : memref<2x8xf32, strided<[1, 2], offset: 4>, 1>)
      outs(%d : memref<?x?xf32, strided<[?, ?], offset: ?>, 2>) from [1] to [3]
  return
}

// CHECK-LABEL: func @slice_empty(
// CHECK:         ins(%{{.*}} : tensor<0x8xf32>) outs(%{{.*}} : tensor<16x8xf32>) from [5] to [5] ->
// CHECK:         ins(%{{.*}} : tensor<0x8xf32>) outs(%{{.*}} : tensor<0x8xf32>) from [0] to [9] ->
func.func @slice_empty(%u: tensor<0x8xf32>, %d: tensor<16x8xf32>, %e: tensor<0x8xf32>) {
  %0 = scatter.slice_scatter ins(%u : tensor<0x8xf32>) outs(%d : tensor<16x8xf32>) from [5] to [5] -> tensor<16x8xf32>
  %1 = scatter.slice_scatter ins(%u : tensor<0x8xf32>) outs(%e : tensor<0x8xf32>) from [0] to [9] -> tensor<0x8xf32>
  return
}

//===----------------------------------------------------------------------===//
// report, report_invalid_index, nontemporal_fence, copy_row, fill_buckets, keep_last and the name attribute
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @reports(
// CHECK-NEXT:    scatter.report index %[[A:.*]], %[[A]], %[[A]], %[[A]]
// CHECK-NEXT:    scatter.report index_reject %
// CHECK-NEXT:    scatter.report index_unsigned %
// CHECK-NEXT:    scatter.report zero_step %
// CHECK-NEXT:    scatter.report shape %{{.*}} {my.note}
// CHECK-NEXT:    scatter.report operand %
// GENERIC-LABEL: sym_name = "reports"
// GENERIC:       "scatter.report"(%{{.*}}) <{kind = #scatter.violation<index>}> : (i64, i64, i64, i64) -> ()
func.func @reports(%a: i64) {
  scatter.report index %a, %a, %a, %a
  scatter.report index_reject %a, %a, %a, %a
  scatter.report index_unsigned %a, %a, %a, %a
  scatter.report zero_step %a, %a, %a, %a
  scatter.report shape %a, %a, %a, %a {my.note}
  scatter.report operand %a, %a, %a, %a
  return
}

// CHECK-LABEL: func @invalid_indices(
// CHECK-SAME:    %[[I:[^:]*]]: memref<?xi64>, %[[J:[^:]*]]: memref<8xi32, strided<[1], offset: 2>>, %[[K:[^:]*]]: memref<8xindex>, %[[O:[^:]*]]: index, %[[A:[^:]*]]: i64, %[[B:[^:]*]]: i64
// CHECK-NEXT:    scatter.report_invalid_index index %[[I]][%[[O]]] batch(%[[A]], %[[B]]) strides(%[[B]], %[[A]]) dims(%[[A]], %[[A]], %[[B]]) stride %[[B]] : memref<?xi64>{{$}}
// CHECK-NEXT:    scatter.report_invalid_index index_reject %[[J]][%[[O]]] batch() strides() dims(%[[A]]) stride %[[B]] {my.note} : memref<8xi32, strided<[1], offset: 2>>{{$}}
// CHECK-NEXT:    scatter.report_invalid_index index_unsigned %[[K]][%[[O]]] batch(%[[A]]) strides(%[[B]]) dims() stride %[[B]] : memref<8xindex>{{$}}
// GENERIC-LABEL: sym_name = "invalid_indices"
// GENERIC:       "scatter.report_invalid_index"(%{{.*}}) <{kind = #scatter.violation<index>, operandSegmentSizes = array<i32: 1, 1, 2, 2, 3, 1>}> :
func.func @invalid_indices(%i: memref<?xi64>, %j: memref<8xi32, strided<[1], offset: 2>>, %k: memref<8xindex>, %o: index, %a: i64, %b: i64) {
  scatter.report_invalid_index index %i[%o] batch(%a, %b) strides(%b, %a) dims(%a, %a, %b) stride %b : memref<?xi64>
  scatter.report_invalid_index index_reject %j[%o] batch() strides() dims(%a) stride %b {my.note} : memref<8xi32, strided<[1], offset: 2>>
  scatter.report_invalid_index index_unsigned %k[%o] batch(%a) strides(%b) dims() stride %b : memref<8xindex>
  return
}

// CHECK-LABEL: func @fence(
// CHECK-NEXT:    scatter.nontemporal_fence{{$}}
func.func @fence() {
  scatter.nontemporal_fence
  return
}

// CHECK-LABEL: func @copies(
// CHECK-NEXT:    scatter.copy_row %{{.*}}, %{{.*}}[%{{.*}}] to %{{.*}}[%{{.*}}] : memref<?xf32>, memref<64xf32, strided<[1], offset: 2>>{{$}}
// CHECK-NEXT:    scatter.copy_row %{{.*}}, %{{.*}}[%{{.*}}] to %{{.*}}[%{{.*}}] nontemporal {prefetch_bytes = 4096 : i64} : memref<?xf32>, memref<64xf32, strided<[1], offset: 2>>{{$}}
func.func @copies(%n: index, %u: memref<?xf32>, %d: memref<64xf32, strided<[1], offset: 2>>) {
  scatter.copy_row %n, %u[%n] to %d[%n] : memref<?xf32>, memref<64xf32, strided<[1], offset: 2>>
  scatter.copy_row %n, %u[%n] to %d[%n] nontemporal {prefetch_bytes = 4096 : i64} : memref<?xf32>, memref<64xf32, strided<[1], offset: 2>>
  return
}

// CHECK-LABEL: func @buckets(
// CHECK-NEXT:    scatter.fill_buckets index %{{.*}} tuples of %{{.*}}[%{{.*}}] by %{{.*}}, %{{.*}} dims(%{{.*}}, %{{.*}}) strides(%{{.*}}, %{{.*}}) origin %{{.*}} into %{{.*}} buckets of 10 outs(%{{.*}}[%{{.*}}], %{{.*}}[%{{.*}}]) : memref<?xi64>, memref<?xindex>, memref<?xi64>{{$}}
// CHECK-NEXT:    scatter.fill_buckets index_unsigned {{.*}} dims(%{{.*}}) strides(%{{.*}}) {{.*}} buckets of 10 only %{{.*}} outs({{.*}}) updates(%{{.*}}[%{{.*}}] by %{{.*}}) {out_of_bounds = #scatter.out_of_bounds<drop>, update_length = 2 : i64} : memref<?xi32>, memref<?xindex>, memref<?xi32>, memref<?xf16>{{$}}
func.func @buckets(%i: memref<?xi64>, %j: memref<?xi32>, %b: memref<?xindex>, %e: memref<?xi64>, %f: memref<?xi32>, %u: memref<?xf16>, %n: index) {
  scatter.fill_buckets index %n tuples of %i[%n] by %n, %n dims(%n, %n) strides(%n, %n) origin %n into %n buckets of 10 outs(%b[%n], %e[%n]) : memref<?xi64>, memref<?xindex>, memref<?xi64>
  scatter.fill_buckets index_unsigned %n tuples of %j[%n] by %n, %n dims(%n) strides(%n) origin %n into %n buckets of 10 only %n outs(%b[%n], %f[%n]) updates(%u[%n] by %n) {out_of_bounds = #scatter.out_of_bounds<drop>, update_length = 2 : i64} : memref<?xi32>, memref<?xindex>, memref<?xi32>, memref<?xf16>
  return
}

// CHECK-LABEL: func @last_tuples(
// CHECK-NEXT:    scatter.keep_last of %{{.*}} lists %{{.*}}[%{{.*}}] by %{{.*}}, %{{.*}} by slots of 6 seen %{{.*}}[%{{.*}}] words %{{.*}} cleared %{{.*}} outs(%{{.*}}[%{{.*}}]) : memref<?xindex>, memref<?xi32>, memref<?xi64>, memref<?xindex>{{$}}
func.func @last_tuples(%b: memref<?xindex>, %e: memref<?xi32>, %s: memref<?xi64>, %f: memref<?xindex>, %n: index) {
  scatter.keep_last of %n lists %b[%n] by %n, %e by slots of 6 seen %s[%n] words %n cleared %n outs(%f[%n]) : memref<?xindex>, memref<?xi32>, memref<?xi64>, memref<?xindex>
  return
}

// CHECK-LABEL: func @names(
// CHECK-SAME:    tensor<8xf32> {scatter.name = "data"}) -> (tensor<8xf32> {scatter.name = "updated"})
func.func @names(%d: tensor<8xf32> {scatter.name = "data"}) -> (tensor<8xf32> {scatter.name = "updated"}) {
  return %d : tensor<8xf32>
}

//===----------------------------------------------------------------------===//
// Updates with a source
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @sources(
// CHECK:         scatter.scatter_nd_update ins(%{{.*}}, %{{.*}} : memref<4x1xi64>, memref<4xf32>)
// CHECK-SAME:      outs(%[[D:.*]] : memref<8xf32>) source(%[[S:.*]] : memref<?xf32, strided<[2]>>) reduction(sum) {unique_indices}
// CHECK:         scatter.slice_scatter ins(%{{.*}} : memref<4xf32>) outs(%[[D]] : memref<8xf32>) source(%[[S]] : memref<?xf32, strided<[2]>>) from [%{{.*}}] to [8]
// GENERIC-LABEL: sym_name = "sources"
// GENERIC:       "scatter.slice_scatter"(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) <{axes = array<i64: 0>, operandSegmentSizes = array<i32: 1, 1, 1, 0, 0, 1>
func.func @sources(%d: memref<8xf32>, %s: memref<?xf32, strided<[2]>>, %i: memref<4x1xi64>, %u: memref<4xf32>, %b: index) {
  scatter.scatter_nd_update ins(%i, %u : memref<4x1xi64>, memref<4xf32>)
      outs(%d : memref<8xf32>) source(%s : memref<?xf32, strided<[2]>>) reduction(sum) {unique_indices}
  scatter.slice_scatter ins(%u : memref<4xf32>)
      outs(%d : memref<8xf32>) source(%s : memref<?xf32, strided<[2]>>) from [%b] to [8]
  return
}
