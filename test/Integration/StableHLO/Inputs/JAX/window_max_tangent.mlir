// argument float32[1,5,6,2] 16 27 20 8 42 34 51 4 52 57 10 2 44 23 24 43 11 35 30 18 54 3 1 55 17 21 36 0 28 6 19 48 22 26 37 46 58 32 25 53 9 38 47 50 40 13 12 7 45 39 59 5 49 14 29 41 56 33 15 31
// argument float32[1,5,6,2] -7 -7 0 -3 4 -2 -3 -6 0 4 -7 -2 -3 -1 -1 7 2 -2 5 -6 -3 -2 -6 1 4 2 5 -4 -8 7 -6 -8 6 -6 -3 0 -3 -1 5 8 7 -1 6 0 5 -4 7 2 1 -7 -8 5 7 6 2 -1 -1 1 5 8
// result float32[1,3,3,2] 44 43 54 57 54 57 58 53 54 50 54 55 59 53 56 50 56 33
// result float32[1,3,3,2] -3 7 -3 4 -3 4 -3 8 -3 0 -3 1 -8 8 -1 0 -1 1
"builtin.module"() <{sym_name = "jit_window_max_tangent"}> ({
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<1x5x6x2xf32>, tensor<1x5x6x2xf32>) -> (tensor<1x3x3x2xf32>, tensor<1x3x3x2xf32>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<1x5x6x2xf32>, %arg1: tensor<1x5x6x2xf32>):
    %0 = "stablehlo.constant"() <{value = dense<0xFF800000> : tensor<f32>}> : () -> tensor<f32>
    %1 = "stablehlo.broadcast_in_dim"(%0) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<f32>
    %2 = "stablehlo.reduce_window"(%arg0, %1) <{base_dilations = array<i64: 1, 1, 1, 1>, padding = dense<[[0, 0], [1, 1], [0, 1], [0, 0]]> : tensor<4x2xi64>, window_dilations = array<i64: 1, 1, 1, 1>, window_dimensions = array<i64: 1, 3, 3, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
    ^bb0(%arg6: tensor<f32>, %arg7: tensor<f32>):
      %9 = "stablehlo.maximum"(%arg6, %arg7) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%9) : (tensor<f32>) -> ()
    }) : (tensor<1x5x6x2xf32>, tensor<f32>) -> tensor<1x3x3x2xf32>
    %3 = "stablehlo.constant"() <{value = dense<0xFF800000> : tensor<f32>}> : () -> tensor<f32>
    %4 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %5:2 = "stablehlo.reduce_window"(%arg0, %arg1, %3, %4) <{base_dilations = array<i64: 1, 1, 1, 1>, padding = dense<[[0, 0], [1, 1], [0, 1], [0, 0]]> : tensor<4x2xi64>, window_dilations = array<i64: 1, 1, 1, 1>, window_dimensions = array<i64: 1, 3, 3, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>, %arg4: tensor<f32>, %arg5: tensor<f32>):
      %6 = "stablehlo.compare"(%arg2, %arg4) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %7 = "stablehlo.select"(%6, %arg2, %arg4) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
      %8 = "stablehlo.select"(%6, %arg3, %arg5) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%7, %8) : (tensor<f32>, tensor<f32>) -> ()
    }) : (tensor<1x5x6x2xf32>, tensor<1x5x6x2xf32>, tensor<f32>, tensor<f32>) -> (tensor<1x3x3x2xf32>, tensor<1x3x3x2xf32>)
    "func.return"(%2, %5#1) : (tensor<1x3x3x2xf32>, tensor<1x3x3x2xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
