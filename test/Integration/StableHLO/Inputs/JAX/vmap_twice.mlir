// argument float32[2,3,5] -8 -7 3 -6 -1 -7 -6 -2 0 -1 3 2 4 1 3 3 6 -6 -4 5 2 8 -5 8 -5 -1 -7 -5 -4 5
// argument int32[2,3,1] 1 4 0 2 2 9
// argument float32[2,3,1] 7 8 -8 1 -7 -7
// result float32[2,3,5] -8 0 3 -6 -1 -7 -6 -2 0 7 -5 2 4 1 3 3 6 -5 -4 5 2 8 -12 8 -5 -1 -7 -5 -4 5
"builtin.module"() <{sym_name = "jit_vmap_twice"}> ({
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<2x3x5xf32>, tensor<2x3x1xi32>, tensor<2x3x1xf32>) -> tensor<2x3x5xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<2x3x5xf32>, %arg1: tensor<2x3x1xi32>, %arg2: tensor<2x3x1xf32>):
    %0 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %1 = "stablehlo.broadcast_in_dim"(%0) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<2x3x1xi32>
    %2 = "stablehlo.compare"(%arg1, %1) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<2x3x1xi32>, tensor<2x3x1xi32>) -> tensor<2x3x1xi1>
    %3 = "stablehlo.constant"() <{value = dense<5> : tensor<i32>}> : () -> tensor<i32>
    %4 = "stablehlo.broadcast_in_dim"(%3) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<2x3x1xi32>
    %5 = "stablehlo.add"(%arg1, %4) : (tensor<2x3x1xi32>, tensor<2x3x1xi32>) -> tensor<2x3x1xi32>
    %6 = "stablehlo.select"(%2, %5, %arg1) : (tensor<2x3x1xi1>, tensor<2x3x1xi32>, tensor<2x3x1xi32>) -> tensor<2x3x1xi32>
    %7 = "stablehlo.broadcast_in_dim"(%6) <{broadcast_dimensions = array<i64: 0, 1, 2>}> : (tensor<2x3x1xi32>) -> tensor<2x3x1x1xi32>
    %8 = "stablehlo.scatter"(%arg0, %7, %arg2) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [2], input_batching_dims = [0, 1], scatter_indices_batching_dims = [0, 1], scatter_dims_to_operand_dims = [2], index_vector_dim = 3>, unique_indices = false}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %9 = "stablehlo.add"(%arg3, %arg4) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%9) : (tensor<f32>) -> ()
    }) : (tensor<2x3x5xf32>, tensor<2x3x1x1xi32>, tensor<2x3x1xf32>) -> tensor<2x3x5xf32>
    "func.return"(%8) : (tensor<2x3x5xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
