// argument float32[3,7,2,4] 0 -2 3 -6 7 -1 1 7 6 -1 -7 -3 8 -1 -2 -1 -6 7 -4 2 6 -4 -3 3 0 -7 -4 -8 -4 -2 0 4 4 -7 -6 7 -8 6 7 0 8 8 3 3 1 -5 0 -5 6 -8 4 1 3 -2 7 -4 -1 -1 0 -6 4 7 -3 5 -7 4 3 -2 -2 7 1 -1 7 4 -8 -1 4 8 7 -7 -8 4 -1 7 -5 5 -6 8 -5 5 -1 -3 8 5 -4 1 2 -5 8 5 -7 1 7 5 4 0 -7 -2 -1 -2 -4 -2 5 1 6 -1 5 -5 -6 -8 2 -3 2 4 2 7 8 -6 -2 -3 2 6 0 -5 3 2 -3 6 -1 -5 0 1 5 -1 -8 0 1 4 7 -1 0 7 -1 -5 -5 5 0 -2 6 8 7 3 -4 2 7 2 3 2
// argument int32[2,3,1] 1 6 0 3 2 9
// argument float32[2,3,2,4] -3 -4 2 5 6 3 1 -4 6 -8 -2 6 -8 5 -7 0 8 -6 6 2 -4 -4 1 -2 6 6 -1 4 -5 -7 2 -8 7 6 5 6 1 1 8 7 -5 -5 -7 -8 -3 8 3 2
// result float32[3,7,2,4] 0 -2 3 -6 7 -1 1 7 3 -5 -5 2 14 2 -1 -5 -6 7 -4 2 6 -4 -3 3 6 -1 -5 -4 -9 -9 2 -4 4 -7 -6 7 -8 6 7 0 8 8 3 3 1 -5 0 -5 6 -8 4 1 3 -2 7 -4 -1 -1 0 -6 4 7 -3 5 -7 4 3 -2 -2 7 1 -1 14 10 -3 5 5 9 15 0 -8 4 -1 7 -5 5 -6 8 -5 5 -1 -3 8 5 -4 1 2 -5 8 5 -7 1 7 5 10 -8 -9 4 -9 3 -11 -2 13 -5 12 1 1 -9 -5 -10 2 -3 2 4 2 7 8 -6 -2 -3 2 6 0 -5 3 2 -3 6 -1 -5 0 1 5 -1 -8 0 1 4 7 -1 0 7 -1 -5 -5 5 0 -2 6 8 7 3 -4 2 7 2 3 2
"builtin.module"() <{sym_name = "jit_lax_batching_swapped"}> ({
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<3x7x2x4xf32>, tensor<2x3x1xi32>, tensor<2x3x2x4xf32>) -> tensor<3x7x2x4xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<3x7x2x4xf32>, %arg1: tensor<2x3x1xi32>, %arg2: tensor<2x3x2x4xf32>):
    %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [1], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>, unique_indices = false}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %1 = "stablehlo.add"(%arg3, %arg4) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%1) : (tensor<f32>) -> ()
    }) : (tensor<3x7x2x4xf32>, tensor<2x3x1xi32>, tensor<2x3x2x4xf32>) -> tensor<3x7x2x4xf32>
    "func.return"(%0) : (tensor<3x7x2x4xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
