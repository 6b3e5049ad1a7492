// argument float32[6,5] -7 -7 -1 8 3 2 6 -1 4 3 1 1 -8 4 -1 5 -3 -7 8 -3 -7 0 -6 5 -1 -4 -7 -8 4 6
// argument int32[3] 4 0 7
// argument float32[6,3] -1 8 8 3 -7 -7 5 2 0 0 -3 4 3 8 4 0 -1 -1
// result float32[6,5] 1 -7 -1 8 2 -5 6 -1 4 6 3 1 -8 4 4 2 -3 -7 8 -3 1 0 -6 5 2 -5 -7 -8 4 6
// result float32[6,3] 3 -7 3 3 2 3 -1 1 -1 -3 5 -3 -1 -7 -1 6 -4 6
// result float32[6,3] 3 -7 3 3 2 3 -1 1 -1 -3 5 -3 -1 -7 -1 6 -4 6
"builtin.module"() <{sym_name = "jit_symbolic_columns"}> ({
  "func.func"() <{function_type = (tensor<?x?xf32>, tensor<?xi32>, tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg13: tensor<?x?xf32>, %arg14: tensor<?xi32>, %arg15: tensor<?x?xf32>):
    %37 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %38 = "stablehlo.get_dimension_size"(%arg13) <{dimension = 0 : i64}> : (tensor<?x?xf32>) -> tensor<i32>
    %39 = "stablehlo.get_dimension_size"(%arg13) <{dimension = 1 : i64}> : (tensor<?x?xf32>) -> tensor<i32>
    %40 = "stablehlo.get_dimension_size"(%arg14) <{dimension = 0 : i64}> : (tensor<?xi32>) -> tensor<i32>
    %41 = "stablehlo.get_dimension_size"(%arg15) <{dimension = 0 : i64}> : (tensor<?x?xf32>) -> tensor<i32>
    %42 = "stablehlo.get_dimension_size"(%arg15) <{dimension = 1 : i64}> : (tensor<?x?xf32>) -> tensor<i32>
    %43 = "stablehlo.compare"(%38, %37) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "stablehlo.custom_call"(%43, %38) <{api_version = 2 : i32, call_target_name = "shape_assertion", has_side_effect = true}> {error_message = "Input shapes do not match the polymorphic shapes specification. Expected value >= 1 for dimension variable 'n'. Using the following polymorphic shapes specifications: args[0].shape = (n, m),args[1].shape = (k,),args[2].shape = (n, k). Obtained dimension variables: 'n' = {0} from specification 'n' for dimension args[0].shape[0] (= {0}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details."} : (tensor<i1>, tensor<i32>) -> ()
    %44 = "stablehlo.compare"(%39, %37) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "stablehlo.custom_call"(%44, %38, %39) <{api_version = 2 : i32, call_target_name = "shape_assertion", has_side_effect = true}> {error_message = "Input shapes do not match the polymorphic shapes specification. Expected value >= 1 for dimension variable 'm'. Using the following polymorphic shapes specifications: args[0].shape = (n, m),args[1].shape = (k,),args[2].shape = (n, k). Obtained dimension variables: 'n' = {0} from specification 'n' for dimension args[0].shape[0] (= {0}), 'm' = {1} from specification 'm' for dimension args[0].shape[1] (= {1}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details."} : (tensor<i1>, tensor<i32>, tensor<i32>) -> ()
    %45 = "stablehlo.compare"(%40, %37) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "stablehlo.custom_call"(%45, %38, %39, %40) <{api_version = 2 : i32, call_target_name = "shape_assertion", has_side_effect = true}> {error_message = "Input shapes do not match the polymorphic shapes specification. Expected value >= 1 for dimension variable 'k'. Using the following polymorphic shapes specifications: args[0].shape = (n, m),args[1].shape = (k,),args[2].shape = (n, k). Obtained dimension variables: 'n' = {0} from specification 'n' for dimension args[0].shape[0] (= {0}), 'm' = {1} from specification 'm' for dimension args[0].shape[1] (= {1}), 'k' = {2} from specification 'k' for dimension args[1].shape[0] (= {2}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details."} : (tensor<i1>, tensor<i32>, tensor<i32>, tensor<i32>) -> ()
    %46 = "stablehlo.compare"(%41, %38) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "stablehlo.custom_call"(%46, %41, %38, %39, %40) <{api_version = 2 : i32, call_target_name = "shape_assertion", has_side_effect = true}> {error_message = "Input shapes do not match the polymorphic shapes specification. Found inconsistency between dimension size args[2].shape[0] (= {0}) and the specification 'n' (= {1}). Using the following polymorphic shapes specifications: args[0].shape = (n, m),args[1].shape = (k,),args[2].shape = (n, k). Obtained dimension variables: 'n' = {1} from specification 'n' for dimension args[0].shape[0] (= {1}), 'm' = {2} from specification 'm' for dimension args[0].shape[1] (= {2}), 'k' = {3} from specification 'k' for dimension args[1].shape[0] (= {3}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details."} : (tensor<i1>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> ()
    %47 = "stablehlo.compare"(%42, %40) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "stablehlo.custom_call"(%47, %42, %40, %38, %39) <{api_version = 2 : i32, call_target_name = "shape_assertion", has_side_effect = true}> {error_message = "Input shapes do not match the polymorphic shapes specification. Found inconsistency between dimension size args[2].shape[1] (= {0}) and the specification 'k' (= {1}). Using the following polymorphic shapes specifications: args[0].shape = (n, m),args[1].shape = (k,),args[2].shape = (n, k). Obtained dimension variables: 'n' = {2} from specification 'n' for dimension args[0].shape[0] (= {2}), 'm' = {3} from specification 'm' for dimension args[0].shape[1] (= {3}), 'k' = {1} from specification 'k' for dimension args[1].shape[0] (= {1}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details."} : (tensor<i1>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> ()
    %48:3 = "func.call"(%40, %39, %38, %arg13, %arg14, %arg15) <{callee = @_wrapped_jax_export_main}> : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<?x?xf32>, tensor<?xi32>, tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>)
    "func.return"(%48#0, %48#1, %48#2) : (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{jax.global_constant = "k"}, {jax.global_constant = "m"}, {jax.global_constant = "n"}, {}, {}, {}], function_type = (tensor<i32>, tensor<i32>, tensor<i32>, tensor<?x?xf32>, tensor<?xi32>, tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}], sym_name = "_wrapped_jax_export_main", sym_visibility = "private"}> ({
  ^bb0(%arg5: tensor<i32>, %arg6: tensor<i32>, %arg7: tensor<i32>, %arg8: tensor<?x?xf32>, %arg9: tensor<?xi32>, %arg10: tensor<?x?xf32>):
    %7 = "stablehlo.constant"() <{value = dense<1> : tensor<1xi32>}> : () -> tensor<1xi32>
    %8 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %9 = "stablehlo.convert"(%arg6) : (tensor<i32>) -> tensor<i32>
    %10 = "stablehlo.reshape"(%arg5) : (tensor<i32>) -> tensor<1xi32>
    %11 = "stablehlo.dynamic_broadcast_in_dim"(%8, %10) <{broadcast_dimensions = array<i64>}> : (tensor<i32>, tensor<1xi32>) -> tensor<?xi32>
    %12 = "stablehlo.compare"(%arg9, %11) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi1>
    %13 = "stablehlo.reshape"(%arg5) : (tensor<i32>) -> tensor<1xi32>
    %14 = "stablehlo.dynamic_broadcast_in_dim"(%9, %13) <{broadcast_dimensions = array<i64>}> : (tensor<i32>, tensor<1xi32>) -> tensor<?xi32>
    %15 = "stablehlo.add"(%arg9, %14) : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>
    %16 = "stablehlo.select"(%12, %15, %arg9) : (tensor<?xi1>, tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>
    %17 = "stablehlo.reshape"(%arg5) : (tensor<i32>) -> tensor<1xi32>
    %18 = "stablehlo.concatenate"(%17, %7) <{dimension = 0 : i64}> : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %19 = "stablehlo.dynamic_broadcast_in_dim"(%16, %18) <{broadcast_dimensions = array<i64: 0>}> : (tensor<?xi32>, tensor<2xi32>) -> tensor<?x1xi32>
    %20 = "stablehlo.scatter"(%arg8, %19, %arg10) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>}> ({
    ^bb0(%arg11: tensor<f32>, %arg12: tensor<f32>):
      %36 = "stablehlo.add"(%arg11, %arg12) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%36) : (tensor<f32>) -> ()
    }) : (tensor<?x?xf32>, tensor<?x1xi32>, tensor<?x?xf32>) -> tensor<?x?xf32>
    %21 = "stablehlo.convert"(%arg6) : (tensor<i32>) -> tensor<i32>
    %22 = "stablehlo.reshape"(%arg5) : (tensor<i32>) -> tensor<1xi32>
    %23 = "stablehlo.dynamic_broadcast_in_dim"(%8, %22) <{broadcast_dimensions = array<i64>}> : (tensor<i32>, tensor<1xi32>) -> tensor<?xi32>
    %24 = "stablehlo.compare"(%arg9, %23) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi1>
    %25 = "stablehlo.reshape"(%arg5) : (tensor<i32>) -> tensor<1xi32>
    %26 = "stablehlo.dynamic_broadcast_in_dim"(%21, %25) <{broadcast_dimensions = array<i64>}> : (tensor<i32>, tensor<1xi32>) -> tensor<?xi32>
    %27 = "stablehlo.add"(%arg9, %26) : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>
    %28 = "stablehlo.select"(%24, %27, %arg9) : (tensor<?xi1>, tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>
    %29 = "stablehlo.reshape"(%arg5) : (tensor<i32>) -> tensor<1xi32>
    %30 = "stablehlo.concatenate"(%29, %7) <{dimension = 0 : i64}> : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %31 = "stablehlo.dynamic_broadcast_in_dim"(%28, %30) <{broadcast_dimensions = array<i64: 0>}> : (tensor<?xi32>, tensor<2xi32>) -> tensor<?x1xi32>
    %32 = "stablehlo.reshape"(%arg7) : (tensor<i32>) -> tensor<1xi32>
    %33 = "stablehlo.concatenate"(%32, %7) <{dimension = 0 : i64}> : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %34 = "stablehlo.dynamic_gather"(%arg8, %31, %33) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [1], start_index_map = [1], index_vector_dim = 1>}> : (tensor<?x?xf32>, tensor<?x1xi32>, tensor<2xi32>) -> tensor<?x?xf32>
    %35 = "func.call"(%arg5, %arg6, %arg7, %arg8, %arg9) <{callee = @_take}> : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<?x?xf32>, tensor<?xi32>) -> tensor<?x?xf32>
    "func.return"(%20, %34, %35) : (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{jax.global_constant = "k"}, {jax.global_constant = "m"}, {jax.global_constant = "n"}, {}, {}], function_type = (tensor<i32>, tensor<i32>, tensor<i32>, tensor<?x?xf32>, tensor<?xi32>) -> tensor<?x?xf32>, sym_name = "_take", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<i32>, %arg1: tensor<i32>, %arg2: tensor<i32>, %arg3: tensor<?x?xf32>, %arg4: tensor<?xi32>):
    %0 = "stablehlo.constant"() <{value = dense<1> : tensor<1xi32>}> : () -> tensor<1xi32>
    %1 = "stablehlo.reshape"(%arg0) : (tensor<i32>) -> tensor<1xi32>
    %2 = "stablehlo.concatenate"(%1, %0) <{dimension = 0 : i64}> : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %3 = "stablehlo.dynamic_broadcast_in_dim"(%arg4, %2) <{broadcast_dimensions = array<i64: 0>}> : (tensor<?xi32>, tensor<2xi32>) -> tensor<?x1xi32>
    %4 = "stablehlo.reshape"(%arg2) : (tensor<i32>) -> tensor<1xi32>
    %5 = "stablehlo.concatenate"(%4, %0) <{dimension = 0 : i64}> : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %6 = "stablehlo.dynamic_gather"(%arg3, %3, %5) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [1], start_index_map = [1], index_vector_dim = 1>}> : (tensor<?x?xf32>, tensor<?x1xi32>, tensor<2xi32>) -> tensor<?x?xf32>
    "func.return"(%6) : (tensor<?x?xf32>) -> ()
  }) : () -> ()
}) {jax.uses_shape_polymorphism = true, mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
