// argument float32[2,6,3] -2 -6 4 0 7 1 1 -1 6 3 -2 2 -4 5 -7 7 -4 3 0 5 6 6 6 1 5 0 -3 -8 -3 -7 7 -7 -3 -8 -5 -7
// argument float32[2,1,3] -4 -7 0 -2 -1 -3
// argument int32[] 4
// result float32[2,6,3] -2 -6 4 0 7 1 1 -1 6 3 -2 2 -4 -7 0 7 -4 3 0 5 6 6 6 1 5 0 -3 -8 -3 -7 -2 -1 -3 -8 -5 -7
// result float32[2,1,6] 50 -49 3 2 65 0 -23 -21 -1 40 14 42
"builtin.module"() <{sym_name = "jit_kv_cache"}> ({
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<2x6x3xf32>, tensor<2x1x3xf32>, tensor<i32>) -> (tensor<2x6x3xf32>, tensor<2x1x6xf32>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<2x6x3xf32>, %arg1: tensor<2x1x3xf32>, %arg2: tensor<i32>):
    %0 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %1 = "stablehlo.compare"(%arg2, %0) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %2 = "stablehlo.constant"() <{value = dense<6> : tensor<i32>}> : () -> tensor<i32>
    %3 = "stablehlo.add"(%arg2, %2) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %4 = "stablehlo.select"(%1, %3, %arg2) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    %5 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %6 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %7 = "stablehlo.dynamic_update_slice"(%arg0, %arg1, %5, %4, %6) : (tensor<2x6x3xf32>, tensor<2x1x3xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x6x3xf32>
    %8 = "stablehlo.dot_general"(%arg1, %7) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<2x1x3xf32>, tensor<2x6x3xf32>) -> tensor<2x1x6xf32>
    "func.return"(%7, %8) : (tensor<2x6x3xf32>, tensor<2x1x6xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
