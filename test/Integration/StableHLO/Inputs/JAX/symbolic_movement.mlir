// argument float32[5,3] -8 -7 -5 2 8 -2 -1 1 4 5 3 1 0 -7 -8
// result float32[8,5] -8 2 -1 5 0 -7 8 1 3 -7 -5 -2 4 1 -8 -5 -2 4 1 -8 -7 8 1 3 -7 -8 2 -1 5 0 1 1 1 1 1 1 1 1 1 1
// result float32[6,8] 0 0 0 0 0 0 0 0 0 0 -8 -7 -5 0 0 0 0 0 2 8 -2 0 0 0 0 0 -1 1 4 0 0 0 0 0 5 3 1 0 0 0 0 0 0 -7 -8 0 0 0
// result float32[8,6] 7 7 7 7 7 7 2 7 7 8 7 7 7 7 7 7 7 7 -1 7 7 1 7 7 7 7 7 7 7 7 5 7 7 3 7 7 7 7 7 7 7 7 0 7 7 -7 7 7
// result int32[5,3] 0 1 2 10 11 12 20 21 22 30 31 32 40 41 42
// result float32[14] -7 -5 2 8 -2 -1 1 4 5 3 1 0 -7 -8
// result float32[4,5,3] -8 -7 -5 -8 -7 -5 -8 -7 -5 -8 -7 -5 -8 -7 -5 -8 -7 -5 -8 -7 -5 -8 -7 -5 -8 -7 -5 -8 -7 -5 -8 -7 -5 -8 -7 -5 -8 -7 -5 -8 -7 -5 -8 -7 -5 -8 -7 -5 -8 -7 -5 -8 -7 -5 -8 -7 -5 -8 -7 -5
// result float32[2,3] 2 8 -2 5 3 1
// result float32[3,3] 94 86 37 86 172 82 37 82 110
// result float32[3] 5 8 4
"builtin.module"() <{sym_name = "jit_symbolic_movement"}> ({
  "func.func"() <{function_type = (tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xi32>, tensor<?xf32>, tensor<4x?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?xf32>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}, {jax.result_info = "result[3]"}, {jax.result_info = "result[4]"}, {jax.result_info = "result[5]"}, {jax.result_info = "result[6]"}, {jax.result_info = "result[7]"}, {jax.result_info = "result[8]"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg14: tensor<?x?xf32>):
    %114 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %115 = "stablehlo.get_dimension_size"(%arg14) <{dimension = 0 : i64}> : (tensor<?x?xf32>) -> tensor<i32>
    %116 = "stablehlo.get_dimension_size"(%arg14) <{dimension = 1 : i64}> : (tensor<?x?xf32>) -> tensor<i32>
    %117 = "stablehlo.compare"(%115, %114) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "stablehlo.custom_call"(%117, %115) <{api_version = 2 : i32, call_target_name = "shape_assertion", has_side_effect = true}> {error_message = "Input shapes do not match the polymorphic shapes specification. Expected value >= 1 for dimension variable 'n'. Using the following polymorphic shapes specifications: args[0].shape = (n, m). Obtained dimension variables: 'n' = {0} from specification 'n' for dimension args[0].shape[0] (= {0}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details."} : (tensor<i1>, tensor<i32>) -> ()
    %118 = "stablehlo.compare"(%116, %114) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "stablehlo.custom_call"(%118, %115, %116) <{api_version = 2 : i32, call_target_name = "shape_assertion", has_side_effect = true}> {error_message = "Input shapes do not match the polymorphic shapes specification. Expected value >= 1 for dimension variable 'm'. Using the following polymorphic shapes specifications: args[0].shape = (n, m). Obtained dimension variables: 'n' = {0} from specification 'n' for dimension args[0].shape[0] (= {0}), 'm' = {1} from specification 'm' for dimension args[0].shape[1] (= {1}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details."} : (tensor<i1>, tensor<i32>, tensor<i32>) -> ()
    %119:9 = "func.call"(%116, %115, %arg14) <{callee = @_wrapped_jax_export_main}> : (tensor<i32>, tensor<i32>, tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xi32>, tensor<?xf32>, tensor<4x?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?xf32>)
    "func.return"(%119#0, %119#1, %119#2, %119#3, %119#4, %119#5, %119#6, %119#7, %119#8) : (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xi32>, tensor<?xf32>, tensor<4x?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{jax.global_constant = "m"}, {jax.global_constant = "n"}, {}], function_type = (tensor<i32>, tensor<i32>, tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xi32>, tensor<?xf32>, tensor<4x?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?xf32>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}, {jax.result_info = "result[3]"}, {jax.result_info = "result[4]"}, {jax.result_info = "result[5]"}, {jax.result_info = "result[6]"}, {jax.result_info = "result[7]"}, {jax.result_info = "result[8]"}], sym_name = "_wrapped_jax_export_main", sym_visibility = "private"}> ({
  ^bb0(%arg9: tensor<i32>, %arg10: tensor<i32>, %arg11: tensor<?x?xf32>):
    %8 = "stablehlo.constant"() <{value = dense<0xFF800000> : tensor<f32>}> : () -> tensor<f32>
    %9 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %10 = "stablehlo.constant"() <{value = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
    %11 = "stablehlo.constant"() <{value = dense<4> : tensor<1xi32>}> : () -> tensor<1xi32>
    %12 = "stablehlo.constant"() <{value = dense<10> : tensor<i32>}> : () -> tensor<i32>
    %13 = "stablehlo.constant"() <{value = dense<7.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %14 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %15 = "stablehlo.constant"() <{value = dense<2> : tensor<1xi32>}> : () -> tensor<1xi32>
    %16 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %17 = "stablehlo.constant"() <{value = dense<1> : tensor<1xi32>}> : () -> tensor<1xi32>
    %18 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %19 = "stablehlo.constant"() <{value = dense<-1> : tensor<i32>}> : () -> tensor<i32>
    %20 = "stablehlo.convert"(%arg9) : (tensor<i32>) -> tensor<i32>
    %21 = "stablehlo.add"(%20, %19) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %22 = "stablehlo.convert"(%21) : (tensor<i32>) -> tensor<i32>
    %23 = "stablehlo.reshape"(%arg9) : (tensor<i32>) -> tensor<1xi32>
    %24 = "stablehlo.dynamic_iota"(%23) <{iota_dimension = 0 : i64}> : (tensor<1xi32>) -> tensor<?xi32>
    %25 = "stablehlo.reshape"(%arg9) : (tensor<i32>) -> tensor<1xi32>
    %26 = "stablehlo.dynamic_broadcast_in_dim"(%19, %25) <{broadcast_dimensions = array<i64>}> : (tensor<i32>, tensor<1xi32>) -> tensor<?xi32>
    %27 = "stablehlo.multiply"(%26, %24) : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>
    %28 = "stablehlo.reshape"(%arg9) : (tensor<i32>) -> tensor<1xi32>
    %29 = "stablehlo.dynamic_broadcast_in_dim"(%22, %28) <{broadcast_dimensions = array<i64>}> : (tensor<i32>, tensor<1xi32>) -> tensor<?xi32>
    %30 = "stablehlo.add"(%29, %27) : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>
    %31 = "stablehlo.reverse"(%30) <{dimensions = array<i64: 0>}> : (tensor<?xi32>) -> tensor<?xi32>
    %32 = "stablehlo.reshape"(%arg9) : (tensor<i32>) -> tensor<1xi32>
    %33 = "stablehlo.concatenate"(%32, %17) <{dimension = 0 : i64}> : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %34 = "stablehlo.dynamic_broadcast_in_dim"(%31, %33) <{broadcast_dimensions = array<i64: 0>}> : (tensor<?xi32>, tensor<2xi32>) -> tensor<?x1xi32>
    %35 = "stablehlo.reshape"(%arg10) : (tensor<i32>) -> tensor<1xi32>
    %36 = "stablehlo.concatenate"(%35, %17) <{dimension = 0 : i64}> : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %37 = "stablehlo.dynamic_gather"(%arg11, %34, %36) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [1], start_index_map = [1], index_vector_dim = 1>, indices_are_sorted = true}> : (tensor<?x?xf32>, tensor<?x1xi32>, tensor<2xi32>) -> tensor<?x?xf32>
    %38 = "stablehlo.reverse"(%37) <{dimensions = array<i64: 1>}> : (tensor<?x?xf32>) -> tensor<?x?xf32>
    %39 = "stablehlo.reshape"(%arg10) : (tensor<i32>) -> tensor<1xi32>
    %40 = "stablehlo.concatenate"(%39, %15) <{dimension = 0 : i64}> : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %41 = "stablehlo.dynamic_broadcast_in_dim"(%16, %40) <{broadcast_dimensions = array<i64>}> : (tensor<f32>, tensor<2xi32>) -> tensor<?x2xf32>
    %42 = "stablehlo.concatenate"(%arg11, %38, %41) <{dimension = 1 : i64}> : (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x2xf32>) -> tensor<?x?xf32>
    %43 = "stablehlo.transpose"(%42) <{permutation = array<i64: 1, 0>}> : (tensor<?x?xf32>) -> tensor<?x?xf32>
    %44 = "func.call"(%arg9, %arg10, %arg11, %14) <{callee = @_pad}> : (tensor<i32>, tensor<i32>, tensor<?x?xf32>, tensor<i32>) -> tensor<?x?xf32>
    %45 = "stablehlo.pad"(%arg11, %13) <{edge_padding_high = array<i64: 0, -1>, edge_padding_low = array<i64: -1, 0>, interior_padding = array<i64: 1, 2>}> : (tensor<?x?xf32>, tensor<f32>) -> tensor<?x?xf32>
    %46 = "stablehlo.reshape"(%arg10) : (tensor<i32>) -> tensor<1xi32>
    %47 = "stablehlo.dynamic_iota"(%46) <{iota_dimension = 0 : i64}> : (tensor<1xi32>) -> tensor<?xi32>
    %48 = "stablehlo.reshape"(%arg10) : (tensor<i32>) -> tensor<1xi32>
    %49 = "stablehlo.dynamic_broadcast_in_dim"(%18, %48) <{broadcast_dimensions = array<i64>}> : (tensor<i32>, tensor<1xi32>) -> tensor<?xi32>
    %50 = "stablehlo.multiply"(%49, %47) : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>
    %51 = "stablehlo.reshape"(%arg10) : (tensor<i32>) -> tensor<1xi32>
    %52 = "stablehlo.dynamic_broadcast_in_dim"(%14, %51) <{broadcast_dimensions = array<i64>}> : (tensor<i32>, tensor<1xi32>) -> tensor<?xi32>
    %53 = "stablehlo.add"(%52, %50) : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>
    %54 = "stablehlo.reshape"(%arg10) : (tensor<i32>) -> tensor<1xi32>
    %55 = "stablehlo.concatenate"(%54, %17) <{dimension = 0 : i64}> : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %56 = "stablehlo.dynamic_broadcast_in_dim"(%53, %55) <{broadcast_dimensions = array<i64: 0>}> : (tensor<?xi32>, tensor<2xi32>) -> tensor<?x1xi32>
    %57 = "stablehlo.reshape"(%arg10) : (tensor<i32>) -> tensor<1xi32>
    %58 = "stablehlo.concatenate"(%57, %17) <{dimension = 0 : i64}> : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %59 = "stablehlo.dynamic_broadcast_in_dim"(%12, %58) <{broadcast_dimensions = array<i64>}> : (tensor<i32>, tensor<2xi32>) -> tensor<?x1xi32>
    %60 = "stablehlo.multiply"(%56, %59) : (tensor<?x1xi32>, tensor<?x1xi32>) -> tensor<?x1xi32>
    %61 = "stablehlo.reshape"(%arg9) : (tensor<i32>) -> tensor<1xi32>
    %62 = "stablehlo.dynamic_iota"(%61) <{iota_dimension = 0 : i64}> : (tensor<1xi32>) -> tensor<?xi32>
    %63 = "stablehlo.reshape"(%arg9) : (tensor<i32>) -> tensor<1xi32>
    %64 = "stablehlo.dynamic_broadcast_in_dim"(%18, %63) <{broadcast_dimensions = array<i64>}> : (tensor<i32>, tensor<1xi32>) -> tensor<?xi32>
    %65 = "stablehlo.multiply"(%64, %62) : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>
    %66 = "stablehlo.reshape"(%arg9) : (tensor<i32>) -> tensor<1xi32>
    %67 = "stablehlo.dynamic_broadcast_in_dim"(%14, %66) <{broadcast_dimensions = array<i64>}> : (tensor<i32>, tensor<1xi32>) -> tensor<?xi32>
    %68 = "stablehlo.add"(%67, %65) : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>
    %69 = "stablehlo.reshape"(%arg9) : (tensor<i32>) -> tensor<1xi32>
    %70 = "stablehlo.concatenate"(%17, %69) <{dimension = 0 : i64}> : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %71 = "stablehlo.dynamic_broadcast_in_dim"(%68, %70) <{broadcast_dimensions = array<i64: 1>}> : (tensor<?xi32>, tensor<2xi32>) -> tensor<1x?xi32>
    %72 = "stablehlo.reshape"(%arg10) : (tensor<i32>) -> tensor<1xi32>
    %73 = "stablehlo.reshape"(%arg9) : (tensor<i32>) -> tensor<1xi32>
    %74 = "stablehlo.concatenate"(%72, %73) <{dimension = 0 : i64}> : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %75 = "stablehlo.dynamic_broadcast_in_dim"(%60, %74) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<?x1xi32>, tensor<2xi32>) -> tensor<?x?xi32>
    %76 = "stablehlo.reshape"(%arg10) : (tensor<i32>) -> tensor<1xi32>
    %77 = "stablehlo.reshape"(%arg9) : (tensor<i32>) -> tensor<1xi32>
    %78 = "stablehlo.concatenate"(%76, %77) <{dimension = 0 : i64}> : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %79 = "stablehlo.dynamic_broadcast_in_dim"(%71, %78) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x?xi32>, tensor<2xi32>) -> tensor<?x?xi32>
    %80 = "stablehlo.add"(%75, %79) : (tensor<?x?xi32>, tensor<?x?xi32>) -> tensor<?x?xi32>
    %81 = "stablehlo.multiply"(%arg10, %arg9) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %82 = "stablehlo.reshape"(%81) : (tensor<i32>) -> tensor<1xi32>
    %83 = "stablehlo.dynamic_reshape"(%arg11, %82) : (tensor<?x?xf32>, tensor<1xi32>) -> tensor<?xf32>
    %84 = "stablehlo.broadcast_in_dim"(%18) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<1xi32>
    %85 = "stablehlo.multiply"(%arg10, %arg9) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %86 = "stablehlo.convert"(%85) : (tensor<i32>) -> tensor<i32>
    %87 = "stablehlo.add"(%86, %19) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %88 = "stablehlo.reshape"(%87) : (tensor<i32>) -> tensor<1xi32>
    %89 = "stablehlo.dynamic_gather"(%83, %84, %88) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], start_index_map = [0]>, indices_are_sorted = true}> : (tensor<?xf32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
    %90 = "stablehlo.broadcast_in_dim"(%14) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<1xi32>
    %91 = "stablehlo.reshape"(%arg9) : (tensor<i32>) -> tensor<1xi32>
    %92 = "stablehlo.concatenate"(%17, %91) <{dimension = 0 : i64}> : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %93 = "stablehlo.dynamic_gather"(%arg11, %90, %92) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 1], start_index_map = [0]>, indices_are_sorted = true}> : (tensor<?x?xf32>, tensor<1xi32>, tensor<2xi32>) -> tensor<1x?xf32>
    %94 = "stablehlo.reshape"(%arg10) : (tensor<i32>) -> tensor<1xi32>
    %95 = "stablehlo.reshape"(%arg9) : (tensor<i32>) -> tensor<1xi32>
    %96 = "stablehlo.concatenate"(%11, %94, %95) <{dimension = 0 : i64}> : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %97 = "stablehlo.dynamic_broadcast_in_dim"(%93, %96) <{broadcast_dimensions = array<i64: 1, 2>}> : (tensor<1x?xf32>, tensor<3xi32>) -> tensor<4x?x?xf32>
    %98 = "stablehlo.concatenate"(%17, %10) <{dimension = 0 : i64}> : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %99 = "stablehlo.reshape"(%arg10) : (tensor<i32>) -> tensor<1xi32>
    %100 = "stablehlo.reshape"(%arg9) : (tensor<i32>) -> tensor<1xi32>
    %101 = "stablehlo.concatenate"(%99, %100) <{dimension = 0 : i64}> : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %102 = "stablehlo.concatenate"(%15, %17) <{dimension = 0 : i64}> : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %103 = "stablehlo.real_dynamic_slice"(%arg11, %98, %101, %102) : (tensor<?x?xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x?xf32>
    %104 = "stablehlo.transpose"(%arg11) <{permutation = array<i64: 1, 0>}> : (tensor<?x?xf32>) -> tensor<?x?xf32>
    %105 = "stablehlo.dot_general"(%104, %arg11) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
    %106 = "stablehlo.reshape"(%arg10) : (tensor<i32>) -> tensor<1xi32>
    %107 = "stablehlo.reshape"(%arg9) : (tensor<i32>) -> tensor<1xi32>
    %108 = "stablehlo.concatenate"(%106, %107) <{dimension = 0 : i64}> : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %109 = "stablehlo.dynamic_broadcast_in_dim"(%9, %108) <{broadcast_dimensions = array<i64>}> : (tensor<f32>, tensor<2xi32>) -> tensor<?x?xf32>
    %110 = "stablehlo.compare"(%arg11, %109) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction GT>}> : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xi1>
    %111 = "func.call"(%arg9, %arg10, %110, %arg11, %19) <{callee = @_where}> : (tensor<i32>, tensor<i32>, tensor<?x?xi1>, tensor<?x?xf32>, tensor<i32>) -> tensor<?x?xf32>
    %112 = "stablehlo.reduce"(%111, %8) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg12: tensor<f32>, %arg13: tensor<f32>):
      %113 = "stablehlo.maximum"(%arg12, %arg13) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%113) : (tensor<f32>) -> ()
    }) : (tensor<?x?xf32>, tensor<f32>) -> tensor<?xf32>
    "func.return"(%43, %44, %45, %80, %89, %97, %103, %105, %112) : (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xi32>, tensor<?xf32>, tensor<4x?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{jax.global_constant = "m"}, {jax.global_constant = "n"}, {}, {}], function_type = (tensor<i32>, tensor<i32>, tensor<?x?xf32>, tensor<i32>) -> tensor<?x?xf32>, sym_name = "_pad", sym_visibility = "private"}> ({
  ^bb0(%arg5: tensor<i32>, %arg6: tensor<i32>, %arg7: tensor<?x?xf32>, %arg8: tensor<i32>):
    %6 = "stablehlo.convert"(%arg8) : (tensor<i32>) -> tensor<f32>
    %7 = "stablehlo.pad"(%arg7, %6) <{edge_padding_high = array<i64: 0, 3>, edge_padding_low = array<i64: 1, 2>, interior_padding = array<i64: 0, 0>}> : (tensor<?x?xf32>, tensor<f32>) -> tensor<?x?xf32>
    "func.return"(%7) : (tensor<?x?xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{jax.global_constant = "m"}, {jax.global_constant = "n"}, {}, {}, {}], function_type = (tensor<i32>, tensor<i32>, tensor<?x?xi1>, tensor<?x?xf32>, tensor<i32>) -> tensor<?x?xf32>, sym_name = "_where", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<i32>, %arg1: tensor<i32>, %arg2: tensor<?x?xi1>, %arg3: tensor<?x?xf32>, %arg4: tensor<i32>):
    %0 = "stablehlo.convert"(%arg4) : (tensor<i32>) -> tensor<f32>
    %1 = "stablehlo.reshape"(%arg1) : (tensor<i32>) -> tensor<1xi32>
    %2 = "stablehlo.reshape"(%arg0) : (tensor<i32>) -> tensor<1xi32>
    %3 = "stablehlo.concatenate"(%1, %2) <{dimension = 0 : i64}> : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %4 = "stablehlo.dynamic_broadcast_in_dim"(%0, %3) <{broadcast_dimensions = array<i64>}> : (tensor<f32>, tensor<2xi32>) -> tensor<?x?xf32>
    %5 = "stablehlo.select"(%arg2, %arg3, %4) : (tensor<?x?xi1>, tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
    "func.return"(%5) : (tensor<?x?xf32>) -> ()
  }) : () -> ()
}) {jax.uses_shape_polymorphism = true, mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
