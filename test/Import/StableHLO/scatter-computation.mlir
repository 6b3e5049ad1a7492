// RUN: scatter-opt %s --convert-stablehlo-to-scatter | FileCheck %s
// RUN: %scatter_test_patterns %s --convert-stablehlo-to-scatter | FileCheck %s

// A reduction by a value that depends on the update: the named op of computed
// updates.

// CHECK-LABEL: @computed_update
// CHECK: %[[U:.*]] = linalg.generic
// CHECK: arith.mulf
// CHECK: scatter.scatter_nd_update ins(%{{.*}}, %[[U]] : {{.*}}) {{.*}} reduction(sum)
// CHECK-NOT: scatter.generic
// CHECK: return
func.func @computed_update(%x: tensor<8x4xf32>, %i: tensor<5x1xi32>, %u: tensor<5x4xf32>) -> tensor<8x4xf32> {
  %r = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = "stablehlo.constant"() <{value = dense<2.0> : tensor<f32>}> : () -> tensor<f32>
    %m = "stablehlo.multiply"(%b, %c) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %s = "stablehlo.add"(%m, %a) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<8x4xf32>, tensor<5x1xi32>, tensor<5x4xf32>) -> tensor<8x4xf32>
  return %r : tensor<8x4xf32>
}

// Any other computation is a region. Functions that it calls are inlined.

// CHECK-LABEL: @calls
// CHECK: scatter.generic {{.*}} ins(%{{.*}} : tensor<5x4xf32>) outs(%{{.*}} : tensor<8x4xf32>) out_of_bounds [drop] negative_indices [reject] {
// CHECK: ^bb0(%[[B:.*]]: f32, %[[A:.*]]: f32):
// CHECK: %[[Q:.*]] = arith.divf %[[A]], %[[B]]
// CHECK: arith.minimumf {{.*}}%[[Q]]
// CHECK: scatter.yield
func.func @calls(%x: tensor<8x4xf32>, %i: tensor<5x1xi32>, %u: tensor<5x4xf32>) -> tensor<8x4xf32> {
  %r = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %q = func.call @limited_ratio(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%q) : (tensor<f32>) -> ()
  }) : (tensor<8x4xf32>, tensor<5x1xi32>, tensor<5x4xf32>) -> tensor<8x4xf32>
  return %r : tensor<8x4xf32>
}
func.func private @limited_ratio(%a: tensor<f32>, %b: tensor<f32>) -> tensor<f32> {
  %q = "stablehlo.divide"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %r = func.call @limit(%q) : (tensor<f32>) -> tensor<f32>
  return %r : tensor<f32>
}
func.func private @limit(%q: tensor<f32>) -> tensor<f32> {
  %c = "stablehlo.constant"() <{value = dense<2.0> : tensor<f32>}> : () -> tensor<f32>
  %r = "stablehlo.minimum"(%c, %q) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return %r : tensor<f32>
}

// Results that depend on several inputs: one op with several outs.

// CHECK-LABEL: @arg_max
// CHECK: %[[R:.*]]:2 = scatter.generic {{.*}} ins(%{{.*}}, %{{.*}} : tensor<5xf32>, tensor<5xi32>)
// CHECK-SAME: outs(%{{.*}}, %{{.*}} : tensor<8xf32>, tensor<8xi32>)
// CHECK: scatter.yield %{{.*}}, %{{.*}} : f32, i32
func.func @arg_max(%x: tensor<8xf32>, %n: tensor<8xi32>, %i: tensor<5x1xi32>, %u: tensor<5xf32>, %k: tensor<5xi32>)
    -> (tensor<8xf32>, tensor<8xi32>) {
  %r:2 = "stablehlo.scatter"(%x, %n, %i, %u, %k) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %an: tensor<i32>, %b: tensor<f32>, %bn: tensor<i32>):
    %p = "stablehlo.compare"(%b, %a) <{comparison_direction = #stablehlo<comparison_direction GT>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %v = "stablehlo.select"(%p, %b, %a) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %w = "stablehlo.select"(%p, %bn, %an) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    "stablehlo.return"(%v, %w) : (tensor<f32>, tensor<i32>) -> ()
  }) : (tensor<8xf32>, tensor<8xi32>, tensor<5x1xi32>, tensor<5xf32>, tensor<5xi32>) -> (tensor<8xf32>, tensor<8xi32>)
  return %r#0, %r#1 : tensor<8xf32>, tensor<8xi32>
}

// The computation in a wider type, which the result has.

// CHECK-LABEL: @promotion
// CHECK: arith.extf {{.*}} : f16 to f32
// CHECK: arith.extf {{.*}} : f16 to f32
// CHECK: scatter.scatter_nd_update {{.*}} outs(%{{.*}} : tensor<8x4xf32>) reduction(sum)
func.func @promotion(%x: tensor<8x4xf16>, %i: tensor<5x1xi32>, %u: tensor<5x4xf16>) -> tensor<8x4xf32> {
  %r = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<8x4xf16>, tensor<5x1xi32>, tensor<5x4xf16>) -> tensor<8x4xf32>
  return %r : tensor<8x4xf32>
}

