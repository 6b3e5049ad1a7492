// argument float32[12,4] -6 -5 2 -1 -1 4 0 0 -5 -5 -8 6 6 -2 1 5 -7 -6 -4 -8 -8 -2 -4 -8 6 5 -4 0 4 -7 -7 -8 -2 7 -7 2 4 -8 0 -1 -7 2 -6 1 3 8 -6 4
// argument float32[4,3] -1 8 -5 0 3 -1 1 -5 0 8 5 -8
// argument float32[3,4,4] -1 3 -5 3 0 6 -1 -7 1 -5 3 -5 -1 -1 -8 -4 -1 -2 2 -7 -4 -8 6 -8 -5 -8 -2 -7 -3 4 8 6 -1 0 3 -4 2 -6 -4 1 8 8 0 -6 6 -5 -5 -8
// result float32[12,4] 6 51 7 15 -13.596367 -26.332443 20.053024 -24.13971 -9 -11 -42 36 -18 16 38 -3 -85 44 43 110 -76 20 24 118 -6 -20 50 -54 -122 26 80 83 3 12 68 19 -0.023687325 0.0482857 0.044641495 -0.014576815 -30.999996 -64.99999 -33.999996 57.999992 0 0 0 0
"builtin.module"() <{sym_name = "jit_mixture_of_experts"}> ({
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<12x4xf32>, tensor<4x3xf32>, tensor<3x4x4xf32>) -> tensor<12x4xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg5: tensor<12x4xf32>, %arg6: tensor<4x3xf32>, %arg7: tensor<3x4x4xf32>):
    %11 = "stablehlo.dot_general"(%arg5, %arg6) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<12x4xf32>, tensor<4x3xf32>) -> tensor<12x3xf32>
    %12 = "stablehlo.constant"() <{value = dense<0xFF800000> : tensor<f32>}> : () -> tensor<f32>
    %13 = "stablehlo.reduce"(%11, %12) <{dimensions = array<i64: 1>}> ({
    ^bb0(%arg18: tensor<f32>, %arg19: tensor<f32>):
      %120 = "stablehlo.maximum"(%arg18, %arg19) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%120) : (tensor<f32>) -> ()
    }) : (tensor<12x3xf32>, tensor<f32>) -> tensor<12xf32>
    %14 = "stablehlo.constant"() <{value = dense<0xFF800000> : tensor<f32>}> : () -> tensor<f32>
    %15 = "stablehlo.broadcast_in_dim"(%14) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<12xf32>
    %16 = "stablehlo.maximum"(%15, %13) : (tensor<12xf32>, tensor<12xf32>) -> tensor<12xf32>
    %17 = "stablehlo.broadcast_in_dim"(%16) <{broadcast_dimensions = array<i64: 0>}> : (tensor<12xf32>) -> tensor<12x1xf32>
    %18 = "stablehlo.broadcast_in_dim"(%17) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<12x1xf32>) -> tensor<12x3xf32>
    %19 = "stablehlo.subtract"(%11, %18) : (tensor<12x3xf32>, tensor<12x3xf32>) -> tensor<12x3xf32>
    %20 = "stablehlo.exponential"(%19) : (tensor<12x3xf32>) -> tensor<12x3xf32>
    %21 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %22 = "stablehlo.reduce"(%20, %21) <{dimensions = array<i64: 1>}> ({
    ^bb0(%arg16: tensor<f32>, %arg17: tensor<f32>):
      %119 = "stablehlo.add"(%arg16, %arg17) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%119) : (tensor<f32>) -> ()
    }) : (tensor<12x3xf32>, tensor<f32>) -> tensor<12xf32>
    %23 = "stablehlo.broadcast_in_dim"(%22) <{broadcast_dimensions = array<i64: 0>}> : (tensor<12xf32>) -> tensor<12x1xf32>
    %24 = "stablehlo.broadcast_in_dim"(%23) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<12x1xf32>) -> tensor<12x3xf32>
    %25 = "stablehlo.divide"(%20, %24) : (tensor<12x3xf32>, tensor<12x3xf32>) -> tensor<12x3xf32>
    %26:2 = "chlo.top_k"(%25) <{k = 2 : i64}> : (tensor<12x3xf32>) -> (tensor<12x2xf32>, tensor<12x2xi32>)
    %27 = "stablehlo.reshape"(%26#1) : (tensor<12x2xi32>) -> tensor<24xi32>
    %28 = "stablehlo.reshape"(%26#0) : (tensor<12x2xf32>) -> tensor<24xf32>
    %29 = "stablehlo.iota"() <{iota_dimension = 0 : i64}> : () -> tensor<12xi32>
    %30 = "stablehlo.broadcast_in_dim"(%29) <{broadcast_dimensions = array<i64: 0>}> : (tensor<12xi32>) -> tensor<12x2xi32>
    %31 = "stablehlo.reshape"(%30) : (tensor<12x2xi32>) -> tensor<24xi32>
    %32 = "func.call"(%27) <{callee = @_one_hot}> : (tensor<24xi32>) -> tensor<24x3xi32>
    %33 = "func.call"(%32) <{callee = @cumsum}> : (tensor<24x3xi32>) -> tensor<24x3xi32>
    %34 = "stablehlo.multiply"(%33, %32) : (tensor<24x3xi32>, tensor<24x3xi32>) -> tensor<24x3xi32>
    %35 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %36 = "stablehlo.reduce"(%34, %35) <{dimensions = array<i64: 1>}> ({
    ^bb0(%arg14: tensor<i32>, %arg15: tensor<i32>):
      %118 = "stablehlo.add"(%arg14, %arg15) : (tensor<i32>, tensor<i32>) -> tensor<i32>
      "stablehlo.return"(%118) : (tensor<i32>) -> ()
    }) : (tensor<24x3xi32>, tensor<i32>) -> tensor<24xi32>
    %37 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %38 = "stablehlo.broadcast_in_dim"(%37) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<24xi32>
    %39 = "stablehlo.subtract"(%36, %38) : (tensor<24xi32>, tensor<24xi32>) -> tensor<24xi32>
    %40 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %41 = "stablehlo.broadcast_in_dim"(%40) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<3x6x4xf32>
    %42 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %43 = "stablehlo.broadcast_in_dim"(%42) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<24xi32>
    %44 = "stablehlo.compare"(%31, %43) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<24xi32>, tensor<24xi32>) -> tensor<24xi1>
    %45 = "stablehlo.constant"() <{value = dense<12> : tensor<i32>}> : () -> tensor<i32>
    %46 = "stablehlo.broadcast_in_dim"(%45) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<24xi32>
    %47 = "stablehlo.add"(%31, %46) : (tensor<24xi32>, tensor<24xi32>) -> tensor<24xi32>
    %48 = "stablehlo.select"(%44, %47, %31) : (tensor<24xi1>, tensor<24xi32>, tensor<24xi32>) -> tensor<24xi32>
    %49 = "stablehlo.broadcast_in_dim"(%48) <{broadcast_dimensions = array<i64: 0>}> : (tensor<24xi32>) -> tensor<24x1xi32>
    %50 = "stablehlo.gather"(%arg5, %49) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 4>}> : (tensor<12x4xf32>, tensor<24x1xi32>) -> tensor<24x4xf32>
    %51 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %52 = "stablehlo.broadcast_in_dim"(%51) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<24xi32>
    %53 = "stablehlo.compare"(%27, %52) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<24xi32>, tensor<24xi32>) -> tensor<24xi1>
    %54 = "stablehlo.constant"() <{value = dense<3> : tensor<i32>}> : () -> tensor<i32>
    %55 = "stablehlo.broadcast_in_dim"(%54) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<24xi32>
    %56 = "stablehlo.add"(%27, %55) : (tensor<24xi32>, tensor<24xi32>) -> tensor<24xi32>
    %57 = "stablehlo.select"(%53, %56, %27) : (tensor<24xi1>, tensor<24xi32>, tensor<24xi32>) -> tensor<24xi32>
    %58 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %59 = "stablehlo.broadcast_in_dim"(%58) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<24xi32>
    %60 = "stablehlo.compare"(%39, %59) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<24xi32>, tensor<24xi32>) -> tensor<24xi1>
    %61 = "stablehlo.constant"() <{value = dense<6> : tensor<i32>}> : () -> tensor<i32>
    %62 = "stablehlo.broadcast_in_dim"(%61) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<24xi32>
    %63 = "stablehlo.add"(%39, %62) : (tensor<24xi32>, tensor<24xi32>) -> tensor<24xi32>
    %64 = "stablehlo.select"(%60, %63, %39) : (tensor<24xi1>, tensor<24xi32>, tensor<24xi32>) -> tensor<24xi32>
    %65 = "stablehlo.broadcast_in_dim"(%57) <{broadcast_dimensions = array<i64: 0>}> : (tensor<24xi32>) -> tensor<24x1xi32>
    %66 = "stablehlo.broadcast_in_dim"(%64) <{broadcast_dimensions = array<i64: 0>}> : (tensor<24xi32>) -> tensor<24x1xi32>
    %67 = "stablehlo.concatenate"(%65, %66) <{dimension = 1 : i64}> : (tensor<24x1xi32>, tensor<24x1xi32>) -> tensor<24x2xi32>
    %68 = "stablehlo.scatter"(%41, %67, %50) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg12: tensor<f32>, %arg13: tensor<f32>):
      "stablehlo.return"(%arg13) : (tensor<f32>) -> ()
    }) : (tensor<3x6x4xf32>, tensor<24x2xi32>, tensor<24x4xf32>) -> tensor<3x6x4xf32>
    %69 = "stablehlo.dot_general"(%68, %arg7) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<3x6x4xf32>, tensor<3x4x4xf32>) -> tensor<3x6x4xf32>
    %70 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %71 = "stablehlo.broadcast_in_dim"(%70) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<24xi32>
    %72 = "stablehlo.compare"(%27, %71) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<24xi32>, tensor<24xi32>) -> tensor<24xi1>
    %73 = "stablehlo.constant"() <{value = dense<3> : tensor<i32>}> : () -> tensor<i32>
    %74 = "stablehlo.broadcast_in_dim"(%73) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<24xi32>
    %75 = "stablehlo.add"(%27, %74) : (tensor<24xi32>, tensor<24xi32>) -> tensor<24xi32>
    %76 = "stablehlo.select"(%72, %75, %27) : (tensor<24xi1>, tensor<24xi32>, tensor<24xi32>) -> tensor<24xi32>
    %77 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %78 = "stablehlo.broadcast_in_dim"(%77) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<24xi32>
    %79 = "stablehlo.compare"(%39, %78) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<24xi32>, tensor<24xi32>) -> tensor<24xi1>
    %80 = "stablehlo.constant"() <{value = dense<6> : tensor<i32>}> : () -> tensor<i32>
    %81 = "stablehlo.broadcast_in_dim"(%80) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<24xi32>
    %82 = "stablehlo.add"(%39, %81) : (tensor<24xi32>, tensor<24xi32>) -> tensor<24xi32>
    %83 = "stablehlo.select"(%79, %82, %39) : (tensor<24xi1>, tensor<24xi32>, tensor<24xi32>) -> tensor<24xi32>
    %84 = "stablehlo.broadcast_in_dim"(%76) <{broadcast_dimensions = array<i64: 0>}> : (tensor<24xi32>) -> tensor<24x1xi32>
    %85 = "stablehlo.broadcast_in_dim"(%83) <{broadcast_dimensions = array<i64: 0>}> : (tensor<24xi32>) -> tensor<24x1xi32>
    %86 = "stablehlo.concatenate"(%84, %85) <{dimension = 1 : i64}> : (tensor<24x1xi32>, tensor<24x1xi32>) -> tensor<24x2xi32>
    %87 = "stablehlo.constant"() <{value = dense<[2, 5]> : tensor<2xi32>}> : () -> tensor<2xi32>
    %88 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %89 = "stablehlo.broadcast_in_dim"(%88) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<24x2xi32>
    %90 = "stablehlo.compare"(%86, %89) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<24x2xi32>, tensor<24x2xi32>) -> tensor<24x2xi1>
    %91 = "stablehlo.broadcast_in_dim"(%87) <{broadcast_dimensions = array<i64: 1>}> : (tensor<2xi32>) -> tensor<1x2xi32>
    %92 = "stablehlo.broadcast_in_dim"(%91) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x2xi32>) -> tensor<24x2xi32>
    %93 = "stablehlo.compare"(%86, %92) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LE>}> : (tensor<24x2xi32>, tensor<24x2xi32>) -> tensor<24x2xi1>
    %94 = "stablehlo.and"(%90, %93) : (tensor<24x2xi1>, tensor<24x2xi1>) -> tensor<24x2xi1>
    %95 = "stablehlo.constant"() <{value = dense<true> : tensor<i1>}> : () -> tensor<i1>
    %96 = "stablehlo.reduce"(%94, %95) <{dimensions = array<i64: 1>}> ({
    ^bb0(%arg10: tensor<i1>, %arg11: tensor<i1>):
      %117 = "stablehlo.and"(%arg10, %arg11) : (tensor<i1>, tensor<i1>) -> tensor<i1>
      "stablehlo.return"(%117) : (tensor<i1>) -> ()
    }) : (tensor<24x2xi1>, tensor<i1>) -> tensor<24xi1>
    %97 = "stablehlo.gather"(%69, %86) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 4>}> : (tensor<3x6x4xf32>, tensor<24x2xi32>) -> tensor<24x4xf32>
    %98 = "stablehlo.broadcast_in_dim"(%96) <{broadcast_dimensions = array<i64: 0>}> : (tensor<24xi1>) -> tensor<24x4xi1>
    %99 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %100 = "stablehlo.broadcast_in_dim"(%99) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<24x4xf32>
    %101 = "stablehlo.select"(%98, %97, %100) : (tensor<24x4xi1>, tensor<24x4xf32>, tensor<24x4xf32>) -> tensor<24x4xf32>
    %102 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %103 = "stablehlo.broadcast_in_dim"(%102) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<12x4xf32>
    %104 = "stablehlo.broadcast_in_dim"(%28) <{broadcast_dimensions = array<i64: 0>}> : (tensor<24xf32>) -> tensor<24x1xf32>
    %105 = "stablehlo.broadcast_in_dim"(%104) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<24x1xf32>) -> tensor<24x4xf32>
    %106 = "stablehlo.multiply"(%101, %105) : (tensor<24x4xf32>, tensor<24x4xf32>) -> tensor<24x4xf32>
    %107 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %108 = "stablehlo.broadcast_in_dim"(%107) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<24xi32>
    %109 = "stablehlo.compare"(%31, %108) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<24xi32>, tensor<24xi32>) -> tensor<24xi1>
    %110 = "stablehlo.constant"() <{value = dense<12> : tensor<i32>}> : () -> tensor<i32>
    %111 = "stablehlo.broadcast_in_dim"(%110) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<24xi32>
    %112 = "stablehlo.add"(%31, %111) : (tensor<24xi32>, tensor<24xi32>) -> tensor<24xi32>
    %113 = "stablehlo.select"(%109, %112, %31) : (tensor<24xi1>, tensor<24xi32>, tensor<24xi32>) -> tensor<24xi32>
    %114 = "stablehlo.broadcast_in_dim"(%113) <{broadcast_dimensions = array<i64: 0>}> : (tensor<24xi32>) -> tensor<24x1xi32>
    %115 = "stablehlo.scatter"(%103, %114, %106) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg8: tensor<f32>, %arg9: tensor<f32>):
      %116 = "stablehlo.add"(%arg8, %arg9) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%116) : (tensor<f32>) -> ()
    }) : (tensor<12x4xf32>, tensor<24x1xi32>, tensor<24x4xf32>) -> tensor<12x4xf32>
    "func.return"(%115) : (tensor<12x4xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<24xi32>) -> tensor<24x3xi32>, res_attrs = [{}], sym_name = "_one_hot", sym_visibility = "private"}> ({
  ^bb0(%arg4: tensor<24xi32>):
    %5 = "stablehlo.broadcast_in_dim"(%arg4) <{broadcast_dimensions = array<i64: 0>}> : (tensor<24xi32>) -> tensor<24x1xi32>
    %6 = "stablehlo.iota"() <{iota_dimension = 1 : i64}> : () -> tensor<1x3xi32>
    %7 = "stablehlo.broadcast_in_dim"(%5) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<24x1xi32>) -> tensor<24x3xi32>
    %8 = "stablehlo.broadcast_in_dim"(%6) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x3xi32>) -> tensor<24x3xi32>
    %9 = "stablehlo.compare"(%7, %8) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<24x3xi32>, tensor<24x3xi32>) -> tensor<24x3xi1>
    %10 = "stablehlo.convert"(%9) : (tensor<24x3xi1>) -> tensor<24x3xi32>
    "func.return"(%10) : (tensor<24x3xi32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<24x3xi32>) -> tensor<24x3xi32>, res_attrs = [{}], sym_name = "cumsum", sym_visibility = "private"}> ({
  ^bb0(%arg3: tensor<24x3xi32>):
    %4 = "func.call"(%arg3) <{callee = @cumsum_0}> : (tensor<24x3xi32>) -> tensor<24x3xi32>
    "func.return"(%4) : (tensor<24x3xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<24x3xi32>) -> tensor<24x3xi32>, sym_name = "cumsum_0", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<24x3xi32>):
    %0 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %1 = "stablehlo.broadcast_in_dim"(%0) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<i32>
    %2 = "stablehlo.reduce_window"(%arg0, %1) <{base_dilations = array<i64: 1, 1>, padding = dense<[[23, 0], [0, 0]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 24, 1>, window_strides = array<i64: 1, 1>}> ({
    ^bb0(%arg1: tensor<i32>, %arg2: tensor<i32>):
      %3 = "stablehlo.add"(%arg1, %arg2) : (tensor<i32>, tensor<i32>) -> tensor<i32>
      "stablehlo.return"(%3) : (tensor<i32>) -> ()
    }) : (tensor<24x3xi32>, tensor<i32>) -> tensor<24x3xi32>
    "func.return"(%2) : (tensor<24x3xi32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
