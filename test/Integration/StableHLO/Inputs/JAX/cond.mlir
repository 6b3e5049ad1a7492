// argument float32[7] 5 -8 -5 5 1 5 0
// argument bool[] 1
// result float32[7] 9 -8 -5 5 1 5 0
"builtin.module"() <{sym_name = "jit_cond"}> ({
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<7xf32>, tensor<i1>) -> tensor<7xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<7xf32>, %arg1: tensor<i1>):
    %0 = "stablehlo.convert"(%arg1) : (tensor<i1>) -> tensor<i32>
    %1 = "stablehlo.case"(%0) ({
      "stablehlo.return"(%arg0) : (tensor<7xf32>) -> ()
    }, {
      %2 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
      %3 = "stablehlo.broadcast_in_dim"(%2) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<1xi32>
      %4 = "stablehlo.constant"() <{value = dense<9.000000e+00> : tensor<f32>}> : () -> tensor<f32>
      %5 = "stablehlo.scatter"(%arg0, %3, %4) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
      ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
        "stablehlo.return"(%arg3) : (tensor<f32>) -> ()
      }) : (tensor<7xf32>, tensor<1xi32>, tensor<f32>) -> tensor<7xf32>
      "stablehlo.return"(%5) : (tensor<7xf32>) -> ()
    }) : (tensor<i32>) -> tensor<7xf32>
    "func.return"(%1) : (tensor<7xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
