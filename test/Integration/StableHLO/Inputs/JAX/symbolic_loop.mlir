// argument float32[8,4] -3 4 -6 -3 -4 6 -2 5 -5 -8 2 -5 -4 1 -4 -3 -3 6 6 0 -4 5 5 8 5 1 -4 -6 1 -8 0 0
// argument int32[5] 1 6 1 -1 9
// argument float32[5,4] -1 -2 -1 -2 8 0 2 4 1 -7 -2 0 3 1 6 -3 4 -4 7 -1
// argument int32[1] 3
// result float32[8,4] -0.375 0.5 -0.75 -0.375 -0.5 -7.125 -2.875 -1.125 -0.625 -1 0.25 -0.625 -0.5 0.125 -0.5 -0.375 -0.375 0.75 0.75 0 -0.5 0.625 0.625 1 7.625 0.125 1.25 2.75 2.75 -0.125 5.25 -2.625
// result float32[4] -16 2.25 1 -8.25
// result float32[8,4] 30 11 27 13 15 15 15 15 15 15 19 15 15 17 15 15 15 27 27 15 15 25 25 31 137 17 35 59 59 15 99 15
// result float32[5] 870 864 878 870 877
"builtin.module"() <{sym_name = "jit_symbolic_loop"}> ({
  "func.func"() <{function_type = (tensor<?x4xf32>, tensor<?xi32>, tensor<?x4xf32>, tensor<1xi32>) -> (tensor<?x4xf32>, tensor<4xf32>, tensor<?x4xf32>, tensor<?xf32>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}, {jax.result_info = "result[3]"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg51: tensor<?x4xf32>, %arg52: tensor<?xi32>, %arg53: tensor<?x4xf32>, %arg54: tensor<1xi32>):
    %64 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %65 = "stablehlo.get_dimension_size"(%arg51) <{dimension = 0 : i64}> : (tensor<?x4xf32>) -> tensor<i32>
    %66 = "stablehlo.get_dimension_size"(%arg52) <{dimension = 0 : i64}> : (tensor<?xi32>) -> tensor<i32>
    %67 = "stablehlo.get_dimension_size"(%arg53) <{dimension = 0 : i64}> : (tensor<?x4xf32>) -> tensor<i32>
    %68 = "stablehlo.compare"(%65, %64) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "stablehlo.custom_call"(%68, %65) <{api_version = 2 : i32, call_target_name = "shape_assertion", has_side_effect = true}> {error_message = "Input shapes do not match the polymorphic shapes specification. Expected value >= 1 for dimension variable 'n'. Using the following polymorphic shapes specifications: args[0].shape = (n, 4),args[1].shape = (b,),args[2].shape = (b, 4). Obtained dimension variables: 'n' = {0} from specification 'n' for dimension args[0].shape[0] (= {0}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details."} : (tensor<i1>, tensor<i32>) -> ()
    %69 = "stablehlo.compare"(%66, %64) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "stablehlo.custom_call"(%69, %65, %66) <{api_version = 2 : i32, call_target_name = "shape_assertion", has_side_effect = true}> {error_message = "Input shapes do not match the polymorphic shapes specification. Expected value >= 1 for dimension variable 'b'. Using the following polymorphic shapes specifications: args[0].shape = (n, 4),args[1].shape = (b,),args[2].shape = (b, 4). Obtained dimension variables: 'n' = {0} from specification 'n' for dimension args[0].shape[0] (= {0}), 'b' = {1} from specification 'b' for dimension args[1].shape[0] (= {1}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details."} : (tensor<i1>, tensor<i32>, tensor<i32>) -> ()
    %70 = "stablehlo.compare"(%67, %66) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "stablehlo.custom_call"(%70, %67, %66, %65) <{api_version = 2 : i32, call_target_name = "shape_assertion", has_side_effect = true}> {error_message = "Input shapes do not match the polymorphic shapes specification. Found inconsistency between dimension size args[2].shape[0] (= {0}) and the specification 'b' (= {1}). Using the following polymorphic shapes specifications: args[0].shape = (n, 4),args[1].shape = (b,),args[2].shape = (b, 4). Obtained dimension variables: 'n' = {2} from specification 'n' for dimension args[0].shape[0] (= {2}), 'b' = {1} from specification 'b' for dimension args[1].shape[0] (= {1}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details."} : (tensor<i1>, tensor<i32>, tensor<i32>, tensor<i32>) -> ()
    %71:4 = "func.call"(%66, %65, %arg51, %arg52, %arg53, %arg54) <{callee = @_wrapped_jax_export_main}> : (tensor<i32>, tensor<i32>, tensor<?x4xf32>, tensor<?xi32>, tensor<?x4xf32>, tensor<1xi32>) -> (tensor<?x4xf32>, tensor<4xf32>, tensor<?x4xf32>, tensor<?xf32>)
    "func.return"(%71#0, %71#1, %71#2, %71#3) : (tensor<?x4xf32>, tensor<4xf32>, tensor<?x4xf32>, tensor<?xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{jax.global_constant = "b"}, {jax.global_constant = "n"}, {}, {}, {}, {}], function_type = (tensor<i32>, tensor<i32>, tensor<?x4xf32>, tensor<?xi32>, tensor<?x4xf32>, tensor<1xi32>) -> (tensor<?x4xf32>, tensor<4xf32>, tensor<?x4xf32>, tensor<?xf32>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}, {jax.result_info = "result[3]"}], sym_name = "_wrapped_jax_export_main", sym_visibility = "private"}> ({
  ^bb0(%arg17: tensor<i32>, %arg18: tensor<i32>, %arg19: tensor<?x4xf32>, %arg20: tensor<?xi32>, %arg21: tensor<?x4xf32>, %arg22: tensor<1xi32>):
    %12 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %13 = "stablehlo.constant"() <{value = dense<1.000000e+02> : tensor<f32>}> : () -> tensor<f32>
    %14 = "stablehlo.constant"() <{value = dense<0xFF800000> : tensor<f32>}> : () -> tensor<f32>
    %15 = "stablehlo.constant"() <{value = dense<4> : tensor<1xi32>}> : () -> tensor<1xi32>
    %16 = "stablehlo.constant"() <{value = dense<5.000000e-01> : tensor<f32>}> : () -> tensor<f32>
    %17 = "stablehlo.constant"() <{value = dense<1> : tensor<1xi32>}> : () -> tensor<1xi32>
    %18 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %19 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %20 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %21 = "stablehlo.reshape"(%arg22) : (tensor<1xi32>) -> tensor<i32>
    %22 = "stablehlo.broadcast_in_dim"(%20) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4xf32>
    %23:6 = "stablehlo.while"(%arg20, %arg21, %19, %21, %arg19, %22) ({
    ^bb0(%arg45: tensor<?xi32>, %arg46: tensor<?x4xf32>, %arg47: tensor<i32>, %arg48: tensor<i32>, %arg49: tensor<?x4xf32>, %arg50: tensor<4xf32>):
      %63 = "stablehlo.compare"(%arg47, %arg48) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
      "stablehlo.return"(%63) : (tensor<i1>) -> ()
    }, {
    ^bb0(%arg35: tensor<?xi32>, %arg36: tensor<?x4xf32>, %arg37: tensor<i32>, %arg38: tensor<i32>, %arg39: tensor<?x4xf32>, %arg40: tensor<4xf32>):
      %42 = "stablehlo.add"(%arg37, %18) : (tensor<i32>, tensor<i32>) -> tensor<i32>
      %43 = "stablehlo.convert"(%arg18) : (tensor<i32>) -> tensor<i32>
      %44 = "stablehlo.reshape"(%arg17) : (tensor<i32>) -> tensor<1xi32>
      %45 = "stablehlo.dynamic_broadcast_in_dim"(%19, %44) <{broadcast_dimensions = array<i64>}> : (tensor<i32>, tensor<1xi32>) -> tensor<?xi32>
      %46 = "stablehlo.compare"(%arg35, %45) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi1>
      %47 = "stablehlo.reshape"(%arg17) : (tensor<i32>) -> tensor<1xi32>
      %48 = "stablehlo.dynamic_broadcast_in_dim"(%43, %47) <{broadcast_dimensions = array<i64>}> : (tensor<i32>, tensor<1xi32>) -> tensor<?xi32>
      %49 = "stablehlo.add"(%arg35, %48) : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>
      %50 = "stablehlo.select"(%46, %49, %arg35) : (tensor<?xi1>, tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>
      %51 = "stablehlo.reshape"(%arg17) : (tensor<i32>) -> tensor<1xi32>
      %52 = "stablehlo.concatenate"(%51, %17) <{dimension = 0 : i64}> : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
      %53 = "stablehlo.dynamic_broadcast_in_dim"(%50, %52) <{broadcast_dimensions = array<i64: 0>}> : (tensor<?xi32>, tensor<2xi32>) -> tensor<?x1xi32>
      %54 = "stablehlo.scatter"(%arg39, %53, %arg36) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
      ^bb0(%arg43: tensor<f32>, %arg44: tensor<f32>):
        %62 = "stablehlo.add"(%arg43, %arg44) : (tensor<f32>, tensor<f32>) -> tensor<f32>
        "stablehlo.return"(%62) : (tensor<f32>) -> ()
      }) : (tensor<?x4xf32>, tensor<?x1xi32>, tensor<?x4xf32>) -> tensor<?x4xf32>
      %55 = "stablehlo.reshape"(%arg18) : (tensor<i32>) -> tensor<1xi32>
      %56 = "stablehlo.concatenate"(%55, %15) <{dimension = 0 : i64}> : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
      %57 = "stablehlo.dynamic_broadcast_in_dim"(%16, %56) <{broadcast_dimensions = array<i64>}> : (tensor<f32>, tensor<2xi32>) -> tensor<?x4xf32>
      %58 = "stablehlo.multiply"(%54, %57) : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
      %59 = "stablehlo.reduce"(%arg39, %20) <{dimensions = array<i64: 0>}> ({
      ^bb0(%arg41: tensor<f32>, %arg42: tensor<f32>):
        %61 = "stablehlo.add"(%arg41, %arg42) : (tensor<f32>, tensor<f32>) -> tensor<f32>
        "stablehlo.return"(%61) : (tensor<f32>) -> ()
      }) : (tensor<?x4xf32>, tensor<f32>) -> tensor<4xf32>
      %60 = "stablehlo.add"(%arg40, %59) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      "stablehlo.return"(%arg35, %arg36, %42, %arg38, %58, %60) : (tensor<?xi32>, tensor<?x4xf32>, tensor<i32>, tensor<i32>, tensor<?x4xf32>, tensor<4xf32>) -> ()
    }) : (tensor<?xi32>, tensor<?x4xf32>, tensor<i32>, tensor<i32>, tensor<?x4xf32>, tensor<4xf32>) -> (tensor<?xi32>, tensor<?x4xf32>, tensor<i32>, tensor<i32>, tensor<?x4xf32>, tensor<4xf32>)
    %24 = "stablehlo.while"(%23#4) ({
    ^bb0(%arg32: tensor<?x4xf32>):
      %39 = "stablehlo.reduce"(%arg32, %14) <{dimensions = array<i64: 0, 1>}> ({
      ^bb0(%arg33: tensor<f32>, %arg34: tensor<f32>):
        %41 = "stablehlo.maximum"(%arg33, %arg34) : (tensor<f32>, tensor<f32>) -> tensor<f32>
        "stablehlo.return"(%41) : (tensor<f32>) -> ()
      }) : (tensor<?x4xf32>, tensor<f32>) -> tensor<f32>
      %40 = "stablehlo.compare"(%39, %13) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
      "stablehlo.return"(%40) : (tensor<i1>) -> ()
    }, {
    ^bb0(%arg31: tensor<?x4xf32>):
      %33 = "stablehlo.abs"(%arg31) : (tensor<?x4xf32>) -> tensor<?x4xf32>
      %34 = "stablehlo.add"(%arg31, %33) : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
      %35 = "stablehlo.reshape"(%arg18) : (tensor<i32>) -> tensor<1xi32>
      %36 = "stablehlo.concatenate"(%35, %15) <{dimension = 0 : i64}> : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
      %37 = "stablehlo.dynamic_broadcast_in_dim"(%12, %36) <{broadcast_dimensions = array<i64>}> : (tensor<f32>, tensor<2xi32>) -> tensor<?x4xf32>
      %38 = "stablehlo.add"(%34, %37) : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
      "stablehlo.return"(%38) : (tensor<?x4xf32>) -> ()
    }) : (tensor<?x4xf32>) -> tensor<?x4xf32>
    %25 = "stablehlo.reshape"(%arg17) : (tensor<i32>) -> tensor<1xi32>
    %26 = "stablehlo.dynamic_broadcast_in_dim"(%20, %25) <{broadcast_dimensions = array<i64>}> : (tensor<f32>, tensor<1xi32>) -> tensor<?xf32>
    %27:4 = "stablehlo.while"(%arg21, %19, %24, %26) ({
    ^bb0(%arg27: tensor<?x4xf32>, %arg28: tensor<i32>, %arg29: tensor<?x4xf32>, %arg30: tensor<?xf32>):
      %32 = "stablehlo.compare"(%arg28, %arg17) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
      "stablehlo.return"(%32) : (tensor<i1>) -> ()
    }, {
    ^bb0(%arg23: tensor<?x4xf32>, %arg24: tensor<i32>, %arg25: tensor<?x4xf32>, %arg26: tensor<?xf32>):
      %28 = "func.call"(%arg17, %arg18, %arg23, %arg24) <{callee = @dynamic_index_in_dim}> : (tensor<i32>, tensor<i32>, tensor<?x4xf32>, tensor<i32>) -> tensor<4xf32>
      %29:2 = "func.call"(%arg17, %arg18, %arg25, %28) <{callee = @closed_call}> : (tensor<i32>, tensor<i32>, tensor<?x4xf32>, tensor<4xf32>) -> (tensor<?x4xf32>, tensor<f32>)
      %30 = "func.call"(%arg17, %arg18, %arg26, %29#1, %arg24) <{callee = @dynamic_update_index_in_dim}> : (tensor<i32>, tensor<i32>, tensor<?xf32>, tensor<f32>, tensor<i32>) -> tensor<?xf32>
      %31 = "stablehlo.add"(%arg24, %18) : (tensor<i32>, tensor<i32>) -> tensor<i32>
      "stablehlo.return"(%arg23, %31, %29#0, %30) : (tensor<?x4xf32>, tensor<i32>, tensor<?x4xf32>, tensor<?xf32>) -> ()
    }) : (tensor<?x4xf32>, tensor<i32>, tensor<?x4xf32>, tensor<?xf32>) -> (tensor<?x4xf32>, tensor<i32>, tensor<?x4xf32>, tensor<?xf32>)
    "func.return"(%23#4, %23#5, %27#2, %27#3) : (tensor<?x4xf32>, tensor<4xf32>, tensor<?x4xf32>, tensor<?xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{jax.global_constant = "b"}, {jax.global_constant = "n"}, {}, {}], function_type = (tensor<i32>, tensor<i32>, tensor<?x4xf32>, tensor<i32>) -> tensor<4xf32>, sym_name = "dynamic_index_in_dim", sym_visibility = "private"}> ({
  ^bb0(%arg13: tensor<i32>, %arg14: tensor<i32>, %arg15: tensor<?x4xf32>, %arg16: tensor<i32>):
    %9 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %10 = "stablehlo.dynamic_slice"(%arg15, %arg16, %9) <{slice_sizes = array<i64: 1, 4>}> : (tensor<?x4xf32>, tensor<i32>, tensor<i32>) -> tensor<1x4xf32>
    %11 = "stablehlo.reshape"(%10) : (tensor<1x4xf32>) -> tensor<4xf32>
    "func.return"(%11) : (tensor<4xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{jax.global_constant = "b"}, {jax.global_constant = "n"}, {}, {}], function_type = (tensor<i32>, tensor<i32>, tensor<?x4xf32>, tensor<4xf32>) -> (tensor<?x4xf32>, tensor<f32>), sym_name = "closed_call", sym_visibility = "private"}> ({
  ^bb0(%arg5: tensor<i32>, %arg6: tensor<i32>, %arg7: tensor<?x4xf32>, %arg8: tensor<4xf32>):
    %2 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %3 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %4 = "stablehlo.broadcast_in_dim"(%3) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<1xi32>
    %5 = "stablehlo.scatter"(%arg7, %4, %arg8) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
    ^bb0(%arg11: tensor<f32>, %arg12: tensor<f32>):
      %8 = "stablehlo.add"(%arg11, %arg12) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%8) : (tensor<f32>) -> ()
    }) : (tensor<?x4xf32>, tensor<1xi32>, tensor<4xf32>) -> tensor<?x4xf32>
    %6 = "stablehlo.reduce"(%arg7, %2) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg9: tensor<f32>, %arg10: tensor<f32>):
      %7 = "stablehlo.add"(%arg9, %arg10) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%7) : (tensor<f32>) -> ()
    }) : (tensor<?x4xf32>, tensor<f32>) -> tensor<f32>
    "func.return"(%5, %6) : (tensor<?x4xf32>, tensor<f32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{jax.global_constant = "b"}, {jax.global_constant = "n"}, {}, {}, {}], function_type = (tensor<i32>, tensor<i32>, tensor<?xf32>, tensor<f32>, tensor<i32>) -> tensor<?xf32>, sym_name = "dynamic_update_index_in_dim", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<i32>, %arg1: tensor<i32>, %arg2: tensor<?xf32>, %arg3: tensor<f32>, %arg4: tensor<i32>):
    %0 = "stablehlo.broadcast_in_dim"(%arg3) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<1xf32>
    %1 = "stablehlo.dynamic_update_slice"(%arg2, %0, %arg4) : (tensor<?xf32>, tensor<1xf32>, tensor<i32>) -> tensor<?xf32>
    "func.return"(%1) : (tensor<?xf32>) -> ()
  }) : () -> ()
}) {jax.uses_shape_polymorphism = true, mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
