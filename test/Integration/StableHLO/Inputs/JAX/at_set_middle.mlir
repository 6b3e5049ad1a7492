// argument float32[3,4,5] -7 1 -8 -6 -7 2 -1 7 1 7 -6 -8 7 -5 -8 -3 0 -4 5 -8 -5 2 7 0 -8 3 2 1 -2 3 -3 0 1 4 0 7 -7 1 6 -2 0 8 -8 -7 -4 2 7 5 6 3 0 -6 -8 -3 3 4 3 3 8 -2
// argument int32[2] 3 0
// argument float32[3,2,5] 1 -1 8 6 -4 -7 0 6 -7 -3 -6 -4 -5 -2 1 7 -2 2 -3 8 0 -6 -8 -6 -7 8 7 1 0 2
// result float32[3,4,5] -7 0 6 -7 -3 2 -1 7 1 7 -6 -8 7 -5 -8 1 -1 8 6 -4 7 -2 2 -3 8 3 2 1 -2 3 -3 0 1 4 0 -6 -4 -5 -2 1 8 7 1 0 2 2 7 5 6 3 0 -6 -8 -3 3 0 -6 -8 -6 -7
"builtin.module"() <{sym_name = "jit_at_set_middle"}> ({
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<3x4x5xf32>, tensor<2xi32>, tensor<3x2x5xf32>) -> tensor<3x4x5xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<3x4x5xf32>, %arg1: tensor<2xi32>, %arg2: tensor<3x2x5xf32>):
    %0 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %1 = "stablehlo.broadcast_in_dim"(%0) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<2xi32>
    %2 = "stablehlo.compare"(%arg1, %1) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
    %3 = "stablehlo.constant"() <{value = dense<4> : tensor<i32>}> : () -> tensor<i32>
    %4 = "stablehlo.broadcast_in_dim"(%3) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<2xi32>
    %5 = "stablehlo.add"(%arg1, %4) : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
    %6 = "stablehlo.select"(%2, %5, %arg1) : (tensor<2xi1>, tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
    %7 = "stablehlo.broadcast_in_dim"(%6) <{broadcast_dimensions = array<i64: 0>}> : (tensor<2xi32>) -> tensor<2x1xi32>
    %8 = "stablehlo.scatter"(%arg0, %7, %arg2) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 2], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      "stablehlo.return"(%arg4) : (tensor<f32>) -> ()
    }) : (tensor<3x4x5xf32>, tensor<2x1xi32>, tensor<3x2x5xf32>) -> tensor<3x4x5xf32>
    "func.return"(%8) : (tensor<3x4x5xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
