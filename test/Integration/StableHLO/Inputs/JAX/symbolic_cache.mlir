// argument float32[4,9,3] 7 -4 -6 -5 2 5 0 -1 -5 -1 -2 4 -1 0 -5 -3 3 0 5 3 -2 -4 6 0 -6 6 -3 -4 7 -5 0 6 -2 -2 8 -6 -3 -1 -8 -6 2 7 1 -3 -8 7 -7 1 -2 8 0 2 -2 -1 -8 1 5 -8 2 -8 -5 8 5 -3 -1 -6 -1 7 -6 -2 -8 4 -7 3 -2 -3 7 -3 -6 2 -3 -2 -7 4 5 -2 3 5 7 -7 6 5 3 4 1 5 -8 4 3 -5 3 -6 6 4 5 -3 -4 2
// argument float32[4,1,3] 4 -3 0 -3 -5 -3 4 0 -7 6 4 5
// argument int32[1] 8
// result float32[4,9,3] 7 -4 -6 -5 2 5 0 -1 -5 -1 -2 4 -1 0 -5 -3 3 0 5 3 -2 -4 6 0 4 -3 0 -4 7 -5 0 6 -2 -2 8 -6 -3 -1 -8 -6 2 7 1 -3 -8 7 -7 1 -2 8 0 -3 -5 -3 -8 1 5 -8 2 -8 -5 8 5 -3 -1 -6 -1 7 -6 -2 -8 4 -7 3 -2 -3 7 -3 4 0 -7 -2 -7 4 5 -2 3 5 7 -7 6 5 3 4 1 5 -8 4 3 -5 3 -6 6 4 5 6 4 5
// result float32[1,2,3] -4 6 0 4 -3 0
"builtin.module"() <{sym_name = "jit_symbolic_cache"}> ({
  "func.func"() <{function_type = (tensor<?x?x3xf32>, tensor<?x1x3xf32>, tensor<1xi32>) -> (tensor<?x?x3xf32>, tensor<1x2x3xf32>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg5: tensor<?x?x3xf32>, %arg6: tensor<?x1x3xf32>, %arg7: tensor<1xi32>):
    %19 = "stablehlo.constant"() <{value = dense<-1> : tensor<i32>}> : () -> tensor<i32>
    %20 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %21 = "stablehlo.get_dimension_size"(%arg5) <{dimension = 0 : i64}> : (tensor<?x?x3xf32>) -> tensor<i32>
    %22 = "stablehlo.get_dimension_size"(%arg5) <{dimension = 1 : i64}> : (tensor<?x?x3xf32>) -> tensor<i32>
    %23 = "stablehlo.get_dimension_size"(%arg6) <{dimension = 0 : i64}> : (tensor<?x1x3xf32>) -> tensor<i32>
    %24 = "stablehlo.compare"(%21, %20) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "stablehlo.custom_call"(%24, %21) <{api_version = 2 : i32, call_target_name = "shape_assertion", has_side_effect = true}> {error_message = "Input shapes do not match the polymorphic shapes specification. Expected value >= 1 for dimension variable 'n'. Using the following polymorphic shapes specifications: args[0].shape = (n, t + 1, 3),args[1].shape = (n, 1, 3). Obtained dimension variables: 'n' = {0} from specification 'n' for dimension args[0].shape[0] (= {0}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details."} : (tensor<i1>, tensor<i32>) -> ()
    %25 = "stablehlo.convert"(%22) : (tensor<i32>) -> tensor<i32>
    %26 = "stablehlo.add"(%25, %19) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %27 = "stablehlo.compare"(%26, %20) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %28 = "stablehlo.convert"(%22) : (tensor<i32>) -> tensor<i32>
    %29 = "stablehlo.add"(%28, %19) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    "stablehlo.custom_call"(%27, %21, %29, %22) <{api_version = 2 : i32, call_target_name = "shape_assertion", has_side_effect = true}> {error_message = "Input shapes do not match the polymorphic shapes specification. Expected value >= 1 for dimension variable 't'. Using the following polymorphic shapes specifications: args[0].shape = (n, t + 1, 3),args[1].shape = (n, 1, 3). Obtained dimension variables: 'n' = {0} from specification 'n' for dimension args[0].shape[0] (= {0}), 't' = {1} from specification 't + 1' for dimension args[0].shape[1] (= {2}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details."} : (tensor<i1>, tensor<i32>, tensor<i32>, tensor<i32>) -> ()
    %30 = "stablehlo.compare"(%23, %21) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %31 = "stablehlo.convert"(%22) : (tensor<i32>) -> tensor<i32>
    %32 = "stablehlo.add"(%31, %19) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    "stablehlo.custom_call"(%30, %23, %21, %32, %22) <{api_version = 2 : i32, call_target_name = "shape_assertion", has_side_effect = true}> {error_message = "Input shapes do not match the polymorphic shapes specification. Found inconsistency between dimension size args[1].shape[0] (= {0}) and the specification 'n' (= {1}). Using the following polymorphic shapes specifications: args[0].shape = (n, t + 1, 3),args[1].shape = (n, 1, 3). Obtained dimension variables: 'n' = {1} from specification 'n' for dimension args[0].shape[0] (= {1}), 't' = {2} from specification 't + 1' for dimension args[0].shape[1] (= {3}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details."} : (tensor<i1>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> ()
    %33 = "stablehlo.convert"(%22) : (tensor<i32>) -> tensor<i32>
    %34 = "stablehlo.add"(%33, %19) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %35:2 = "func.call"(%21, %34, %arg5, %arg6, %arg7) <{callee = @_wrapped_jax_export_main}> : (tensor<i32>, tensor<i32>, tensor<?x?x3xf32>, tensor<?x1x3xf32>, tensor<1xi32>) -> (tensor<?x?x3xf32>, tensor<1x2x3xf32>)
    "func.return"(%35#0, %35#1) : (tensor<?x?x3xf32>, tensor<1x2x3xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{jax.global_constant = "n"}, {jax.global_constant = "t"}, {}, {}, {}], function_type = (tensor<i32>, tensor<i32>, tensor<?x?x3xf32>, tensor<?x1x3xf32>, tensor<1xi32>) -> (tensor<?x?x3xf32>, tensor<1x2x3xf32>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}], sym_name = "_wrapped_jax_export_main", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<i32>, %arg1: tensor<i32>, %arg2: tensor<?x?x3xf32>, %arg3: tensor<?x1x3xf32>, %arg4: tensor<1xi32>):
    %0 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %1 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %2 = "stablehlo.reshape"(%arg4) : (tensor<1xi32>) -> tensor<i32>
    %3 = "stablehlo.convert"(%arg1) : (tensor<i32>) -> tensor<i32>
    %4 = "stablehlo.add"(%3, %1) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %5 = "stablehlo.convert"(%4) : (tensor<i32>) -> tensor<i32>
    %6 = "stablehlo.compare"(%2, %0) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %7 = "stablehlo.add"(%2, %5) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %8 = "stablehlo.select"(%6, %7, %2) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    %9 = "stablehlo.dynamic_update_slice"(%arg2, %arg3, %0, %8, %0) : (tensor<?x?x3xf32>, tensor<?x1x3xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<?x?x3xf32>
    %10 = "stablehlo.reshape"(%arg4) : (tensor<1xi32>) -> tensor<i32>
    %11 = "stablehlo.subtract"(%10, %1) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %12 = "stablehlo.convert"(%arg1) : (tensor<i32>) -> tensor<i32>
    %13 = "stablehlo.add"(%12, %1) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %14 = "stablehlo.convert"(%13) : (tensor<i32>) -> tensor<i32>
    %15 = "stablehlo.compare"(%11, %0) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %16 = "stablehlo.add"(%11, %14) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %17 = "stablehlo.select"(%15, %16, %11) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    %18 = "stablehlo.dynamic_slice"(%9, %0, %17, %0) <{slice_sizes = array<i64: 1, 2, 3>}> : (tensor<?x?x3xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x3xf32>
    "func.return"(%9, %18) : (tensor<?x?x3xf32>, tensor<1x2x3xf32>) -> ()
  }) : () -> ()
}) {jax.uses_shape_polymorphism = true, mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
