// argument float32[6,5] -7 -7 -1 8 3 2 6 -1 4 3 1 1 -8 4 -1 5 -3 -7 8 -3 -7 0 -6 5 -1 -4 -7 -8 4 6
// argument int32[3,1] 3 1 4
// argument float32[3,2,5] 1 -1 8 6 -4 -7 0 6 -7 -3 -6 -4 -5 -2 1 7 -2 2 -3 8 0 -6 -8 -6 -7 8 7 1 0 2
// result float32[6,5] -7 -7 -1 8 3 -12 -24 5 -8 3 7 -2 -16 -12 -8 5 3 -56 48 12 0 -0 288 210 -21 -32 -49 -8 0 12
"builtin.module"() <{sym_name = "jit_lax_mul_overlapping_rows"}> ({
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<6x5xf32>, tensor<3x1xi32>, tensor<3x2x5xf32>) -> tensor<6x5xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<6x5xf32>, %arg1: tensor<3x1xi32>, %arg2: tensor<3x2x5xf32>):
    %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %1 = "stablehlo.multiply"(%arg3, %arg4) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%1) : (tensor<f32>) -> ()
    }) : (tensor<6x5xf32>, tensor<3x1xi32>, tensor<3x2x5xf32>) -> tensor<6x5xf32>
    "func.return"(%0) : (tensor<6x5xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
