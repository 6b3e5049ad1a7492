// argument float32[6,5] -7 -7 -1 8 3 2 6 -1 4 3 1 1 -8 4 -1 5 -3 -7 8 -3 -7 0 -6 5 -1 -4 -7 -8 4 6
// argument int32[3,2] 3 0 2 4 5 1
// argument float32[3,2,1] 0 2 -7 -3 -5 -7
// result float32[6,5] -7 -7 -1 0 3 2 6 -1 2 3 1 1 -8 4 -1 5 -3 -7 8 -3 -7 0 -7 5 -1 -4 -7 -3 4 6
"builtin.module"() <{sym_name = "jit_lax_windows_swapped_dims"}> ({
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<6x5xf32>, tensor<3x2xi32>, tensor<3x2x1xf32>) -> tensor<6x5xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<6x5xf32>, %arg1: tensor<3x2xi32>, %arg2: tensor<3x2x1xf32>):
    %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      "stablehlo.return"(%arg4) : (tensor<f32>) -> ()
    }) : (tensor<6x5xf32>, tensor<3x2xi32>, tensor<3x2x1xf32>) -> tensor<6x5xf32>
    "func.return"(%0) : (tensor<6x5xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
