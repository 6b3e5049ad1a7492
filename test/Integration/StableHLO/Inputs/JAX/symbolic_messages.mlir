// argument float32[8,4] -3 4 -6 -3 -4 6 -2 5 -5 -8 2 -5 -4 1 -4 -3 -3 6 6 0 -4 5 5 8 5 1 -4 -6 1 -8 0 0
// argument int32[5] 1 6 1 -1 9
// argument int32[5] 2 2 0 7 5
// argument float32[5] 3 -2 6 1 -2
// result float32[8,4] -24 36 -12 30 0 0 0 0 -22 16 2 27 0 0 0 0 0 0 0 0 -2 16 0 0 0 0 0 0 1 -8 0 0
// result float32[8,4] 0 0 0 0 -210 264 -66 261 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 44 -32 -4 -54 1 -8 0 0
// result float32[5] 315 -264 486 65 -130
"builtin.module"() <{sym_name = "jit_symbolic_messages"}> ({
  "func.func"() <{function_type = (tensor<?x4xf32>, tensor<?xi32>, tensor<?xi32>, tensor<?xf32>) -> (tensor<?x4xf32>, tensor<?x4xf32>, tensor<?xf32>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1][0]"}, {jax.result_info = "result[1][1]"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg16: tensor<?x4xf32>, %arg17: tensor<?xi32>, %arg18: tensor<?xi32>, %arg19: tensor<?xf32>):
    %91 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %92 = "stablehlo.get_dimension_size"(%arg16) <{dimension = 0 : i64}> : (tensor<?x4xf32>) -> tensor<i32>
    %93 = "stablehlo.get_dimension_size"(%arg17) <{dimension = 0 : i64}> : (tensor<?xi32>) -> tensor<i32>
    %94 = "stablehlo.get_dimension_size"(%arg18) <{dimension = 0 : i64}> : (tensor<?xi32>) -> tensor<i32>
    %95 = "stablehlo.get_dimension_size"(%arg19) <{dimension = 0 : i64}> : (tensor<?xf32>) -> tensor<i32>
    %96 = "stablehlo.compare"(%92, %91) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "stablehlo.custom_call"(%96, %92) <{api_version = 2 : i32, call_target_name = "shape_assertion", has_side_effect = true}> {error_message = "Input shapes do not match the polymorphic shapes specification. Expected value >= 1 for dimension variable 'n'. Using the following polymorphic shapes specifications: args[0].shape = (n, 4),args[1].shape = (e,),args[2].shape = (e,),args[3].shape = (e,). Obtained dimension variables: 'n' = {0} from specification 'n' for dimension args[0].shape[0] (= {0}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details."} : (tensor<i1>, tensor<i32>) -> ()
    %97 = "stablehlo.compare"(%93, %91) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "stablehlo.custom_call"(%97, %92, %93) <{api_version = 2 : i32, call_target_name = "shape_assertion", has_side_effect = true}> {error_message = "Input shapes do not match the polymorphic shapes specification. Expected value >= 1 for dimension variable 'e'. Using the following polymorphic shapes specifications: args[0].shape = (n, 4),args[1].shape = (e,),args[2].shape = (e,),args[3].shape = (e,). Obtained dimension variables: 'n' = {0} from specification 'n' for dimension args[0].shape[0] (= {0}), 'e' = {1} from specification 'e' for dimension args[1].shape[0] (= {1}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details."} : (tensor<i1>, tensor<i32>, tensor<i32>) -> ()
    %98 = "stablehlo.compare"(%94, %93) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "stablehlo.custom_call"(%98, %94, %93, %92) <{api_version = 2 : i32, call_target_name = "shape_assertion", has_side_effect = true}> {error_message = "Input shapes do not match the polymorphic shapes specification. Found inconsistency between dimension size args[2].shape[0] (= {0}) and the specification 'e' (= {1}). Using the following polymorphic shapes specifications: args[0].shape = (n, 4),args[1].shape = (e,),args[2].shape = (e,),args[3].shape = (e,). Obtained dimension variables: 'n' = {2} from specification 'n' for dimension args[0].shape[0] (= {2}), 'e' = {1} from specification 'e' for dimension args[1].shape[0] (= {1}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details."} : (tensor<i1>, tensor<i32>, tensor<i32>, tensor<i32>) -> ()
    %99 = "stablehlo.compare"(%95, %93) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "stablehlo.custom_call"(%99, %95, %93, %92) <{api_version = 2 : i32, call_target_name = "shape_assertion", has_side_effect = true}> {error_message = "Input shapes do not match the polymorphic shapes specification. Found inconsistency between dimension size args[3].shape[0] (= {0}) and the specification 'e' (= {1}). Using the following polymorphic shapes specifications: args[0].shape = (n, 4),args[1].shape = (e,),args[2].shape = (e,),args[3].shape = (e,). Obtained dimension variables: 'n' = {2} from specification 'n' for dimension args[0].shape[0] (= {2}), 'e' = {1} from specification 'e' for dimension args[1].shape[0] (= {1}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details."} : (tensor<i1>, tensor<i32>, tensor<i32>, tensor<i32>) -> ()
    %100:3 = "func.call"(%93, %92, %arg16, %arg17, %arg18, %arg19) <{callee = @_wrapped_jax_export_main}> : (tensor<i32>, tensor<i32>, tensor<?x4xf32>, tensor<?xi32>, tensor<?xi32>, tensor<?xf32>) -> (tensor<?x4xf32>, tensor<?x4xf32>, tensor<?xf32>)
    "func.return"(%100#0, %100#1, %100#2) : (tensor<?x4xf32>, tensor<?x4xf32>, tensor<?xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{jax.global_constant = "e"}, {jax.global_constant = "n"}, {}, {}, {}, {}], function_type = (tensor<i32>, tensor<i32>, tensor<?x4xf32>, tensor<?xi32>, tensor<?xi32>, tensor<?xf32>) -> (tensor<?x4xf32>, tensor<?x4xf32>, tensor<?xf32>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1][0]"}, {jax.result_info = "result[1][1]"}], sym_name = "_wrapped_jax_export_main", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<i32>, %arg1: tensor<i32>, %arg2: tensor<?x4xf32>, %arg3: tensor<?xi32>, %arg4: tensor<?xi32>, %arg5: tensor<?xf32>):
    %0 = "stablehlo.constant"() <{value = dense<true> : tensor<i1>}> : () -> tensor<i1>
    %1 = "stablehlo.constant"() <{value = dense<2> : tensor<i32>}> : () -> tensor<i32>
    %2 = "stablehlo.constant"() <{value = dense<false> : tensor<1xi1>}> : () -> tensor<1xi1>
    %3 = "stablehlo.constant"() <{value = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
    %4 = "stablehlo.constant"() <{value = dense<1> : tensor<1xi32>}> : () -> tensor<1xi32>
    %5 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %6 = "stablehlo.constant"() <{value = dense<4> : tensor<1xi32>}> : () -> tensor<1xi32>
    %7 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %8 = "stablehlo.constant"() <{value = dense<4> : tensor<i32>}> : () -> tensor<i32>
    %9 = "stablehlo.reshape"(%arg1) : (tensor<i32>) -> tensor<1xi32>
    %10 = "stablehlo.concatenate"(%9, %6) <{dimension = 0 : i64}> : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %11 = "stablehlo.dynamic_broadcast_in_dim"(%7, %10) <{broadcast_dimensions = array<i64>}> : (tensor<f32>, tensor<2xi32>) -> tensor<?x4xf32>
    %12 = "stablehlo.convert"(%arg1) : (tensor<i32>) -> tensor<i32>
    %13 = "stablehlo.reshape"(%arg0) : (tensor<i32>) -> tensor<1xi32>
    %14 = "stablehlo.dynamic_broadcast_in_dim"(%5, %13) <{broadcast_dimensions = array<i64>}> : (tensor<i32>, tensor<1xi32>) -> tensor<?xi32>
    %15 = "stablehlo.compare"(%arg3, %14) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi1>
    %16 = "stablehlo.reshape"(%arg0) : (tensor<i32>) -> tensor<1xi32>
    %17 = "stablehlo.dynamic_broadcast_in_dim"(%12, %16) <{broadcast_dimensions = array<i64>}> : (tensor<i32>, tensor<1xi32>) -> tensor<?xi32>
    %18 = "stablehlo.add"(%arg3, %17) : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>
    %19 = "stablehlo.select"(%15, %18, %arg3) : (tensor<?xi1>, tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>
    %20 = "stablehlo.reshape"(%arg0) : (tensor<i32>) -> tensor<1xi32>
    %21 = "stablehlo.concatenate"(%20, %4) <{dimension = 0 : i64}> : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %22 = "stablehlo.dynamic_broadcast_in_dim"(%19, %21) <{broadcast_dimensions = array<i64: 0>}> : (tensor<?xi32>, tensor<2xi32>) -> tensor<?x1xi32>
    %23 = "stablehlo.gather"(%arg2, %22) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>}> : (tensor<?x4xf32>, tensor<?x1xi32>) -> tensor<?x4xf32>
    %24 = "stablehlo.reshape"(%arg0) : (tensor<i32>) -> tensor<1xi32>
    %25 = "stablehlo.concatenate"(%24, %4) <{dimension = 0 : i64}> : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %26 = "stablehlo.dynamic_broadcast_in_dim"(%arg5, %25) <{broadcast_dimensions = array<i64: 0>}> : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x1xf32>
    %27 = "stablehlo.reshape"(%arg0) : (tensor<i32>) -> tensor<1xi32>
    %28 = "stablehlo.concatenate"(%27, %6) <{dimension = 0 : i64}> : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %29 = "stablehlo.dynamic_broadcast_in_dim"(%26, %28) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<?x1xf32>, tensor<2xi32>) -> tensor<?x4xf32>
    %30 = "stablehlo.multiply"(%23, %29) : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
    %31 = "stablehlo.convert"(%arg1) : (tensor<i32>) -> tensor<i32>
    %32 = "stablehlo.reshape"(%arg0) : (tensor<i32>) -> tensor<1xi32>
    %33 = "stablehlo.dynamic_broadcast_in_dim"(%5, %32) <{broadcast_dimensions = array<i64>}> : (tensor<i32>, tensor<1xi32>) -> tensor<?xi32>
    %34 = "stablehlo.compare"(%arg4, %33) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi1>
    %35 = "stablehlo.reshape"(%arg0) : (tensor<i32>) -> tensor<1xi32>
    %36 = "stablehlo.dynamic_broadcast_in_dim"(%31, %35) <{broadcast_dimensions = array<i64>}> : (tensor<i32>, tensor<1xi32>) -> tensor<?xi32>
    %37 = "stablehlo.add"(%arg4, %36) : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>
    %38 = "stablehlo.select"(%34, %37, %arg4) : (tensor<?xi1>, tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>
    %39 = "stablehlo.reshape"(%arg0) : (tensor<i32>) -> tensor<1xi32>
    %40 = "stablehlo.concatenate"(%39, %4) <{dimension = 0 : i64}> : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %41 = "stablehlo.dynamic_broadcast_in_dim"(%38, %40) <{broadcast_dimensions = array<i64: 0>}> : (tensor<?xi32>, tensor<2xi32>) -> tensor<?x1xi32>
    %42 = "stablehlo.scatter"(%11, %41, %30) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%arg14: tensor<f32>, %arg15: tensor<f32>):
      %90 = "stablehlo.add"(%arg14, %arg15) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%90) : (tensor<f32>) -> ()
    }) : (tensor<?x4xf32>, tensor<?x1xi32>, tensor<?x4xf32>) -> tensor<?x4xf32>
    %43 = "stablehlo.convert"(%arg1) : (tensor<i32>) -> tensor<i32>
    %44 = "stablehlo.broadcast_in_dim"(%43) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<1xi32>
    %45 = "stablehlo.broadcast_in_dim"(%8) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<1xi32>
    %46 = "stablehlo.concatenate"(%44, %45) <{dimension = 0 : i64}> : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %47 = "stablehlo.broadcast_in_dim"(%1) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<1xi32>
    %48 = "stablehlo.add"(%3, %47) : (tensor<1xi32>, tensor<1xi32>) -> tensor<1xi32>
    %49 = "stablehlo.select"(%2, %48, %3) : (tensor<1xi1>, tensor<1xi32>, tensor<1xi32>) -> tensor<1xi32>
    %50 = "stablehlo.broadcast_in_dim"(%49) <{broadcast_dimensions = array<i64: 0>}> : (tensor<1xi32>) -> tensor<1x1xi32>
    %51 = "stablehlo.gather"(%46, %50) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<2xi32>, tensor<1x1xi32>) -> tensor<1xi32>
    %52 = "stablehlo.subtract"(%51, %4) : (tensor<1xi32>, tensor<1xi32>) -> tensor<1xi32>
    %53 = "stablehlo.reshape"(%arg0) : (tensor<i32>) -> tensor<1xi32>
    %54 = "stablehlo.concatenate"(%53, %4) <{dimension = 0 : i64}> : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %55 = "stablehlo.dynamic_broadcast_in_dim"(%5, %54) <{broadcast_dimensions = array<i64>}> : (tensor<i32>, tensor<2xi32>) -> tensor<?x1xi32>
    %56 = "stablehlo.compare"(%41, %55) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<?x1xi32>, tensor<?x1xi32>) -> tensor<?x1xi1>
    %57 = "stablehlo.broadcast_in_dim"(%52) <{broadcast_dimensions = array<i64: 1>}> : (tensor<1xi32>) -> tensor<1x1xi32>
    %58 = "stablehlo.reshape"(%arg0) : (tensor<i32>) -> tensor<1xi32>
    %59 = "stablehlo.concatenate"(%58, %4) <{dimension = 0 : i64}> : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %60 = "stablehlo.dynamic_broadcast_in_dim"(%57, %59) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x1xi32>, tensor<2xi32>) -> tensor<?x1xi32>
    %61 = "stablehlo.compare"(%41, %60) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LE>}> : (tensor<?x1xi32>, tensor<?x1xi32>) -> tensor<?x1xi1>
    %62 = "stablehlo.and"(%56, %61) : (tensor<?x1xi1>, tensor<?x1xi1>) -> tensor<?x1xi1>
    %63 = "stablehlo.reduce"(%62, %0) <{dimensions = array<i64: 1>}> ({
    ^bb0(%arg12: tensor<i1>, %arg13: tensor<i1>):
      %89 = "stablehlo.and"(%arg12, %arg13) : (tensor<i1>, tensor<i1>) -> tensor<i1>
      "stablehlo.return"(%89) : (tensor<i1>) -> ()
    }) : (tensor<?x1xi1>, tensor<i1>) -> tensor<?xi1>
    %64 = "stablehlo.gather"(%42, %41) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>}> : (tensor<?x4xf32>, tensor<?x1xi32>) -> tensor<?x4xf32>
    %65 = "stablehlo.reshape"(%arg0) : (tensor<i32>) -> tensor<1xi32>
    %66 = "stablehlo.concatenate"(%65, %6) <{dimension = 0 : i64}> : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %67 = "stablehlo.dynamic_broadcast_in_dim"(%63, %66) <{broadcast_dimensions = array<i64: 0>}> : (tensor<?xi1>, tensor<2xi32>) -> tensor<?x4xi1>
    %68 = "stablehlo.reshape"(%arg0) : (tensor<i32>) -> tensor<1xi32>
    %69 = "stablehlo.concatenate"(%68, %6) <{dimension = 0 : i64}> : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %70 = "stablehlo.dynamic_broadcast_in_dim"(%7, %69) <{broadcast_dimensions = array<i64>}> : (tensor<f32>, tensor<2xi32>) -> tensor<?x4xf32>
    %71 = "stablehlo.select"(%67, %64, %70) : (tensor<?x4xi1>, tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
    %72 = "stablehlo.multiply"(%23, %71) : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
    %73 = "stablehlo.reduce"(%72, %7) <{dimensions = array<i64: 1>}> ({
    ^bb0(%arg10: tensor<f32>, %arg11: tensor<f32>):
      %88 = "stablehlo.add"(%arg10, %arg11) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%88) : (tensor<f32>) -> ()
    }) : (tensor<?x4xf32>, tensor<f32>) -> tensor<?xf32>
    %74 = "stablehlo.reshape"(%arg0) : (tensor<i32>) -> tensor<1xi32>
    %75 = "stablehlo.concatenate"(%74, %4) <{dimension = 0 : i64}> : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %76 = "stablehlo.dynamic_reshape"(%73, %75) : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x1xf32>
    %77 = "stablehlo.reshape"(%arg0) : (tensor<i32>) -> tensor<1xi32>
    %78 = "stablehlo.concatenate"(%77, %6) <{dimension = 0 : i64}> : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %79 = "stablehlo.dynamic_broadcast_in_dim"(%26, %78) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<?x1xf32>, tensor<2xi32>) -> tensor<?x4xf32>
    %80 = "stablehlo.multiply"(%71, %79) : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
    %81 = "stablehlo.reduce"(%76, %7) <{dimensions = array<i64: 1>}> ({
    ^bb0(%arg8: tensor<f32>, %arg9: tensor<f32>):
      %87 = "stablehlo.add"(%arg8, %arg9) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%87) : (tensor<f32>) -> ()
    }) : (tensor<?x1xf32>, tensor<f32>) -> tensor<?xf32>
    %82 = "stablehlo.reshape"(%arg1) : (tensor<i32>) -> tensor<1xi32>
    %83 = "stablehlo.concatenate"(%82, %6) <{dimension = 0 : i64}> : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %84 = "stablehlo.dynamic_broadcast_in_dim"(%7, %83) <{broadcast_dimensions = array<i64>}> : (tensor<f32>, tensor<2xi32>) -> tensor<?x4xf32>
    %85 = "stablehlo.scatter"(%84, %22, %80) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%arg6: tensor<f32>, %arg7: tensor<f32>):
      %86 = "stablehlo.add"(%arg6, %arg7) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%86) : (tensor<f32>) -> ()
    }) : (tensor<?x4xf32>, tensor<?x1xi32>, tensor<?x4xf32>) -> tensor<?x4xf32>
    "func.return"(%42, %85, %81) : (tensor<?x4xf32>, tensor<?x4xf32>, tensor<?xf32>) -> ()
  }) : () -> ()
}) {jax.uses_shape_polymorphism = true, mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
