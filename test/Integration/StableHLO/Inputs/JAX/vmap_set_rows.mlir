// argument float32[4,6,3] 2 -4 -1 -6 -5 7 7 -7 8 -5 0 -4 -1 -3 8 -3 -7 -2 -3 -4 0 -3 -4 6 -4 4 7 4 -3 4 2 -5 3 5 -5 1 -5 -7 8 7 6 -7 -8 8 -5 3 -3 -5 -7 7 -6 -3 6 4 -4 3 -2 6 -8 5 -2 3 5 -5 0 -8 -4 7 -1 8 8 -1
// argument int32[4,2] 2 0 5 5 -1 1 3 9
// argument float32[4,2,3] -4 4 -5 5 5 6 -6 6 2 8 7 7 -5 -6 -4 -7 1 5 4 7 -8 4 -2 -3
// result float32[4,6,3] 5 5 6 -6 -5 7 -4 4 -5 -5 0 -4 -1 -3 8 -3 -7 -2 -3 -4 0 -3 -4 6 -4 4 7 4 -3 4 2 -5 3 8 7 7 -5 -7 8 -7 1 5 -8 8 -5 3 -3 -5 -7 7 -6 -5 -6 -4 -4 3 -2 6 -8 5 -2 3 5 4 7 -8 -4 7 -1 8 8 -1
"builtin.module"() <{sym_name = "jit_vmap_set_rows"}> ({
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<4x6x3xf32>, tensor<4x2xi32>, tensor<4x2x3xf32>) -> tensor<4x6x3xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<4x6x3xf32>, %arg1: tensor<4x2xi32>, %arg2: tensor<4x2x3xf32>):
    %0 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %1 = "stablehlo.broadcast_in_dim"(%0) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<4x2xi32>
    %2 = "stablehlo.compare"(%arg1, %1) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<4x2xi32>, tensor<4x2xi32>) -> tensor<4x2xi1>
    %3 = "stablehlo.constant"() <{value = dense<6> : tensor<i32>}> : () -> tensor<i32>
    %4 = "stablehlo.broadcast_in_dim"(%3) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<4x2xi32>
    %5 = "stablehlo.add"(%arg1, %4) : (tensor<4x2xi32>, tensor<4x2xi32>) -> tensor<4x2xi32>
    %6 = "stablehlo.select"(%2, %5, %arg1) : (tensor<4x2xi1>, tensor<4x2xi32>, tensor<4x2xi32>) -> tensor<4x2xi32>
    %7 = "stablehlo.broadcast_in_dim"(%6) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<4x2xi32>) -> tensor<4x2x1xi32>
    %8 = "stablehlo.scatter"(%arg0, %7, %arg2) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>, unique_indices = false}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      "stablehlo.return"(%arg4) : (tensor<f32>) -> ()
    }) : (tensor<4x6x3xf32>, tensor<4x2x1xi32>, tensor<4x2x3xf32>) -> tensor<4x6x3xf32>
    "func.return"(%8) : (tensor<4x6x3xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
