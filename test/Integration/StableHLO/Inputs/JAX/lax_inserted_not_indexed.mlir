// argument float32[6,5] -7 -7 -1 8 3 2 6 -1 4 3 1 1 -8 4 -1 5 -3 -7 8 -3 -7 0 -6 5 -1 -4 -7 -8 4 6
// argument int32[2,1] 2 1
// argument float32[2,5] 0 5 -8 6 7 0 -1 0 2 -4
// result float32[6,5] -7 -7 -1 8 3 2 5 -1 6 -1 1 6 -16 10 6 5 -3 -7 8 -3 -7 0 -6 5 -1 -4 -7 -8 4 6
"builtin.module"() <{sym_name = "jit_lax_inserted_not_indexed"}> ({
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<6x5xf32>, tensor<2x1xi32>, tensor<2x5xf32>) -> tensor<6x5xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<6x5xf32>, %arg1: tensor<2x1xi32>, %arg2: tensor<2x5xf32>):
    %0 = "stablehlo.broadcast_in_dim"(%arg0) <{broadcast_dimensions = array<i64: 1, 2>}> : (tensor<6x5xf32>) -> tensor<1x6x5xf32>
    %1 = "stablehlo.scatter"(%0, %arg1, %arg2) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %3 = "stablehlo.add"(%arg3, %arg4) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%3) : (tensor<f32>) -> ()
    }) : (tensor<1x6x5xf32>, tensor<2x1xi32>, tensor<2x5xf32>) -> tensor<1x6x5xf32>
    %2 = "stablehlo.reshape"(%1) : (tensor<1x6x5xf32>) -> tensor<6x5xf32>
    "func.return"(%2) : (tensor<6x5xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
