// argument float32[7] 5 -8 -5 5 1 5 0
// argument int32[] 5
// result float32[7] -3 -13 0 6 6 5 0
"builtin.module"() <{sym_name = "jit_fori_loop"}> ({
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<7xf32>, tensor<i32>) -> tensor<7xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<7xf32>, %arg1: tensor<i32>):
    %0 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %1:3 = "stablehlo.while"(%0, %arg1, %arg0) ({
    ^bb0(%arg7: tensor<i32>, %arg8: tensor<i32>, %arg9: tensor<7xf32>):
      %23 = "stablehlo.compare"(%arg7, %arg8) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
      "stablehlo.return"(%23) : (tensor<i1>) -> ()
    }, {
    ^bb0(%arg2: tensor<i32>, %arg3: tensor<i32>, %arg4: tensor<7xf32>):
      %2 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
      %3 = "stablehlo.add"(%arg2, %2) : (tensor<i32>, tensor<i32>) -> tensor<i32>
      %4 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
      %5 = "stablehlo.add"(%arg2, %4) : (tensor<i32>, tensor<i32>) -> tensor<i32>
      %6 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
      %7 = "stablehlo.compare"(%5, %6) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %8 = "stablehlo.convert"(%5) : (tensor<i32>) -> tensor<i32>
      %9 = "stablehlo.constant"() <{value = dense<7> : tensor<i32>}> : () -> tensor<i32>
      %10 = "stablehlo.add"(%8, %9) : (tensor<i32>, tensor<i32>) -> tensor<i32>
      %11 = "stablehlo.select"(%7, %10, %5) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
      %12 = "stablehlo.dynamic_slice"(%arg4, %11) <{slice_sizes = array<i64: 1>}> : (tensor<7xf32>, tensor<i32>) -> tensor<1xf32>
      %13 = "stablehlo.reshape"(%12) : (tensor<1xf32>) -> tensor<f32>
      %14 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
      %15 = "stablehlo.compare"(%arg2, %14) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %16 = "stablehlo.constant"() <{value = dense<7> : tensor<i32>}> : () -> tensor<i32>
      %17 = "stablehlo.add"(%arg2, %16) : (tensor<i32>, tensor<i32>) -> tensor<i32>
      %18 = "stablehlo.select"(%15, %17, %arg2) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
      %19 = "stablehlo.convert"(%18) : (tensor<i32>) -> tensor<i32>
      %20 = "stablehlo.broadcast_in_dim"(%19) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<1xi32>
      %21 = "stablehlo.scatter"(%arg4, %20, %13) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
      ^bb0(%arg5: tensor<f32>, %arg6: tensor<f32>):
        %22 = "stablehlo.add"(%arg5, %arg6) : (tensor<f32>, tensor<f32>) -> tensor<f32>
        "stablehlo.return"(%22) : (tensor<f32>) -> ()
      }) : (tensor<7xf32>, tensor<1xi32>, tensor<f32>) -> tensor<7xf32>
      "stablehlo.return"(%3, %arg3, %21) : (tensor<i32>, tensor<i32>, tensor<7xf32>) -> ()
    }) : (tensor<i32>, tensor<i32>, tensor<7xf32>) -> (tensor<i32>, tensor<i32>, tensor<7xf32>)
    "func.return"(%1#2) : (tensor<7xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
