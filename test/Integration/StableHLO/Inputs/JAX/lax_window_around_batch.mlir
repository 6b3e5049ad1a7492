// argument float32[4,6,5] 1 2 -2 -2 3 -3 -5 -5 -7 -4 1 5 7 -8 -1 -5 8 6 8 -6 -5 -1 -8 -3 3 -8 -1 -4 3 2 -8 0 -2 -5 -7 5 4 6 -5 -7 7 2 -1 0 1 7 3 -7 0 -6 8 -7 0 -7 5 5 1 2 -6 -8 -2 -6 -5 5 -5 0 -2 3 -1 7 0 3 -5 -2 -1 -1 2 -7 0 -1 -2 -6 4 6 1 -8 4 -3 4 -7 3 -7 -8 2 -5 5 1 -1 4 1 6 4 6 -1 4 -1 -2 7 -8 0 -6 -4 3 -6 8 -7 0 6 6 7
// argument int32[2,2,1] 2 5 0 9
// argument float32[2,4,2,5] 7 4 8 -3 7 -3 -1 -1 -4 -6 5 4 1 0 -6 -8 3 -4 0 -4 -7 2 -8 4 2 1 0 -7 2 -1 8 1 -6 7 0 -7 7 2 -1 1 0 7 -5 8 4 -8 3 1 6 8 4 5 8 4 -1 -4 7 4 -8 5 8 8 7 5 -5 2 1 -7 4 5 6 -5 7 -6 1 -3 1 -4 -6 2
// result float32[4,6,5] 0 7 -5 8 4 -3 -5 -5 -7 -4 7 4 8 -3 7 -5 8 6 8 -6 -5 -1 -8 -3 3 -3 -1 -1 -4 -6 4 5 8 4 -1 5 4 6 -5 -7 5 4 1 0 -6 7 3 -7 0 -6 8 -7 0 -7 5 -8 3 -4 0 -4 8 8 7 5 -5 0 -2 3 -1 7 -7 2 -8 4 2 -1 2 -7 0 -1 -2 -6 4 6 1 1 0 -7 2 -1 6 -5 7 -6 1 5 1 -1 4 1 8 1 -6 7 0 -1 -2 7 -8 0 -6 -4 3 -6 8 -7 7 2 -1 1
"builtin.module"() <{sym_name = "jit_lax_window_around_batch"}> ({
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<4x6x5xf32>, tensor<2x2x1xi32>, tensor<2x4x2x5xf32>) -> tensor<4x6x5xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<4x6x5xf32>, %arg1: tensor<2x2x1xi32>, %arg2: tensor<2x4x2x5xf32>):
    %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 3], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>, unique_indices = false}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      "stablehlo.return"(%arg4) : (tensor<f32>) -> ()
    }) : (tensor<4x6x5xf32>, tensor<2x2x1xi32>, tensor<2x4x2x5xf32>) -> tensor<4x6x5xf32>
    "func.return"(%0) : (tensor<4x6x5xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
