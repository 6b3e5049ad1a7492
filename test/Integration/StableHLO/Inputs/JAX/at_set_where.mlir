// argument float32[8,4] -3 4 -6 -3 -4 6 -2 5 -5 -8 2 -5 -4 1 -4 -3 -3 6 6 0 -4 5 5 8 5 1 -4 -6 1 -8 0 0
// argument bool[8] 0 1 1 1 0 0 1 0
// argument float32[4] -1 7 -1 -5
// result float32[8,4] -3 4 -6 -3 -1 7 -1 -5 -1 7 -1 -5 -1 7 -1 -5 -3 6 6 0 -4 5 5 8 -1 7 -1 -5 1 -8 0 0
"builtin.module"() <{sym_name = "jit_at_set_where"}> ({
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<8x4xf32>, tensor<8xi1>, tensor<4xf32>) -> tensor<8x4xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg3: tensor<8x4xf32>, %arg4: tensor<8xi1>, %arg5: tensor<4xf32>):
    %3 = "stablehlo.broadcast_in_dim"(%arg4) <{broadcast_dimensions = array<i64: 0>}> : (tensor<8xi1>) -> tensor<8x1xi1>
    %4 = "func.call"(%3, %arg5, %arg3) <{callee = @_where}> : (tensor<8x1xi1>, tensor<4xf32>, tensor<8x4xf32>) -> tensor<8x4xf32>
    "func.return"(%4) : (tensor<8x4xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<8x1xi1>, tensor<4xf32>, tensor<8x4xf32>) -> tensor<8x4xf32>, res_attrs = [{}], sym_name = "_where", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<8x1xi1>, %arg1: tensor<4xf32>, %arg2: tensor<8x4xf32>):
    %0 = "stablehlo.broadcast_in_dim"(%arg0) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<8x1xi1>) -> tensor<8x4xi1>
    %1 = "stablehlo.broadcast_in_dim"(%arg1) <{broadcast_dimensions = array<i64: 1>}> : (tensor<4xf32>) -> tensor<8x4xf32>
    %2 = "stablehlo.select"(%0, %1, %arg2) : (tensor<8x4xi1>, tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<8x4xf32>
    "func.return"(%2) : (tensor<8x4xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
