// argument float32[6,5] -7 -7 -1 8 3 2 6 -1 4 3 1 1 -8 4 -1 5 -3 -7 8 -3 -7 0 -6 5 -1 -4 -7 -8 4 6
// argument int32[4,2] 0 1 4 3 5 4 -1 0
// argument float32[4,2,2] -8 0 2 1 7 5 -1 2 7 6 -7 -2 -3 -7 0 5
// result float32[6,5] -7 -15 -1 8 3 2 8 0 4 3 1 1 -8 4 -1 5 -3 -7 8 -3 -7 0 -6 12 4 -4 -7 -8 3 8
"builtin.module"() <{sym_name = "jit_lax_add_windows"}> ({
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<6x5xf32>, tensor<4x2xi32>, tensor<4x2x2xf32>) -> tensor<6x5xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<6x5xf32>, %arg1: tensor<4x2xi32>, %arg2: tensor<4x2x2xf32>):
    %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %1 = "stablehlo.add"(%arg3, %arg4) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%1) : (tensor<f32>) -> ()
    }) : (tensor<6x5xf32>, tensor<4x2xi32>, tensor<4x2x2xf32>) -> tensor<6x5xf32>
    "func.return"(%0) : (tensor<6x5xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
