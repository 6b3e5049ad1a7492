// argument complex64[6,3] -0.25 1 2 -0.75 2 0.25 0.75 1 -1.75 0.75 -1.75 -0.25 1.25 0 0.5 0.25 0 -0.75 0 0.25 -0.75 0.75 1 0.25 0.75 -0.25 2 0 1 1 0 -0.25 -0.25 0 -0.25 -0.75
// argument int32[4] 4 0 4 6
// argument complex64[4,3] -0.25 0.75 -1.75 0 1.75 -0.25 0.75 1 1 0 -1.75 -0.25 1.75 0 0.75 0 1.25 -0.75 0.5 0.5 -1.25 1 -0.75 0.5
// result complex64[6,3] nan nan 2 -0.75 0.2795094 -0.115824714 0.75 1 -1.75 0.7500002 -1.75 -0.25000012 1.25 0 0.5 0.25 -3.278354e-08 -0.75 -1.0927847e-08 0.25 -0.74999994 0.74999994 0.99999994 0.25 1.666936 -0.28215098 0.40262258 0 3.8260536 6.059721 0.10102261 -1.0919771 0.13821037 0.20163345 0.81626314 2.9621947
// result complex64[6,3] 0 0 3.4374995 -2.9999998 2 0.25 0.75 1 2.4999995 -2.6250005 -1.75 -0.25000012 1.25 0 0.1875 0.25 -3.278354e-08 -0.75 -1.0927847e-08 0.25 1.3415489e-08 -1.1249999 0.99999994 0.25 0.75 -0.25 4 0 0.99999994 0.99999994 -1.0927847e-08 -0.25 0.0625 1.0927847e-08 -0.25 -0.75
// result complex64[6,3] 0 0 0.5 -0.1875 1.5000001 0.5 0.75 1 -1.75 0.75 -1.75 -0.25 1.25 0 0.5 0.25 0 -0.75 0 0.25 -0.75 0.75 1 0.25 0.048582997 -0.032388665 0.42666668 0 0.03648634 0.05843747 0 -0.25 -0.25 0 -0.25 -0.75
// result complex64[6,3] 0 0 1 0 -1.75 -0.25 0.75 1 -1.75 0.75 -1.75 -0.25 1.25 0 0.5 0.25 0 -0.75 0 0.25 -0.75 0.75 1 0.25 -0.25 0.75 -1.75 0 1 1 0 -0.25 -0.25 0 -0.25 -0.75
// result complex64[6,3] 0.75 1 2 -0.75 2 0.25 0.75 1 -1.75 0.75 -1.75 -0.25 1.25 0 0.5 0.25 0 -0.75 0 0.25 -0.75 0.75 1 0.25 1.75 0 2 0 1.75 -0.25 0 -0.25 -0.25 0 -0.25 -0.75
// result complex64[6,3] -0 -0 -2 0.75 -2 -0.25 -0.75 -1 1.75 -0.75 1.75 0.25 -1.25 -0 -0.5 -0.25 -0 0.75 -0 -0.25 0.75 -0.75 -1 -0.25 -0.75 0.25 -2 -0 -1 -1 -0 0.25 0.25 -0 0.25 0.75
// result bool[6,3] 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
"builtin.module"() <{sym_name = "jit_complex_updates"}> ({
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<6x3xcomplex<f32>>, tensor<4xi32>, tensor<4x3xcomplex<f32>>) -> (tensor<6x3xcomplex<f32>>, tensor<6x3xcomplex<f32>>, tensor<6x3xcomplex<f32>>, tensor<6x3xcomplex<f32>>, tensor<6x3xcomplex<f32>>, tensor<6x3xcomplex<f32>>, tensor<6x3xi1>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}, {jax.result_info = "result[3]"}, {jax.result_info = "result[4]"}, {jax.result_info = "result[5]"}, {jax.result_info = "result[6]"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<6x3xcomplex<f32>>, %arg1: tensor<4xi32>, %arg2: tensor<4x3xcomplex<f32>>):
    %0 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %1 = "stablehlo.broadcast_in_dim"(%0) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<1xi32>
    %2 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %3 = "stablehlo.broadcast_in_dim"(%2) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<1xi32>
    %4 = "stablehlo.concatenate"(%1, %3) <{dimension = 0 : i64}> : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %5 = "stablehlo.constant"() <{value = dense<(0.000000e+00,0.000000e+00)> : tensor<complex<f32>>}> : () -> tensor<complex<f32>>
    %6 = "stablehlo.scatter"(%arg0, %4, %5) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1]>, unique_indices = true}> ({
    ^bb0(%arg13: tensor<complex<f32>>, %arg14: tensor<complex<f32>>):
      "stablehlo.return"(%arg14) : (tensor<complex<f32>>) -> ()
    }) : (tensor<6x3xcomplex<f32>>, tensor<2xi32>, tensor<complex<f32>>) -> tensor<6x3xcomplex<f32>>
    %7 = "stablehlo.constant"() <{value = dense<(1.000000e+00,0.000000e+00)> : tensor<complex<f32>>}> : () -> tensor<complex<f32>>
    %8 = "stablehlo.broadcast_in_dim"(%7) <{broadcast_dimensions = array<i64>}> : (tensor<complex<f32>>) -> tensor<6x3xcomplex<f32>>
    %9 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %10 = "stablehlo.broadcast_in_dim"(%9) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<4xi32>
    %11 = "stablehlo.compare"(%arg1, %10) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
    %12 = "stablehlo.constant"() <{value = dense<6> : tensor<i32>}> : () -> tensor<i32>
    %13 = "stablehlo.broadcast_in_dim"(%12) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<4xi32>
    %14 = "stablehlo.add"(%arg1, %13) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
    %15 = "stablehlo.select"(%11, %14, %arg1) : (tensor<4xi1>, tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
    %16 = "stablehlo.broadcast_in_dim"(%15) <{broadcast_dimensions = array<i64: 0>}> : (tensor<4xi32>) -> tensor<4x1xi32>
    %17 = "stablehlo.constant"() <{value = dense<5> : tensor<1xi32>}> : () -> tensor<1xi32>
    %18 = "stablehlo.constant"() <{value = dense<2147483647> : tensor<i32>}> : () -> tensor<i32>
    %19 = "stablehlo.broadcast_in_dim"(%18) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<1xi32>
    %20 = "stablehlo.minimum"(%17, %19) : (tensor<1xi32>, tensor<1xi32>) -> tensor<1xi32>
    %21 = "stablehlo.broadcast_in_dim"(%20) <{broadcast_dimensions = array<i64: 1>}> : (tensor<1xi32>) -> tensor<4x1xi32>
    %22 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %23 = "stablehlo.broadcast_in_dim"(%22) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<4x1xi32>
    %24 = "stablehlo.clamp"(%23, %16, %21) : (tensor<4x1xi32>, tensor<4x1xi32>, tensor<4x1xi32>) -> tensor<4x1xi32>
    %25 = "stablehlo.scatter"(%8, %24, %arg2) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg11: tensor<complex<f32>>, %arg12: tensor<complex<f32>>):
      %94 = "stablehlo.multiply"(%arg11, %arg12) : (tensor<complex<f32>>, tensor<complex<f32>>) -> tensor<complex<f32>>
      "stablehlo.return"(%94) : (tensor<complex<f32>>) -> ()
    }) : (tensor<6x3xcomplex<f32>>, tensor<4x1xi32>, tensor<4x3xcomplex<f32>>) -> tensor<6x3xcomplex<f32>>
    %26 = "stablehlo.power"(%6, %25) : (tensor<6x3xcomplex<f32>>, tensor<6x3xcomplex<f32>>) -> tensor<6x3xcomplex<f32>>
    %27 = "stablehlo.constant"() <{value = dense<(1.000000e+00,0.000000e+00)> : tensor<complex<f32>>}> : () -> tensor<complex<f32>>
    %28 = "stablehlo.broadcast_in_dim"(%27) <{broadcast_dimensions = array<i64>}> : (tensor<complex<f32>>) -> tensor<6x3xcomplex<f32>>
    %29 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %30 = "stablehlo.broadcast_in_dim"(%29) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<1xi32>
    %31 = "stablehlo.constant"() <{value = dense<(2.000000e+00,0.000000e+00)> : tensor<complex<f32>>}> : () -> tensor<complex<f32>>
    %32 = "stablehlo.broadcast_in_dim"(%31) <{broadcast_dimensions = array<i64>}> : (tensor<complex<f32>>) -> tensor<6xcomplex<f32>>
    %33 = "stablehlo.scatter"(%28, %30, %32) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1]>, unique_indices = true}> ({
    ^bb0(%arg9: tensor<complex<f32>>, %arg10: tensor<complex<f32>>):
      %93 = "stablehlo.multiply"(%arg9, %arg10) : (tensor<complex<f32>>, tensor<complex<f32>>) -> tensor<complex<f32>>
      "stablehlo.return"(%93) : (tensor<complex<f32>>) -> ()
    }) : (tensor<6x3xcomplex<f32>>, tensor<1xi32>, tensor<6xcomplex<f32>>) -> tensor<6x3xcomplex<f32>>
    %34 = "stablehlo.power"(%6, %33) : (tensor<6x3xcomplex<f32>>, tensor<6x3xcomplex<f32>>) -> tensor<6x3xcomplex<f32>>
    %35 = "stablehlo.constant"() <{value = dense<(3.000000e+00,0.000000e+00)> : tensor<complex<f32>>}> : () -> tensor<complex<f32>>
    %36 = "stablehlo.broadcast_in_dim"(%35) <{broadcast_dimensions = array<i64>}> : (tensor<complex<f32>>) -> tensor<4x3xcomplex<f32>>
    %37 = "stablehlo.add"(%arg2, %36) : (tensor<4x3xcomplex<f32>>, tensor<4x3xcomplex<f32>>) -> tensor<4x3xcomplex<f32>>
    %38 = "stablehlo.constant"() <{value = dense<(1.000000e+00,0.000000e+00)> : tensor<complex<f32>>}> : () -> tensor<complex<f32>>
    %39 = "stablehlo.broadcast_in_dim"(%38) <{broadcast_dimensions = array<i64>}> : (tensor<complex<f32>>) -> tensor<6x3xcomplex<f32>>
    %40 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %41 = "stablehlo.broadcast_in_dim"(%40) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<4xi32>
    %42 = "stablehlo.compare"(%arg1, %41) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
    %43 = "stablehlo.constant"() <{value = dense<6> : tensor<i32>}> : () -> tensor<i32>
    %44 = "stablehlo.broadcast_in_dim"(%43) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<4xi32>
    %45 = "stablehlo.add"(%arg1, %44) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
    %46 = "stablehlo.select"(%42, %45, %arg1) : (tensor<4xi1>, tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
    %47 = "stablehlo.broadcast_in_dim"(%46) <{broadcast_dimensions = array<i64: 0>}> : (tensor<4xi32>) -> tensor<4x1xi32>
    %48 = "stablehlo.scatter"(%39, %47, %37) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg7: tensor<complex<f32>>, %arg8: tensor<complex<f32>>):
      %92 = "stablehlo.multiply"(%arg7, %arg8) : (tensor<complex<f32>>, tensor<complex<f32>>) -> tensor<complex<f32>>
      "stablehlo.return"(%92) : (tensor<complex<f32>>) -> ()
    }) : (tensor<6x3xcomplex<f32>>, tensor<4x1xi32>, tensor<4x3xcomplex<f32>>) -> tensor<6x3xcomplex<f32>>
    %49 = "stablehlo.divide"(%6, %48) : (tensor<6x3xcomplex<f32>>, tensor<6x3xcomplex<f32>>) -> tensor<6x3xcomplex<f32>>
    %50 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %51 = "stablehlo.broadcast_in_dim"(%50) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<4xi32>
    %52 = "stablehlo.compare"(%arg1, %51) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
    %53 = "stablehlo.constant"() <{value = dense<6> : tensor<i32>}> : () -> tensor<i32>
    %54 = "stablehlo.broadcast_in_dim"(%53) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<4xi32>
    %55 = "stablehlo.add"(%arg1, %54) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
    %56 = "stablehlo.select"(%52, %55, %arg1) : (tensor<4xi1>, tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
    %57 = "stablehlo.broadcast_in_dim"(%56) <{broadcast_dimensions = array<i64: 0>}> : (tensor<4xi32>) -> tensor<4x1xi32>
    %58 = "stablehlo.scatter"(%6, %57, %arg2) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg5: tensor<complex<f32>>, %arg6: tensor<complex<f32>>):
      %83 = "stablehlo.real"(%arg5) : (tensor<complex<f32>>) -> tensor<f32>
      %84 = "stablehlo.real"(%arg6) : (tensor<complex<f32>>) -> tensor<f32>
      %85 = "stablehlo.compare"(%83, %84) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %86 = "stablehlo.compare"(%83, %84) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %87 = "stablehlo.imag"(%arg5) : (tensor<complex<f32>>) -> tensor<f32>
      %88 = "stablehlo.imag"(%arg6) : (tensor<complex<f32>>) -> tensor<f32>
      %89 = "stablehlo.compare"(%87, %88) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %90 = "stablehlo.select"(%85, %89, %86) : (tensor<i1>, tensor<i1>, tensor<i1>) -> tensor<i1>
      %91 = "stablehlo.select"(%90, %arg5, %arg6) : (tensor<i1>, tensor<complex<f32>>, tensor<complex<f32>>) -> tensor<complex<f32>>
      "stablehlo.return"(%91) : (tensor<complex<f32>>) -> ()
    }) : (tensor<6x3xcomplex<f32>>, tensor<4x1xi32>, tensor<4x3xcomplex<f32>>) -> tensor<6x3xcomplex<f32>>
    %59 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %60 = "stablehlo.broadcast_in_dim"(%59) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<4xi32>
    %61 = "stablehlo.compare"(%arg1, %60) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
    %62 = "stablehlo.constant"() <{value = dense<6> : tensor<i32>}> : () -> tensor<i32>
    %63 = "stablehlo.broadcast_in_dim"(%62) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<4xi32>
    %64 = "stablehlo.add"(%arg1, %63) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
    %65 = "stablehlo.select"(%61, %64, %arg1) : (tensor<4xi1>, tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
    %66 = "stablehlo.broadcast_in_dim"(%65) <{broadcast_dimensions = array<i64: 0>}> : (tensor<4xi32>) -> tensor<4x1xi32>
    %67 = "stablehlo.scatter"(%6, %66, %arg2) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg3: tensor<complex<f32>>, %arg4: tensor<complex<f32>>):
      %74 = "stablehlo.real"(%arg3) : (tensor<complex<f32>>) -> tensor<f32>
      %75 = "stablehlo.real"(%arg4) : (tensor<complex<f32>>) -> tensor<f32>
      %76 = "stablehlo.compare"(%74, %75) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %77 = "stablehlo.compare"(%74, %75) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction GT>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %78 = "stablehlo.imag"(%arg3) : (tensor<complex<f32>>) -> tensor<f32>
      %79 = "stablehlo.imag"(%arg4) : (tensor<complex<f32>>) -> tensor<f32>
      %80 = "stablehlo.compare"(%78, %79) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction GT>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %81 = "stablehlo.select"(%76, %80, %77) : (tensor<i1>, tensor<i1>, tensor<i1>) -> tensor<i1>
      %82 = "stablehlo.select"(%81, %arg3, %arg4) : (tensor<i1>, tensor<complex<f32>>, tensor<complex<f32>>) -> tensor<complex<f32>>
      "stablehlo.return"(%82) : (tensor<complex<f32>>) -> ()
    }) : (tensor<6x3xcomplex<f32>>, tensor<4x1xi32>, tensor<4x3xcomplex<f32>>) -> tensor<6x3xcomplex<f32>>
    %68 = "stablehlo.negate"(%6) : (tensor<6x3xcomplex<f32>>) -> tensor<6x3xcomplex<f32>>
    %69 = "stablehlo.slice"(%arg2) <{limit_indices = array<i64: 1, 3>, start_indices = array<i64: 0, 0>, strides = array<i64: 1, 1>}> : (tensor<4x3xcomplex<f32>>) -> tensor<1x3xcomplex<f32>>
    %70 = "stablehlo.reshape"(%69) : (tensor<1x3xcomplex<f32>>) -> tensor<3xcomplex<f32>>
    %71 = "stablehlo.broadcast_in_dim"(%70) <{broadcast_dimensions = array<i64: 1>}> : (tensor<3xcomplex<f32>>) -> tensor<1x3xcomplex<f32>>
    %72 = "stablehlo.broadcast_in_dim"(%71) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x3xcomplex<f32>>) -> tensor<6x3xcomplex<f32>>
    %73 = "stablehlo.compare"(%6, %72) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<6x3xcomplex<f32>>, tensor<6x3xcomplex<f32>>) -> tensor<6x3xi1>
    "func.return"(%26, %34, %49, %58, %67, %68, %73) : (tensor<6x3xcomplex<f32>>, tensor<6x3xcomplex<f32>>, tensor<6x3xcomplex<f32>>, tensor<6x3xcomplex<f32>>, tensor<6x3xcomplex<f32>>, tensor<6x3xcomplex<f32>>, tensor<6x3xi1>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
