// argument float32[2,3,4] 3 -7 4 -2 -1 -6 -5 -8 -3 6 -8 6 -3 -3 3 7 5 -1 -1 3 7 -1 1 -3
// argument float32[2,5,4] 4 -7 8 8 1 -6 3 -5 -4 6 -4 1 3 2 0 -8 -2 3 7 7 -1 4 -3 -8 -3 -3 -1 -2 -3 4 -4 -4 0 -4 -8 -4 -8 5 -3 4
// result float32[2,3,5] 77 67 -72 11 -13 -66 60 -20 49 -107 -70 -93 86 -45 10 -74 1 -43 -40 28 -30 -17 -27 0 -30 10 -13 -17 8 -76
// result float32[3,5] 65 69 -171 -96 3 3 78 -35 134 -175 -38 -88 69 22 5
// result float32[4,4] 23 -33 33 26 -58 121 -98 -20 43 -46 49 49 -40 98 -64 30
// result float32[] 77
"builtin.module"() <{sym_name = "jit_contractions"}> ({
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<2x3x4xf32>, tensor<2x5x4xf32>) -> (tensor<2x3x5xf32>, tensor<3x5xf32>, tensor<4x4xf32>, tensor<f32>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}, {jax.result_info = "result[3]"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<2x3x4xf32>, %arg1: tensor<2x5x4xf32>):
    %0 = "stablehlo.dot_general"(%arg0, %arg1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<2x3x4xf32>, tensor<2x5x4xf32>) -> tensor<2x3x5xf32>
    %1 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %2 = "stablehlo.reduce"(%arg1, %1) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg4: tensor<f32>, %arg5: tensor<f32>):
      %18 = "stablehlo.add"(%arg4, %arg5) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%18) : (tensor<f32>) -> ()
    }) : (tensor<2x5x4xf32>, tensor<f32>) -> tensor<5x4xf32>
    %3 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %4 = "stablehlo.reduce"(%arg0, %3) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %17 = "stablehlo.add"(%arg2, %arg3) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%17) : (tensor<f32>) -> ()
    }) : (tensor<2x3x4xf32>, tensor<f32>) -> tensor<3x4xf32>
    %5 = "stablehlo.dot_general"(%4, %2) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<3x4xf32>, tensor<5x4xf32>) -> tensor<3x5xf32>
    %6 = "stablehlo.slice"(%arg0) <{limit_indices = array<i64: 1, 3, 4>, start_indices = array<i64: 0, 0, 0>, strides = array<i64: 1, 1, 1>}> : (tensor<2x3x4xf32>) -> tensor<1x3x4xf32>
    %7 = "stablehlo.reshape"(%6) : (tensor<1x3x4xf32>) -> tensor<3x4xf32>
    %8 = "stablehlo.transpose"(%7) <{permutation = array<i64: 1, 0>}> : (tensor<3x4xf32>) -> tensor<4x3xf32>
    %9 = "stablehlo.slice"(%arg1) <{limit_indices = array<i64: 1, 3, 4>, start_indices = array<i64: 0, 0, 0>, strides = array<i64: 1, 1, 1>}> : (tensor<2x5x4xf32>) -> tensor<1x3x4xf32>
    %10 = "stablehlo.reshape"(%9) : (tensor<1x3x4xf32>) -> tensor<3x4xf32>
    %11 = "stablehlo.dot_general"(%8, %10) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<4x3xf32>, tensor<3x4xf32>) -> tensor<4x4xf32>
    %12 = "stablehlo.slice"(%arg0) <{limit_indices = array<i64: 1, 1, 4>, start_indices = array<i64: 0, 0, 0>, strides = array<i64: 1, 1, 1>}> : (tensor<2x3x4xf32>) -> tensor<1x1x4xf32>
    %13 = "stablehlo.reshape"(%12) : (tensor<1x1x4xf32>) -> tensor<4xf32>
    %14 = "stablehlo.slice"(%arg1) <{limit_indices = array<i64: 1, 1, 4>, start_indices = array<i64: 0, 0, 0>, strides = array<i64: 1, 1, 1>}> : (tensor<2x5x4xf32>) -> tensor<1x1x4xf32>
    %15 = "stablehlo.reshape"(%14) : (tensor<1x1x4xf32>) -> tensor<4xf32>
    %16 = "stablehlo.dot_general"(%13, %15) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [0], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<4xf32>, tensor<4xf32>) -> tensor<f32>
    "func.return"(%0, %5, %11, %16) : (tensor<2x3x5xf32>, tensor<3x5xf32>, tensor<4x4xf32>, tensor<f32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
