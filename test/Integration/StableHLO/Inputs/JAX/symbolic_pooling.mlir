// argument float32[3,5,6,2] -6 0 -7 -6 1 1 0 -2 6 -7 5 -3 -2 -1 -2 1 8 -4 1 -5 -5 -4 0 -2 1 -2 -7 7 1 -2 -7 -3 0 7 6 -6 5 4 -3 3 1 3 -1 5 -6 1 -1 6 8 -7 -5 8 -2 1 -6 4 -7 -6 4 3 -4 6 0 -7 -1 4 8 8 7 3 -2 -6 -2 -4 5 0 -7 -4 7 2 -4 4 -3 7 2 8 5 2 2 6 -2 -8 5 3 -2 1 3 -3 2 0 3 -3 -7 -3 -5 6 -7 5 6 -7 -7 3 6 -6 -6 8 4 0 -1 5 -4 6 -7 -8 7 1 3 -1 1 8 5 1 -8 0 -2 6 6 -8 -7 -3 7 4 1 -2 5 -5 -5 -3 4 6 2 2 -1 6 1 -1 -6 -5 1 5 4 -4 4 1 -7 -5 1 3 5 -3 3 -2 -5 6 -4 2 -3 8 -8 6
// argument float32[3,3,3,2] -2 -4 1 7 0 -5 -4 5 1 -2 3 -1 -5 -6 -1 -5 5 1 7 -5 3 4 2 -1 4 -3 5 5 -3 4 4 0 8 -2 2 2 2 7 3 -4 7 -8 -7 4 -3 -3 -5 2 1 -1 8 5 7 -5
// result float32[3,3,3,2] 8 1 8 1 6 -2 8 7 8 7 6 7 8 8 1 5 4 6 5 6 8 8 7 7 5 8 7 6 5 7 6 3 6 8 4 6 7 6 7 8 7 8 6 6 7 6 7 6 5 6 4 8 1 8
// result float32[3,5,6,2] 0 0 0 0 0 3 0 0 0 0 0 0 0 0 0 0 -4 0 0 0 0 0 0 -5 0 0 0 5 0 0 0 0 0 -3 3 0 0 0 0 0 -1 0 0 -5 0 0 0 1 -5 0 0 -6 0 0 0 0 0 0 5 0 0 -5 0 0 0 0 3 4 2 0 0 0 0 0 11 0 0 0 5 0 0 0 0 3 0 -3 0 0 0 5 0 0 -3 0 0 0 0 0 0 0 0 0 0 0 0 2 0 0 4 0 0 0 8 0 0 -2 2 0 0 0 0 7 0 0 5 0 0 0 0 -12 0 0 0 0 0 4 -7 0 0 0 -1 0 0 0 0 0 0 0 0 -3 0 0 0 2 0 0 0 0 0 0 8 0 0 0 0 0 7 0 1 0 0 0 0 -1 0 0 0 0 0 0
"builtin.module"() <{sym_name = "jit_symbolic_pooling"}> ({
  "func.func"() <{function_type = (tensor<?x5x6x2xf32>, tensor<?x3x3x2xf32>) -> (tensor<?x3x3x2xf32>, tensor<?x5x6x2xf32>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg9: tensor<?x5x6x2xf32>, %arg10: tensor<?x3x3x2xf32>):
    %24 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %25 = "stablehlo.get_dimension_size"(%arg9) <{dimension = 0 : i64}> : (tensor<?x5x6x2xf32>) -> tensor<i32>
    %26 = "stablehlo.get_dimension_size"(%arg10) <{dimension = 0 : i64}> : (tensor<?x3x3x2xf32>) -> tensor<i32>
    %27 = "stablehlo.compare"(%25, %24) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "stablehlo.custom_call"(%27, %25) <{api_version = 2 : i32, call_target_name = "shape_assertion", has_side_effect = true}> {error_message = "Input shapes do not match the polymorphic shapes specification. Expected value >= 1 for dimension variable 'n'. Using the following polymorphic shapes specifications: args[0].shape = (n, 5, 6, 2),args[1].shape = (n, 3, 3, 2). Obtained dimension variables: 'n' = {0} from specification 'n' for dimension args[0].shape[0] (= {0}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details."} : (tensor<i1>, tensor<i32>) -> ()
    %28 = "stablehlo.compare"(%26, %25) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "stablehlo.custom_call"(%28, %26, %25) <{api_version = 2 : i32, call_target_name = "shape_assertion", has_side_effect = true}> {error_message = "Input shapes do not match the polymorphic shapes specification. Found inconsistency between dimension size args[1].shape[0] (= {0}) and the specification 'n' (= {1}). Using the following polymorphic shapes specifications: args[0].shape = (n, 5, 6, 2),args[1].shape = (n, 3, 3, 2). Obtained dimension variables: 'n' = {1} from specification 'n' for dimension args[0].shape[0] (= {1}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details."} : (tensor<i1>, tensor<i32>, tensor<i32>) -> ()
    %29:2 = "func.call"(%25, %arg9, %arg10) <{callee = @_wrapped_jax_export_main}> : (tensor<i32>, tensor<?x5x6x2xf32>, tensor<?x3x3x2xf32>) -> (tensor<?x3x3x2xf32>, tensor<?x5x6x2xf32>)
    "func.return"(%29#0, %29#1) : (tensor<?x3x3x2xf32>, tensor<?x5x6x2xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{jax.global_constant = "n"}, {}, {}], function_type = (tensor<i32>, tensor<?x5x6x2xf32>, tensor<?x3x3x2xf32>) -> (tensor<?x3x3x2xf32>, tensor<?x5x6x2xf32>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}], sym_name = "_wrapped_jax_export_main", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<i32>, %arg1: tensor<?x5x6x2xf32>, %arg2: tensor<?x3x3x2xf32>):
    %0 = "stablehlo.constant"() <{value = dense<6> : tensor<1xi32>}> : () -> tensor<1xi32>
    %1 = "stablehlo.constant"() <{value = dense<1> : tensor<1xi32>}> : () -> tensor<1xi32>
    %2 = "stablehlo.constant"() <{value = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
    %3 = "stablehlo.constant"() <{value = dense<2> : tensor<1xi32>}> : () -> tensor<1xi32>
    %4 = "stablehlo.constant"() <{value = dense<3> : tensor<1xi32>}> : () -> tensor<1xi32>
    %5 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %6 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %7 = "stablehlo.constant"() <{value = dense<0xFF800000> : tensor<f32>}> : () -> tensor<f32>
    %8 = "stablehlo.broadcast_in_dim"(%7) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<f32>
    %9 = "stablehlo.reduce_window"(%arg1, %8) <{padding = dense<[[0, 0], [1, 1], [0, 1], [0, 0]]> : tensor<4x2xi64>, window_dimensions = array<i64: 1, 3, 3, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
    ^bb0(%arg7: tensor<f32>, %arg8: tensor<f32>):
      %23 = "stablehlo.maximum"(%arg7, %arg8) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%23) : (tensor<f32>) -> ()
    }) : (tensor<?x5x6x2xf32>, tensor<f32>) -> tensor<?x3x3x2xf32>
    %10 = "stablehlo.reshape"(%arg0) : (tensor<i32>) -> tensor<1xi32>
    %11 = "stablehlo.concatenate"(%10, %4, %4, %3) <{dimension = 0 : i64}> : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<4xi32>
    %12 = "stablehlo.dynamic_broadcast_in_dim"(%5, %11) <{broadcast_dimensions = array<i64>}> : (tensor<f32>, tensor<4xi32>) -> tensor<?x3x3x2xf32>
    %13 = "stablehlo.multiply"(%12, %arg2) : (tensor<?x3x3x2xf32>, tensor<?x3x3x2xf32>) -> tensor<?x3x3x2xf32>
    %14 = "stablehlo.pad"(%arg1, %7) <{edge_padding_high = array<i64: 0, 1, 1, 0>, edge_padding_low = array<i64: 0, 1, 0, 0>, interior_padding = array<i64: 0, 0, 0, 0>}> : (tensor<?x5x6x2xf32>, tensor<f32>) -> tensor<?x7x7x2xf32>
    %15 = "stablehlo.select_and_scatter"(%14, %13, %6) <{window_dimensions = array<i64: 1, 3, 3, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
    ^bb0(%arg5: tensor<f32>, %arg6: tensor<f32>):
      %22 = "stablehlo.compare"(%arg5, %arg6) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
      "stablehlo.return"(%22) : (tensor<i1>) -> ()
    }, {
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %21 = "stablehlo.add"(%arg3, %arg4) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%21) : (tensor<f32>) -> ()
    }) : (tensor<?x7x7x2xf32>, tensor<?x3x3x2xf32>, tensor<f32>) -> tensor<?x7x7x2xf32>
    %16 = "stablehlo.concatenate"(%2, %1, %2, %2) <{dimension = 0 : i64}> : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<4xi32>
    %17 = "stablehlo.reshape"(%arg0) : (tensor<i32>) -> tensor<1xi32>
    %18 = "stablehlo.concatenate"(%17, %0, %0, %3) <{dimension = 0 : i64}> : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<4xi32>
    %19 = "stablehlo.concatenate"(%1, %1, %1, %1) <{dimension = 0 : i64}> : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<4xi32>
    %20 = "stablehlo.real_dynamic_slice"(%15, %16, %18, %19) : (tensor<?x7x7x2xf32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>) -> tensor<?x5x6x2xf32>
    "func.return"(%9, %20) : (tensor<?x3x3x2xf32>, tensor<?x5x6x2xf32>) -> ()
  }) : () -> ()
}) {jax.uses_shape_polymorphism = true, mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
