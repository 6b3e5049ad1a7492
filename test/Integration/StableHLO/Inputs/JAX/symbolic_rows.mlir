// argument float32[8,4] -3 4 -6 -3 -4 6 -2 5 -5 -8 2 -5 -4 1 -4 -3 -3 6 6 0 -4 5 5 8 5 1 -4 -6 1 -8 0 0
// argument int32[5] 1 6 1 -1 9
// argument float32[5,4] -1 -2 -1 -2 8 0 2 4 1 -7 -2 0 3 1 6 -3 4 -4 7 -1
// result float32[8,4] -3 4 -6 -3 -4 -3 -5 3 -5 -8 2 -5 -4 1 -4 -3 -3 6 6 0 -4 5 5 8 13 1 -2 -2 4 -7 6 -3
// result float32[8,4] -3 4 -6 -3 1 -7 -2 0 -5 -8 2 -5 -4 1 -4 -3 -3 6 6 0 -4 5 5 8 8 0 2 4 3 1 6 -3
// result float32[8,4] -3 4 -6 -3 -4 -7 -2 -2 -5 -8 2 -5 -4 1 -4 -3 -3 6 6 0 -4 5 5 8 5 0 -4 -6 1 -8 0 -3
"builtin.module"() <{sym_name = "jit_symbolic_rows"}> ({
  "func.func"() <{function_type = (tensor<?x4xf32>, tensor<?xi32>, tensor<?x4xf32>) -> (tensor<?x4xf32>, tensor<?x4xf32>, tensor<?x4xf32>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg11: tensor<?x4xf32>, %arg12: tensor<?xi32>, %arg13: tensor<?x4xf32>):
    %55 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %56 = "stablehlo.get_dimension_size"(%arg11) <{dimension = 0 : i64}> : (tensor<?x4xf32>) -> tensor<i32>
    %57 = "stablehlo.get_dimension_size"(%arg12) <{dimension = 0 : i64}> : (tensor<?xi32>) -> tensor<i32>
    %58 = "stablehlo.get_dimension_size"(%arg13) <{dimension = 0 : i64}> : (tensor<?x4xf32>) -> tensor<i32>
    %59 = "stablehlo.compare"(%56, %55) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "stablehlo.custom_call"(%59, %56) <{api_version = 2 : i32, call_target_name = "shape_assertion", has_side_effect = true}> {error_message = "Input shapes do not match the polymorphic shapes specification. Expected value >= 1 for dimension variable 'n'. Using the following polymorphic shapes specifications: args[0].shape = (n, 4),args[1].shape = (b,),args[2].shape = (b, 4). Obtained dimension variables: 'n' = {0} from specification 'n' for dimension args[0].shape[0] (= {0}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details."} : (tensor<i1>, tensor<i32>) -> ()
    %60 = "stablehlo.compare"(%57, %55) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "stablehlo.custom_call"(%60, %56, %57) <{api_version = 2 : i32, call_target_name = "shape_assertion", has_side_effect = true}> {error_message = "Input shapes do not match the polymorphic shapes specification. Expected value >= 1 for dimension variable 'b'. Using the following polymorphic shapes specifications: args[0].shape = (n, 4),args[1].shape = (b,),args[2].shape = (b, 4). Obtained dimension variables: 'n' = {0} from specification 'n' for dimension args[0].shape[0] (= {0}), 'b' = {1} from specification 'b' for dimension args[1].shape[0] (= {1}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details."} : (tensor<i1>, tensor<i32>, tensor<i32>) -> ()
    %61 = "stablehlo.compare"(%58, %57) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "stablehlo.custom_call"(%61, %58, %57, %56) <{api_version = 2 : i32, call_target_name = "shape_assertion", has_side_effect = true}> {error_message = "Input shapes do not match the polymorphic shapes specification. Found inconsistency between dimension size args[2].shape[0] (= {0}) and the specification 'b' (= {1}). Using the following polymorphic shapes specifications: args[0].shape = (n, 4),args[1].shape = (b,),args[2].shape = (b, 4). Obtained dimension variables: 'n' = {2} from specification 'n' for dimension args[0].shape[0] (= {2}), 'b' = {1} from specification 'b' for dimension args[1].shape[0] (= {1}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details."} : (tensor<i1>, tensor<i32>, tensor<i32>, tensor<i32>) -> ()
    %62:3 = "func.call"(%57, %56, %arg11, %arg12, %arg13) <{callee = @_wrapped_jax_export_main}> : (tensor<i32>, tensor<i32>, tensor<?x4xf32>, tensor<?xi32>, tensor<?x4xf32>) -> (tensor<?x4xf32>, tensor<?x4xf32>, tensor<?x4xf32>)
    "func.return"(%62#0, %62#1, %62#2) : (tensor<?x4xf32>, tensor<?x4xf32>, tensor<?x4xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{jax.global_constant = "b"}, {jax.global_constant = "n"}, {}, {}, {}], function_type = (tensor<i32>, tensor<i32>, tensor<?x4xf32>, tensor<?xi32>, tensor<?x4xf32>) -> (tensor<?x4xf32>, tensor<?x4xf32>, tensor<?x4xf32>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}], sym_name = "_wrapped_jax_export_main", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<i32>, %arg1: tensor<i32>, %arg2: tensor<?x4xf32>, %arg3: tensor<?xi32>, %arg4: tensor<?x4xf32>):
    %0 = "stablehlo.constant"() <{value = dense<2147483647> : tensor<i32>}> : () -> tensor<i32>
    %1 = "stablehlo.constant"() <{value = dense<-1> : tensor<i32>}> : () -> tensor<i32>
    %2 = "stablehlo.constant"() <{value = dense<1> : tensor<1xi32>}> : () -> tensor<1xi32>
    %3 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %4 = "stablehlo.convert"(%arg1) : (tensor<i32>) -> tensor<i32>
    %5 = "stablehlo.reshape"(%arg0) : (tensor<i32>) -> tensor<1xi32>
    %6 = "stablehlo.dynamic_broadcast_in_dim"(%3, %5) <{broadcast_dimensions = array<i64>}> : (tensor<i32>, tensor<1xi32>) -> tensor<?xi32>
    %7 = "stablehlo.compare"(%arg3, %6) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi1>
    %8 = "stablehlo.reshape"(%arg0) : (tensor<i32>) -> tensor<1xi32>
    %9 = "stablehlo.dynamic_broadcast_in_dim"(%4, %8) <{broadcast_dimensions = array<i64>}> : (tensor<i32>, tensor<1xi32>) -> tensor<?xi32>
    %10 = "stablehlo.add"(%arg3, %9) : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>
    %11 = "stablehlo.select"(%7, %10, %arg3) : (tensor<?xi1>, tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>
    %12 = "stablehlo.reshape"(%arg0) : (tensor<i32>) -> tensor<1xi32>
    %13 = "stablehlo.concatenate"(%12, %2) <{dimension = 0 : i64}> : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %14 = "stablehlo.dynamic_broadcast_in_dim"(%11, %13) <{broadcast_dimensions = array<i64: 0>}> : (tensor<?xi32>, tensor<2xi32>) -> tensor<?x1xi32>
    %15 = "stablehlo.scatter"(%arg2, %14, %arg4) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%arg9: tensor<f32>, %arg10: tensor<f32>):
      %54 = "stablehlo.add"(%arg9, %arg10) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%54) : (tensor<f32>) -> ()
    }) : (tensor<?x4xf32>, tensor<?x1xi32>, tensor<?x4xf32>) -> tensor<?x4xf32>
    %16 = "stablehlo.convert"(%arg1) : (tensor<i32>) -> tensor<i32>
    %17 = "stablehlo.reshape"(%arg0) : (tensor<i32>) -> tensor<1xi32>
    %18 = "stablehlo.dynamic_broadcast_in_dim"(%3, %17) <{broadcast_dimensions = array<i64>}> : (tensor<i32>, tensor<1xi32>) -> tensor<?xi32>
    %19 = "stablehlo.compare"(%arg3, %18) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi1>
    %20 = "stablehlo.reshape"(%arg0) : (tensor<i32>) -> tensor<1xi32>
    %21 = "stablehlo.dynamic_broadcast_in_dim"(%16, %20) <{broadcast_dimensions = array<i64>}> : (tensor<i32>, tensor<1xi32>) -> tensor<?xi32>
    %22 = "stablehlo.add"(%arg3, %21) : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>
    %23 = "stablehlo.select"(%19, %22, %arg3) : (tensor<?xi1>, tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>
    %24 = "stablehlo.reshape"(%arg0) : (tensor<i32>) -> tensor<1xi32>
    %25 = "stablehlo.concatenate"(%24, %2) <{dimension = 0 : i64}> : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %26 = "stablehlo.dynamic_broadcast_in_dim"(%23, %25) <{broadcast_dimensions = array<i64: 0>}> : (tensor<?xi32>, tensor<2xi32>) -> tensor<?x1xi32>
    %27 = "stablehlo.scatter"(%arg2, %26, %arg4) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%arg7: tensor<f32>, %arg8: tensor<f32>):
      "stablehlo.return"(%arg8) : (tensor<f32>) -> ()
    }) : (tensor<?x4xf32>, tensor<?x1xi32>, tensor<?x4xf32>) -> tensor<?x4xf32>
    %28 = "stablehlo.convert"(%arg1) : (tensor<i32>) -> tensor<i32>
    %29 = "stablehlo.reshape"(%arg0) : (tensor<i32>) -> tensor<1xi32>
    %30 = "stablehlo.dynamic_broadcast_in_dim"(%3, %29) <{broadcast_dimensions = array<i64>}> : (tensor<i32>, tensor<1xi32>) -> tensor<?xi32>
    %31 = "stablehlo.compare"(%arg3, %30) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi1>
    %32 = "stablehlo.reshape"(%arg0) : (tensor<i32>) -> tensor<1xi32>
    %33 = "stablehlo.dynamic_broadcast_in_dim"(%28, %32) <{broadcast_dimensions = array<i64>}> : (tensor<i32>, tensor<1xi32>) -> tensor<?xi32>
    %34 = "stablehlo.add"(%arg3, %33) : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>
    %35 = "stablehlo.select"(%31, %34, %arg3) : (tensor<?xi1>, tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>
    %36 = "stablehlo.reshape"(%arg0) : (tensor<i32>) -> tensor<1xi32>
    %37 = "stablehlo.concatenate"(%36, %2) <{dimension = 0 : i64}> : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %38 = "stablehlo.dynamic_broadcast_in_dim"(%35, %37) <{broadcast_dimensions = array<i64: 0>}> : (tensor<?xi32>, tensor<2xi32>) -> tensor<?x1xi32>
    %39 = "stablehlo.convert"(%arg1) : (tensor<i32>) -> tensor<i32>
    %40 = "stablehlo.add"(%39, %1) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %41 = "stablehlo.convert"(%40) : (tensor<i32>) -> tensor<i32>
    %42 = "stablehlo.broadcast_in_dim"(%41) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<1xi32>
    %43 = "stablehlo.broadcast_in_dim"(%0) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<1xi32>
    %44 = "stablehlo.minimum"(%42, %43) : (tensor<1xi32>, tensor<1xi32>) -> tensor<1xi32>
    %45 = "stablehlo.reshape"(%arg0) : (tensor<i32>) -> tensor<1xi32>
    %46 = "stablehlo.concatenate"(%45, %2) <{dimension = 0 : i64}> : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %47 = "stablehlo.dynamic_broadcast_in_dim"(%44, %46) <{broadcast_dimensions = array<i64: 1>}> : (tensor<1xi32>, tensor<2xi32>) -> tensor<?x1xi32>
    %48 = "stablehlo.reshape"(%arg0) : (tensor<i32>) -> tensor<1xi32>
    %49 = "stablehlo.concatenate"(%48, %2) <{dimension = 0 : i64}> : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %50 = "stablehlo.dynamic_broadcast_in_dim"(%3, %49) <{broadcast_dimensions = array<i64>}> : (tensor<i32>, tensor<2xi32>) -> tensor<?x1xi32>
    %51 = "stablehlo.clamp"(%50, %38, %47) : (tensor<?x1xi32>, tensor<?x1xi32>, tensor<?x1xi32>) -> tensor<?x1xi32>
    %52 = "stablehlo.scatter"(%arg2, %51, %arg4) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%arg5: tensor<f32>, %arg6: tensor<f32>):
      %53 = "stablehlo.minimum"(%arg5, %arg6) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%53) : (tensor<f32>) -> ()
    }) : (tensor<?x4xf32>, tensor<?x1xi32>, tensor<?x4xf32>) -> tensor<?x4xf32>
    "func.return"(%15, %27, %52) : (tensor<?x4xf32>, tensor<?x4xf32>, tensor<?x4xf32>) -> ()
  }) : () -> ()
}) {jax.uses_shape_polymorphism = true, mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
