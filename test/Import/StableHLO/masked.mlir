// RUN: scatter-opt --allow-unregistered-dialect --scatter-import %s | FileCheck %s --implicit-check-not=scatter.
// RUN: %scatter_test_patterns --scatter-import %s | FileCheck %s --implicit-check-not=scatter.

// Updates under a mask stay a select.
// CHECK-LABEL: func @masked_update
// CHECK: arith.select
func.func @masked_update(%x: tensor<8x4xf32>, %mask: tensor<8xi1>, %u: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %m = "stablehlo.broadcast_in_dim"(%mask) <{broadcast_dimensions = array<i64: 0>}> : (tensor<8xi1>) -> tensor<8x4xi1>
  %r = "stablehlo.select"(%m, %u, %x) : (tensor<8x4xi1>, tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<8x4xf32>
  return %r : tensor<8x4xf32>
}

// A product with one-hot rows stays a product.
// CHECK-LABEL: func @one_hot_product
// CHECK: arith.cmpi eq
// CHECK: arith.mulf
func.func @one_hot_product(%i: tensor<3xi32>, %u: tensor<3x4xf32>) -> tensor<8x4xf32> {
  %iota = "stablehlo.iota"() <{iota_dimension = 1 : i64}> : () -> tensor<3x8xi32>
  %rows = "stablehlo.broadcast_in_dim"(%i) <{broadcast_dimensions = array<i64: 0>}> : (tensor<3xi32>) -> tensor<3x8xi32>
  %equal = "stablehlo.compare"(%iota, %rows) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<3x8xi32>, tensor<3x8xi32>) -> tensor<3x8xi1>
  %hot = "stablehlo.convert"(%equal) : (tensor<3x8xi1>) -> tensor<3x8xf32>
  %r = "stablehlo.dot_general"(%hot, %u) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [0], rhs_contracting_dimensions = [0]>}> : (tensor<3x8xf32>, tensor<3x4xf32>) -> tensor<8x4xf32>
  return %r : tensor<8x4xf32>
}
