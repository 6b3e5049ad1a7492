// RUN: scatter-opt --allow-unregistered-dialect --convert-stablehlo-to-scatter %s | FileCheck %s
// RUN: %scatter_test_patterns --convert-stablehlo-to-scatter %s | FileCheck %s

// CHECK-DAG: #[[$READ:.*]] = affine_map<(d0, d1, d2, d3) -> (d0 * 2 + d2, d1 + d3 * 3)>
// CHECK-DAG: #[[$WINDOW:.*]] = affine_map<(d0, d1, d2, d3) -> (d2, d3)>
// CHECK-DAG: #[[$WINDOWS:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d1)>

// A window is read in place; an operand without elements gives its size.
// CHECK-LABEL: func @strides_and_dilations
// CHECK-SAME: (%[[X:.*]]: tensor<7x8xf32>, %[[E:.*]]: tensor<f32>)
// CHECK: %[[INIT:.*]] = linalg.fill
// CHECK-SAME: -> tensor<3x5xf32>
// CHECK: %[[SIZES:.*]] = tensor.empty() : tensor<3x2xi8>
// CHECK: linalg.generic {indexing_maps = [#[[$READ]], #[[$WINDOW]], #[[$WINDOWS]]], iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
// CHECK-SAME: ins(%[[X]], %[[SIZES]] : tensor<7x8xf32>, tensor<3x2xi8>) outs(%[[INIT]] : tensor<3x5xf32>)
// CHECK: arith.maximumf
func.func @strides_and_dilations(%x: tensor<7x8xf32>, %e: tensor<f32>) -> tensor<3x5xf32> {
  %r = "stablehlo.reduce_window"(%x, %e) <{window_dimensions = array<i64: 3, 2>, window_strides = array<i64: 2, 1>, window_dilations = array<i64: 1, 3>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %m = "stablehlo.maximum"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%m) : (tensor<f32>) -> ()
  }) : (tensor<7x8xf32>, tensor<f32>) -> tensor<3x5xf32>
  return %r : tensor<3x5xf32>
}

// Padding and base dilations are written out.
// CHECK-LABEL: func @padding
// CHECK-SAME: (%[[X:.*]]: tensor<4xf32>, %[[E:.*]]: tensor<f32>)
// CHECK: %[[KEPT:.*]] = tensor.extract_slice %[[X]][1] [3] [1]
// CHECK: %[[FILLED:.*]] = linalg.fill
// CHECK-SAME: -> tensor<8xf32>
// CHECK: %[[PADDED:.*]] = tensor.insert_slice %[[KEPT]] into %[[FILLED]][1] [3] [2]
// CHECK: linalg.generic
// CHECK-SAME: ins(%[[PADDED]],
func.func @padding(%x: tensor<4xf32>, %e: tensor<f32>) -> tensor<7xf32> {
  %r = "stablehlo.reduce_window"(%x, %e) <{window_dimensions = array<i64: 2>, base_dilations = array<i64: 2>, padding = dense<[[-1, 2]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<4xf32>, tensor<f32>) -> tensor<7xf32>
  return %r : tensor<7xf32>
}

// CHECK-LABEL: func @no_windows
// CHECK-NOT: linalg.generic
// CHECK: return
func.func @no_windows(%x: tensor<4xf32>, %e: tensor<f32>) -> tensor<0xf32> {
  %r = "stablehlo.reduce_window"(%x, %e) <{window_dimensions = array<i64: 5>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    "stablehlo.return"(%b) : (tensor<f32>) -> ()
  }) : (tensor<4xf32>, tensor<f32>) -> tensor<0xf32>
  return %r : tensor<0xf32>
}

// The places of the selected elements are the indices of a scatter.
// CHECK-LABEL: func @select_and_scatter
// CHECK-SAME: (%[[X:.*]]: tensor<4x6xf32>, %[[S:.*]]: tensor<2x3xf32>, %[[E:.*]]: tensor<f32>)
// CHECK: %[[NONE:.*]] = arith.constant dense<-1> : tensor<2x3xi64>
// CHECK: %[[R:.*]]:2 = linalg.generic
// CHECK-SAME: ins(%[[X]], %{{.*}} : tensor<4x6xf32>, tensor<2x2xi8>) outs(%{{.*}}, %[[NONE]] : tensor<2x3xf32>, tensor<2x3xi64>)
// CHECK: arith.cmpf oge
// CHECK-NOT: arith.cmpi ult
// CHECK: linalg.yield
// CHECK: %[[DATA:.*]] = linalg.fill
// CHECK-SAME: -> tensor<24xf32>
// CHECK: scatter.scatter_nd_update
// CHECK-SAME: tensor<6x1xi64>, tensor<6xf32>) outs(%[[DATA]] : tensor<24xf32>) reduction(sum) out_of_bounds(drop) negative_indices(reject)
func.func @select_and_scatter(%x: tensor<4x6xf32>, %s: tensor<2x3xf32>, %e: tensor<f32>) -> tensor<4x6xf32> {
  %r = "stablehlo.select_and_scatter"(%x, %s, %e) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = "stablehlo.compare"(%a, %b) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    "stablehlo.return"(%c) : (tensor<i1>) -> ()
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %t = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%t) : (tensor<f32>) -> ()
  }) : (tensor<4x6xf32>, tensor<2x3xf32>, tensor<f32>) -> tensor<4x6xf32>
  return %r : tensor<4x6xf32>
}

// Elements of the padding are never selected.
// CHECK-LABEL: func @select_padded
// CHECK: linalg.generic
// CHECK: %[[IN:.*]] = arith.cmpi ult, %{{.*}}, %{{.*}} : index
// CHECK: arith.andi %{{.*}}, %[[IN]] : i1
func.func @select_padded(%x: tensor<4xf32>, %s: tensor<2xf32>, %e: tensor<f32>) -> tensor<4xf32> {
  %r = "stablehlo.select_and_scatter"(%x, %s, %e) <{window_dimensions = array<i64: 3>, window_strides = array<i64: 2>, padding = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = "stablehlo.compare"(%a, %b) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    "stablehlo.return"(%c) : (tensor<i1>) -> ()
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    "stablehlo.return"(%b) : (tensor<f32>) -> ()
  }) : (tensor<4xf32>, tensor<2xf32>, tensor<f32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