// The second operand of the sum depends on the old element: no reduction.

// CHECK-LABEL: @growth
// CHECK-NOT: scatter.scatter_nd_update
// CHECK: scatter.generic
func.func @growth(%x: tensor<8xf32>, %i: tensor<5x1xi32>, %u: tensor<5xf32>) -> tensor<8xf32> {
  %r = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %m = "stablehlo.multiply"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %s = "stablehlo.add"(%a, %m) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<8xf32>, tensor<5x1xi32>, tensor<5xf32>) -> tensor<8xf32>
  return %r : tensor<8xf32>
}

// Control flow is that of scf, on scalars. What an update is multiplied by
// depends on the updates only: this is a sum.

// CHECK-LABEL: @branch_of_update
// CHECK: linalg.generic
// CHECK: %[[F:.*]] = scf.if %{{.*}} -> (f32) {
// CHECK: scf.yield
// CHECK: scatter.scatter_nd_update {{.*}} reduction(sum)
func.func @branch_of_update(%x: tensor<8xf32>, %i: tensor<5x1xi32>, %u: tensor<5xf32>) -> tensor<8xf32> {
  %r = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %p = "stablehlo.is_finite"(%b) : (tensor<f32>) -> tensor<i1>
    %f = "stablehlo.if"(%p) ({
      "stablehlo.return"(%b) : (tensor<f32>) -> ()
    }, {
      %n = "stablehlo.negate"(%b) : (tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%n) : (tensor<f32>) -> ()
    }) : (tensor<i1>) -> tensor<f32>
    %s = "stablehlo.add"(%a, %f) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<8xf32>, tensor<5x1xi32>, tensor<5xf32>) -> tensor<8xf32>
  return %r : tensor<8xf32>
}

// CHECK-LABEL: @control_flow
// CHECK: scatter.generic
// CHECK: ^bb0(%[[B:.*]]: f32, %[[A:.*]]: f32):
// CHECK: %[[C:.*]] = scf.index_switch %{{.*}} -> f32
// CHECK: case 0 {
// CHECK: scf.yield %[[A]]
// CHECK: default {
// CHECK: scf.yield %[[B]]
// CHECK: %[[W:.*]] = scf.while (%[[X:.*]] = %[[C]]) : (f32) -> f32 {
// CHECK: scf.condition(%{{.*}}) %[[X]]
// CHECK: ^bb0(%[[Y:.*]]: f32):
// CHECK: arith.addf %[[Y]], %[[B]]
// CHECK: arith.divf %[[W]], %[[A]]
func.func @control_flow(%x: tensor<8xf32>, %i: tensor<5x1xi32>, %u: tensor<5xf32>) -> tensor<8xf32> {
  %r = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %k = "stablehlo.convert"(%b) : (tensor<f32>) -> tensor<i32>
    %c = "stablehlo.case"(%k) ({
      "stablehlo.return"(%a) : (tensor<f32>) -> ()
    }, {
      "stablehlo.return"(%b) : (tensor<f32>) -> ()
    }) : (tensor<i32>) -> tensor<f32>
    %ten = "stablehlo.constant"() <{value = dense<10.0> : tensor<f32>}> : () -> tensor<f32>
    %w = "stablehlo.while"(%c) ({
    ^bb0(%y: tensor<f32>):
      %p = "stablehlo.compare"(%y, %ten) <{comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
      "stablehlo.return"(%p) : (tensor<i1>) -> ()
    }, {
    ^bb0(%y: tensor<f32>):
      %s = func.call @sum(%y, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%s) : (tensor<f32>) -> ()
    }) : (tensor<f32>) -> tensor<f32>
    %q = "stablehlo.composite"(%w, %a) <{name = "a.ratio", decomposition = @ratio}> : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%q) : (tensor<f32>) -> ()
  }) : (tensor<8xf32>, tensor<5x1xi32>, tensor<5xf32>) -> tensor<8xf32>
  return %r : tensor<8xf32>
}
func.func private @sum(%a: tensor<f32>, %b: tensor<f32>) -> tensor<f32> {
  %r = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return %r : tensor<f32>
}
func.func private @ratio(%a: tensor<f32>, %b: tensor<f32>) -> tensor<f32> {
  %r = "stablehlo.map"(%a, %b) <{dimensions = array<i64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %q = "stablehlo.divide"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%q) : (tensor<f32>) -> ()
  }) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return %r : tensor<f32>
}

// Floats in the total order are compared as integers.

// CHECK-LABEL: @total_order
// CHECK: scatter.generic
// CHECK-COUNT-2: arith.xori {{.*}} : i32
// CHECK: arith.cmpi sgt
func.func @total_order(%x: tensor<8xf32>, %i: tensor<5x1xi32>, %u: tensor<5xf32>) -> tensor<8xf32> {
  %r = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %p = "stablehlo.compare"(%b, %a) <{compare_type = #stablehlo<comparison_type TOTALORDER>, comparison_direction = #stablehlo<comparison_direction GT>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %s = "stablehlo.select"(%p, %b, %a) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<8xf32>, tensor<5x1xi32>, tensor<5xf32>) -> tensor<8xf32>
  return %r : tensor<8xf32>
}
