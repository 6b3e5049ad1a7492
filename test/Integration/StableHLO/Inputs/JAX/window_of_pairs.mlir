// argument float32[5,6] 7 -6 -5 -3 -6 -5 -1 -8 -5 5 3 -2 -1 -6 3 7 7 4 -1 5 -8 -5 2 -3 -3 -1 -3 -6 -8 -8
// argument int32[5,6] 7 -8 0 8 8 3 -1 4 1 -7 -3 -5 1 -3 7 -8 6 2 7 0 5 2 -2 -1 3 4 -3 6 -6 -1
// result float32[3,2] 7 5 5 7 -1 -6
// result int32[3,2] 7 -7 0 -8 4 6
"builtin.module"() <{sym_name = "jit_window_of_pairs"}> ({
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<5x6xf32>, tensor<5x6xi32>) -> (tensor<3x2xf32>, tensor<3x2xi32>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<5x6xf32>, %arg1: tensor<5x6xi32>):
    %0 = "stablehlo.constant"() <{value = dense<0xFF800000> : tensor<f32>}> : () -> tensor<f32>
    %1 = "stablehlo.constant"() <{value = dense<-1> : tensor<i32>}> : () -> tensor<i32>
    %2:2 = "stablehlo.reduce_window"(%arg0, %arg1, %0, %1) <{base_dilations = array<i64: 1, 1>, padding = dense<[[0, 1], [0, 0]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 3>}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<i32>, %arg4: tensor<f32>, %arg5: tensor<i32>):
      %3 = "stablehlo.compare"(%arg2, %arg4) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %4 = "stablehlo.select"(%3, %arg2, %arg4) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
      %5 = "stablehlo.select"(%3, %arg3, %arg5) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
      "stablehlo.return"(%4, %5) : (tensor<f32>, tensor<i32>) -> ()
    }) : (tensor<5x6xf32>, tensor<5x6xi32>, tensor<f32>, tensor<i32>) -> (tensor<3x2xf32>, tensor<3x2xi32>)
    "func.return"(%2#0, %2#1) : (tensor<3x2xf32>, tensor<3x2xi32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
