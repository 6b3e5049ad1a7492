// argument float32[4,5] -7 -8 8 1 5 -8 4 5 7 6 -1 1 -7 -1 -1 -6 0 -3 5 -6
// argument float32[4,2] -5 1 5 7 -8 2 -8 5
// result float32[4,5] -7 -8 8 1 5 -1 1 -7 -1 -1 8 -4 -5 -7 -6 6 -0 3 -5 6
// result float32[4,7] -7 -8 8 1 5 -5 1 -8 4 5 7 6 5 7 -1 1 -7 -1 -1 -8 2 -6 0 -3 5 -6 -8 5
"builtin.module"() <{sym_name = "jit_concatenate"}> ({
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<4x5xf32>, tensor<4x2xf32>) -> (tensor<4x5xf32>, tensor<4x7xf32>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg2: tensor<4x5xf32>, %arg3: tensor<4x2xf32>):
    %0 = "stablehlo.slice"(%arg2) <{limit_indices = array<i64: 4, 5>, start_indices = array<i64: 0, 0>, strides = array<i64: 2, 1>}> : (tensor<4x5xf32>) -> tensor<2x5xf32>
    %1 = "stablehlo.slice"(%arg2) <{limit_indices = array<i64: 4, 5>, start_indices = array<i64: 1, 0>, strides = array<i64: 2, 1>}> : (tensor<4x5xf32>) -> tensor<2x5xf32>
    %2 = "stablehlo.negate"(%1) : (tensor<2x5xf32>) -> tensor<2x5xf32>
    %3 = "stablehlo.concatenate"(%0, %2) <{dimension = 0 : i64}> : (tensor<2x5xf32>, tensor<2x5xf32>) -> tensor<4x5xf32>
    %4 = "func.call"(%arg2) <{callee = @atleast_1d}> : (tensor<4x5xf32>) -> tensor<4x5xf32>
    %5 = "func.call"(%arg3) <{callee = @atleast_1d_0}> : (tensor<4x2xf32>) -> tensor<4x2xf32>
    %6 = "stablehlo.concatenate"(%4, %5) <{dimension = 1 : i64}> : (tensor<4x5xf32>, tensor<4x2xf32>) -> tensor<4x7xf32>
    "func.return"(%3, %6) : (tensor<4x5xf32>, tensor<4x7xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x5xf32>) -> tensor<4x5xf32>, res_attrs = [{}], sym_name = "atleast_1d", sym_visibility = "private"}> ({
  ^bb0(%arg1: tensor<4x5xf32>):
    "func.return"(%arg1) : (tensor<4x5xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x2xf32>) -> tensor<4x2xf32>, res_attrs = [{}], sym_name = "atleast_1d_0", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<4x2xf32>):
    "func.return"(%arg0) : (tensor<4x2xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
