// argument float32[3,7,3] -6 -2 2 -5 8 3 7 0 -3 -3 6 1 -4 -7 7 8 -4 -4 -1 -4 -1 -3 8 -4 -5 -1 0 -6 -8 -1 -7 -8 -2 -4 3 3 -5 -6 1 0 -6 6 0 -3 4 2 -1 2 5 -8 1 -7 2 2 -6 -5 -7 -8 4 6 7 8 -7
// argument int32[3,3,1] 1 6 0 3 2 9 0 0 1
// argument float32[3,3,2] -7 1 3 3 8 5 7 0 -4 -5 -7 6 7 7 5 -6 -2 1
// result float32[3,7,3] -6 -2 7 -7 8 7 1 0 -3 -3 7 1 -4 0 7 8 -4 -4 -1 -4 -1 -3 8 5 -5 -1 -6 -6 -4 -1 -7 -5 -2 -4 3 3 -5 -6 1 0 -6 6 8 -3 4 5 -1 -2 5 -8 1 -7 2 2 -6 -5 -7 -8 4 6 7 8 -7
"builtin.module"() <{sym_name = "jit_lax_two_batching_dims"}> ({
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<3x7x3xf32>, tensor<3x3x1xi32>, tensor<3x3x2xf32>) -> tensor<3x7x3xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<3x7x3xf32>, %arg1: tensor<3x3x1xi32>, %arg2: tensor<3x3x2xf32>):
    %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], input_batching_dims = [0, 2], scatter_indices_batching_dims = [1, 0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>, unique_indices = false}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      "stablehlo.return"(%arg4) : (tensor<f32>) -> ()
    }) : (tensor<3x7x3xf32>, tensor<3x3x1xi32>, tensor<3x3x2xf32>) -> tensor<3x7x3xf32>
    "func.return"(%0) : (tensor<3x7x3xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
