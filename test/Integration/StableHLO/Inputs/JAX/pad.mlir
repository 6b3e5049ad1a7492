// argument float32[4,5] -7 -8 8 1 5 -8 4 5 7 6 -1 1 -7 -1 -1 -6 0 -3 5 -6
// argument float32[] 2
// result float32[7,13] 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 -8 2 2 8 2 2 1 2 2 5 2 2 2 4 2 2 5 2 2 7 2 2 6 2 2 2 1 2 2 -7 2 2 -1 2 2 -1 2 2 2 0 2 2 -3 2 2 5 2 2 -6 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2
"builtin.module"() <{sym_name = "jit_pad"}> ({
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<4x5xf32>, tensor<f32>) -> tensor<7x13xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<4x5xf32>, %arg1: tensor<f32>):
    %0 = "stablehlo.pad"(%arg0, %arg1) <{edge_padding_high = array<i64: 2, 1>, edge_padding_low = array<i64: 1, -1>, interior_padding = array<i64: 0, 2>}> : (tensor<4x5xf32>, tensor<f32>) -> tensor<7x13xf32>
    "func.return"(%0) : (tensor<7x13xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
