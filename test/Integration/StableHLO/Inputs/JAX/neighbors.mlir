// argument float32[9,3] -1 -3 7 2 4 0 5 5 -2 -4 4 -1 -6 -6 -5 -6 8 -5 -3 1 -8 2 -6 -4 5 -3 -6
// result float32[9,3] 3 7 -7 3 1 -1 0 -1 2 6 4 1 8 10 4 8 -4 5 -1 7 7 3 7 -1 0 8 4
"builtin.module"() <{sym_name = "jit_neighbors"}> ({
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<9x3xf32>) -> tensor<9x3xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<9x3xf32>):
    %0 = "stablehlo.broadcast_in_dim"(%arg0) <{broadcast_dimensions = array<i64: 0, 2>}> : (tensor<9x3xf32>) -> tensor<9x1x3xf32>
    %1 = "stablehlo.broadcast_in_dim"(%arg0) <{broadcast_dimensions = array<i64: 1, 2>}> : (tensor<9x3xf32>) -> tensor<1x9x3xf32>
    %2 = "stablehlo.broadcast_in_dim"(%0) <{broadcast_dimensions = array<i64: 0, 1, 2>}> : (tensor<9x1x3xf32>) -> tensor<9x9x3xf32>
    %3 = "stablehlo.broadcast_in_dim"(%1) <{broadcast_dimensions = array<i64: 0, 1, 2>}> : (tensor<1x9x3xf32>) -> tensor<9x9x3xf32>
    %4 = "stablehlo.subtract"(%2, %3) : (tensor<9x9x3xf32>, tensor<9x9x3xf32>) -> tensor<9x9x3xf32>
    %5 = "stablehlo.multiply"(%4, %4) : (tensor<9x9x3xf32>, tensor<9x9x3xf32>) -> tensor<9x9x3xf32>
    %6 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %7 = "stablehlo.reduce"(%5, %6) <{dimensions = array<i64: 2>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %48 = "stablehlo.add"(%arg3, %arg4) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%48) : (tensor<f32>) -> ()
    }) : (tensor<9x9x3xf32>, tensor<f32>) -> tensor<9x9xf32>
    %8 = "stablehlo.negate"(%7) : (tensor<9x9xf32>) -> tensor<9x9xf32>
    %9:2 = "chlo.top_k"(%8) <{k = 4 : i64}> : (tensor<9x9xf32>) -> (tensor<9x4xf32>, tensor<9x4xi32>)
    %10 = "stablehlo.slice"(%9#1) <{limit_indices = array<i64: 9, 4>, start_indices = array<i64: 0, 1>, strides = array<i64: 1, 1>}> : (tensor<9x4xi32>) -> tensor<9x3xi32>
    %11 = "stablehlo.reshape"(%10) : (tensor<9x3xi32>) -> tensor<27xi32>
    %12 = "stablehlo.iota"() <{iota_dimension = 0 : i64}> : () -> tensor<9xi32>
    %13 = "stablehlo.broadcast_in_dim"(%12) <{broadcast_dimensions = array<i64: 0>}> : (tensor<9xi32>) -> tensor<9x3xi32>
    %14 = "stablehlo.reshape"(%13) : (tensor<9x3xi32>) -> tensor<27xi32>
    %15 = "stablehlo.constant"() <{value = dense<-9.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %16 = "stablehlo.broadcast_in_dim"(%15) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<9x3xf32>
    %17 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %18 = "stablehlo.broadcast_in_dim"(%17) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<27xi32>
    %19 = "stablehlo.compare"(%11, %18) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<27xi32>, tensor<27xi32>) -> tensor<27xi1>
    %20 = "stablehlo.constant"() <{value = dense<9> : tensor<i32>}> : () -> tensor<i32>
    %21 = "stablehlo.broadcast_in_dim"(%20) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<27xi32>
    %22 = "stablehlo.add"(%11, %21) : (tensor<27xi32>, tensor<27xi32>) -> tensor<27xi32>
    %23 = "stablehlo.select"(%19, %22, %11) : (tensor<27xi1>, tensor<27xi32>, tensor<27xi32>) -> tensor<27xi32>
    %24 = "stablehlo.broadcast_in_dim"(%23) <{broadcast_dimensions = array<i64: 0>}> : (tensor<27xi32>) -> tensor<27x1xi32>
    %25 = "stablehlo.gather"(%arg0, %24) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 3>}> : (tensor<9x3xf32>, tensor<27x1xi32>) -> tensor<27x3xf32>
    %26 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %27 = "stablehlo.broadcast_in_dim"(%26) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<27xi32>
    %28 = "stablehlo.compare"(%14, %27) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<27xi32>, tensor<27xi32>) -> tensor<27xi1>
    %29 = "stablehlo.constant"() <{value = dense<9> : tensor<i32>}> : () -> tensor<i32>
    %30 = "stablehlo.broadcast_in_dim"(%29) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<27xi32>
    %31 = "stablehlo.add"(%14, %30) : (tensor<27xi32>, tensor<27xi32>) -> tensor<27xi32>
    %32 = "stablehlo.select"(%28, %31, %14) : (tensor<27xi1>, tensor<27xi32>, tensor<27xi32>) -> tensor<27xi32>
    %33 = "stablehlo.broadcast_in_dim"(%32) <{broadcast_dimensions = array<i64: 0>}> : (tensor<27xi32>) -> tensor<27x1xi32>
    %34 = "stablehlo.gather"(%arg0, %33) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 3>}> : (tensor<9x3xf32>, tensor<27x1xi32>) -> tensor<27x3xf32>
    %35 = "stablehlo.subtract"(%25, %34) : (tensor<27x3xf32>, tensor<27x3xf32>) -> tensor<27x3xf32>
    %36 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %37 = "stablehlo.broadcast_in_dim"(%36) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<27xi32>
    %38 = "stablehlo.compare"(%14, %37) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<27xi32>, tensor<27xi32>) -> tensor<27xi1>
    %39 = "stablehlo.constant"() <{value = dense<9> : tensor<i32>}> : () -> tensor<i32>
    %40 = "stablehlo.broadcast_in_dim"(%39) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<27xi32>
    %41 = "stablehlo.add"(%14, %40) : (tensor<27xi32>, tensor<27xi32>) -> tensor<27xi32>
    %42 = "stablehlo.select"(%38, %41, %14) : (tensor<27xi1>, tensor<27xi32>, tensor<27xi32>) -> tensor<27xi32>
    %43 = "stablehlo.broadcast_in_dim"(%42) <{broadcast_dimensions = array<i64: 0>}> : (tensor<27xi32>) -> tensor<27x1xi32>
    %44 = "stablehlo.convert"(%16) : (tensor<9x3xf32>) -> tensor<9x3xf32>
    %45 = "stablehlo.scatter"(%44, %43, %35) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %47 = "stablehlo.maximum"(%arg1, %arg2) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%47) : (tensor<f32>) -> ()
    }) : (tensor<9x3xf32>, tensor<27x1xi32>, tensor<27x3xf32>) -> tensor<9x3xf32>
    %46 = "stablehlo.convert"(%45) : (tensor<9x3xf32>) -> tensor<9x3xf32>
    "func.return"(%46) : (tensor<9x3xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
