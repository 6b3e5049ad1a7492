// argument float32[6,7] 1 0 4 -2 -6 0 -2 7 -8 8 3 -7 -8 8 -1 8 -6 2 -7 -5 1 0 -5 6 3 5 5 0 8 1 5 7 1 -1 -2 2 6 1 2 6 -1 2
// result float32[6,10] 6 6 0 0 2 2 5 5 -14 -14 -1 -1 3 3 0 0 5 5 -2 -2 8 8 -4 -4 11 11 10 10 6 6 10 10 7 7 6 6 9 9 7 7 2 2 6 6 1 1 2 2 6 6 0 0 0 0 0 0 0 0 0 0
"builtin.module"() <{sym_name = "jit_window_cut_off"}> ({
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<6x7xf32>) -> tensor<6x10xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<6x7xf32>):
    %0 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %1 = "stablehlo.broadcast_in_dim"(%0) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<f32>
    %2 = "stablehlo.reduce_window"(%arg0, %1) <{base_dilations = array<i64: 1, 2>, padding = dense<[[-1, 2], [1, -3]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 1>}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %3 = "stablehlo.add"(%arg1, %arg2) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%3) : (tensor<f32>) -> ()
    }) : (tensor<6x7xf32>, tensor<f32>) -> tensor<6x10xf32>
    "func.return"(%2) : (tensor<6x10xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
