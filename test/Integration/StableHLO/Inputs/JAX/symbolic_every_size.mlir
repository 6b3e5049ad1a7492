// argument float32[8,4] -3 4 -6 -3 -4 6 -2 5 -5 -8 2 -5 -4 1 -4 -3 -3 6 6 0 -4 5 5 8 5 1 -4 -6 1 -8 0 0
// argument int32[5] 1 6 1 -1 9
// argument float32[5] 3 -2 6 1 -2
// result float32[8,4] 0 0 0 0 -36 54 -18 45 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 -10 -2 8 12 1 -8 0 0
// result float32[4] -47 60 -10 57
// result float32[8,4] -10 -2 8 12 -4 6 -2 5 -5 -8 2 -5 -4 1 -4 -3 -3 6 6 0 -4 5 5 8 5 1 -4 -6 1 -8 0 0
"builtin.module"() <{sym_name = "jit_symbolic_every_size"}> ({
  "func.func"() <{function_type = (tensor<?x?xf32>, tensor<?xi32>, tensor<?xf32>) -> (tensor<?x?xf32>, tensor<?xf32>, tensor<?x?xf32>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg12: tensor<?x?xf32>, %arg13: tensor<?xi32>, %arg14: tensor<?xf32>):
    %51 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %52 = "stablehlo.get_dimension_size"(%arg12) <{dimension = 0 : i64}> : (tensor<?x?xf32>) -> tensor<i32>
    %53 = "stablehlo.get_dimension_size"(%arg12) <{dimension = 1 : i64}> : (tensor<?x?xf32>) -> tensor<i32>
    %54 = "stablehlo.get_dimension_size"(%arg13) <{dimension = 0 : i64}> : (tensor<?xi32>) -> tensor<i32>
    %55 = "stablehlo.get_dimension_size"(%arg14) <{dimension = 0 : i64}> : (tensor<?xf32>) -> tensor<i32>
    %56 = "stablehlo.compare"(%52, %51) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "stablehlo.custom_call"(%56, %52) <{api_version = 2 : i32, call_target_name = "shape_assertion", has_side_effect = true}> {error_message = "Input shapes do not match the polymorphic shapes specification. Expected value >= 1 for dimension variable 'n'. Using the following polymorphic shapes specifications: args[0].shape = (n, f),args[1].shape = (b,),args[2].shape = (b,). Obtained dimension variables: 'n' = {0} from specification 'n' for dimension args[0].shape[0] (= {0}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details."} : (tensor<i1>, tensor<i32>) -> ()
    %57 = "stablehlo.compare"(%53, %51) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "stablehlo.custom_call"(%57, %52, %53) <{api_version = 2 : i32, call_target_name = "shape_assertion", has_side_effect = true}> {error_message = "Input shapes do not match the polymorphic shapes specification. Expected value >= 1 for dimension variable 'f'. Using the following polymorphic shapes specifications: args[0].shape = (n, f),args[1].shape = (b,),args[2].shape = (b,). Obtained dimension variables: 'n' = {0} from specification 'n' for dimension args[0].shape[0] (= {0}), 'f' = {1} from specification 'f' for dimension args[0].shape[1] (= {1}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details."} : (tensor<i1>, tensor<i32>, tensor<i32>) -> ()
    %58 = "stablehlo.compare"(%54, %51) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "stablehlo.custom_call"(%58, %52, %53, %54) <{api_version = 2 : i32, call_target_name = "shape_assertion", has_side_effect = true}> {error_message = "Input shapes do not match the polymorphic shapes specification. Expected value >= 1 for dimension variable 'b'. Using the following polymorphic shapes specifications: args[0].shape = (n, f),args[1].shape = (b,),args[2].shape = (b,). Obtained dimension variables: 'n' = {0} from specification 'n' for dimension args[0].shape[0] (= {0}), 'f' = {1} from specification 'f' for dimension args[0].shape[1] (= {1}), 'b' = {2} from specification 'b' for dimension args[1].shape[0] (= {2}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details."} : (tensor<i1>, tensor<i32>, tensor<i32>, tensor<i32>) -> ()
    %59 = "stablehlo.compare"(%55, %54) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "stablehlo.custom_call"(%59, %55, %54, %52, %53) <{api_version = 2 : i32, call_target_name = "shape_assertion", has_side_effect = true}> {error_message = "Input shapes do not match the polymorphic shapes specification. Found inconsistency between dimension size args[2].shape[0] (= {0}) and the specification 'b' (= {1}). Using the following polymorphic shapes specifications: args[0].shape = (n, f),args[1].shape = (b,),args[2].shape = (b,). Obtained dimension variables: 'n' = {2} from specification 'n' for dimension args[0].shape[0] (= {2}), 'f' = {3} from specification 'f' for dimension args[0].shape[1] (= {3}), 'b' = {1} from specification 'b' for dimension args[1].shape[0] (= {1}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details."} : (tensor<i1>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> ()
    %60:3 = "func.call"(%54, %53, %52, %arg12, %arg13, %arg14) <{callee = @_wrapped_jax_export_main}> : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<?x?xf32>, tensor<?xi32>, tensor<?xf32>) -> (tensor<?x?xf32>, tensor<?xf32>, tensor<?x?xf32>)
    "func.return"(%60#0, %60#1, %60#2) : (tensor<?x?xf32>, tensor<?xf32>, tensor<?x?xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{jax.global_constant = "b"}, {jax.global_constant = "f"}, {jax.global_constant = "n"}, {}, {}, {}], function_type = (tensor<i32>, tensor<i32>, tensor<i32>, tensor<?x?xf32>, tensor<?xi32>, tensor<?xf32>) -> (tensor<?x?xf32>, tensor<?xf32>, tensor<?x?xf32>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}], sym_name = "_wrapped_jax_export_main", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<i32>, %arg1: tensor<i32>, %arg2: tensor<i32>, %arg3: tensor<?x?xf32>, %arg4: tensor<?xi32>, %arg5: tensor<?xf32>):
    %0 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %1 = "stablehlo.constant"() <{value = dense<1> : tensor<1xi32>}> : () -> tensor<1xi32>
    %2 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %3 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %4 = "stablehlo.convert"(%arg2) : (tensor<i32>) -> tensor<i32>
    %5 = "stablehlo.reshape"(%arg0) : (tensor<i32>) -> tensor<1xi32>
    %6 = "stablehlo.dynamic_broadcast_in_dim"(%3, %5) <{broadcast_dimensions = array<i64>}> : (tensor<i32>, tensor<1xi32>) -> tensor<?xi32>
    %7 = "stablehlo.compare"(%arg4, %6) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi1>
    %8 = "stablehlo.reshape"(%arg0) : (tensor<i32>) -> tensor<1xi32>
    %9 = "stablehlo.dynamic_broadcast_in_dim"(%4, %8) <{broadcast_dimensions = array<i64>}> : (tensor<i32>, tensor<1xi32>) -> tensor<?xi32>
    %10 = "stablehlo.add"(%arg4, %9) : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>
    %11 = "stablehlo.select"(%7, %10, %arg4) : (tensor<?xi1>, tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>
    %12 = "stablehlo.reshape"(%arg0) : (tensor<i32>) -> tensor<1xi32>
    %13 = "stablehlo.concatenate"(%12, %1) <{dimension = 0 : i64}> : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %14 = "stablehlo.dynamic_broadcast_in_dim"(%11, %13) <{broadcast_dimensions = array<i64: 0>}> : (tensor<?xi32>, tensor<2xi32>) -> tensor<?x1xi32>
    %15 = "stablehlo.reshape"(%arg1) : (tensor<i32>) -> tensor<1xi32>
    %16 = "stablehlo.concatenate"(%1, %15) <{dimension = 0 : i64}> : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %17 = "stablehlo.dynamic_gather"(%arg3, %14, %16) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>}> : (tensor<?x?xf32>, tensor<?x1xi32>, tensor<2xi32>) -> tensor<?x?xf32>
    %18 = "stablehlo.reshape"(%arg0) : (tensor<i32>) -> tensor<1xi32>
    %19 = "stablehlo.concatenate"(%18, %1) <{dimension = 0 : i64}> : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %20 = "stablehlo.dynamic_broadcast_in_dim"(%arg5, %19) <{broadcast_dimensions = array<i64: 0>}> : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x1xf32>
    %21 = "stablehlo.reshape"(%arg0) : (tensor<i32>) -> tensor<1xi32>
    %22 = "stablehlo.reshape"(%arg1) : (tensor<i32>) -> tensor<1xi32>
    %23 = "stablehlo.concatenate"(%21, %22) <{dimension = 0 : i64}> : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %24 = "stablehlo.dynamic_broadcast_in_dim"(%20, %23) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<?x1xf32>, tensor<2xi32>) -> tensor<?x?xf32>
    %25 = "stablehlo.multiply"(%17, %24) : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
    %26 = "stablehlo.reshape"(%arg2) : (tensor<i32>) -> tensor<1xi32>
    %27 = "stablehlo.reshape"(%arg1) : (tensor<i32>) -> tensor<1xi32>
    %28 = "stablehlo.concatenate"(%26, %27) <{dimension = 0 : i64}> : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %29 = "stablehlo.dynamic_broadcast_in_dim"(%0, %28) <{broadcast_dimensions = array<i64>}> : (tensor<f32>, tensor<2xi32>) -> tensor<?x?xf32>
    %30 = "stablehlo.convert"(%arg2) : (tensor<i32>) -> tensor<i32>
    %31 = "stablehlo.reshape"(%arg0) : (tensor<i32>) -> tensor<1xi32>
    %32 = "stablehlo.dynamic_broadcast_in_dim"(%3, %31) <{broadcast_dimensions = array<i64>}> : (tensor<i32>, tensor<1xi32>) -> tensor<?xi32>
    %33 = "stablehlo.compare"(%arg4, %32) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi1>
    %34 = "stablehlo.reshape"(%arg0) : (tensor<i32>) -> tensor<1xi32>
    %35 = "stablehlo.dynamic_broadcast_in_dim"(%30, %34) <{broadcast_dimensions = array<i64>}> : (tensor<i32>, tensor<1xi32>) -> tensor<?xi32>
    %36 = "stablehlo.add"(%arg4, %35) : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>
    %37 = "stablehlo.select"(%33, %36, %arg4) : (tensor<?xi1>, tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>
    %38 = "stablehlo.reshape"(%arg0) : (tensor<i32>) -> tensor<1xi32>
    %39 = "stablehlo.concatenate"(%38, %1) <{dimension = 0 : i64}> : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %40 = "stablehlo.dynamic_broadcast_in_dim"(%37, %39) <{broadcast_dimensions = array<i64: 0>}> : (tensor<?xi32>, tensor<2xi32>) -> tensor<?x1xi32>
    %41 = "stablehlo.scatter"(%29, %40, %25) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%arg10: tensor<f32>, %arg11: tensor<f32>):
      %50 = "stablehlo.add"(%arg10, %arg11) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%50) : (tensor<f32>) -> ()
    }) : (tensor<?x?xf32>, tensor<?x1xi32>, tensor<?x?xf32>) -> tensor<?x?xf32>
    %42 = "stablehlo.reduce"(%25, %0) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg8: tensor<f32>, %arg9: tensor<f32>):
      %49 = "stablehlo.add"(%arg8, %arg9) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%49) : (tensor<f32>) -> ()
    }) : (tensor<?x?xf32>, tensor<f32>) -> tensor<?xf32>
    %43 = "stablehlo.broadcast_in_dim"(%2) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<1xi32>
    %44 = "stablehlo.reshape"(%arg1) : (tensor<i32>) -> tensor<1xi32>
    %45 = "stablehlo.concatenate"(%1, %44) <{dimension = 0 : i64}> : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %46 = "stablehlo.dynamic_gather"(%25, %43, %45) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [0], start_index_map = [0]>, indices_are_sorted = true}> : (tensor<?x?xf32>, tensor<1xi32>, tensor<2xi32>) -> tensor<?xf32>
    %47 = "stablehlo.broadcast_in_dim"(%3) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<1xi32>
    %48 = "stablehlo.scatter"(%arg3, %47, %46) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
    ^bb0(%arg6: tensor<f32>, %arg7: tensor<f32>):
      "stablehlo.return"(%arg7) : (tensor<f32>) -> ()
    }) : (tensor<?x?xf32>, tensor<1xi32>, tensor<?xf32>) -> tensor<?x?xf32>
    "func.return"(%41, %42, %48) : (tensor<?x?xf32>, tensor<?xf32>, tensor<?x?xf32>) -> ()
  }) : () -> ()
}) {jax.uses_shape_polymorphism = true, mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
