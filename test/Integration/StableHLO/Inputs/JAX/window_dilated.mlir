// argument float32[4,7] -1 4 1 -7 4 7 6 2 7 6 -5 4 -3 6 3 -8 5 1 7 2 5 -7 3 -8 0 -2 -2 -2
// result float32[7,8] 2 6 6 6 4 4 4 6 -1 1 1 1 4 4 4 6 3 5 5 5 7 7 7 5 2 6 6 6 4 4 4 6 -7 -8 -8 -8 -2 -2 -2 -2 3 5 5 5 7 7 7 5 0 0 0 0 0 0 0 0
"builtin.module"() <{sym_name = "jit_window_dilated"}> ({
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x7xf32>) -> tensor<7x8xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<4x7xf32>):
    %0 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %1 = "stablehlo.broadcast_in_dim"(%0) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<f32>
    %2 = "stablehlo.reduce_window"(%arg0, %1) <{base_dilations = array<i64: 2, 3>, padding = dense<[[1, 2], [0, 1]]> : tensor<2x2xi64>, window_dilations = array<i64: 3, 2>, window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 1, 2>}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %3 = "stablehlo.add"(%arg1, %arg2) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%3) : (tensor<f32>) -> ()
    }) : (tensor<4x7xf32>, tensor<f32>) -> tensor<7x8xf32>
    "func.return"(%2) : (tensor<7x8xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
