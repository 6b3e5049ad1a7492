// argument uint8[5,6] 7 6 5 3 6 5 1 8 5 5 3 2 1 6 3 7 7 4 1 5 8 5 2 3 3 1 3 6 8 8
// argument uint8[4,5] 3 7 4 3 1 3 2 5 8 7 2 7 2 3 1 1 4 2 4 4
// result uint8[5,6] 1 1 1 1 5 1 1 16 1 5 1 1 1 3 1 6 20 1 1 2 16 1 1 1 1 1 1 1 5 5
"builtin.module"() <{sym_name = "jit_select_unsigned"}> ({
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<5x6xui8>, tensor<4x5xui8>) -> tensor<5x6xui8>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<5x6xui8>, %arg1: tensor<4x5xui8>):
    %0 = "stablehlo.constant"() <{value = dense<1> : tensor<ui8>}> : () -> tensor<ui8>
    %1 = "stablehlo.select_and_scatter"(%arg0, %arg1, %0) <{padding = dense<0> : tensor<2x2xi64>, window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 1>}> ({
    ^bb0(%arg4: tensor<ui8>, %arg5: tensor<ui8>):
      %3 = "stablehlo.compare"(%arg4, %arg5) <{compare_type = #stablehlo<comparison_type UNSIGNED>, comparison_direction = #stablehlo<comparison_direction GT>}> : (tensor<ui8>, tensor<ui8>) -> tensor<i1>
      "stablehlo.return"(%3) : (tensor<i1>) -> ()
    }, {
    ^bb0(%arg2: tensor<ui8>, %arg3: tensor<ui8>):
      %2 = "stablehlo.add"(%arg2, %arg3) : (tensor<ui8>, tensor<ui8>) -> tensor<ui8>
      "stablehlo.return"(%2) : (tensor<ui8>) -> ()
    }) : (tensor<5x6xui8>, tensor<4x5xui8>, tensor<ui8>) -> tensor<5x6xui8>
    "func.return"(%1) : (tensor<5x6xui8>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
