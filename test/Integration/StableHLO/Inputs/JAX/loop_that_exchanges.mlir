// argument float32[8,4] -3 4 -6 -3 -4 6 -2 5 -5 -8 2 -5 -4 1 -4 -3 -3 6 6 0 -4 5 5 8 5 1 -4 -6 1 -8 0 0
// argument float32[8,4] 0 2 -5 -4 -1 -7 2 -2 -7 0 2 1 7 6 0 7 4 -1 -8 -1 5 4 -3 -3 -5 6 0 7 -8 -8 2 -7
// result float32[8,4] -24 42 -73 -44 -37 13 -6 30 -75 -64 26 -35 3 38 -32 11 -4 43 8 -5 -7 60 25 49 15 38 -32 -13 -32 -104 10 -35
// result float32[8,4] -15 26 -45 -27 -23 9 -4 19 -46 -40 16 -22 1 23 -20 6 -3 27 6 -3 -5 37 16 31 10 23 -20 -9 -19 -64 6 -21
// result float32[8,4] -9 16 -28 -17 -14 4 -2 11 -29 -24 10 -13 2 15 -12 5 -1 16 2 -2 -2 23 9 18 5 15 -12 -4 -13 -40 4 -14
"builtin.module"() <{sym_name = "jit_loop_that_exchanges"}> ({
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<8x4xf32>, tensor<8x4xf32>) -> (tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg4: tensor<8x4xf32>, %arg5: tensor<8x4xf32>):
    %3 = "stablehlo.reverse"(%arg4) <{dimensions = array<i64: 0>}> : (tensor<8x4xf32>) -> tensor<8x4xf32>
    %4 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %5 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %6:5 = "stablehlo.while"(%5, %4, %arg4, %arg5, %3) ({
    ^bb0(%arg11: tensor<i32>, %arg12: tensor<i32>, %arg13: tensor<8x4xf32>, %arg14: tensor<8x4xf32>, %arg15: tensor<8x4xf32>):
      %10 = "stablehlo.constant"() <{value = dense<5> : tensor<i32>}> : () -> tensor<i32>
      %11 = "stablehlo.compare"(%arg11, %10) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
      "stablehlo.return"(%11) : (tensor<i1>) -> ()
    }, {
    ^bb0(%arg6: tensor<i32>, %arg7: tensor<i32>, %arg8: tensor<8x4xf32>, %arg9: tensor<8x4xf32>, %arg10: tensor<8x4xf32>):
      %7:4 = "func.call"(%arg7, %arg8, %arg9, %arg10) <{callee = @closed_call}> : (tensor<i32>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>) -> (tensor<i32>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>)
      %8 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
      %9 = "stablehlo.add"(%arg6, %8) : (tensor<i32>, tensor<i32>) -> tensor<i32>
      "stablehlo.return"(%9, %7#0, %7#1, %7#2, %7#3) : (tensor<i32>, tensor<i32>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>) -> ()
    }) : (tensor<i32>, tensor<i32>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>) -> (tensor<i32>, tensor<i32>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>)
    "func.return"(%6#2, %6#3, %6#4) : (tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<i32>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>) -> (tensor<i32>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>), res_attrs = [{}, {}, {}, {}], sym_name = "closed_call", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<i32>, %arg1: tensor<8x4xf32>, %arg2: tensor<8x4xf32>, %arg3: tensor<8x4xf32>):
    %0 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %1 = "stablehlo.add"(%arg0, %0) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %2 = "stablehlo.add"(%arg1, %arg2) : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<8x4xf32>
    "func.return"(%1, %2, %arg1, %arg2) : (tensor<i32>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
