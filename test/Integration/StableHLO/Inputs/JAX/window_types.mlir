// argument uint8[5,6] 7 6 5 3 6 5 1 8 5 5 3 2 1 6 3 7 7 4 1 5 8 5 2 3 3 1 3 6 8 8
// argument bfloat16[5,6] 7 -6 -5 -3 -6 -5 -1 -8 -5 5 3 -2 -1 -6 3 7 7 4 -1 5 -8 -5 2 -3 -3 -1 -3 -6 -8 -8
// result uint8[5,3] 8 5 6 8 7 7 6 8 7 5 8 8 3 6 8
// result bfloat16[5,3] 7 5 3 0 7 7 5 7 7 5 0 2 0 0 0
// result bool[5,3] 1 1 1 1 1 0 1 1 1 1 1 0 0 1 1
"builtin.module"() <{sym_name = "jit_window_types"}> ({
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<5x6xui8>, tensor<5x6xbf16>) -> (tensor<5x3xui8>, tensor<5x3xbf16>, tensor<5x3xi1>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<5x6xui8>, %arg1: tensor<5x6xbf16>):
    %0 = "stablehlo.constant"() <{value = dense<0> : tensor<ui8>}> : () -> tensor<ui8>
    %1 = "stablehlo.broadcast_in_dim"(%0) <{broadcast_dimensions = array<i64>}> : (tensor<ui8>) -> tensor<ui8>
    %2 = "stablehlo.reduce_window"(%arg0, %1) <{base_dilations = array<i64: 1, 1>, padding = dense<[[0, 1], [0, 0]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 2>}> ({
    ^bb0(%arg6: tensor<ui8>, %arg7: tensor<ui8>):
      %12 = "stablehlo.maximum"(%arg6, %arg7) : (tensor<ui8>, tensor<ui8>) -> tensor<ui8>
      "stablehlo.return"(%12) : (tensor<ui8>) -> ()
    }) : (tensor<5x6xui8>, tensor<ui8>) -> tensor<5x3xui8>
    %3 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<bf16>}> : () -> tensor<bf16>
    %4 = "stablehlo.reduce_window"(%arg1, %3) <{base_dilations = array<i64: 1, 1>, padding = dense<[[0, 1], [0, 0]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 2>}> ({
    ^bb0(%arg4: tensor<bf16>, %arg5: tensor<bf16>):
      %11 = "stablehlo.maximum"(%arg4, %arg5) : (tensor<bf16>, tensor<bf16>) -> tensor<bf16>
      "stablehlo.return"(%11) : (tensor<bf16>) -> ()
    }) : (tensor<5x6xbf16>, tensor<bf16>) -> tensor<5x3xbf16>
    %5 = "stablehlo.constant"() <{value = dense<3> : tensor<ui8>}> : () -> tensor<ui8>
    %6 = "stablehlo.broadcast_in_dim"(%5) <{broadcast_dimensions = array<i64>}> : (tensor<ui8>) -> tensor<5x6xui8>
    %7 = "stablehlo.compare"(%arg0, %6) <{compare_type = #stablehlo<comparison_type UNSIGNED>, comparison_direction = #stablehlo<comparison_direction GT>}> : (tensor<5x6xui8>, tensor<5x6xui8>) -> tensor<5x6xi1>
    %8 = "stablehlo.constant"() <{value = dense<false> : tensor<i1>}> : () -> tensor<i1>
    %9 = "stablehlo.reduce_window"(%7, %8) <{base_dilations = array<i64: 1, 1>, padding = dense<0> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 2>}> ({
    ^bb0(%arg2: tensor<i1>, %arg3: tensor<i1>):
      %10 = "stablehlo.or"(%arg2, %arg3) : (tensor<i1>, tensor<i1>) -> tensor<i1>
      "stablehlo.return"(%10) : (tensor<i1>) -> ()
    }) : (tensor<5x6xi1>, tensor<i1>) -> tensor<5x3xi1>
    "func.return"(%2, %4, %9) : (tensor<5x3xui8>, tensor<5x3xbf16>, tensor<5x3xi1>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
