// argument int32[6] 7 3 7 0 3 7
// result int32[5] 0 3 7 -1 -1
// result int32[6] 2 1 2 0 1 2
// result int32[5] 1 2 3 0 0
"builtin.module"() <{sym_name = "jit_unique"}> ({
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<6xi32>) -> (tensor<5xi32>, tensor<6xi32>, tensor<5xi32>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg45: tensor<6xi32>):
    %132:3 = "func.call"(%arg45) <{callee = @_unique_sorted_mask}> : (tensor<6xi32>) -> (tensor<6xi32>, tensor<6xi1>, tensor<6xi32>)
    %133 = "func.call"(%132#1) <{callee = @cumsum}> : (tensor<6xi1>) -> tensor<6xi32>
    %134 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %135 = "stablehlo.broadcast_in_dim"(%134) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<5xi32>
    %136 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %137 = "func.call"(%133, %136) <{callee = @clip}> : (tensor<6xi32>, tensor<i32>) -> tensor<6xi32>
    %138 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %139 = "stablehlo.broadcast_in_dim"(%138) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<6xi32>
    %140 = "stablehlo.compare"(%137, %139) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<6xi32>, tensor<6xi32>) -> tensor<6xi1>
    %141 = "stablehlo.constant"() <{value = dense<5> : tensor<i32>}> : () -> tensor<i32>
    %142 = "stablehlo.broadcast_in_dim"(%141) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<6xi32>
    %143 = "stablehlo.add"(%137, %142) : (tensor<6xi32>, tensor<6xi32>) -> tensor<6xi32>
    %144 = "stablehlo.select"(%140, %143, %137) : (tensor<6xi1>, tensor<6xi32>, tensor<6xi32>) -> tensor<6xi32>
    %145 = "stablehlo.broadcast_in_dim"(%144) <{broadcast_dimensions = array<i64: 0>}> : (tensor<6xi32>) -> tensor<6x1xi32>
    %146 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %147 = "stablehlo.broadcast_in_dim"(%146) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<6xi32>
    %148 = "stablehlo.scatter"(%135, %145, %147) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg54: tensor<i32>, %arg55: tensor<i32>):
      %217 = "stablehlo.add"(%arg54, %arg55) : (tensor<i32>, tensor<i32>) -> tensor<i32>
      "stablehlo.return"(%217) : (tensor<i32>) -> ()
    }) : (tensor<5xi32>, tensor<6x1xi32>, tensor<6xi32>) -> tensor<5xi32>
    %149 = "func.call"(%148) <{callee = @cumsum_1}> : (tensor<5xi32>) -> tensor<5xi32>
    %150 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %151 = "func.call"(%149, %150) <{callee = @floor_divide}> : (tensor<5xi32>, tensor<i32>) -> tensor<5xi32>
    %152 = "stablehlo.constant"() <{value = dense<6> : tensor<i32>}> : () -> tensor<i32>
    %153 = "func.call"(%151, %152) <{callee = @remainder}> : (tensor<5xi32>, tensor<i32>) -> tensor<5xi32>
    %154 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %155 = "stablehlo.broadcast_in_dim"(%154) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<5xi32>
    %156 = "stablehlo.compare"(%153, %155) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<5xi32>, tensor<5xi32>) -> tensor<5xi1>
    %157 = "stablehlo.constant"() <{value = dense<6> : tensor<i32>}> : () -> tensor<i32>
    %158 = "stablehlo.broadcast_in_dim"(%157) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<5xi32>
    %159 = "stablehlo.add"(%153, %158) : (tensor<5xi32>, tensor<5xi32>) -> tensor<5xi32>
    %160 = "stablehlo.select"(%156, %159, %153) : (tensor<5xi1>, tensor<5xi32>, tensor<5xi32>) -> tensor<5xi32>
    %161 = "stablehlo.broadcast_in_dim"(%160) <{broadcast_dimensions = array<i64: 0>}> : (tensor<5xi32>) -> tensor<5x1xi32>
    %162 = "stablehlo.gather"(%132#0, %161) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1>}> : (tensor<6xi32>, tensor<5x1xi32>) -> tensor<5xi32>
    %163 = "stablehlo.iota"() <{iota_dimension = 0 : i64}> : () -> tensor<5xi32>
    %164 = "stablehlo.convert"(%132#1) : (tensor<6xi1>) -> tensor<6xi32>
    %165 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %166 = "stablehlo.reduce"(%164, %165) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg52: tensor<i32>, %arg53: tensor<i32>):
      %216 = "stablehlo.add"(%arg52, %arg53) : (tensor<i32>, tensor<i32>) -> tensor<i32>
      "stablehlo.return"(%216) : (tensor<i32>) -> ()
    }) : (tensor<6xi32>, tensor<i32>) -> tensor<i32>
    %167 = "stablehlo.broadcast_in_dim"(%166) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<5xi32>
    %168 = "stablehlo.compare"(%163, %167) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<5xi32>, tensor<5xi32>) -> tensor<5xi1>
    %169 = "stablehlo.constant"() <{value = dense<-1> : tensor<i32>}> : () -> tensor<i32>
    %170 = "func.call"(%168, %162, %169) <{callee = @_where_4}> : (tensor<5xi1>, tensor<5xi32>, tensor<i32>) -> tensor<5xi32>
    %171 = "func.call"(%132#1) <{callee = @cumsum}> : (tensor<6xi1>) -> tensor<6xi32>
    %172 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %173 = "stablehlo.broadcast_in_dim"(%172) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<6xi32>
    %174 = "stablehlo.subtract"(%171, %173) : (tensor<6xi32>, tensor<6xi32>) -> tensor<6xi32>
    %175 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %176 = "stablehlo.broadcast_in_dim"(%175) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<6xi32>
    %177 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %178 = "stablehlo.broadcast_in_dim"(%177) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<6xi32>
    %179 = "stablehlo.compare"(%132#2, %178) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<6xi32>, tensor<6xi32>) -> tensor<6xi1>
    %180 = "stablehlo.constant"() <{value = dense<6> : tensor<i32>}> : () -> tensor<i32>
    %181 = "stablehlo.broadcast_in_dim"(%180) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<6xi32>
    %182 = "stablehlo.add"(%132#2, %181) : (tensor<6xi32>, tensor<6xi32>) -> tensor<6xi32>
    %183 = "stablehlo.select"(%179, %182, %132#2) : (tensor<6xi1>, tensor<6xi32>, tensor<6xi32>) -> tensor<6xi32>
    %184 = "stablehlo.broadcast_in_dim"(%183) <{broadcast_dimensions = array<i64: 0>}> : (tensor<6xi32>) -> tensor<6x1xi32>
    %185 = "stablehlo.scatter"(%176, %184, %174) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg50: tensor<i32>, %arg51: tensor<i32>):
      "stablehlo.return"(%arg51) : (tensor<i32>) -> ()
    }) : (tensor<6xi32>, tensor<6x1xi32>, tensor<6xi32>) -> tensor<6xi32>
    %186 = "func.call"(%132#1) <{callee = @cumsum}> : (tensor<6xi1>) -> tensor<6xi32>
    %187 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %188 = "stablehlo.broadcast_in_dim"(%187) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<6xi32>
    %189 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %190 = "func.call"(%186, %189) <{callee = @clip}> : (tensor<6xi32>, tensor<i32>) -> tensor<6xi32>
    %191 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %192 = "stablehlo.broadcast_in_dim"(%191) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<6xi32>
    %193 = "stablehlo.compare"(%190, %192) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<6xi32>, tensor<6xi32>) -> tensor<6xi1>
    %194 = "stablehlo.constant"() <{value = dense<6> : tensor<i32>}> : () -> tensor<i32>
    %195 = "stablehlo.broadcast_in_dim"(%194) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<6xi32>
    %196 = "stablehlo.add"(%190, %195) : (tensor<6xi32>, tensor<6xi32>) -> tensor<6xi32>
    %197 = "stablehlo.select"(%193, %196, %190) : (tensor<6xi1>, tensor<6xi32>, tensor<6xi32>) -> tensor<6xi32>
    %198 = "stablehlo.broadcast_in_dim"(%197) <{broadcast_dimensions = array<i64: 0>}> : (tensor<6xi32>) -> tensor<6x1xi32>
    %199 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %200 = "stablehlo.broadcast_in_dim"(%199) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<6xi32>
    %201 = "stablehlo.scatter"(%188, %198, %200) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg48: tensor<i32>, %arg49: tensor<i32>):
      %215 = "stablehlo.add"(%arg48, %arg49) : (tensor<i32>, tensor<i32>) -> tensor<i32>
      "stablehlo.return"(%215) : (tensor<i32>) -> ()
    }) : (tensor<6xi32>, tensor<6x1xi32>, tensor<6xi32>) -> tensor<6xi32>
    %202 = "func.call"(%201) <{callee = @cumsum_5}> : (tensor<6xi32>) -> tensor<6xi32>
    %203 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %204 = "func.call"(%202, %203) <{callee = @floor_divide_6}> : (tensor<6xi32>, tensor<i32>) -> tensor<6xi32>
    %205 = "stablehlo.constant"() <{value = dense<6> : tensor<i32>}> : () -> tensor<i32>
    %206 = "func.call"(%204, %205) <{callee = @remainder_8}> : (tensor<6xi32>, tensor<i32>) -> tensor<6xi32>
    %207 = "stablehlo.slice"(%206) <{limit_indices = array<i64: 6>, start_indices = array<i64: 1>, strides = array<i64: 1>}> : (tensor<6xi32>) -> tensor<5xi32>
    %208 = "stablehlo.slice"(%206) <{limit_indices = array<i64: 6>, start_indices = array<i64: 1>, strides = array<i64: 1>}> : (tensor<6xi32>) -> tensor<5xi32>
    %209 = "stablehlo.constant"() <{value = dense<6> : tensor<i32>}> : () -> tensor<i32>
    %210 = "func.call"(%207, %208, %209) <{callee = @_where_9}> : (tensor<5xi32>, tensor<5xi32>, tensor<i32>) -> tensor<5xi32>
    %211 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %212 = "stablehlo.broadcast_in_dim"(%211) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<1xi32>
    %213 = "stablehlo.scatter"(%206, %212, %210) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
    ^bb0(%arg46: tensor<i32>, %arg47: tensor<i32>):
      "stablehlo.return"(%arg47) : (tensor<i32>) -> ()
    }) : (tensor<6xi32>, tensor<1xi32>, tensor<5xi32>) -> tensor<6xi32>
    %214 = "func.call"(%213) <{callee = @diff}> : (tensor<6xi32>) -> tensor<5xi32>
    "func.return"(%170, %185, %214) : (tensor<5xi32>, tensor<6xi32>, tensor<5xi32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<6xi32>) -> (tensor<6xi32>, tensor<6xi1>, tensor<6xi32>), res_attrs = [{}, {}, {}], sym_name = "_unique_sorted_mask", sym_visibility = "private"}> ({
  ^bb0(%arg40: tensor<6xi32>):
    %108 = "stablehlo.reshape"(%arg40) : (tensor<6xi32>) -> tensor<6x1xi32>
    %109 = "stablehlo.transpose"(%108) <{permutation = array<i64: 1, 0>}> : (tensor<6x1xi32>) -> tensor<1x6xi32>
    %110 = "stablehlo.reverse"(%109) <{dimensions = array<i64: 0>}> : (tensor<1x6xi32>) -> tensor<1x6xi32>
    %111 = "func.call"(%110) <{callee = @lexsort}> : (tensor<1x6xi32>) -> tensor<6xi32>
    %112 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %113 = "stablehlo.broadcast_in_dim"(%112) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<6xi32>
    %114 = "stablehlo.compare"(%111, %113) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<6xi32>, tensor<6xi32>) -> tensor<6xi1>
    %115 = "stablehlo.constant"() <{value = dense<6> : tensor<i32>}> : () -> tensor<i32>
    %116 = "stablehlo.broadcast_in_dim"(%115) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<6xi32>
    %117 = "stablehlo.add"(%111, %116) : (tensor<6xi32>, tensor<6xi32>) -> tensor<6xi32>
    %118 = "stablehlo.select"(%114, %117, %111) : (tensor<6xi1>, tensor<6xi32>, tensor<6xi32>) -> tensor<6xi32>
    %119 = "stablehlo.broadcast_in_dim"(%118) <{broadcast_dimensions = array<i64: 0>}> : (tensor<6xi32>) -> tensor<6x1xi32>
    %120 = "stablehlo.gather"(%arg40, %119) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1>}> : (tensor<6xi32>, tensor<6x1xi32>) -> tensor<6xi32>
    %121 = "stablehlo.constant"() <{value = dense<true> : tensor<i1>}> : () -> tensor<i1>
    %122 = "stablehlo.broadcast_in_dim"(%121) <{broadcast_dimensions = array<i64>}> : (tensor<i1>) -> tensor<6xi1>
    %123 = "stablehlo.slice"(%120) <{limit_indices = array<i64: 6>, start_indices = array<i64: 1>, strides = array<i64: 1>}> : (tensor<6xi32>) -> tensor<5xi32>
    %124 = "stablehlo.slice"(%120) <{limit_indices = array<i64: 5>, start_indices = array<i64: 0>, strides = array<i64: 1>}> : (tensor<6xi32>) -> tensor<5xi32>
    %125 = "stablehlo.compare"(%123, %124) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction NE>}> : (tensor<5xi32>, tensor<5xi32>) -> tensor<5xi1>
    %126 = "stablehlo.constant"() <{value = dense<false> : tensor<i1>}> : () -> tensor<i1>
    %127 = "stablehlo.reduce"(%125, %126) <{dimensions = array<i64>}> ({
    ^bb0(%arg43: tensor<i1>, %arg44: tensor<i1>):
      %131 = "stablehlo.or"(%arg43, %arg44) : (tensor<i1>, tensor<i1>) -> tensor<i1>
      "stablehlo.return"(%131) : (tensor<i1>) -> ()
    }) : (tensor<5xi1>, tensor<i1>) -> tensor<5xi1>
    %128 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %129 = "stablehlo.broadcast_in_dim"(%128) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<1xi32>
    %130 = "stablehlo.scatter"(%122, %129, %127) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
    ^bb0(%arg41: tensor<i1>, %arg42: tensor<i1>):
      "stablehlo.return"(%arg42) : (tensor<i1>) -> ()
    }) : (tensor<6xi1>, tensor<1xi32>, tensor<5xi1>) -> tensor<6xi1>
    "func.return"(%120, %130, %111) : (tensor<6xi32>, tensor<6xi1>, tensor<6xi32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<1x6xi32>) -> tensor<6xi32>, res_attrs = [{}], sym_name = "lexsort", sym_visibility = "private"}> ({
  ^bb0(%arg35: tensor<1x6xi32>):
    %103 = "stablehlo.slice"(%arg35) <{limit_indices = array<i64: 1, 6>, start_indices = array<i64: 0, 0>, strides = array<i64: 1, 1>}> : (tensor<1x6xi32>) -> tensor<1x6xi32>
    %104 = "stablehlo.reshape"(%103) : (tensor<1x6xi32>) -> tensor<6xi32>
    %105 = "stablehlo.iota"() <{iota_dimension = 0 : i64}> : () -> tensor<6xi32>
    %106:2 = "stablehlo.sort"(%104, %105) <{dimension = 0 : i64, is_stable = true}> ({
    ^bb0(%arg36: tensor<i32>, %arg37: tensor<i32>, %arg38: tensor<i32>, %arg39: tensor<i32>):
      %107 = "stablehlo.compare"(%arg36, %arg37) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
      "stablehlo.return"(%107) : (tensor<i1>) -> ()
    }) : (tensor<6xi32>, tensor<6xi32>) -> (tensor<6xi32>, tensor<6xi32>)
    "func.return"(%106#1) : (tensor<6xi32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<6xi1>) -> tensor<6xi32>, res_attrs = [{}], sym_name = "cumsum", sym_visibility = "private"}> ({
  ^bb0(%arg34: tensor<6xi1>):
    %101 = "stablehlo.convert"(%arg34) : (tensor<6xi1>) -> tensor<6xi32>
    %102 = "func.call"(%101) <{callee = @cumsum_0}> : (tensor<6xi32>) -> tensor<6xi32>
    "func.return"(%102) : (tensor<6xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<6xi32>) -> tensor<6xi32>, sym_name = "cumsum_0", sym_visibility = "private"}> ({
  ^bb0(%arg31: tensor<6xi32>):
    %97 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %98 = "stablehlo.broadcast_in_dim"(%97) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<i32>
    %99 = "stablehlo.reduce_window"(%arg31, %98) <{base_dilations = array<i64: 1>, padding = dense<[[5, 0]]> : tensor<1x2xi64>, window_dilations = array<i64: 1>, window_dimensions = array<i64: 6>, window_strides = array<i64: 1>}> ({
    ^bb0(%arg32: tensor<i32>, %arg33: tensor<i32>):
      %100 = "stablehlo.add"(%arg32, %arg33) : (tensor<i32>, tensor<i32>) -> tensor<i32>
      "stablehlo.return"(%100) : (tensor<i32>) -> ()
    }) : (tensor<6xi32>, tensor<i32>) -> tensor<6xi32>
    "func.return"(%99) : (tensor<6xi32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<6xi32>, tensor<i32>) -> tensor<6xi32>, res_attrs = [{}], sym_name = "clip", sym_visibility = "private"}> ({
  ^bb0(%arg29: tensor<6xi32>, %arg30: tensor<i32>):
    %94 = "stablehlo.convert"(%arg30) : (tensor<i32>) -> tensor<i32>
    %95 = "stablehlo.broadcast_in_dim"(%94) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<6xi32>
    %96 = "stablehlo.maximum"(%95, %arg29) : (tensor<6xi32>, tensor<6xi32>) -> tensor<6xi32>
    "func.return"(%96) : (tensor<6xi32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<5xi32>) -> tensor<5xi32>, res_attrs = [{}], sym_name = "cumsum_1", sym_visibility = "private"}> ({
  ^bb0(%arg28: tensor<5xi32>):
    %93 = "func.call"(%arg28) <{callee = @cumsum_2}> : (tensor<5xi32>) -> tensor<5xi32>
    "func.return"(%93) : (tensor<5xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<5xi32>) -> tensor<5xi32>, sym_name = "cumsum_2", sym_visibility = "private"}> ({
  ^bb0(%arg25: tensor<5xi32>):
    %89 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %90 = "stablehlo.broadcast_in_dim"(%89) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<i32>
    %91 = "stablehlo.reduce_window"(%arg25, %90) <{base_dilations = array<i64: 1>, padding = dense<[[4, 0]]> : tensor<1x2xi64>, window_dilations = array<i64: 1>, window_dimensions = array<i64: 5>, window_strides = array<i64: 1>}> ({
    ^bb0(%arg26: tensor<i32>, %arg27: tensor<i32>):
      %92 = "stablehlo.add"(%arg26, %arg27) : (tensor<i32>, tensor<i32>) -> tensor<i32>
      "stablehlo.return"(%92) : (tensor<i32>) -> ()
    }) : (tensor<5xi32>, tensor<i32>) -> tensor<5xi32>
    "func.return"(%91) : (tensor<5xi32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<5xi32>, tensor<i32>) -> tensor<5xi32>, res_attrs = [{}], sym_name = "floor_divide", sym_visibility = "private"}> ({
  ^bb0(%arg23: tensor<5xi32>, %arg24: tensor<i32>):
    %73 = "stablehlo.broadcast_in_dim"(%arg24) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<5xi32>
    %74 = "stablehlo.divide"(%arg23, %73) : (tensor<5xi32>, tensor<5xi32>) -> tensor<5xi32>
    %75 = "stablehlo.sign"(%arg23) : (tensor<5xi32>) -> tensor<5xi32>
    %76 = "stablehlo.sign"(%arg24) : (tensor<i32>) -> tensor<i32>
    %77 = "stablehlo.broadcast_in_dim"(%76) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<5xi32>
    %78 = "stablehlo.compare"(%75, %77) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction NE>}> : (tensor<5xi32>, tensor<5xi32>) -> tensor<5xi1>
    %79 = "stablehlo.broadcast_in_dim"(%arg24) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<5xi32>
    %80 = "stablehlo.remainder"(%arg23, %79) : (tensor<5xi32>, tensor<5xi32>) -> tensor<5xi32>
    %81 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %82 = "stablehlo.broadcast_in_dim"(%81) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<5xi32>
    %83 = "stablehlo.compare"(%80, %82) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction NE>}> : (tensor<5xi32>, tensor<5xi32>) -> tensor<5xi1>
    %84 = "stablehlo.and"(%78, %83) : (tensor<5xi1>, tensor<5xi1>) -> tensor<5xi1>
    %85 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %86 = "stablehlo.broadcast_in_dim"(%85) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<5xi32>
    %87 = "stablehlo.subtract"(%74, %86) : (tensor<5xi32>, tensor<5xi32>) -> tensor<5xi32>
    %88 = "func.call"(%84, %87, %74) <{callee = @_where}> : (tensor<5xi1>, tensor<5xi32>, tensor<5xi32>) -> tensor<5xi32>
    "func.return"(%88) : (tensor<5xi32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<5xi1>, tensor<5xi32>, tensor<5xi32>) -> tensor<5xi32>, res_attrs = [{}], sym_name = "_where", sym_visibility = "private"}> ({
  ^bb0(%arg20: tensor<5xi1>, %arg21: tensor<5xi32>, %arg22: tensor<5xi32>):
    %72 = "stablehlo.select"(%arg20, %arg21, %arg22) : (tensor<5xi1>, tensor<5xi32>, tensor<5xi32>) -> tensor<5xi32>
    "func.return"(%72) : (tensor<5xi32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<5xi32>, tensor<i32>) -> tensor<5xi32>, res_attrs = [{}], sym_name = "remainder", sym_visibility = "private"}> ({
  ^bb0(%arg18: tensor<5xi32>, %arg19: tensor<i32>):
    %51 = "stablehlo.convert"(%arg19) : (tensor<i32>) -> tensor<i32>
    %52 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %53 = "stablehlo.compare"(%51, %52) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %54 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %55 = "func.call"(%53, %54, %51) <{callee = @_where_3}> : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    %56 = "stablehlo.broadcast_in_dim"(%55) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<5xi32>
    %57 = "stablehlo.remainder"(%arg18, %56) : (tensor<5xi32>, tensor<5xi32>) -> tensor<5xi32>
    %58 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %59 = "stablehlo.broadcast_in_dim"(%58) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<5xi32>
    %60 = "stablehlo.compare"(%57, %59) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction NE>}> : (tensor<5xi32>, tensor<5xi32>) -> tensor<5xi1>
    %61 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %62 = "stablehlo.broadcast_in_dim"(%61) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<5xi32>
    %63 = "stablehlo.compare"(%57, %62) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<5xi32>, tensor<5xi32>) -> tensor<5xi1>
    %64 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %65 = "stablehlo.compare"(%55, %64) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %66 = "stablehlo.broadcast_in_dim"(%65) <{broadcast_dimensions = array<i64>}> : (tensor<i1>) -> tensor<5xi1>
    %67 = "stablehlo.compare"(%63, %66) <{compare_type = #stablehlo<comparison_type UNSIGNED>, comparison_direction = #stablehlo<comparison_direction NE>}> : (tensor<5xi1>, tensor<5xi1>) -> tensor<5xi1>
    %68 = "stablehlo.and"(%67, %60) : (tensor<5xi1>, tensor<5xi1>) -> tensor<5xi1>
    %69 = "stablehlo.broadcast_in_dim"(%55) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<5xi32>
    %70 = "stablehlo.add"(%57, %69) : (tensor<5xi32>, tensor<5xi32>) -> tensor<5xi32>
    %71 = "stablehlo.select"(%68, %70, %57) : (tensor<5xi1>, tensor<5xi32>, tensor<5xi32>) -> tensor<5xi32>
    "func.return"(%71) : (tensor<5xi32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>, res_attrs = [{}], sym_name = "_where_3", sym_visibility = "private"}> ({
  ^bb0(%arg15: tensor<i1>, %arg16: tensor<i32>, %arg17: tensor<i32>):
    %50 = "stablehlo.select"(%arg15, %arg16, %arg17) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    "func.return"(%50) : (tensor<i32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<5xi1>, tensor<5xi32>, tensor<i32>) -> tensor<5xi32>, res_attrs = [{}], sym_name = "_where_4", sym_visibility = "private"}> ({
  ^bb0(%arg12: tensor<5xi1>, %arg13: tensor<5xi32>, %arg14: tensor<i32>):
    %48 = "stablehlo.broadcast_in_dim"(%arg14) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<5xi32>
    %49 = "stablehlo.select"(%arg12, %arg13, %48) : (tensor<5xi1>, tensor<5xi32>, tensor<5xi32>) -> tensor<5xi32>
    "func.return"(%49) : (tensor<5xi32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<6xi32>) -> tensor<6xi32>, res_attrs = [{}], sym_name = "cumsum_5", sym_visibility = "private"}> ({
  ^bb0(%arg11: tensor<6xi32>):
    %47 = "func.call"(%arg11) <{callee = @cumsum_0}> : (tensor<6xi32>) -> tensor<6xi32>
    "func.return"(%47) : (tensor<6xi32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<6xi32>, tensor<i32>) -> tensor<6xi32>, res_attrs = [{}], sym_name = "floor_divide_6", sym_visibility = "private"}> ({
  ^bb0(%arg9: tensor<6xi32>, %arg10: tensor<i32>):
    %31 = "stablehlo.broadcast_in_dim"(%arg10) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<6xi32>
    %32 = "stablehlo.divide"(%arg9, %31) : (tensor<6xi32>, tensor<6xi32>) -> tensor<6xi32>
    %33 = "stablehlo.sign"(%arg9) : (tensor<6xi32>) -> tensor<6xi32>
    %34 = "stablehlo.sign"(%arg10) : (tensor<i32>) -> tensor<i32>
    %35 = "stablehlo.broadcast_in_dim"(%34) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<6xi32>
    %36 = "stablehlo.compare"(%33, %35) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction NE>}> : (tensor<6xi32>, tensor<6xi32>) -> tensor<6xi1>
    %37 = "stablehlo.broadcast_in_dim"(%arg10) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<6xi32>
    %38 = "stablehlo.remainder"(%arg9, %37) : (tensor<6xi32>, tensor<6xi32>) -> tensor<6xi32>
    %39 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %40 = "stablehlo.broadcast_in_dim"(%39) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<6xi32>
    %41 = "stablehlo.compare"(%38, %40) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction NE>}> : (tensor<6xi32>, tensor<6xi32>) -> tensor<6xi1>
    %42 = "stablehlo.and"(%36, %41) : (tensor<6xi1>, tensor<6xi1>) -> tensor<6xi1>
    %43 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %44 = "stablehlo.broadcast_in_dim"(%43) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<6xi32>
    %45 = "stablehlo.subtract"(%32, %44) : (tensor<6xi32>, tensor<6xi32>) -> tensor<6xi32>
    %46 = "func.call"(%42, %45, %32) <{callee = @_where_7}> : (tensor<6xi1>, tensor<6xi32>, tensor<6xi32>) -> tensor<6xi32>
    "func.return"(%46) : (tensor<6xi32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<6xi1>, tensor<6xi32>, tensor<6xi32>) -> tensor<6xi32>, res_attrs = [{}], sym_name = "_where_7", sym_visibility = "private"}> ({
  ^bb0(%arg6: tensor<6xi1>, %arg7: tensor<6xi32>, %arg8: tensor<6xi32>):
    %30 = "stablehlo.select"(%arg6, %arg7, %arg8) : (tensor<6xi1>, tensor<6xi32>, tensor<6xi32>) -> tensor<6xi32>
    "func.return"(%30) : (tensor<6xi32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<6xi32>, tensor<i32>) -> tensor<6xi32>, res_attrs = [{}], sym_name = "remainder_8", sym_visibility = "private"}> ({
  ^bb0(%arg4: tensor<6xi32>, %arg5: tensor<i32>):
    %9 = "stablehlo.convert"(%arg5) : (tensor<i32>) -> tensor<i32>
    %10 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %11 = "stablehlo.compare"(%9, %10) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %12 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %13 = "func.call"(%11, %12, %9) <{callee = @_where_3}> : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    %14 = "stablehlo.broadcast_in_dim"(%13) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<6xi32>
    %15 = "stablehlo.remainder"(%arg4, %14) : (tensor<6xi32>, tensor<6xi32>) -> tensor<6xi32>
    %16 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %17 = "stablehlo.broadcast_in_dim"(%16) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<6xi32>
    %18 = "stablehlo.compare"(%15, %17) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction NE>}> : (tensor<6xi32>, tensor<6xi32>) -> tensor<6xi1>
    %19 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %20 = "stablehlo.broadcast_in_dim"(%19) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<6xi32>
    %21 = "stablehlo.compare"(%15, %20) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<6xi32>, tensor<6xi32>) -> tensor<6xi1>
    %22 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %23 = "stablehlo.compare"(%13, %22) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %24 = "stablehlo.broadcast_in_dim"(%23) <{broadcast_dimensions = array<i64>}> : (tensor<i1>) -> tensor<6xi1>
    %25 = "stablehlo.compare"(%21, %24) <{compare_type = #stablehlo<comparison_type UNSIGNED>, comparison_direction = #stablehlo<comparison_direction NE>}> : (tensor<6xi1>, tensor<6xi1>) -> tensor<6xi1>
    %26 = "stablehlo.and"(%25, %18) : (tensor<6xi1>, tensor<6xi1>) -> tensor<6xi1>
    %27 = "stablehlo.broadcast_in_dim"(%13) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<6xi32>
    %28 = "stablehlo.add"(%15, %27) : (tensor<6xi32>, tensor<6xi32>) -> tensor<6xi32>
    %29 = "stablehlo.select"(%26, %28, %15) : (tensor<6xi1>, tensor<6xi32>, tensor<6xi32>) -> tensor<6xi32>
    "func.return"(%29) : (tensor<6xi32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<5xi32>, tensor<5xi32>, tensor<i32>) -> tensor<5xi32>, res_attrs = [{}], sym_name = "_where_9", sym_visibility = "private"}> ({
  ^bb0(%arg1: tensor<5xi32>, %arg2: tensor<5xi32>, %arg3: tensor<i32>):
    %3 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %4 = "stablehlo.broadcast_in_dim"(%3) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<5xi32>
    %5 = "stablehlo.compare"(%arg1, %4) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction NE>}> : (tensor<5xi32>, tensor<5xi32>) -> tensor<5xi1>
    %6 = "stablehlo.convert"(%arg3) : (tensor<i32>) -> tensor<i32>
    %7 = "stablehlo.broadcast_in_dim"(%6) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<5xi32>
    %8 = "stablehlo.select"(%5, %arg2, %7) : (tensor<5xi1>, tensor<5xi32>, tensor<5xi32>) -> tensor<5xi32>
    "func.return"(%8) : (tensor<5xi32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<6xi32>) -> tensor<5xi32>, res_attrs = [{}], sym_name = "diff", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<6xi32>):
    %0 = "stablehlo.slice"(%arg0) <{limit_indices = array<i64: 6>, start_indices = array<i64: 1>, strides = array<i64: 1>}> : (tensor<6xi32>) -> tensor<5xi32>
    %1 = "stablehlo.slice"(%arg0) <{limit_indices = array<i64: 5>, start_indices = array<i64: 0>, strides = array<i64: 1>}> : (tensor<6xi32>) -> tensor<5xi32>
    %2 = "stablehlo.subtract"(%0, %1) : (tensor<5xi32>, tensor<5xi32>) -> tensor<5xi32>
    "func.return"(%2) : (tensor<5xi32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
