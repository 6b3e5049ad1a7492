// argument float32[8,4] -3 4 -6 -3 -4 6 -2 5 -5 -8 2 -5 -4 1 -4 -3 -3 6 6 0 -4 5 5 8 5 1 -4 -6 1 -8 0 0
// argument float32[8,4] 0 2 -5 -4 -1 -7 2 -2 -7 0 2 1 7 6 0 7 4 -1 -8 -1 5 4 -3 -3 -5 6 0 7 -8 -8 2 -7
// result float32[8,4] 5 7 0 1 4 -2 7 3 -2 5 7 6 11 10 4 11 4 -1 -8 -1 5 4 -3 -3 -5 6 0 7 -8 -8 2 -7
// result float32[8,4] 4 11 1 4 3 13 5 12 2 -1 9 2 1 6 1 2 0 9 9 3 -4 5 5 8 5 1 -4 -6 1 -8 0 0
// result float32[4] -7 14 -3 10
"builtin.module"() <{sym_name = "jit_nested_loops"}> ({
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<8x4xf32>, tensor<8x4xf32>) -> (tensor<8x4xf32>, tensor<8x4xf32>, tensor<4xf32>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg45: tensor<8x4xf32>, %arg46: tensor<8x4xf32>):
    %70 = "stablehlo.slice"(%arg45) <{limit_indices = array<i64: 1, 4>, start_indices = array<i64: 0, 0>, strides = array<i64: 1, 1>}> : (tensor<8x4xf32>) -> tensor<1x4xf32>
    %71 = "stablehlo.reshape"(%70) : (tensor<1x4xf32>) -> tensor<4xf32>
    %72 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %73 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %74:5 = "stablehlo.while"(%73, %72, %arg45, %arg46, %71) ({
    ^bb0(%arg52: tensor<i32>, %arg53: tensor<i32>, %arg54: tensor<8x4xf32>, %arg55: tensor<8x4xf32>, %arg56: tensor<4xf32>):
      %78 = "stablehlo.constant"() <{value = dense<3> : tensor<i32>}> : () -> tensor<i32>
      %79 = "stablehlo.compare"(%arg52, %78) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
      "stablehlo.return"(%79) : (tensor<i1>) -> ()
    }, {
    ^bb0(%arg47: tensor<i32>, %arg48: tensor<i32>, %arg49: tensor<8x4xf32>, %arg50: tensor<8x4xf32>, %arg51: tensor<4xf32>):
      %75:4 = "func.call"(%arg48, %arg49, %arg50, %arg51) <{callee = @closed_call}> : (tensor<i32>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<4xf32>) -> (tensor<i32>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<4xf32>)
      %76 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
      %77 = "stablehlo.add"(%arg47, %76) : (tensor<i32>, tensor<i32>) -> tensor<i32>
      "stablehlo.return"(%77, %75#0, %75#1, %75#2, %75#3) : (tensor<i32>, tensor<i32>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<4xf32>) -> ()
    }) : (tensor<i32>, tensor<i32>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<4xf32>) -> (tensor<i32>, tensor<i32>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<4xf32>)
    "func.return"(%74#2, %74#3, %74#4) : (tensor<8x4xf32>, tensor<8x4xf32>, tensor<4xf32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<i32>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<4xf32>) -> (tensor<i32>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<4xf32>), res_attrs = [{}, {}, {}, {}], sym_name = "closed_call", sym_visibility = "private"}> ({
  ^bb0(%arg13: tensor<i32>, %arg14: tensor<8x4xf32>, %arg15: tensor<8x4xf32>, %arg16: tensor<4xf32>):
    %21 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %22 = "stablehlo.add"(%arg13, %21) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %23 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %24:4 = "stablehlo.while"(%arg13, %arg13, %arg15, %23) ({
    ^bb0(%arg41: tensor<i32>, %arg42: tensor<i32>, %arg43: tensor<8x4xf32>, %arg44: tensor<i32>):
      %67 = "stablehlo.constant"() <{value = dense<2> : tensor<i32>}> : () -> tensor<i32>
      %68 = "stablehlo.add"(%arg41, %67) : (tensor<i32>, tensor<i32>) -> tensor<i32>
      %69 = "stablehlo.compare"(%arg44, %68) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
      "stablehlo.return"(%69) : (tensor<i1>) -> ()
    }, {
    ^bb0(%arg35: tensor<i32>, %arg36: tensor<i32>, %arg37: tensor<8x4xf32>, %arg38: tensor<i32>):
      %54 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
      %55 = "stablehlo.compare"(%arg38, %54) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %56 = "stablehlo.constant"() <{value = dense<8> : tensor<i32>}> : () -> tensor<i32>
      %57 = "stablehlo.add"(%arg38, %56) : (tensor<i32>, tensor<i32>) -> tensor<i32>
      %58 = "stablehlo.select"(%55, %57, %arg38) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
      %59 = "stablehlo.convert"(%58) : (tensor<i32>) -> tensor<i32>
      %60 = "stablehlo.broadcast_in_dim"(%59) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<1xi32>
      %61 = "stablehlo.convert"(%arg36) : (tensor<i32>) -> tensor<f32>
      %62 = "stablehlo.broadcast_in_dim"(%61) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4xf32>
      %63 = "stablehlo.scatter"(%arg37, %60, %62) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
      ^bb0(%arg39: tensor<f32>, %arg40: tensor<f32>):
        %66 = "stablehlo.add"(%arg39, %arg40) : (tensor<f32>, tensor<f32>) -> tensor<f32>
        "stablehlo.return"(%66) : (tensor<f32>) -> ()
      }) : (tensor<8x4xf32>, tensor<1xi32>, tensor<4xf32>) -> tensor<8x4xf32>
      %64 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
      %65 = "stablehlo.add"(%arg38, %64) : (tensor<i32>, tensor<i32>) -> tensor<i32>
      "stablehlo.return"(%arg35, %arg36, %63, %65) : (tensor<i32>, tensor<i32>, tensor<8x4xf32>, tensor<i32>) -> ()
    }) : (tensor<i32>, tensor<i32>, tensor<8x4xf32>, tensor<i32>) -> (tensor<i32>, tensor<i32>, tensor<8x4xf32>, tensor<i32>)
    %25 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %26 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %27:4 = "stablehlo.while"(%arg13, %26, %25, %arg14) ({
    ^bb0(%arg31: tensor<i32>, %arg32: tensor<i32>, %arg33: tensor<i32>, %arg34: tensor<8x4xf32>):
      %52 = "stablehlo.constant"() <{value = dense<2> : tensor<i32>}> : () -> tensor<i32>
      %53 = "stablehlo.compare"(%arg32, %52) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
      "stablehlo.return"(%53) : (tensor<i1>) -> ()
    }, {
    ^bb0(%arg27: tensor<i32>, %arg28: tensor<i32>, %arg29: tensor<i32>, %arg30: tensor<8x4xf32>):
      %49:2 = "func.call"(%arg27, %arg29, %arg30) <{callee = @closed_call_0}> : (tensor<i32>, tensor<i32>, tensor<8x4xf32>) -> (tensor<i32>, tensor<8x4xf32>)
      %50 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
      %51 = "stablehlo.add"(%arg28, %50) : (tensor<i32>, tensor<i32>) -> tensor<i32>
      "stablehlo.return"(%arg27, %51, %49#0, %49#1) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<8x4xf32>) -> ()
    }) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<8x4xf32>) -> (tensor<i32>, tensor<i32>, tensor<i32>, tensor<8x4xf32>)
    %28 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %29:4 = "stablehlo.while"(%arg13, %arg13, %arg14, %28) ({
    ^bb0(%arg23: tensor<i32>, %arg24: tensor<i32>, %arg25: tensor<8x4xf32>, %arg26: tensor<i32>):
      %46 = "stablehlo.constant"() <{value = dense<2> : tensor<i32>}> : () -> tensor<i32>
      %47 = "stablehlo.add"(%arg23, %46) : (tensor<i32>, tensor<i32>) -> tensor<i32>
      %48 = "stablehlo.compare"(%arg26, %47) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
      "stablehlo.return"(%48) : (tensor<i1>) -> ()
    }, {
    ^bb0(%arg17: tensor<i32>, %arg18: tensor<i32>, %arg19: tensor<8x4xf32>, %arg20: tensor<i32>):
      %33 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
      %34 = "stablehlo.compare"(%arg20, %33) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %35 = "stablehlo.constant"() <{value = dense<8> : tensor<i32>}> : () -> tensor<i32>
      %36 = "stablehlo.add"(%arg20, %35) : (tensor<i32>, tensor<i32>) -> tensor<i32>
      %37 = "stablehlo.select"(%34, %36, %arg20) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
      %38 = "stablehlo.convert"(%37) : (tensor<i32>) -> tensor<i32>
      %39 = "stablehlo.broadcast_in_dim"(%38) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<1xi32>
      %40 = "stablehlo.convert"(%arg18) : (tensor<i32>) -> tensor<f32>
      %41 = "stablehlo.broadcast_in_dim"(%40) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4xf32>
      %42 = "stablehlo.scatter"(%arg19, %39, %41) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
      ^bb0(%arg21: tensor<f32>, %arg22: tensor<f32>):
        %45 = "stablehlo.add"(%arg21, %arg22) : (tensor<f32>, tensor<f32>) -> tensor<f32>
        "stablehlo.return"(%45) : (tensor<f32>) -> ()
      }) : (tensor<8x4xf32>, tensor<1xi32>, tensor<4xf32>) -> tensor<8x4xf32>
      %43 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
      %44 = "stablehlo.add"(%arg20, %43) : (tensor<i32>, tensor<i32>) -> tensor<i32>
      "stablehlo.return"(%arg17, %arg18, %42, %44) : (tensor<i32>, tensor<i32>, tensor<8x4xf32>, tensor<i32>) -> ()
    }) : (tensor<i32>, tensor<i32>, tensor<8x4xf32>, tensor<i32>) -> (tensor<i32>, tensor<i32>, tensor<8x4xf32>, tensor<i32>)
    %30 = "stablehlo.slice"(%29#2) <{limit_indices = array<i64: 2, 4>, start_indices = array<i64: 1, 0>, strides = array<i64: 1, 1>}> : (tensor<8x4xf32>) -> tensor<1x4xf32>
    %31 = "stablehlo.reshape"(%30) : (tensor<1x4xf32>) -> tensor<4xf32>
    %32 = "stablehlo.add"(%arg16, %31) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    "func.return"(%22, %24#2, %27#3, %32) : (tensor<i32>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<4xf32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<i32>, tensor<i32>, tensor<8x4xf32>) -> (tensor<i32>, tensor<8x4xf32>), res_attrs = [{}, {}], sym_name = "closed_call_0", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<i32>, %arg1: tensor<i32>, %arg2: tensor<8x4xf32>):
    %0 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %1 = "stablehlo.add"(%arg1, %0) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %2 = "stablehlo.add"(%arg0, %arg1) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %3 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %4:4 = "stablehlo.while"(%2, %2, %arg2, %3) ({
    ^bb0(%arg9: tensor<i32>, %arg10: tensor<i32>, %arg11: tensor<8x4xf32>, %arg12: tensor<i32>):
      %18 = "stablehlo.constant"() <{value = dense<2> : tensor<i32>}> : () -> tensor<i32>
      %19 = "stablehlo.add"(%arg9, %18) : (tensor<i32>, tensor<i32>) -> tensor<i32>
      %20 = "stablehlo.compare"(%arg12, %19) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
      "stablehlo.return"(%20) : (tensor<i1>) -> ()
    }, {
    ^bb0(%arg3: tensor<i32>, %arg4: tensor<i32>, %arg5: tensor<8x4xf32>, %arg6: tensor<i32>):
      %5 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
      %6 = "stablehlo.compare"(%arg6, %5) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %7 = "stablehlo.constant"() <{value = dense<8> : tensor<i32>}> : () -> tensor<i32>
      %8 = "stablehlo.add"(%arg6, %7) : (tensor<i32>, tensor<i32>) -> tensor<i32>
      %9 = "stablehlo.select"(%6, %8, %arg6) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
      %10 = "stablehlo.convert"(%9) : (tensor<i32>) -> tensor<i32>
      %11 = "stablehlo.broadcast_in_dim"(%10) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<1xi32>
      %12 = "stablehlo.convert"(%arg4) : (tensor<i32>) -> tensor<f32>
      %13 = "stablehlo.broadcast_in_dim"(%12) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4xf32>
      %14 = "stablehlo.scatter"(%arg5, %11, %13) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
      ^bb0(%arg7: tensor<f32>, %arg8: tensor<f32>):
        %17 = "stablehlo.add"(%arg7, %arg8) : (tensor<f32>, tensor<f32>) -> tensor<f32>
        "stablehlo.return"(%17) : (tensor<f32>) -> ()
      }) : (tensor<8x4xf32>, tensor<1xi32>, tensor<4xf32>) -> tensor<8x4xf32>
      %15 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
      %16 = "stablehlo.add"(%arg6, %15) : (tensor<i32>, tensor<i32>) -> tensor<i32>
      "stablehlo.return"(%arg3, %arg4, %14, %16) : (tensor<i32>, tensor<i32>, tensor<8x4xf32>, tensor<i32>) -> ()
    }) : (tensor<i32>, tensor<i32>, tensor<8x4xf32>, tensor<i32>) -> (tensor<i32>, tensor<i32>, tensor<8x4xf32>, tensor<i32>)
    "func.return"(%1, %4#2) : (tensor<i32>, tensor<8x4xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
