// argument float32[3,6,2] -5 -4 4 3 5 -1 8 4 4 -6 -6 0 3 4 3 7 -4 7 -8 0 -8 3 -5 -7 7 -2 -3 -6 3 -1 -6 -5 6 -3 -3 -6
// argument int32[3] 5 1 -1
// argument float32[3,2] 1 7 -7 -6 1 7
// result float32[3,6,2] -5 -4 4 3 5 -1 8 4 4 -6 -6 0 3 4 -21 -42 -4 7 -8 0 -8 3 -5 -7 7 -2 -3 -6 3 -1 -6 -5 6 -3 -3 -42
// result float32[3,2] -6 0 3 7 -3 -6
"builtin.module"() <{sym_name = "jit_symbolic_batches"}> ({
  "func.func"() <{function_type = (tensor<?x6x2xf32>, tensor<?xi32>, tensor<?x2xf32>) -> (tensor<?x6x2xf32>, tensor<?x2xf32>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg6: tensor<?x6x2xf32>, %arg7: tensor<?xi32>, %arg8: tensor<?x2xf32>):
    %38 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %39 = "stablehlo.get_dimension_size"(%arg6) <{dimension = 0 : i64}> : (tensor<?x6x2xf32>) -> tensor<i32>
    %40 = "stablehlo.get_dimension_size"(%arg7) <{dimension = 0 : i64}> : (tensor<?xi32>) -> tensor<i32>
    %41 = "stablehlo.get_dimension_size"(%arg8) <{dimension = 0 : i64}> : (tensor<?x2xf32>) -> tensor<i32>
    %42 = "stablehlo.compare"(%39, %38) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "stablehlo.custom_call"(%42, %39) <{api_version = 2 : i32, call_target_name = "shape_assertion", has_side_effect = true}> {error_message = "Input shapes do not match the polymorphic shapes specification. Expected value >= 1 for dimension variable 'n'. Using the following polymorphic shapes specifications: args[0].shape = (n, 6, 2),args[1].shape = (n,),args[2].shape = (n, 2). Obtained dimension variables: 'n' = {0} from specification 'n' for dimension args[0].shape[0] (= {0}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details."} : (tensor<i1>, tensor<i32>) -> ()
    %43 = "stablehlo.compare"(%40, %39) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "stablehlo.custom_call"(%43, %40, %39) <{api_version = 2 : i32, call_target_name = "shape_assertion", has_side_effect = true}> {error_message = "Input shapes do not match the polymorphic shapes specification. Found inconsistency between dimension size args[1].shape[0] (= {0}) and the specification 'n' (= {1}). Using the following polymorphic shapes specifications: args[0].shape = (n, 6, 2),args[1].shape = (n,),args[2].shape = (n, 2). Obtained dimension variables: 'n' = {1} from specification 'n' for dimension args[0].shape[0] (= {1}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details."} : (tensor<i1>, tensor<i32>, tensor<i32>) -> ()
    %44 = "stablehlo.compare"(%41, %39) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "stablehlo.custom_call"(%44, %41, %39) <{api_version = 2 : i32, call_target_name = "shape_assertion", has_side_effect = true}> {error_message = "Input shapes do not match the polymorphic shapes specification. Found inconsistency between dimension size args[2].shape[0] (= {0}) and the specification 'n' (= {1}). Using the following polymorphic shapes specifications: args[0].shape = (n, 6, 2),args[1].shape = (n,),args[2].shape = (n, 2). Obtained dimension variables: 'n' = {1} from specification 'n' for dimension args[0].shape[0] (= {1}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details."} : (tensor<i1>, tensor<i32>, tensor<i32>) -> ()
    %45:2 = "func.call"(%39, %arg6, %arg7, %arg8) <{callee = @_wrapped_jax_export_main}> : (tensor<i32>, tensor<?x6x2xf32>, tensor<?xi32>, tensor<?x2xf32>) -> (tensor<?x6x2xf32>, tensor<?x2xf32>)
    "func.return"(%45#0, %45#1) : (tensor<?x6x2xf32>, tensor<?x2xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{jax.global_constant = "n"}, {}, {}, {}], function_type = (tensor<i32>, tensor<?x6x2xf32>, tensor<?xi32>, tensor<?x2xf32>) -> (tensor<?x6x2xf32>, tensor<?x2xf32>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}], sym_name = "_wrapped_jax_export_main", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<i32>, %arg1: tensor<?x6x2xf32>, %arg2: tensor<?xi32>, %arg3: tensor<?x2xf32>):
    %0 = "stablehlo.constant"() <{value = dense<2> : tensor<1xi32>}> : () -> tensor<1xi32>
    %1 = "stablehlo.constant"() <{value = dense<2> : tensor<i32>}> : () -> tensor<i32>
    %2 = "stablehlo.constant"() <{value = dense<1> : tensor<1xi32>}> : () -> tensor<1xi32>
    %3 = "stablehlo.constant"() <{value = dense<6> : tensor<i32>}> : () -> tensor<i32>
    %4 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %5 = "stablehlo.reshape"(%arg0) : (tensor<i32>) -> tensor<1xi32>
    %6 = "stablehlo.dynamic_broadcast_in_dim"(%4, %5) <{broadcast_dimensions = array<i64>}> : (tensor<i32>, tensor<1xi32>) -> tensor<?xi32>
    %7 = "stablehlo.compare"(%arg2, %6) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi1>
    %8 = "stablehlo.reshape"(%arg0) : (tensor<i32>) -> tensor<1xi32>
    %9 = "stablehlo.dynamic_broadcast_in_dim"(%3, %8) <{broadcast_dimensions = array<i64>}> : (tensor<i32>, tensor<1xi32>) -> tensor<?xi32>
    %10 = "stablehlo.add"(%arg2, %9) : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>
    %11 = "stablehlo.select"(%7, %10, %arg2) : (tensor<?xi1>, tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>
    %12 = "stablehlo.reshape"(%arg0) : (tensor<i32>) -> tensor<1xi32>
    %13 = "stablehlo.concatenate"(%12, %2) <{dimension = 0 : i64}> : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %14 = "stablehlo.dynamic_broadcast_in_dim"(%11, %13) <{broadcast_dimensions = array<i64: 0>}> : (tensor<?xi32>, tensor<2xi32>) -> tensor<?x1xi32>
    %15 = "stablehlo.scatter"(%arg1, %14, %arg3) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>, unique_indices = true}> ({
    ^bb0(%arg4: tensor<f32>, %arg5: tensor<f32>):
      %37 = "stablehlo.multiply"(%arg4, %arg5) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%37) : (tensor<f32>) -> ()
    }) : (tensor<?x6x2xf32>, tensor<?x1xi32>, tensor<?x2xf32>) -> tensor<?x6x2xf32>
    %16 = "stablehlo.reshape"(%arg0) : (tensor<i32>) -> tensor<1xi32>
    %17 = "stablehlo.dynamic_broadcast_in_dim"(%4, %16) <{broadcast_dimensions = array<i64>}> : (tensor<i32>, tensor<1xi32>) -> tensor<?xi32>
    %18 = "stablehlo.compare"(%arg2, %17) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi1>
    %19 = "stablehlo.reshape"(%arg0) : (tensor<i32>) -> tensor<1xi32>
    %20 = "stablehlo.dynamic_broadcast_in_dim"(%3, %19) <{broadcast_dimensions = array<i64>}> : (tensor<i32>, tensor<1xi32>) -> tensor<?xi32>
    %21 = "stablehlo.add"(%arg2, %20) : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>
    %22 = "stablehlo.select"(%18, %21, %arg2) : (tensor<?xi1>, tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>
    %23 = "stablehlo.compare"(%4, %4) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %24 = "stablehlo.add"(%4, %1) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %25 = "stablehlo.select"(%23, %24, %4) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    %26 = "stablehlo.reshape"(%arg0) : (tensor<i32>) -> tensor<1xi32>
    %27 = "stablehlo.concatenate"(%26, %2) <{dimension = 0 : i64}> : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %28 = "stablehlo.dynamic_broadcast_in_dim"(%22, %27) <{broadcast_dimensions = array<i64: 0>}> : (tensor<?xi32>, tensor<2xi32>) -> tensor<?x1xi32>
    %29 = "stablehlo.reshape"(%arg0) : (tensor<i32>) -> tensor<1xi32>
    %30 = "stablehlo.concatenate"(%29, %2) <{dimension = 0 : i64}> : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %31 = "stablehlo.dynamic_broadcast_in_dim"(%25, %30) <{broadcast_dimensions = array<i64>}> : (tensor<i32>, tensor<2xi32>) -> tensor<?x1xi32>
    %32 = "stablehlo.concatenate"(%28, %31) <{dimension = 1 : i64}> : (tensor<?x1xi32>, tensor<?x1xi32>) -> tensor<?x2xi32>
    %33 = "stablehlo.gather"(%arg1, %32) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 2], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1, 2], index_vector_dim = 1>, indices_are_sorted = true, slice_sizes = array<i64: 1, 1, 2>}> : (tensor<?x6x2xf32>, tensor<?x2xi32>) -> tensor<?x1x2xf32>
    %34 = "stablehlo.reshape"(%arg0) : (tensor<i32>) -> tensor<1xi32>
    %35 = "stablehlo.concatenate"(%34, %0) <{dimension = 0 : i64}> : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %36 = "stablehlo.dynamic_reshape"(%33, %35) : (tensor<?x1x2xf32>, tensor<2xi32>) -> tensor<?x2xf32>
    "func.return"(%15, %36) : (tensor<?x6x2xf32>, tensor<?x2xf32>) -> ()
  }) : () -> ()
}) {jax.uses_shape_polymorphism = true, mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
