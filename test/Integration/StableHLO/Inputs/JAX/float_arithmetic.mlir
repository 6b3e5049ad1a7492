// argument float32[5,3] -8 -7 -5 2 8 -2 -1 1 4 5 3 1 0 -7 -8
// argument float32[5,3] 7 2 2 6 1 1 3 5 8 8 7 4 0 4 4
// result float32[5,3] -2.6457512 -1.4142135 -1.4142135 2.4494898 1 -1 -1.7320508 2.236068 2.828427 2.828427 2.6457512 2 0 -2 -2
// result float32[5,3] -1 -2 -2 0 2 -1 -1 0 0 0 0 0 0 -2 -2
// result float32[5,3] -3 -2 -2 1 3 -1 -0 0 1 2 1 0 0 -2 -3
// result int8[5,3] -8 -7 -5 2 8 -2 -1 1 4 5 3 1 0 -7 -8
// result float32[5,3] 0 0 0 0 1 0 0 0 0 0 0 0 0 0 0
// result float32[5,3] -8 -7 -5 2 8 -2 -1 1 4 5 3 1 0 -7 -8
"builtin.module"() <{sym_name = "jit_float_arithmetic"}> ({
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<5x3xf32>, tensor<5x3xf32>) -> (tensor<5x3xf32>, tensor<5x3xf32>, tensor<5x3xf32>, tensor<5x3xi8>, tensor<5x3xf32>, tensor<5x3xf32>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}, {jax.result_info = "result[3]"}, {jax.result_info = "result[4]"}, {jax.result_info = "result[5]"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg4: tensor<5x3xf32>, %arg5: tensor<5x3xf32>):
    %4 = "stablehlo.sign"(%arg4) : (tensor<5x3xf32>) -> tensor<5x3xf32>
    %5 = "stablehlo.sqrt"(%arg5) : (tensor<5x3xf32>) -> tensor<5x3xf32>
    %6 = "stablehlo.multiply"(%4, %5) : (tensor<5x3xf32>, tensor<5x3xf32>) -> tensor<5x3xf32>
    %7 = "stablehlo.constant"() <{value = dense<2.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %8 = "stablehlo.broadcast_in_dim"(%7) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<5x3xf32>
    %9 = "stablehlo.add"(%arg5, %8) : (tensor<5x3xf32>, tensor<5x3xf32>) -> tensor<5x3xf32>
    %10 = "stablehlo.divide"(%arg4, %9) : (tensor<5x3xf32>, tensor<5x3xf32>) -> tensor<5x3xf32>
    %11 = "stablehlo.floor"(%10) : (tensor<5x3xf32>) -> tensor<5x3xf32>
    %12 = "stablehlo.constant"() <{value = dense<3.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %13 = "stablehlo.broadcast_in_dim"(%12) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<5x3xf32>
    %14 = "stablehlo.divide"(%arg4, %13) : (tensor<5x3xf32>, tensor<5x3xf32>) -> tensor<5x3xf32>
    %15 = "func.call"(%14) <{callee = @round}> : (tensor<5x3xf32>) -> tensor<5x3xf32>
    %16 = "stablehlo.convert"(%arg4) : (tensor<5x3xf32>) -> tensor<5x3xi8>
    %17 = "stablehlo.compare"(%arg4, %arg5) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction GT>}> : (tensor<5x3xf32>, tensor<5x3xf32>) -> tensor<5x3xi1>
    %18 = "stablehlo.convert"(%17) : (tensor<5x3xi1>) -> tensor<5x3xf32>
    %19 = "stablehlo.divide"(%arg4, %arg5) : (tensor<5x3xf32>, tensor<5x3xf32>) -> tensor<5x3xf32>
    %20 = "stablehlo.is_finite"(%19) : (tensor<5x3xf32>) -> tensor<5x3xi1>
    %21 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %22 = "func.call"(%20, %arg4, %21) <{callee = @_where}> : (tensor<5x3xi1>, tensor<5x3xf32>, tensor<i32>) -> tensor<5x3xf32>
    "func.return"(%6, %11, %15, %16, %18, %22) : (tensor<5x3xf32>, tensor<5x3xf32>, tensor<5x3xf32>, tensor<5x3xi8>, tensor<5x3xf32>, tensor<5x3xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<5x3xf32>) -> tensor<5x3xf32>, res_attrs = [{}], sym_name = "round", sym_visibility = "private"}> ({
  ^bb0(%arg3: tensor<5x3xf32>):
    %3 = "stablehlo.round_nearest_even"(%arg3) : (tensor<5x3xf32>) -> tensor<5x3xf32>
    "func.return"(%3) : (tensor<5x3xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<5x3xi1>, tensor<5x3xf32>, tensor<i32>) -> tensor<5x3xf32>, res_attrs = [{}], sym_name = "_where", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<5x3xi1>, %arg1: tensor<5x3xf32>, %arg2: tensor<i32>):
    %0 = "stablehlo.convert"(%arg2) : (tensor<i32>) -> tensor<f32>
    %1 = "stablehlo.broadcast_in_dim"(%0) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<5x3xf32>
    %2 = "stablehlo.select"(%arg0, %arg1, %1) : (tensor<5x3xi1>, tensor<5x3xf32>, tensor<5x3xf32>) -> tensor<5x3xf32>
    "func.return"(%2) : (tensor<5x3xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
