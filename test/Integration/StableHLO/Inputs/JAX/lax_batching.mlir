// argument float32[4,6] 2 -1 -4 -8 1 6 8 4 -7 -1 -1 0 2 -4 8 -7 0 5 0 2 2 -1 6 2
// argument int32[4,1] 2 0 5 7
// argument float32[4] -1 7 -1 -5
// result float32[4,6] 2 -1 -5 -8 1 6 15 4 -7 -1 -1 0 2 -4 8 -7 0 4 0 2 2 -1 6 2
"builtin.module"() <{sym_name = "jit_lax_batching"}> ({
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<4x6xf32>, tensor<4x1xi32>, tensor<4xf32>) -> tensor<4x6xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<4x6xf32>, %arg1: tensor<4x1xi32>, %arg2: tensor<4xf32>):
    %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %1 = "stablehlo.add"(%arg3, %arg4) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%1) : (tensor<f32>) -> ()
    }) : (tensor<4x6xf32>, tensor<4x1xi32>, tensor<4xf32>) -> tensor<4x6xf32>
    "func.return"(%0) : (tensor<4x6xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
