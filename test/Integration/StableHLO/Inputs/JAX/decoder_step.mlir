// argument float32[1,6] -2 -5 -8 -4 4 -2
// argument float32[2,5,3] -8 8 0 0 -2 -4 3 0 0 3 -6 8 -6 5 4 -2 -7 2 6 1 3 -5 -1 1 -6 6 8 6 -1 6
// argument float32[2,5,3] 8 3 2 7 1 -4 7 4 -8 5 -4 -5 5 -7 7 2 -8 -1 -4 -3 -2 8 7 -7 -3 4 6 -8 -6 -5
// argument int32[] 3
// argument float32[6,6] -1 -7 4 -3 4 -8 3 -1 8 4 3 6 -3 8 3 8 -5 2 -6 1 3 -8 8 0 2 -4 -5 -4 -7 -4 -8 -5 -5 -4 -4 -3
// argument float32[6,6] -1 1 6 -6 6 3 -6 4 -2 -5 5 0 -3 8 5 -5 -8 -3 -1 -5 -8 -5 5 1 8 3 2 0 -5 0 4 5 3 7 -5 8
// argument float32[6,6] 1 -5 2 -2 2 0 -4 3 -6 8 -6 -6 -7 1 -8 -7 4 7 -2 4 -7 3 5 2 -3 8 -3 -4 3 -5 1 -5 -3 -7 6 -1
// argument float32[6,6] 4 8 -7 0 -4 2 -7 6 5 -6 -3 -3 2 8 -5 0 5 2 -5 -8 0 -4 7 -6 -6 -6 5 -8 4 1 -3 2 -8 -3 -5 7
// result float32[1,6] 445.00363 1546.5348 -1001.7985 -20.230791 237.28941 293.38458
// result float32[2,5,3] -8 8 0 0 -2 -4 3 0 0 84 -64 -8 -6 5 4 -2 -7 2 6 1 3 -5 -1 1 83 -3 -2 6 -1 6
// result float32[2,5,3] 8 3 2 7 1 -4 7 4 -8 68 13 112 5 -7 7 2 -8 -1 -4 -3 -2 8 7 -7 6 -26 -52 -8 -6 -5
"builtin.module"() <{sym_name = "jit_decoder_step"}> ({
  "func.func"() <{arg_attrs = [{}, {}, {}, {}, {}, {}, {}, {}], function_type = (tensor<1x6xf32>, tensor<2x5x3xf32>, tensor<2x5x3xf32>, tensor<i32>, tensor<6x6xf32>, tensor<6x6xf32>, tensor<6x6xf32>, tensor<6x6xf32>) -> (tensor<1x6xf32>, tensor<2x5x3xf32>, tensor<2x5x3xf32>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg3: tensor<1x6xf32>, %arg4: tensor<2x5x3xf32>, %arg5: tensor<2x5x3xf32>, %arg6: tensor<i32>, %arg7: tensor<6x6xf32>, %arg8: tensor<6x6xf32>, %arg9: tensor<6x6xf32>, %arg10: tensor<6x6xf32>):
    %4 = "stablehlo.dot_general"(%arg3, %arg8) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<1x6xf32>, tensor<6x6xf32>) -> tensor<1x6xf32>
    %5 = "stablehlo.reshape"(%4) : (tensor<1x6xf32>) -> tensor<2x1x3xf32>
    %6 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %7 = "stablehlo.compare"(%arg6, %6) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %8 = "stablehlo.constant"() <{value = dense<5> : tensor<i32>}> : () -> tensor<i32>
    %9 = "stablehlo.add"(%arg6, %8) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %10 = "stablehlo.select"(%7, %9, %arg6) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    %11 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %12 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %13 = "stablehlo.dynamic_update_slice"(%arg4, %5, %11, %10, %12) : (tensor<2x5x3xf32>, tensor<2x1x3xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x5x3xf32>
    %14 = "stablehlo.dot_general"(%arg3, %arg9) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<1x6xf32>, tensor<6x6xf32>) -> tensor<1x6xf32>
    %15 = "stablehlo.reshape"(%14) : (tensor<1x6xf32>) -> tensor<2x1x3xf32>
    %16 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %17 = "stablehlo.compare"(%arg6, %16) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %18 = "stablehlo.constant"() <{value = dense<5> : tensor<i32>}> : () -> tensor<i32>
    %19 = "stablehlo.add"(%arg6, %18) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %20 = "stablehlo.select"(%17, %19, %arg6) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    %21 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %22 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %23 = "stablehlo.dynamic_update_slice"(%arg5, %15, %21, %20, %22) : (tensor<2x5x3xf32>, tensor<2x1x3xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x5x3xf32>
    %24 = "stablehlo.dot_general"(%arg3, %arg7) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<1x6xf32>, tensor<6x6xf32>) -> tensor<1x6xf32>
    %25 = "stablehlo.reshape"(%24) : (tensor<1x6xf32>) -> tensor<2x1x3xf32>
    %26 = "stablehlo.dot_general"(%25, %13) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<2x1x3xf32>, tensor<2x5x3xf32>) -> tensor<2x1x5xf32>
    %27 = "stablehlo.constant"() <{value = dense<1.73205078> : tensor<f32>}> : () -> tensor<f32>
    %28 = "stablehlo.broadcast_in_dim"(%27) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2x1x5xf32>
    %29 = "stablehlo.divide"(%26, %28) : (tensor<2x1x5xf32>, tensor<2x1x5xf32>) -> tensor<2x1x5xf32>
    %30 = "stablehlo.iota"() <{iota_dimension = 0 : i64}> : () -> tensor<5xi32>
    %31 = "stablehlo.broadcast_in_dim"(%arg6) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<5xi32>
    %32 = "stablehlo.compare"(%30, %31) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LE>}> : (tensor<5xi32>, tensor<5xi32>) -> tensor<5xi1>
    %33 = "stablehlo.constant"() <{value = dense<-1.000000e+09> : tensor<f32>}> : () -> tensor<f32>
    %34 = "func.call"(%32, %29, %33) <{callee = @_where}> : (tensor<5xi1>, tensor<2x1x5xf32>, tensor<f32>) -> tensor<2x1x5xf32>
    %35 = "stablehlo.constant"() <{value = dense<0xFF800000> : tensor<f32>}> : () -> tensor<f32>
    %36 = "stablehlo.reduce"(%34, %35) <{dimensions = array<i64: 2>}> ({
    ^bb0(%arg13: tensor<f32>, %arg14: tensor<f32>):
      %53 = "stablehlo.maximum"(%arg13, %arg14) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%53) : (tensor<f32>) -> ()
    }) : (tensor<2x1x5xf32>, tensor<f32>) -> tensor<2x1xf32>
    %37 = "stablehlo.constant"() <{value = dense<0xFF800000> : tensor<f32>}> : () -> tensor<f32>
    %38 = "stablehlo.broadcast_in_dim"(%37) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2x1xf32>
    %39 = "stablehlo.maximum"(%38, %36) : (tensor<2x1xf32>, tensor<2x1xf32>) -> tensor<2x1xf32>
    %40 = "stablehlo.broadcast_in_dim"(%39) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<2x1xf32>) -> tensor<2x1x1xf32>
    %41 = "stablehlo.broadcast_in_dim"(%40) <{broadcast_dimensions = array<i64: 0, 1, 2>}> : (tensor<2x1x1xf32>) -> tensor<2x1x5xf32>
    %42 = "stablehlo.subtract"(%34, %41) : (tensor<2x1x5xf32>, tensor<2x1x5xf32>) -> tensor<2x1x5xf32>
    %43 = "stablehlo.exponential"(%42) : (tensor<2x1x5xf32>) -> tensor<2x1x5xf32>
    %44 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %45 = "stablehlo.reduce"(%43, %44) <{dimensions = array<i64: 2>}> ({
    ^bb0(%arg11: tensor<f32>, %arg12: tensor<f32>):
      %52 = "stablehlo.add"(%arg11, %arg12) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%52) : (tensor<f32>) -> ()
    }) : (tensor<2x1x5xf32>, tensor<f32>) -> tensor<2x1xf32>
    %46 = "stablehlo.broadcast_in_dim"(%45) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<2x1xf32>) -> tensor<2x1x1xf32>
    %47 = "stablehlo.broadcast_in_dim"(%46) <{broadcast_dimensions = array<i64: 0, 1, 2>}> : (tensor<2x1x1xf32>) -> tensor<2x1x5xf32>
    %48 = "stablehlo.divide"(%43, %47) : (tensor<2x1x5xf32>, tensor<2x1x5xf32>) -> tensor<2x1x5xf32>
    %49 = "stablehlo.dot_general"(%48, %23) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<2x1x5xf32>, tensor<2x5x3xf32>) -> tensor<2x1x3xf32>
    %50 = "stablehlo.reshape"(%49) : (tensor<2x1x3xf32>) -> tensor<1x6xf32>
    %51 = "stablehlo.dot_general"(%50, %arg10) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<1x6xf32>, tensor<6x6xf32>) -> tensor<1x6xf32>
    "func.return"(%51, %13, %23) : (tensor<1x6xf32>, tensor<2x5x3xf32>, tensor<2x5x3xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<5xi1>, tensor<2x1x5xf32>, tensor<f32>) -> tensor<2x1x5xf32>, res_attrs = [{}], sym_name = "_where", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<5xi1>, %arg1: tensor<2x1x5xf32>, %arg2: tensor<f32>):
    %0 = "stablehlo.convert"(%arg2) : (tensor<f32>) -> tensor<f32>
    %1 = "stablehlo.broadcast_in_dim"(%arg0) <{broadcast_dimensions = array<i64: 2>}> : (tensor<5xi1>) -> tensor<2x1x5xi1>
    %2 = "stablehlo.broadcast_in_dim"(%0) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2x1x5xf32>
    %3 = "stablehlo.select"(%1, %arg1, %2) : (tensor<2x1x5xi1>, tensor<2x1x5xf32>, tensor<2x1x5xf32>) -> tensor<2x1x5xf32>
    "func.return"(%3) : (tensor<2x1x5xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
