// argument float32[7] 5 -8 -5 5 1 5 0
// argument int32[7] 0 2 2 1 0 2 2
// result float32[7] 9 -9 -9 5 1 5 0
// result float32[7] 1.25 -4 -0.3125 5 1 5 0
"builtin.module"() <{sym_name = "jit_symbolic_computation"}> ({
  "func.func"() <{function_type = (tensor<?xf32>, tensor<?xi32>) -> (tensor<?xf32>, tensor<?xf32>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg13: tensor<?xf32>, %arg14: tensor<?xi32>):
    %46 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %47 = "stablehlo.get_dimension_size"(%arg13) <{dimension = 0 : i64}> : (tensor<?xf32>) -> tensor<i32>
    %48 = "stablehlo.get_dimension_size"(%arg14) <{dimension = 0 : i64}> : (tensor<?xi32>) -> tensor<i32>
    %49 = "stablehlo.compare"(%47, %46) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "stablehlo.custom_call"(%49, %47) <{api_version = 2 : i32, call_target_name = "shape_assertion", has_side_effect = true}> {error_message = "Input shapes do not match the polymorphic shapes specification. Expected value >= 1 for dimension variable 'n'. Using the following polymorphic shapes specifications: args[0].shape = (n,),args[1].shape = (k,). Obtained dimension variables: 'n' = {0} from specification 'n' for dimension args[0].shape[0] (= {0}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details."} : (tensor<i1>, tensor<i32>) -> ()
    %50 = "stablehlo.compare"(%48, %46) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "stablehlo.custom_call"(%50, %47, %48) <{api_version = 2 : i32, call_target_name = "shape_assertion", has_side_effect = true}> {error_message = "Input shapes do not match the polymorphic shapes specification. Expected value >= 1 for dimension variable 'k'. Using the following polymorphic shapes specifications: args[0].shape = (n,),args[1].shape = (k,). Obtained dimension variables: 'n' = {0} from specification 'n' for dimension args[0].shape[0] (= {0}), 'k' = {1} from specification 'k' for dimension args[1].shape[0] (= {1}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details."} : (tensor<i1>, tensor<i32>, tensor<i32>) -> ()
    %51:2 = "func.call"(%48, %47, %arg13, %arg14) <{callee = @_wrapped_jax_export_main}> : (tensor<i32>, tensor<i32>, tensor<?xf32>, tensor<?xi32>) -> (tensor<?xf32>, tensor<?xf32>)
    "func.return"(%51#0, %51#1) : (tensor<?xf32>, tensor<?xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{jax.global_constant = "k"}, {jax.global_constant = "n"}, {}, {}], function_type = (tensor<i32>, tensor<i32>, tensor<?xf32>, tensor<?xi32>) -> (tensor<?xf32>, tensor<?xf32>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}], sym_name = "_wrapped_jax_export_main", sym_visibility = "private"}> ({
  ^bb0(%arg5: tensor<i32>, %arg6: tensor<i32>, %arg7: tensor<?xf32>, %arg8: tensor<?xi32>):
    %4 = "stablehlo.constant"() <{value = dense<9> : tensor<i32>}> : () -> tensor<i32>
    %5 = "stablehlo.constant"() <{value = dense<-9> : tensor<i32>}> : () -> tensor<i32>
    %6 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %7 = "stablehlo.constant"() <{value = dense<2.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %8 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %9 = "stablehlo.constant"() <{value = dense<1> : tensor<1xi32>}> : () -> tensor<1xi32>
    %10 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %11 = "stablehlo.convert"(%arg6) : (tensor<i32>) -> tensor<i32>
    %12 = "stablehlo.reshape"(%arg5) : (tensor<i32>) -> tensor<1xi32>
    %13 = "stablehlo.dynamic_broadcast_in_dim"(%10, %12) <{broadcast_dimensions = array<i64>}> : (tensor<i32>, tensor<1xi32>) -> tensor<?xi32>
    %14 = "stablehlo.compare"(%arg8, %13) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi1>
    %15 = "stablehlo.reshape"(%arg5) : (tensor<i32>) -> tensor<1xi32>
    %16 = "stablehlo.dynamic_broadcast_in_dim"(%11, %15) <{broadcast_dimensions = array<i64>}> : (tensor<i32>, tensor<1xi32>) -> tensor<?xi32>
    %17 = "stablehlo.add"(%arg8, %16) : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>
    %18 = "stablehlo.select"(%14, %17, %arg8) : (tensor<?xi1>, tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>
    %19 = "stablehlo.reshape"(%arg5) : (tensor<i32>) -> tensor<1xi32>
    %20 = "stablehlo.concatenate"(%19, %9) <{dimension = 0 : i64}> : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %21 = "stablehlo.dynamic_broadcast_in_dim"(%18, %20) <{broadcast_dimensions = array<i64: 0>}> : (tensor<?xi32>, tensor<2xi32>) -> tensor<?x1xi32>
    %22 = "stablehlo.reshape"(%arg5) : (tensor<i32>) -> tensor<1xi32>
    %23 = "stablehlo.dynamic_broadcast_in_dim"(%8, %22) <{broadcast_dimensions = array<i64>}> : (tensor<f32>, tensor<1xi32>) -> tensor<?xf32>
    %24 = "stablehlo.scatter"(%arg7, %21, %23) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%arg11: tensor<f32>, %arg12: tensor<f32>):
      %43 = "stablehlo.multiply"(%arg11, %7) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      %44 = "stablehlo.add"(%43, %6) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      %45 = "func.call"(%arg5, %arg6, %44, %5, %4) <{callee = @clip}> : (tensor<i32>, tensor<i32>, tensor<f32>, tensor<i32>, tensor<i32>) -> tensor<f32>
      "stablehlo.return"(%45) : (tensor<f32>) -> ()
    }) : (tensor<?xf32>, tensor<?x1xi32>, tensor<?xf32>) -> tensor<?xf32>
    %25 = "stablehlo.reshape"(%arg6) : (tensor<i32>) -> tensor<1xi32>
    %26 = "stablehlo.dynamic_broadcast_in_dim"(%6, %25) <{broadcast_dimensions = array<i64>}> : (tensor<f32>, tensor<1xi32>) -> tensor<?xf32>
    %27 = "stablehlo.convert"(%arg6) : (tensor<i32>) -> tensor<i32>
    %28 = "stablehlo.reshape"(%arg5) : (tensor<i32>) -> tensor<1xi32>
    %29 = "stablehlo.dynamic_broadcast_in_dim"(%10, %28) <{broadcast_dimensions = array<i64>}> : (tensor<i32>, tensor<1xi32>) -> tensor<?xi32>
    %30 = "stablehlo.compare"(%arg8, %29) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi1>
    %31 = "stablehlo.reshape"(%arg5) : (tensor<i32>) -> tensor<1xi32>
    %32 = "stablehlo.dynamic_broadcast_in_dim"(%27, %31) <{broadcast_dimensions = array<i64>}> : (tensor<i32>, tensor<1xi32>) -> tensor<?xi32>
    %33 = "stablehlo.add"(%arg8, %32) : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>
    %34 = "stablehlo.select"(%30, %33, %arg8) : (tensor<?xi1>, tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>
    %35 = "stablehlo.reshape"(%arg5) : (tensor<i32>) -> tensor<1xi32>
    %36 = "stablehlo.concatenate"(%35, %9) <{dimension = 0 : i64}> : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %37 = "stablehlo.dynamic_broadcast_in_dim"(%34, %36) <{broadcast_dimensions = array<i64: 0>}> : (tensor<?xi32>, tensor<2xi32>) -> tensor<?x1xi32>
    %38 = "stablehlo.reshape"(%arg5) : (tensor<i32>) -> tensor<1xi32>
    %39 = "stablehlo.dynamic_broadcast_in_dim"(%7, %38) <{broadcast_dimensions = array<i64>}> : (tensor<f32>, tensor<1xi32>) -> tensor<?xf32>
    %40 = "stablehlo.scatter"(%26, %37, %39) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%arg9: tensor<f32>, %arg10: tensor<f32>):
      %42 = "stablehlo.multiply"(%arg9, %arg10) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%42) : (tensor<f32>) -> ()
    }) : (tensor<?xf32>, tensor<?x1xi32>, tensor<?xf32>) -> tensor<?xf32>
    %41 = "stablehlo.divide"(%arg7, %40) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    "func.return"(%24, %41) : (tensor<?xf32>, tensor<?xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{jax.global_constant = "k"}, {jax.global_constant = "n"}, {}, {}, {}], function_type = (tensor<i32>, tensor<i32>, tensor<f32>, tensor<i32>, tensor<i32>) -> tensor<f32>, sym_name = "clip", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<i32>, %arg1: tensor<i32>, %arg2: tensor<f32>, %arg3: tensor<i32>, %arg4: tensor<i32>):
    %0 = "stablehlo.convert"(%arg3) : (tensor<i32>) -> tensor<f32>
    %1 = "stablehlo.maximum"(%0, %arg2) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %2 = "stablehlo.convert"(%arg4) : (tensor<i32>) -> tensor<f32>
    %3 = "stablehlo.minimum"(%2, %1) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "func.return"(%3) : (tensor<f32>) -> ()
  }) : () -> ()
}) {jax.uses_shape_polymorphism = true, mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
