// argument float32[3,5,6] 4 5 1 5 -6 -4 -7 5 -8 3 0 -5 -3 6 0 1 6 -3 1 6 4 -3 -8 -5 -2 5 5 -4 0 4 -1 -2 5 -5 5 -8 -2 -5 -1 3 8 4 2 -5 2 -3 -5 -3 3 -5 -4 5 0 -6 -4 5 -1 -6 1 0 -8 6 8 6 -1 6 -1 8 -3 0 -2 -2 7 -1 5 5 -4 0 0 -8 6 -5 -8 -1 -4 -1 -8 -5 -7 -4
// argument int32[3,2] 1 0 3 5 9 -1
// argument float32[3,2,2] -6 -2 6 2 0 6 -3 2 7 1 -8 -8
// result float32[3,5,6] 4 5 1 5 -6 -4 -6 -2 -8 3 0 -5 6 2 0 1 6 -3 1 6 4 -3 -8 -5 -2 5 5 -4 0 4 -1 -2 5 -5 5 -8 -2 -5 -1 3 8 4 2 -5 2 -3 -5 -3 3 -5 -4 5 0 6 -4 5 -1 -6 -3 2 -8 6 8 6 -1 6 -1 8 -3 0 -2 -2 7 -1 5 5 -4 0 0 -8 6 -5 7 1 -4 -1 -8 -5 -8 -8
"builtin.module"() <{sym_name = "jit_vmap_dynamic_update_slice"}> ({
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<3x5x6xf32>, tensor<3x2xi32>, tensor<3x2x2xf32>) -> tensor<3x5x6xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<3x5x6xf32>, %arg1: tensor<3x2xi32>, %arg2: tensor<3x2x2xf32>):
    %0 = "stablehlo.slice"(%arg1) <{limit_indices = array<i64: 3, 1>, start_indices = array<i64: 0, 0>, strides = array<i64: 1, 1>}> : (tensor<3x2xi32>) -> tensor<3x1xi32>
    %1 = "stablehlo.reshape"(%0) : (tensor<3x1xi32>) -> tensor<3xi32>
    %2 = "stablehlo.slice"(%arg1) <{limit_indices = array<i64: 3, 2>, start_indices = array<i64: 0, 1>, strides = array<i64: 1, 1>}> : (tensor<3x2xi32>) -> tensor<3x1xi32>
    %3 = "stablehlo.reshape"(%2) : (tensor<3x1xi32>) -> tensor<3xi32>
    %4 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %5 = "stablehlo.broadcast_in_dim"(%4) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<3xi32>
    %6 = "stablehlo.compare"(%1, %5) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
    %7 = "stablehlo.constant"() <{value = dense<5> : tensor<i32>}> : () -> tensor<i32>
    %8 = "stablehlo.broadcast_in_dim"(%7) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<3xi32>
    %9 = "stablehlo.add"(%1, %8) : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
    %10 = "stablehlo.select"(%6, %9, %1) : (tensor<3xi1>, tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
    %11 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %12 = "stablehlo.broadcast_in_dim"(%11) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<3xi32>
    %13 = "stablehlo.compare"(%3, %12) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
    %14 = "stablehlo.constant"() <{value = dense<6> : tensor<i32>}> : () -> tensor<i32>
    %15 = "stablehlo.broadcast_in_dim"(%14) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<3xi32>
    %16 = "stablehlo.add"(%3, %15) : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
    %17 = "stablehlo.select"(%13, %16, %3) : (tensor<3xi1>, tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
    %18 = "stablehlo.broadcast_in_dim"(%10) <{broadcast_dimensions = array<i64: 0>}> : (tensor<3xi32>) -> tensor<3x1xi32>
    %19 = "stablehlo.broadcast_in_dim"(%17) <{broadcast_dimensions = array<i64: 0>}> : (tensor<3xi32>) -> tensor<3x1xi32>
    %20 = "stablehlo.concatenate"(%18, %19) <{dimension = 1 : i64}> : (tensor<3x1xi32>, tensor<3x1xi32>) -> tensor<3x2xi32>
    %21 = "stablehlo.constant"() <{value = dense<[3, 4]> : tensor<2xi32>}> : () -> tensor<2xi32>
    %22 = "stablehlo.constant"() <{value = dense<2147483647> : tensor<i32>}> : () -> tensor<i32>
    %23 = "stablehlo.broadcast_in_dim"(%22) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<2xi32>
    %24 = "stablehlo.minimum"(%21, %23) : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
    %25 = "stablehlo.broadcast_in_dim"(%24) <{broadcast_dimensions = array<i64: 1>}> : (tensor<2xi32>) -> tensor<3x2xi32>
    %26 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %27 = "stablehlo.broadcast_in_dim"(%26) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<3x2xi32>
    %28 = "stablehlo.clamp"(%27, %20, %25) : (tensor<3x2xi32>, tensor<3x2xi32>, tensor<3x2xi32>) -> tensor<3x2xi32>
    %29 = "stablehlo.scatter"(%arg0, %28, %arg2) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1, 2], index_vector_dim = 1>, unique_indices = true}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      "stablehlo.return"(%arg4) : (tensor<f32>) -> ()
    }) : (tensor<3x5x6xf32>, tensor<3x2xi32>, tensor<3x2x2xf32>) -> tensor<3x5x6xf32>
    "func.return"(%29) : (tensor<3x5x6xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
