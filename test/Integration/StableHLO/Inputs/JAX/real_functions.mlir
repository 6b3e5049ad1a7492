// argument float32[8,4] -3 4 -6 -3 -4 6 -2 5 -5 -8 2 -5 -4 1 -4 -3 -3 6 6 0 -4 5 5 8 5 1 -4 -6 1 -8 0 0
// argument float32[8,4] -7 -1 4 7 -8 -4 -7 -1 3 -2 3 -8 -8 -1 -3 4 3 7 6 -2 -5 0 5 1 -4 7 1 -6 8 -3 -8 2
// result float32[8,4] -2.7367008 1.8157749 -0.98279375 -0.4048918 -2.6779451 2.158799 -2.863293 1.7681918 -1.0303768 -1.8157749 0.5880026 -2.5829935 -2.6779451 2.3561945 -2.2142975 -0.6435011 -0.7853982 0.7086263 0.7853982 3.1415927 -2.4668517 1.5707964 0.7853982 1.4464413 2.2455373 0.14189707 -1.3258177 -2.3561945 0.124354996 -1.929567 3.1415927 0
// result float32[8,4] -1.4422495 1.587401 -1.8171206 -1.4422495 -1.587401 1.8171206 -1.2599211 1.709976 -1.709976 -2 1.2599211 -1.709976 -1.587401 1 -1.587401 -1.4422495 -1.4422495 1.8171206 1.8171206 0 -1.587401 1.709976 1.709976 2 1.709976 1 -1.587401 -1.8171206 1 -2 0 0
// result float32[8,4] -0.39362657 0.5463025 -0.93159646 -0.39362657 -0.5463025 0.93159646 -0.25534192 0.7214844 -0.7214844 -1.5574077 0.25534192 -0.7214844 -0.5463025 0.12565513 -0.5463025 -0.39362657 -0.39362657 0.93159646 0.93159646 0 -0.5463025 0.7214844 0.7214844 1.5574077 0.7214844 0.12565513 -0.5463025 -0.93159646 0.12565513 -1.5574077 0 0
"builtin.module"() <{sym_name = "jit_real_functions"}> ({
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<8x4xf32>, tensor<8x4xf32>) -> (tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<8x4xf32>, %arg1: tensor<8x4xf32>):
    %0 = "stablehlo.atan2"(%arg0, %arg1) : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<8x4xf32>
    %1 = "stablehlo.cbrt"(%arg0) : (tensor<8x4xf32>) -> tensor<8x4xf32>
    %2 = "stablehlo.constant"() <{value = dense<8.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %3 = "stablehlo.broadcast_in_dim"(%2) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<8x4xf32>
    %4 = "stablehlo.divide"(%arg0, %3) : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<8x4xf32>
    %5 = "stablehlo.tan"(%4) : (tensor<8x4xf32>) -> tensor<8x4xf32>
    "func.return"(%0, %1, %5) : (tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
