// argument float32[2,5] 0 nan -1 -0 inf -1 2 -inf 2 nan
// argument int32[2,4] 3 1 3 7 2 2 0 2
// argument float16[3,2,5] 1 -1 8 6 -4 -7 0 6 -7 -3 -6 -4 -5 -2 1 7 -2 2 -3 8 0 -6 -8 -6 -7 8 7 1 0 2
// result float32[2,3] nan inf 0 nan 2 2
// result int32[2,3] 1 4 0 4 1 3
// result int32[2,4] 7 3 3 1 2 2 2 0
// result int32[2,4] 3 0 2 1 0 1 3 2
// result float16[3,2,1] 8 6 1 8 0 8
// result int32[3,2,1] 2 2 4 4 0 0
// result float32[2,0]
// result int32[2,0]
"builtin.module"() <{sym_name = "jit_top_k"}> ({
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<2x5xf32>, tensor<2x4xi32>, tensor<3x2x5xf16>) -> (tensor<2x3xf32>, tensor<2x3xi32>, tensor<2x4xi32>, tensor<2x4xi32>, tensor<3x2x1xf16>, tensor<3x2x1xi32>, tensor<2x0xf32>, tensor<2x0xi32>), res_attrs = [{jax.result_info = "result[0][0]"}, {jax.result_info = "result[0][1]"}, {jax.result_info = "result[1][0]"}, {jax.result_info = "result[1][1]"}, {jax.result_info = "result[2][0]"}, {jax.result_info = "result[2][1]"}, {jax.result_info = "result[3][0]"}, {jax.result_info = "result[3][1]"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<2x5xf32>, %arg1: tensor<2x4xi32>, %arg2: tensor<3x2x5xf16>):
    %0:2 = "chlo.top_k"(%arg0) <{k = 3 : i64}> : (tensor<2x5xf32>) -> (tensor<2x3xf32>, tensor<2x3xi32>)
    %1:2 = "chlo.top_k"(%arg1) <{k = 4 : i64}> : (tensor<2x4xi32>) -> (tensor<2x4xi32>, tensor<2x4xi32>)
    %2:2 = "chlo.top_k"(%arg2) <{k = 1 : i64}> : (tensor<3x2x5xf16>) -> (tensor<3x2x1xf16>, tensor<3x2x1xi32>)
    %3:2 = "chlo.top_k"(%arg0) <{k = 0 : i64}> : (tensor<2x5xf32>) -> (tensor<2x0xf32>, tensor<2x0xi32>)
    "func.return"(%0#0, %0#1, %1#0, %1#1, %2#0, %2#1, %3#0, %3#1) : (tensor<2x3xf32>, tensor<2x3xi32>, tensor<2x4xi32>, tensor<2x4xi32>, tensor<3x2x1xf16>, tensor<3x2x1xi32>, tensor<2x0xf32>, tensor<2x0xi32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
