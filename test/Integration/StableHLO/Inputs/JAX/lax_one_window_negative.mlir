// argument float32[6,5] -7 -7 -1 8 3 2 6 -1 4 3 1 1 -8 4 -1 5 -3 -7 8 -3 -7 0 -6 5 -1 -4 -7 -8 4 6
// argument int32[2] -1 0
// argument float32[2,3] -4 0 2 -3 5 -5
// result float32[6,5] -7 -7 -1 8 3 2 6 -1 4 3 1 1 -8 4 -1 5 -3 -7 8 -3 -7 0 -6 5 -1 -4 -7 -8 4 6
"builtin.module"() <{sym_name = "jit_lax_one_window_negative"}> ({
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<6x5xf32>, tensor<2xi32>, tensor<2x3xf32>) -> tensor<6x5xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<6x5xf32>, %arg1: tensor<2xi32>, %arg2: tensor<2x3xf32>):
    %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1]>, unique_indices = false}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      "stablehlo.return"(%arg4) : (tensor<f32>) -> ()
    }) : (tensor<6x5xf32>, tensor<2xi32>, tensor<2x3xf32>) -> tensor<6x5xf32>
    "func.return"(%0) : (tensor<6x5xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
